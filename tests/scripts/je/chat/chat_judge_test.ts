import { assertEquals } from "@std/assert/equals";
import { episodeProblem } from "../../../../experiments/je-v1/sweep/episode_check.ts";
import type { RecordedEpisode } from "../../../../experiments/je-v1/sweep/episode_record.ts";
import { conditionOf, judgeSetOf } from "../../../../experiments/je-v1/sweep/condition.ts";
import { PermafrostError } from "../../../../kernel/error.ts";
import type { Ask } from "../../../../scripts/je/chat/ask.ts";
import { chatJudge, judgeEpisode, judgeSeats } from "../../../../scripts/je/chat/chat_judge.ts";
import { readCompletion } from "../../../../scripts/je/chat/completion.ts";
import { assertCodeAsync } from "../../../assert_code.ts";
import { played, recordOf, unitOf } from "../../../experiments/je-v1/sweep/records.ts";
import { chatModel } from "./chat_models.ts";

const ENTRY = chatModel("http://127.0.0.1:1", { id: "judge", send_seed: false });
const FULL = { grounding: 4, key_facts: 4, rule: 4, consequence: 4, discipline: 4 };

/** A judge that answers each request with a text. */
function judgeOf(answer: (request: { nonce: string }, at: number) => string, bodies: string[] = []) {
  const ask: Ask = (body) => {
    bodies.push(body);
    const request = JSON.parse(JSON.parse(body).messages.at(-1).content);
    const turn = readCompletion(
      JSON.stringify({ model: "j-1", choices: [{ message: { content: answer(request, bodies.length - 1) } }] }),
    );
    return Promise.resolve({ turn: turn!, latency_ms: 1, requests: 1 });
  };
  return chatJudge(ENTRY, ask, { secret: "secret", seed: 1 });
}

async function judged(
  answer: Parameters<typeof judgeOf>[0],
  { episode = played(unitOf({ model: "solver" })), bodies = [] as string[] } = {},
): Promise<RecordedEpisode["record"]> {
  const judge = judgeOf(answer, bodies), { record } = await judgeEpisode(episode, { entry: ENTRY, judge, salt: "" });
  return record;
}

const verdict = (nonce: string, scores: object = FULL): string => JSON.stringify({ nonce, scores });

Deno.test("judgeEpisode() scores by the judge, names it, and says how far the deterministic panel agrees", async () => {
  const { score, unscored, judges, provider } = await judged(({ nonce }) => verdict(nonce));
  const before = played(unitOf({ model: "solver" })).record.score!;
  assertEquals([unscored, score!.rationale.R, score!.outcome], [null, 1_000_000, before.outcome]);
  assertEquals([score!.judge.id, score!.judge.host, score!.judge.judges, score!.judge.deterministic_R], [
    ...["judge", "127.0.0.1:1", 1, before.rationale.R],
  ]);
  assertEquals([score!.judge.agreement!.compared > 0, judges], [true, judgeSeats(ENTRY, { tier: "L1" })]);
  assertEquals((provider!.judge as { models: object }).models, { "j-1": score!.judge.agreement!.compared / 5 });
});

Deno.test("judgeEpisode() asks three judges at L4 and takes the median (conformance 32)", async () => {
  const bodies: string[] = [], episode = played(unitOf({ task_id: "JE-13", model: "solver" }));
  const marks = [4, 0, 3], scores = (at: number): object => ({ ...FULL, grounding: marks[at % 3] });
  const { score, judges } = await judged(({ nonce }, at) => verdict(nonce, scores(at)), { episode, bodies });
  const entries = score!.rationale.entries.filter(({ state }) => state === "judged");
  assertEquals([bodies.length, judges.length, score!.judge.judges], [3 * entries.length, 3, 3]);
  assertEquals(new Set(entries.map(({ criteria }) => criteria!.grounding)), new Set([3]));
});

Deno.test("judgeEpisode() makes a record that is true to itself", async () => {
  const episode = played(unitOf({ model: "solver" }));
  assertEquals(episodeProblem({ ...episode, record: await judged(({ nonce }) => verdict(nonce)) }), null);
});

