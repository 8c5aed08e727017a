/** Counts the commands of a study, keeps them within its bounds, and remembers how long they took. @module */
import type { StudyBounds } from "./bounds.ts";
import type { CommandOutcome } from "./command.ts";
import type { Backend, Conversation, Machine } from "./machine.ts";

/** One command in the local record. */
export interface CommandEntry {
  /** Its number, from 1, in the order of starting. */ readonly number: number;
  /** By which executable. */ readonly backend: Backend;
  /** For which case. */ readonly caseName: string;
  /** The name of the command, without its arguments. */ readonly command: string;
  /** Its exit code. */ readonly code: number;
  /** Where it was stopped. */ readonly stop: string | null;
  /** How long it took. */ readonly durationMs: number;
}
/** What commands are run by, for one case. */
export interface Runner {
  /** Runs a command. */ run(backend: Backend, args: readonly string[], dataHome?: string): Promise<CommandOutcome>;
  /** Starts a conversation with the candidate. */ converse(args: readonly string[]): Conversation;
}
/** A study's budget. */
export interface Budget {
  /** The commands that have ended, in the order of ending. */ readonly entries: readonly CommandEntry[];
  /** How many commands were started. */ started(): number;
  /** Which bound of the study kept a command from starting; null while none did. */ reached():
    | "commands"
    | "time"
    | null;
  /** A runner for a case. */ runnerFor(caseName: string): Runner;
}

const NOT_RUN: CommandOutcome = {
  ...{ code: 127, isSignal: false, stdout: new Uint8Array(0), stderr: new Uint8Array(0), stop: "study", durationMs: 0 },
};
const SILENT: Conversation = {
  say: async () => {},
  hear: () => Promise.resolve(null),
  close: () => Promise.resolve(NOT_RUN),
};

/** Opens the budget of a study that began at `startedAtMs`. `onCommand` is called at each command's end. */
export function openBudget(
  machine: Machine,
  options: {
    bounds: StudyBounds;
    dataHome: string;
    startedAtMs: number;
    now: () => number;
    onCommand: (entry: CommandEntry) => void;
  },
): Budget {
  const { bounds, startedAtMs, now, onCommand } = options;
  const entries: CommandEntry[] = [];
  let started = 0;
  let reached: "commands" | "time" | null = null;
  /** Takes one command from the budget: its number and time, or null. */
  const draw = (): { number: number; timeoutMs: number } | null => {
    const leftMs = startedAtMs + bounds.studyTimeoutMs - now();
    if (reached === null && started >= bounds.maxCommands) reached = "commands";
    if (reached === null && leftMs <= 0) reached = "time";
    if (reached !== null) return null;
    return { number: ++started, timeoutMs: Math.min(leftMs, bounds.commandTimeoutMs) };
  };
  const note = (entry: CommandEntry): void => {
    entries.push(entry);
    onCommand(entry);
  };
  const facts = ({ code, stop, durationMs }: CommandOutcome) => ({ code, stop, durationMs });
  const runnerFor = (caseName: string): Runner => ({
    run: async (backend, args, dataHome = options.dataHome) => {
      const drawn = draw();
      if (drawn === null) return NOT_RUN;
      const { number, timeoutMs } = drawn;
      const outcome = await machine.run({ backend, args, dataHome, timeoutMs });
      note({ number, backend, caseName, command: args[0] ?? "", ...facts(outcome) });
      return outcome;
    },
    converse: (args) => {
      const drawn = draw();
      if (drawn === null) return SILENT;
      const { number, timeoutMs } = drawn, backend = "candidate";
      const talk = machine.converse({ backend, args, dataHome: options.dataHome, timeoutMs });
      const close = async (): Promise<CommandOutcome> => {
        const outcome = await talk.close();
        note({ number, backend, caseName, command: args[0] ?? "", ...facts(outcome) });
        return outcome;
      };
      return { say: talk.say, hear: talk.hear, close };
    },
  });
  return { entries, started: () => started, reached: () => reached, runnerFor };
}
