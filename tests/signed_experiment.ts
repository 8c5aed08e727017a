/** A frozen experiment with one result, for tests of signatures; nothing of it is run. @module */
import { freeze } from "../kernel/manifest.ts";
import { reproductionDigest, type Result, resultBytes } from "../kernel/result.ts";
import { inFolder } from "./in_folder.ts";
import { makeSmall } from "./small_experiment.ts";

/** What can be told of the experiment and its result. */
export interface SignedParts {
  /** The day that the manifest names. */
  readonly frozenOn?: string;
  /** When the result says that its run started and ended. */
  readonly startedAt?: string;
  /** The digest of the manifest that the result names, if it is not this one's. */
  readonly manifestSha256?: string | null;
}

/** Where things are. */
export interface SignedPlaces {
  /** A folder that is removed afterwards. */
  readonly cwd: string;
  /** The experiment's folder, `small` in it. */
  readonly folder: string;
  /** The manifest's path. */
  readonly manifestPath: string;
  /** The manifest's digest. */
  readonly manifestSha256: string;
  /** The result's path, results/r.json. */
  readonly resultPath: string;
}

/** A result as a run would give it, with the digest that belongs to it. */
export function resultOf(parts: Partial<Result> & { readonly manifestSha256: string | null }): Result {
  const body: Omit<Result, "reproductionSha256"> = {
    format: "permafrost/result@1",
    id: "small",
    complete: true,
    decision: {
      met: true,
      criteria: [{ id: "count", at: "/summary/count", expected: { equals: 2 }, observed: 2, met: true }],
    },
    summary: { count: 2 },
    rows: [{ n: 1 }, { n: 2 }],
    provenance: {
      modules: [{ path: "run.ts", sha256: "00".repeat(32) }],
      lockSha256: null,
      runtime: { deno: "2.9.6", v8: "15", typescript: "6", target: "x86_64-unknown-linux-gnu" },
      ...{ containment: "none", attemptLog: "broker", inputs: [] },
      permissions: { declared: { read: [], net: [], write: [], run: [], env: [] }, attempted: [] },
    },
    publication: null,
    volatile: {
      ...{ startedAt: "2026-01-02T10:00:00.000Z", finishedAt: "2026-01-02T10:00:01.000Z", durationMs: 1000 },
      ...{ host: "linux x86_64", pointers: [] },
    },
    ...parts,
  };
  return { ...body, reproductionSha256: reproductionDigest(body) };
}

/** Uses an experiment that was frozen, and has one result. */
export async function withSignedExperiment(
  { frozenOn = "2026-01-02", startedAt = "2026-01-02T10:00:00.000Z", ...rest }: SignedParts,
  use: (places: SignedPlaces) => Promise<unknown>,
): Promise<void> {
  await inFolder(async (cwd) => {
    const folder = makeSmall(`${cwd}/small`), { sha256 } = await freeze(folder, { frozenOn });
    Deno.mkdirSync(`${folder}/results`);
    const finishedAt = new Date(Date.parse(startedAt) + 1_000).toISOString();
    const result = resultOf({
      manifestSha256: rest.manifestSha256 === undefined ? sha256 : rest.manifestSha256,
      volatile: { startedAt, finishedAt, durationMs: 1_000, host: "linux x86_64", pointers: [] },
    });
    const resultPath = `${folder}/results/r.json`;
    Deno.writeFileSync(resultPath, resultBytes(result));
    await use({ cwd, folder, manifestPath: `${folder}/manifest.json`, manifestSha256: sha256, resultPath });
  });
}
