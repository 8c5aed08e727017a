/** Faults of an executable as a process, shown in one search, the one with a limit of 2. @module */
import * as f from "./fault.ts";

const BOUND = 'within("limit", limit, 1, 50)';
const LIMITED = ["limited_search"];

/** Does something more in a search with a limit of 2, before anything is answered. */
function during(lines: readonly string[]): readonly [string, string] {
  return [BOUND, [BOUND, "    if limit == 2:", ...lines.map((line) => `        ${line}`)].join("\n")];
}

/** Faults of the process. */
export const PROCESS_FAULTS: readonly f.Fault[] = [
  {
    name: "a command hangs",
    edits: [during(["import time", "time.sleep(60)"])],
    fails: [f.expect("timeout", LIMITED)],
    commandTimeoutMs: 1_500,
  },
  {
    name: "a command hangs and hears no signal",
    edits: [during([
      "import signal, time",
      "for number in set(signal.valid_signals()) - {signal.SIGKILL, signal.SIGSTOP}:",
      "    signal.signal(number, signal.SIG_IGN)",
      "time.sleep(60)",
    ])],
    fails: [f.expect("timeout", LIMITED)],
    commandTimeoutMs: 1_500,
  },
  {
    name: "a command floods standard output",
    edits: [during(["while True:", '    os.write(1, b"[" * 65536)'])],
    fails: [f.expect("output-bound", LIMITED)],
  },
  {
    name: "a command floods standard error",
    edits: [during(["while True:", '    os.write(2, b"!" * 65536)'])],
    fails: [f.expect("output-bound", LIMITED)],
  },
  {
    name: "a command crashes",
    edits: [during(["os.kill(os.getpid(), 11)"])],
    fails: [f.expect("signal", LIMITED)],
  },
  {
    name: "a command leaves a process that holds its output",
    edits: [during(["import time", "if os.fork() == 0:", "    time.sleep(6)", "    os._exit(0)"])],
    fails: [f.expect("output-held", LIMITED)],
  },
  {
    name: "a command leaves a process of another group that holds its output",
    edits: [during(["import time", "if os.fork() == 0:", "    os.setsid()", "    time.sleep(6)", "    os._exit(0)"])],
    fails: [f.expect("output-held", LIMITED)],
  },
  {
    name: "a right answer has another exit code",
    edits: [["    return put(work(**given))", "    put(work(**given))\n    sys.exit(3)"]],
    fails: [f.expect("exit-code", [...f.SEARCHES, ...f.READS, ...f.RECALLS, f.MALFORMED, f.BOUNDARIES])],
  },
  {
    name: "a command succeeds without an answer",
    edits: [during(["sys.exit(0)"])],
    fails: [f.expect("not-json", LIMITED)],
  },
  {
    name: "a command fails where it must not",
    edits: [during(['raise Refused("not now")'])],
    fails: [f.expect("exit-code", LIMITED)],
  },
  {
    name: "a command prints two values",
    edits: [during(["put({})"])],
    fails: [f.expect("not-json", LIMITED)],
  },
  {
    name: "a command prints a byte order mark",
    edits: [during(['os.write(1, b"\\xef\\xbb\\xbf")'])],
    fails: [f.expect("not-json", LIMITED)],
  },
  {
    name: "a command names a field twice",
    edits: [[
      'return "{" + ",".join(',
      'return \'{"truncated":true\' * ("truncated" in value) + "{,"["truncated" in value] + ",".join(',
    ]],
    fails: [f.expect("not-json", [...f.SEARCHES, f.MALFORMED, f.MCP])],
  },
  {
    name: "a command answers in another encoding",
    edits: [['encoded(value).encode("utf-8", "backslashreplace")', 'encoded(value).encode("utf-16")']],
    fails: [
      f.expect("not-json", [...f.SEARCHES, ...f.READS, ...f.RECALLS, f.MALFORMED, f.BOUNDARIES]),
      f.expect("mcp-protocol", [f.MCP]),
    ],
  },
];

/** A fault that no check sees: a connection to a port of the machine's. A containment without network lets none come
 * about, and the command goes on as if nothing listened; without containment it is made. */
export function makeSocketFault(port: number): f.Fault {
  return {
    name: "a command opens a socket",
    edits: [during([
      "import socket",
      "try:",
      `    socket.create_connection(("127.0.0.1", ${port}), 1).close()`,
      "except OSError:",
      "    pass",
    ])],
    fails: [],
  };
}

/** Faults that no check sees: the study bounds no memory, and a socket is for containment to refuse. */
export const QUIET_FAULTS: readonly f.Fault[] = [
  makeSocketFault(9),
  {
    name: "a command takes two gigabytes",
    edits: [during(["memory = bytearray(1 << 31)", "memory[-1] = 1"])],
    fails: [],
  },
];

/** Faults that only the comparison at the end finds. */
export const CHANGE_FAULTS: readonly f.Fault[] = [
  {
    name: "a command leaves a cache in the vault",
    edits: [during(['with open(os.path.join(vault_folder(), "cache"), "w") as file:', "    file.write(query)"])],
    fails: [],
    changes: "vault_unchanged",
  },
  {
    name: "a command adds a line to the index",
    edits: [
      during(['with open(os.path.join(vault_folder(), "index.jsonl"), "a") as file:', '    file.write("{}\\n")']),
    ],
    fails: [],
    changes: "vault_unchanged",
  },
  {
    name: "a command makes a folder in the vault",
    edits: [during(['os.makedirs(os.path.join(vault_folder(), "lock"), exist_ok=True)'])],
    fails: [],
    changes: "vault_unchanged",
  },
  {
    name: "a command changes its own executable",
    edits: [
      during(["os.chmod(sys.argv[0], 0o700)", 'with open(sys.argv[0], "a") as file:', '    file.write("# more\\n")']),
    ],
    fails: [],
    changes: "candidate_binary_unchanged",
  },
  {
    name: "a command changes the other executable",
    edits: [during([
      'other = os.path.join(os.path.dirname(sys.argv[0]), "baseline")',
      "os.chmod(other, 0o700)",
      'with open(other, "a") as file:',
      '    file.write("# more\\n")',
    ])],
    fails: [],
    changes: "baseline_binary_unchanged",
  },
];