Deno.test("judgeEpisode() asks without documents, tools or thoughts", async () => {
  const bodies: string[] = [];
  await judged(({ nonce }) => verdict(nonce), { bodies });
  for (const body of bodies) {
    const { messages, tools, model, temperature } = JSON.parse(body), request = JSON.parse(messages[1].content);
    assertEquals([messages.length, tools, model, temperature], [2, undefined, "scripted-1", 0]);
    assertEquals(Object.keys(request).sort(), ["facts", "nonce", "rationale", "rubric", "schema"]);
  }
});

const wrong: [what: string, answer: (nonce: string) => string][] = [
  ["text around its JSON", (nonce) => `Here you are: ${verdict(nonce)}`],
  ["JSON in a fence", (nonce) => `\`\`\`json\n${verdict(nonce)}\n\`\`\``],
  ["another nonce", () => verdict("0".repeat(64))],
  ["a score beyond 4", (nonce) => verdict(nonce, { ...FULL, rule: 5 })],
  ["a criterion too few", (nonce) => verdict(nonce, { grounding: 4 })],
  ["one more member", (nonce) => JSON.stringify({ nonce, scores: FULL, why: "good" })],
  ["a member twice", (nonce) => verdict(nonce).replace('"scores"', '"scores":{},"scores"')],
  ["nothing", () => ""],
];
for (const [what, answer] of wrong) {
  Deno.test(`judgeEpisode() has no total, and asks three times, when a judge gives ${what} (conformance 32)`, async () => {
    const bodies: string[] = [], record = await judged(({ nonce }) => answer(nonce), { bodies });
    const entries = record.score!.rationale.entries.filter(({ state }) => state === "judge_failed").length;
    assertEquals([record.score!.total, record.unscored!.reason, bodies.length], [null, "judge_failed", 3 * entries]);
  });
}

Deno.test("judgeEpisode() takes a second answer when the first does not count", async () => {
  const { unscored, score } = await judged(({ nonce }, at) => at % 2 === 0 ? "hm" : verdict(nonce));
  assertEquals([unscored, score!.rationale.R], [null, 1_000_000]);
});

Deno.test("judgeEpisode() asks no more when the judge's server fails for good", async () => {
  let asked = 0;
  const ask: Ask = () => (asked++, Promise.resolve({ failed: "the server answers 401", requests: 1 }));
  const judge = chatJudge(ENTRY, ask, { secret: "s", seed: 1 });
  const { record } = await judgeEpisode(played(unitOf({ model: "solver" })), { entry: ENTRY, judge, salt: "" });
  assertEquals([asked, record.unscored], [
    ...[1, { reason: "judge_failed", detail: "the judge: the server answers 401" }],
  ]);
});

Deno.test("judgeEpisode() passes on a fault in asking, which is no bad verdict", async () => {
  const fault = new PermafrostError("record-invalid", "Cannot replay");
  const judge = chatJudge(ENTRY, () => Promise.reject(fault), { secret: "s", seed: 1 });
  const episode = played(unitOf({ model: "solver" }));
  await assertCodeAsync(() => judgeEpisode(episode, { entry: ENTRY, judge, salt: "" }), "record-invalid");
});

Deno.test("judgeEpisode() leaves an episode without a score as it is, under the judge's name", async () => {
  const record = recordOf(unitOf(), "transport"), bodies: string[] = [];
  const after = await judged(() => "", { episode: { record, rows: [], observations: new Map() }, bodies });
  assertEquals([after, bodies.length], [{ ...record, judges: judgeSeats(ENTRY, { tier: "L1" }) }, 0]);
});

Deno.test("judgeSeats() has three at L4 and one elsewhere (conformance 32)", () => {
  assertEquals(judgeSeats(ENTRY, { tier: "L1" }).length, 1);
  assertEquals(new Set(judgeSeats(ENTRY, { tier: "L4" })).size, 3);
});

Deno.test("judgeSeats() makes another condition of another judge, other params, and the deterministic panel", () => {
  const { run_config } = unitOf(), others = [ENTRY, { ...ENTRY, params: {} }, { ...ENTRY, id: "j" }];
  const sets = [judgeSetOf(run_config), ...others.map((entry) => judgeSeats(entry, run_config))];
  assertEquals(new Set(sets.map((judges): string => conditionOf(run_config, { judges }).hash)).size, 4);
});
