/** What is registered before any outcome, and compared with what is there at the end. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { sha256Hex } from "../../../kernel/digest.ts";
import { parseStrictBytes } from "../../../kernel/json_decode.ts";
import { isJsonObject, type JsonObject } from "../../../kernel/json_value.ts";
import { differingPaths, digestFile, listDigest, listTree, type TreeEntry } from "./file_tree.ts";
import { type Backend, BACKENDS } from "./machine.ts";

/** An executable that the caller has pinned: where the copy lies, and its SHA-256. */
export type PinnedExecutable = Readonly<{ path: string; sha256: string }>;
/** Everything whose bytes must be the same at the end. */
export interface Baseline {
  /** The executables' digests. */ readonly pins: Readonly<Record<Backend, string>>;
  /** The protocol's digest. */ readonly protocolSha256: string;
  /** The study's own modules. */ readonly runner: readonly TreeEntry[];
  /** The transcripts. */ readonly fixtures: readonly TreeEntry[];
  /** The vault. */ readonly vault: readonly TreeEntry[];
}
/** Where those bytes are. */
export interface Places {
  /** The executables. */ readonly executables: Readonly<Record<Backend, PinnedExecutable>>;
  /** The experiment's folder. */ readonly folder: string;
  /** The run directory. */ readonly runDirectory: string;
}
/** What is unchanged at the end. */
export type Immutability = Readonly<Record<typeof IMMUTABLE[number], boolean>>;

/** The names of what must not change, in the order of the export. */
export const IMMUTABLE = [
  "baseline_binary_unchanged",
  "candidate_binary_unchanged",
  "vault_unchanged",
  "fixtures_unchanged",
  "protocol_unchanged",
  "runner_unchanged",
] as const;

/** Reads protocol.json of the experiment. */
export function readStudyProtocol(folder: string): { sha256: string; document: JsonObject } {
  const bytes = Deno.readFileSync(`${folder}/protocol.json`), document = parseStrictBytes(bytes);
  if (isJsonObject(document)) return { sha256: sha256Hex(bytes), document };
  throw new PermafrostError("protocol-invalid", "Cannot read the protocol: it is no object", { at: "protocol.json" });
}

/** Hashes everything that must stay as it is. */
export function takeBaseline({ executables, folder, runDirectory }: Places): Baseline {
  const modules = listTree(`${folder}/study`).map(({ path, ...rest }) => ({ path: `study/${path}`, ...rest }));
  const runner = [{ path: "run.ts", ...digestFile(`${folder}/run.ts`) }, ...modules];
  return {
    pins: {
      baseline: digestFile(executables.baseline.path).sha256,
      candidate: digestFile(executables.candidate.path).sha256,
    },
    protocolSha256: digestFile(`${folder}/protocol.json`).sha256,
    runner,
    fixtures: listTree(`${runDirectory}/fixtures`),
    vault: listTree(`${runDirectory}/data`),
  };
}

/** The digest of the study's own modules together. */
export function runnerDigest({ runner }: Baseline): string {
  return listDigest(runner);
}

/** The digest of transcripts and vault together, as fixtures.ts computes it from memory. */
export function fixturesDigest({ fixtures, vault }: Baseline): string {
  const under = (folder: string, entries: readonly TreeEntry[]): TreeEntry[] =>
    entries.map(({ path, ...rest }) => ({ path: `${folder}/${path}`, ...rest }));
  return listDigest([...under("data", vault), ...under("fixtures", fixtures)]);
}

/** Refuses executables whose bytes are not those that were pinned.
 * @throws {PermafrostError} file-changed. */
export function checkPins({ pins }: Baseline, executables: Places["executables"]): void {
  for (const backend of BACKENDS) {
    if (pins[backend] === executables[backend].sha256) continue;
    const state = "its bytes are not those that were pinned; pin it again";
    throw new PermafrostError("file-changed", `Cannot study the ${backend}: ${state}`, { at: `$INPUT.${backend}` });
  }
}

/** Compares what is there now with what was there before the first command; names the paths that differ. */
export function compareBaselines(before: Baseline, after: Baseline): { immutability: Immutability; changed: string[] } {
  const inFolder = (name: string, paths: readonly string[]): string[] => paths.map((path) => `${name}/${path}`);
  const vault = inFolder("data", differingPaths(before.vault, after.vault));
  const fixtures = inFolder("fixtures", differingPaths(before.fixtures, after.fixtures));
  const runner = differingPaths(before.runner, after.runner);
  const same = (backend: Backend): boolean => before.pins[backend] === after.pins[backend];
  const immutability: Immutability = {
    baseline_binary_unchanged: same("baseline"),
    candidate_binary_unchanged: same("candidate"),
    vault_unchanged: vault.length === 0,
    fixtures_unchanged: fixtures.length === 0,
    protocol_unchanged: before.protocolSha256 === after.protocolSha256,
    runner_unchanged: runner.length === 0,
  };
  const binaries = BACKENDS.filter((backend) => !same(backend)).map((backend) => `$INPUT.${backend}`);
  const protocol = immutability.protocol_unchanged ? [] : ["protocol.json"];
  return { immutability, changed: [...binaries, ...vault, ...fixtures, ...protocol, ...runner] };
}
