import { decide } from "../kernel/decision.ts";
import { reproductionDigest, type Result } from "../kernel/result.ts";
import type { Criterion } from "../kernel/protocol.ts";

/** Makes a whole result as a run would, with a decision and a digest that follow from its parts. */
export function aResult(parts: Partial<Result> = {}, criteria: readonly Criterion[] = []): Result {
  const { summary = { n: 1 }, rows = [{ ms: 5, ok: true }] } = parts;
  const body: Omit<Result, "reproductionSha256"> = {
    format: "permafrost/result@1",
    id: "tiny-v1",
    manifestSha256: "a".repeat(64),
    complete: true,
    decision: decide(criteria, { summary, rows: [...rows] }),
    provenance: {
      modules: [{ path: "run.ts", sha256: "b".repeat(64) }],
      lockSha256: null,
      runtime: { deno: "2.9.6", v8: "14.0", typescript: "6.0", target: "x86_64-unknown-linux-gnu" },
      containment: "none",
      attemptLog: "broker",
      inputs: [{ name: "data", bytes: 3, sha256: "c".repeat(64) }],
      permissions: {
        declared: { read: ["."], write: [], net: [], run: [], env: [] },
        attempted: [{ kind: "read", value: "a.txt", count: 2, declared: true }],
      },
    },
    publication: null,
    volatile: {
      startedAt: "2026-11-30T00:00:00.000Z",
      finishedAt: "2026-11-30T00:00:01.000Z",
      durationMs: 1000,
      host: "linux x86_64",
      pointers: [],
    },
    ...parts,
    summary,
    rows,
  };
  return { ...body, reproductionSha256: reproductionDigest(body) };
}

/** The volatile part of a result with these pointers. */
export function volatileAt(...pointers: string[]): Pick<Result, "volatile"> {
  return { volatile: { ...aResult().volatile, pointers } };
}
