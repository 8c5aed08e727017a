/** What runs the commands of both executables: as processes, or whatever a test puts in their place. @module */
import type { StudyBounds } from "./bounds.ts";
import { type CommandOutcome, findKiller, type Killer, launch, type LaunchOptions } from "./command.ts";

/** Which of the two executables. */
export type Backend = "candidate" | "baseline";
/** Both, in the order of the records. */
export const BACKENDS: readonly Backend[] = ["baseline", "candidate"];

/** A command to run. */
export interface Invocation {
  /** By which executable. */ readonly backend: Backend;
  /** Its arguments. */ readonly args: readonly string[];
  /** The folder that $XDG_DATA_HOME names. */ readonly dataHome: string;
  /** How long it may take; the machine's bound may be shorter. */ readonly timeoutMs: number;
}
/** A command that is talked with, line by line. */
export interface Conversation {
  /** Writes one line. */ say(line: string): Promise<void>;
  /** The next line of its answer without the line end; null once there is none. */ hear(): Promise<string | null>;
  /** Ends its input, and waits until it has ended. */ close(): Promise<CommandOutcome>;
}
/** What runs commands. */
export interface Machine {
  /** How it ends groups of processes. */ readonly killer: Killer | "none";
  /** Runs one command with an empty standard input. */ run(invocation: Invocation): Promise<CommandOutcome>;
  /** Starts a conversation. */ converse(invocation: Invocation): Conversation;
}
/** What the commands of a machine are made of. */
export interface MachineOptions {
  /** The executables' paths, absolute. */ readonly programs: Readonly<Record<Backend, string>>;
  /** The study's run directory: homes and temporary files lie in it. */ readonly runDirectory: string;
  /** The Deno binary that commands find as $DENO and on PATH. */ readonly deno: string;
  /** Bounds of a command. */ readonly bounds: StudyBounds;
  /** The time in milliseconds. */ readonly now: () => number;
}

/** Everything that a child's environment holds. Nothing is passed on from the launcher's, so no variable of a model's
 * provider either. */
export function childEnvironment(
  { runDirectory, deno }: Pick<MachineOptions, "runDirectory" | "deno">,
  { backend, dataHome }: Pick<Invocation, "backend" | "dataHome">,
): Record<string, string> {
  const folder = deno.slice(0, Math.max(1, deno.lastIndexOf("/")));
  return {
    ...{ XDG_DATA_HOME: dataHome, HOME: `${runDirectory}/home/${backend}`, TMPDIR: `${runDirectory}/tmp` },
    ...{ PATH: `${folder}:/usr/bin:/bin`, DENO: deno, LANG: "C.UTF-8", TZ: "UTC" },
    ...{ NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
  };
}

/** Makes the machine that starts processes, and the folders that they need. */
export async function processMachine(options: MachineOptions): Promise<Machine> {
  const { runDirectory, bounds, now, programs } = options;
  const killer = await findKiller();
  for (const folder of ["home/candidate", "home/baseline", "tmp", "work"]) {
    Deno.mkdirSync(`${runDirectory}/${folder}`, { recursive: true });
  }
  const toLaunch = (invocation: Invocation): LaunchOptions => ({
    ...{ program: programs[invocation.backend], args: invocation.args, env: childEnvironment(options, invocation) },
    ...{ cwd: `${runDirectory}/work`, killer, now, outputBytes: bounds.commandOutputBytes },
    timeoutMs: Math.min(bounds.commandTimeoutMs, invocation.timeoutMs),
  });
  return {
    killer,
    run: (invocation) => launch(toLaunch(invocation)).outcome,
    converse: (invocation) => startConversation(toLaunch(invocation)),
  };
}

function startConversation(options: LaunchOptions): Conversation {
  const lines: string[] = [];
  const decoder = new TextDecoder();
  let rest = "", isOver = false;
  let wake = (): void => {};
  const onOutput = (bytes: Uint8Array): void => {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    wake();
  };
  const { send, endInput, outcome } = launch({ ...options, hasInput: true, onOutput });
  const ended = outcome.finally(() => {
    isOver = true;
    wake();
  });
  return {
    say: (line) => send(`${line}\n`),
    hear: async () => {
      while (lines.length === 0 && !isOver) await new Promise<void>((resolve) => wake = resolve);
      return lines.shift() ?? null;
    },
    close: async () => {
      await endInput();
      return await ended;
    },
  };
}
