/** The folder of one study: used once, with a checkpoint that always says where the study stands. @module */
import { PermafrostError } from "../../../kernel/error.ts";

/** How far a study is. */
export type StudyPhase = "preparing" | "outcomes" | "immutability" | "writing" | "done";
/** What checkpoint.json says. */
export interface Checkpoint {
  /** `running` until the end: that is what a study leaves that was killed. */
  readonly state: "running" | "finished" | "failed";
  /** Its phase. */ readonly phase: StudyPhase;
  /** Commands that have ended. */ readonly commands: number;
  /** Cases that are decided, of how many. */ readonly cases_done: number;
  /** All cases. */ readonly cases_total: number;
  /** The last case that was decided. */ readonly last_case: string | null;
  /** Why it failed: a code. */ readonly reason: string | null;
}
/** A run directory in use. */
export interface RunDirectory {
  /** Where it is. */ readonly path: string;
  /** Changes what the checkpoint says, and writes it: the file is replaced whole, at any moment it is the old or the new. */
  mark(change: Partial<Checkpoint>): void;
  /** Writes a new file of JSON. */ write(name: string, value: unknown): void;
}

const SCHEMA = "recovery-study-checkpoint-v1";

/** Takes an empty folder, or makes one, for a single study.
 * @throws {PermafrostError} file-exists where it holds anything, of this or any other study. */
export function openRunDirectory(path: string): RunDirectory {
  const encode = (value: unknown): string => JSON.stringify(value, null, 2) + "\n";
  Deno.mkdirSync(path, { recursive: true, mode: 0o700 });
  const [first] = Deno.readDirSync(path);
  if (first !== undefined) refuseUsed();
  let present: Checkpoint = {
    ...{ state: "running", phase: "preparing", commands: 0, cases_done: 0, cases_total: 0 },
    ...{ last_case: null, reason: null },
  };
  const target = `${path}/checkpoint.json`, temporary = `${target}.next`;
  try {
    Deno.writeTextFileSync(target, encode({ schema: SCHEMA, ...present }), { createNew: true });
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) refuseUsed();
    throw error;
  }
  return {
    path,
    mark: (change) => {
      present = { ...present, ...change };
      Deno.writeTextFileSync(temporary, encode({ schema: SCHEMA, ...present }));
      Deno.renameSync(temporary, target);
    },
    write: (name, value) => Deno.writeTextFileSync(`${path}/${name}`, encode(value), { createNew: true }),
  };
}

function refuseUsed(): never {
  const state = "it is not empty, and a run directory serves one study; choose another";
  throw new PermafrostError("file-exists", `Cannot use the run directory: ${state}`, { at: "." });
}
