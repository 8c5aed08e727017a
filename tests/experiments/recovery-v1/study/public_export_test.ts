import { assertEquals } from "@std/assert/equals";
import protocol from "../../../../experiments/recovery-v1/protocol.json" with { type: "json" };
import { STUDY_BOUNDS } from "../../../../experiments/recovery-v1/study/bounds.ts";
import { CHECK_NAMES, FIXTURE_CHECKS, SINGLE_CHECKS } from "../../../../experiments/recovery-v1/study/check_names.ts";
import { failure } from "../../../../experiments/recovery-v1/study/failure_kinds.ts";
import { CARD_FIELDS } from "../../../../experiments/recovery-v1/study/fixture_plan.ts";
import { makeFixtures } from "../../../../experiments/recovery-v1/study/fixtures.ts";
import { BACKENDS } from "../../../../experiments/recovery-v1/study/machine.ts";
import { makeExport } from "../../../../experiments/recovery-v1/study/public_export.ts";
import { type Immutability, IMMUTABLE } from "../../../../experiments/recovery-v1/study/registration.ts";
import { PUBLISHED_RECALL } from "../published_recall.ts";

const SET = makeFixtures();
const LOST = failure("timeout", "stopped: timeout");
const DIGESTS = { baseline_binary_sha256: "b1", candidate_binary_sha256: "c1", runner_sha256: "d1" };

/** The export of a whole study in which one check failed, and the baseline recalled as the older release does. */
function wholeExport() {
  const perFixture = SET.fixtures.flatMap(({ plan }) => FIXTURE_CHECKS.map((check) => ({ fixture: plan.name, check })));
  const cases = [...perFixture, ...SINGLE_CHECKS.map((check) => ({ fixture: null, check }))].map((one, number) => {
    return { ...one, number, durationMs: 1, failure: number === 2 ? LOST : null };
  });
  const recalls = SET.fixtures.flatMap(({ plan: { name, provider } }) =>
    BACKENDS.flatMap((backend) =>
      CARD_FIELDS.map((field) => {
        const isFound = backend === "candidate" || (provider === "claude_code" && field === "goal");
        return { backend, provider, field, fixture: name, failure: isFound ? null : failure("card-missing", "") };
      })
    )
  );
  const entries = [3, 1, 2].map((durationMs, index) => {
    const backend = index === 0 ? "baseline" as const : "candidate" as const;
    return { number: index + 1, backend, caseName: "x", command: "show", code: 0, stop: null, durationMs };
  });
  return makeExport({
    ...{
      cases,
      recalls,
      entries,
      selected: SET.fixtures,
      bounds: STUDY_BOUNDS,
      document: protocol,
      provenance: DIGESTS,
    },
    capabilities: { search_snapshot: "unsupported", read_snapshot: "unsupported" },
    immutability: Object.fromEntries(IMMUTABLE.map((name) => [name, true])) as Immutability,
    ...{ startedAt: "2026-09-20T23:59:59.999Z", wallMs: 12_345.6 },
  });
}

Deno.test("makeExport() has exactly the top-level keys of the published form, in their order", () => {
  assertEquals(Object.keys(wholeExport()), [
    ...["schema", "study_date", "started_at", "scope", "provenance", "bounds", "baseline_recovery_capabilities"],
    ...["summary", "checks", "recall", "timing", "immutability", "interpretation", "limitations", "privacy"],
  ]);
});

Deno.test("makeExport() has exactly the summary of the published form", () => {
  const { summary, study_date, schema } = wholeExport();
  assertEquals([schema, study_date], ["gobstopper-public-recovery-study-result-v1", "2026-09-20"]);
  assertEquals(
    JSON.stringify(summary),
    JSON.stringify({
      ...{ sample_count: 36, provider_count: 2, family_count: 6, additional_robustness_snapshots: 1 },
      ...{ total_checks: 553, passed_checks: 552, failed_checks: 1 },
      ...{ positive_search_targets: 108, positive_search_targets_found: 107 },
      ...{ exact_record_recovery_targets: 108, exact_record_recoveries: 108 },
      ...{ negative_query_checks: 144, bounded_search_checks: 36, state_card_query_denominator_per_backend: 108 },
      ...{ baseline_state_card_queries_found: 18, candidate_state_card_queries_found: 108 },
      ...{ commands: 3, wall_seconds: 12.346, local_model_calls: 0, remote_model_calls: 0 },
    }),
  );
});

Deno.test("makeExport() counts each check in the order of the names", () => {
  const { checks } = wholeExport();
  assertEquals(checks.map(({ check }) => check), [...CHECK_NAMES]);
  assertEquals(checks.map(({ total }) => total), [...Array(15).fill(36), ...Array(13).fill(1)]);
  assertEquals(checks.filter(({ failed }) => failed > 0), [{
    check: "positive_search_unicode",
    total: 36,
    passed: 35,
    failed: 1,
  }]);
});

Deno.test("makeExport() has twelve rows of recall, as the published table has them", () => {
  const rows = wholeExport().recall.map((row) => Object.values(row).join(" "));
  assertEquals(rows, PUBLISHED_RECALL);
  assertEquals(Object.keys(wholeExport().recall[0]!), ["backend", "provider", "field", "queries", "found", "absent"]);
});

Deno.test("makeExport() holds no case, digest of an input, session, query or path", () => {
  const text = JSON.stringify(wholeExport());
  const secrets = SET.fixtures.flatMap(({ plan, snapshot, targets }) => [
    ...[
      plan.name,
      plan.sessionId,
      plan.fact,
      plan.tag,
      snapshot.sha256,
      snapshot.sourceSha256,
      targets.fact.record.sha256,
    ],
  ]);
  assertEquals(secrets.filter((secret) => text.includes(secret)), []);
  assertEquals([text.includes(SET.manifestSha256), /"\/|[0-9a-f]{64}/.test(text)], [false, false]);
});

Deno.test("makeExport() describes the times of both executables, and of none where there were no commands", () => {
  assertEquals(wholeExport().timing, {
    baseline: { commands: 1, median_ms: 3, p95_ms: 3, max_ms: 3 },
    candidate: { commands: 2, median_ms: 1, p95_ms: 2, max_ms: 2 },
  });
});

Deno.test("makeExport() takes its texts from the protocol", () => {
  const { scope, interpretation, limitations, privacy } = wholeExport();
  const { document } = { document: protocol };
  assertEquals([scope, interpretation, limitations, privacy], [
    ...[document.scope, document.interpretation, document.limitations, document.privacy],
  ]);
});
