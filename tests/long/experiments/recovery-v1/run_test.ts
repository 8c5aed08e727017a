import { assertEquals } from "@std/assert/equals";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../../kernel/json_value.ts";
import { verify, type VerifyReport } from "../../../../kernel/reproduce.ts";
import type { RunOptions } from "../../../../kernel/run.ts";
import { buildRecovery } from "../../../../scripts/recovery_build.ts";
import { AUDIT } from "../../../../scripts/permission_audit.ts";
import { writePair } from "../../../experiments/recovery-v1/candidates/faulty_study.ts";
import { PUBLISHED_RECALL } from "../../../experiments/recovery-v1/published_recall.ts";
import { inFolder } from "../../../in_folder.ts";

const FOLDER = new URL("../../../../experiments/recovery-v1/", import.meta.url).pathname;

/** Asserts the outcome of the published study: all checks, the twelve rows, what the baseline lacks, all unchanged. */
function assertPublished({ holds, findings, result }: VerifyReport): void {
  assertEquals([holds, findings], [true, []]);
  assertEquals([result?.decision.met, result?.rows.length], [true, 553]);
  assertEquals(result?.rows.filter((row) => isJsonObject(row) && row.passed !== true), []);
  const { public: exported } = result?.summary as { public: { [name: string]: JsonValue } };
  const recall = exported?.recall as JsonObject[];
  assertEquals(recall.map((row) => Object.values(row).join(" ")), PUBLISHED_RECALL);
  assertEquals(exported?.baseline_recovery_capabilities, {
    search_snapshot: "unsupported",
    read_snapshot: "unsupported",
  });
  const { baseline_state_card_queries_found: older, candidate_state_card_queries_found: newer } = exported
    ?.summary as JsonObject;
  assertEquals([older, newer], [18, 108]);
  assertEquals(Object.values(exported?.immutability as JsonObject), Array(6).fill(true));
}

Deno.test("verify() reproduces the published table with the two reference executables, twice alike", () =>
  inFolder(async (outputFolder) => {
    const { candidate, baseline } = await buildRecovery({ outputFolder });
    const report = await verify(FOLDER, { inputs: { candidate, baseline }, twice: true });
    assertPublished(report);
    const { timing } = (report.result?.summary as JsonObject).public as JsonObject;
    console.log(JSON.stringify(timing), report.result?.volatile.durationMs);
  }));

for (
  const [name, options] of [
    ["in the containment that is here", {}],
    ["without containment", { containment: "none" }],
    ["without containment, by audit lines", { containment: "none", attemptLog: AUDIT }],
  ] as const satisfies readonly (readonly [string, RunOptions])[]
) {
  Deno.test(`verify() passes the executables in Python, which share no code with the study, ${name}`, () =>
    inFolder(async (folder) => assertPublished(await verify(FOLDER, { inputs: writePair(folder), ...options }))));
}

Deno.test("verify() gives the same digest for executables of different makers, since no row names them", () =>
  inFolder(async (outputFolder) => {
    const ours = await buildRecovery({ outputFolder });
    const digests = [];
    for (const pair of [{ ...ours }, writePair(`${outputFolder}/python`)]) {
      digests.push((await verify(FOLDER, { inputs: pair })).result?.reproductionSha256);
    }
    assertEquals([typeof digests[0], digests[0]], ["string", digests[1]]);
  }));
