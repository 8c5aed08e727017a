/** Faults of the MCP server, and of the older executable. @module */
import * as f from "./fault.ts";

const TOOLS = "tools = {**OPEN_TOOLS, **(GATED_TOOLS if allowed else {})}";
const LOOKED_UP = "if not isinstance(name, str) or name not in tools:";
const ANSWER = '{"content": [{"type": "text", "text": text}], "isError": failed}';
const RESULT = '{"jsonrpc": "2.0", "id": identity, "result": result}';
const SERVING = "    lines = sys.stdin.buffer\n";

function server(
  name: string,
  kind: f.Expectation["kind"],
  edits: f.Fault["edits"],
): f.Fault {
  return { name: `the server ${name}`, edits, fails: [f.expect(kind, [f.MCP])] };
}

/** Faults of the server. */
export const MCP_FAULTS: readonly f.Fault[] = [
  server("lists reading tools without the flag", "mcp-listed", [[TOOLS, "tools = {**OPEN_TOOLS, **GATED_TOOLS}"]]),
  server("lists one of them without the flag", "mcp-listed", [
    [TOOLS, 'tools = {**OPEN_TOOLS, **GATED_TOOLS}\n    allowed or tools.pop("read_snapshot")'],
  ]),
  server("calls what it does not list", "mcp-allowed", [
    [LOOKED_UP, `tools = {**OPEN_TOOLS, **GATED_TOOLS}\n    ${LOOKED_UP}`],
  ]),
  server("lists no reading tool with the flag", "mcp-unlisted", [[TOOLS, "tools = {**OPEN_TOOLS}"]]),
  server("refuses what it lists", "mcp-refused", [[LOOKED_UP, LOOKED_UP.replace("tools:", "OPEN_TOOLS:")]]),
  server("lists a tool that changes something", "mcp-mutating", [
    [TOOLS, `${TOOLS}\n    tools["undo"] = (show, tool("undo", "Takes the last change back.", []))`],
  ]),
  server("lists such a tool with the flag only", "mcp-mutating", [
    [TOOLS, `${TOOLS}\n    if allowed:\n        tools["fork"] = (show, tool("fork", "Makes another session.", []))`],
  ]),
  server("greets on standard output", "mcp-protocol", [[SERVING, `${SERVING}    print("ready", flush=True)\n`]]),
  server("answers to another id", "mcp-protocol", [[RESULT, RESULT.replace("identity", "str(identity)")]]),
  server("speaks another protocol", "mcp-protocol", [[RESULT, RESULT.replace("2.0", "1.0")]]),
  server("ends after the handshake", "mcp-protocol", [[
    '    if method == "tools/list":\n',
    '    if method == "tools/list":\n        sys.exit(0)\n',
  ]]),
  server("takes no handshake", "mcp-handshake", [['    if method == "initialize":\n', '    if method == "init":\n']]),
  server("offers no tools", "mcp-handshake", [[
    '"protocolVersion": version, "capabilities": {"tools": {}}',
    '"protocolVersion": version, "capabilities": {}',
  ]]),
  server("answers with an object and no text", "wrong-shape", [[
    ANSWER,
    '{"structuredContent": {"text": text}, "content": []}',
  ]]),
  server("answers with words around the JSON", "not-json", [[
    ANSWER,
    ANSWER.replace('"text": text', '"text": f"Found: {text}"'),
  ]]),
  {
    ...server("does not end with its input", "timeout", [[
      SERVING,
      `${SERVING}    import atexit, time\n    atexit.register(time.sleep, 60)\n`,
    ]]),
    commandTimeoutMs: 1_500,
  },
];

/** Faults of the older executable. */
export const BASELINE_FAULTS: readonly f.Fault[] = [
  {
    name: "the baseline counts a record too few",
    of: "baseline",
    edits: [['"record_count": snapshot.count', '"record_count": snapshot.count - 1']],
    fails: [f.expect("wrong-count", ["baseline_v3_read_compatibility"])],
  },
  {
    name: "the baseline says its numbers in words",
    of: "baseline",
    edits: [['"bytes": len(snapshot.data)', '"bytes": str(len(snapshot.data))']],
    fails: [f.expect("wrong-shape", ["baseline_v3_read_compatibility"])],
  },
  {
    name: "the baseline reads a single chunk",
    of: "baseline",
    edits: [["    for name in chunks:", "    for name in chunks[:1]:"]],
    fails: [f.expect("exit-code", ["baseline_v3_read_compatibility"], f.isCrossChunk)],
  },
  {
    name: "the baseline changes the vault",
    of: "baseline",
    edits: [[
      "    snapshot = Snapshot(sha)\n    entry",
      "    snapshot = Snapshot(sha)\n    os.utime(vault_folder())\n" +
      '    with open(os.path.join(vault_folder(), "seen"), "a"):\n        pass\n    entry',
    ]],
    fails: [],
    changes: "vault_unchanged",
  },
];
