import { assertEquals } from "@std/assert/equals";
import { join } from "node:path";
import { episodeProblem } from "../../../../experiments/je-v1/sweep/episode_check.ts";
import { episodeId, type ModelEntry, type Unit } from "../../../../experiments/je-v1/sweep/unit.ts";
import { exchangePath } from "../../../../scripts/je/chat/exchange_files.ts";
import { judgeSeats } from "../../../../scripts/je/chat/chat_judge.ts";
import { replayExchange } from "../../../../scripts/je/chat/replay_exchange.ts";
import { type ChatWork, workJudge, workModel } from "../../../../scripts/je/chat/work_unit.ts";
import { episodeIds, episodePath, readEpisode } from "../../../../scripts/je/episode_files.ts";
import { assertCodeAsync } from "../../../assert_code.ts";
import { NO_SALT, unitOf } from "../../../experiments/je-v1/sweep/records.ts";
import { inFolder } from "../../../in_folder.ts";
import { callsOf, chatModel, chatUnit, completion, totalOf, turnsOf, withModel, withServer } from "./chat_models.ts";

const TURNS = turnsOf(callsOf("solver"), { each: 4 });
const VERDICT = { grounding: 4, key_facts: 4, rule: 4, consequence: 4, discipline: 3 };

function work(folder: string): ChatWork {
  return { folder, salt: "", key: null, nowMs: () => performance.now(), sleep: () => Promise.resolve() };
}

const play = (folder: string, unit: Unit, { isJudged = false } = {}) => workModel(unit, { ...work(folder), isJudged });

function fileOf(folder: string, unit: Unit): string {
  return episodePath(folder, episodeId(unit, NO_SALT));
}

function pathsOf(path: string): { model: string; judge: string } {
  return { model: exchangePath(path, "model"), judge: exchangePath(path, "judge") };
}

/** Runs a test with a server that plays the solver's turns, and judges, full marks but one, where it is asked to. */
async function withBoth(use: (url: string, asked: () => { plays: number; judgings: number }) => Promise<void>) {
  let turn = 0, judgings = 0;
  const answer = async (request: Request): Promise<Response> => {
    const body = await request.json();
    if (body.tools === undefined) {
      judgings++;
      const { nonce } = JSON.parse(body.messages[1].content);
      return completion({ content: JSON.stringify({ nonce, scores: VERDICT }) });
    }
    const calls = TURNS[turn++].toolCalls as { name: string; arguments: string; id: string }[];
    const tool_calls = calls.map(({ id, ...fn }) => ({ id, type: "function", function: fn }));
    return completion({ content: null, tool_calls });
  };
  await withServer(answer, (url) => use(url, () => ({ plays: turn, judgings })));
}

const judgeAt = (url: string): ModelEntry => chatModel(url, { id: "judge", model: "judging-1", send_seed: false });

Deno.test("workModel() writes the episode, and beside it an exchange that leads to the same bytes", async () => {
  await inFolder(async (folder) => {
    await withModel(TURNS, async ({ url }) => {
      const unit = chatUnit(url), { state, episode_id } = await play(folder, unit), path = fileOf(folder, unit);
      const episode = readEpisode(path), { record } = episode;
      assertEquals([state, [...episodeIds(folder)], record.score!.total], ["scored", [episode_id], totalOf("solver")]);
      assertEquals([episodeProblem(episode), [...Deno.readDirSync(folder)].length], [null, 2]);
      const { isSame, isSameScore } = await replayExchange(episode, pathsOf(path), { salt: "" });
      assertEquals([isSame, isSameScore], [true, true]);
    });
  });
});

Deno.test("workModel() asks nothing where there is a result, or a whole exchange that leads to one", async () => {
  await inFolder(async (folder) => {
    await withModel(TURNS, async ({ url, seen }) => {
      const unit = chatUnit(url), path = fileOf(folder, unit);
      await play(folder, unit);
      const before = Deno.readTextFileSync(path), { length } = seen();
      assertEquals((await play(folder, unit)).state, "scored");
      Deno.removeSync(path);
      assertEquals((await play(folder, unit)).state, "scored");
      assertEquals([Deno.readTextFileSync(path) === before, seen().length], [true, length]);
    });
  });
});

Deno.test("workModel() makes an unscored episode when the server fails for good, and asks anew the next time", async () => {
  await inFolder(async (folder) => {
    const failing = [...TURNS.slice(0, 2), { error: { message: "gone" }, status: 404 }];
    await withModel([...failing, ...TURNS], async ({ url, seen }) => {
      const unit = chatUnit(url), path = fileOf(folder, unit);
      assertEquals((await play(folder, unit)).state, "unscored");
      const episode = readEpisode(path), { unscored, score, rows, provider } = episode.record;
      assertEquals([unscored, score, rows], [{ reason: "transport", detail: "the server answers 404" }, null, 0]);
      assertEquals([provider!.turns, provider!.requests, episodeProblem(episode)], [2, 3, null]);
      assertEquals((await replayExchange(episode, pathsOf(path), { salt: "" })).isSame, true);
      assertEquals((await play(folder, unit)).state, "scored");
      assertEquals([readEpisode(path).record.score!.total, seen().length], [totalOf("solver"), 3 + TURNS.length]);
    });
  });
});

Deno.test("workModel() leaves another's result and exchange when that was there first", async () => {
  await inFolder(async (folder) => {
    let other = (): void => {};
    const submit = { name: "submit", arguments: "{}" };
    const answer = (): Response => {
      other();
      return completion({ tool_calls: [{ id: "a", type: "function", function: submit }] });
    };
    await withServer(answer, async (url) => {
      const unit = chatUnit(url), path = fileOf(folder, unit), exchange = exchangePath(path, "model");
      await play(folder, unit);
      const [episode, said] = [path, exchange].map((file) => Deno.readTextFileSync(file));
      [path, exchange].forEach((file) => Deno.removeSync(file));
      other = () => {
        Deno.writeTextFileSync(path, episode!);
        Deno.writeTextFileSync(exchange, said!);
      };
      assertEquals((await play(folder, unit)).state, "scored");
      assertEquals([path, exchange].map((file) => Deno.readTextFileSync(file)), [episode!, said!]);
      assertEquals([...Deno.readDirSync(folder)].length, 2);
    });
  });
});

Deno.test("workModel() throws record-invalid when the exchange in the folder leads elsewhere", async () => {
  await inFolder(async (folder) => {
    await withModel(TURNS, async ({ url }) => {
      const unit = chatUnit(url), path = exchangePath(fileOf(folder, unit), "model");
      await play(folder, unit);
      Deno.removeSync(fileOf(folder, unit));
      Deno.writeTextFileSync(
        path,
        Deno.readTextFileSync(path).replace("validate the journal", "validate each journal"),
      );
      await assertCodeAsync(() => play(folder, unit), "record-invalid");
      const other = chatUnit(url, { seed: 2 });
      Deno.renameSync(path, exchangePath(fileOf(folder, other), "model"));
      await assertCodeAsync(() => play(folder, other), "record-invalid");
    });
  });
});

Deno.test("workJudge() scores what workModel() left, in a part of its own, and both replay", async () => {
  await inFolder(async (folder) => {
    await withBoth(async (url, asked) => {
      const unit = chatUnit(url), path = fileOf(folder, unit), judge = judgeAt(url);
      assertEquals((await play(folder, unit, { isJudged: true })).state, "exchanged");
      assertEquals([[...episodeIds(folder)].length, asked()], [0, { plays: TURNS.length, judgings: 0 }]);
      assertEquals((await workJudge(unit, { ...work(folder), judge })).state, "scored");
      const episode = readEpisode(path), { record } = episode;
      assertEquals([record.judges, record.score!.judge.id, record.score!.rationale.R], [
        ...[judgeSeats(judge, unit.run_config), "judge", 975_000],
      ]);
      assertEquals([asked().plays, asked().judgings], [TURNS.length, record.score!.judge.agreement!.compared / 5]);
      const { isSame, isSameScore } = await replayExchange(episode, pathsOf(path), { salt: "", judge });
      assertEquals([isSame, isSameScore], [true, true]);
      await assertCodeAsync(() => replayExchange(episode, pathsOf(path), { salt: "" }), "usage");
    });
  });
});

Deno.test("workJudge() judges an agent of the experiment", async () => {
  await inFolder(async (folder) => {
    await withBoth(async (url) => {
      const unit = unitOf({ model: "solver" }), path = fileOf(folder, unit), judge = judgeAt(url);
      assertEquals((await workJudge(unit, { ...work(folder), judge })).state, "scored");
      const episode = readEpisode(path);
      assertEquals([episode.record.score!.rationale.R, episodeProblem(episode)], [975_000, null]);
      const { isSameScore } = await replayExchange(episode, pathsOf(path), { salt: "", judge });
      assertEquals(isSameScore, true);
    });
  });
});

Deno.test("workJudge() has the model's play judged again, and not made again, after a judge that failed", async () => {
  await inFolder(async (folder) => {
    await withBoth(async (url, asked) => {
      const unit = chatUnit(url), path = fileOf(folder, unit);
      const nobody = chatModel("http://127.0.0.1:1", { id: "nobody", model: "x" });
      await play(folder, unit, { isJudged: true });
      assertEquals((await workJudge(unit, { ...work(folder), judge: nobody })).state, "unscored");
      assertEquals(readEpisode(path).record.unscored!.reason, "judge_failed");
      await play(folder, unit, { isJudged: true });
      assertEquals((await workJudge(unit, { ...work(folder), judge: judgeAt(url) })).state, "scored");
      assertEquals(asked().plays, TURNS.length);
    });
  });
});

Deno.test("workJudge() throws usage when the model would judge itself", async () => {
  await inFolder(async (folder) => {
    const unit = chatUnit("http://127.0.0.1:1"), judge = { ...unit.model, id: "judge" };
    await assertCodeAsync(() => workJudge(unit, { ...work(folder), judge }), "usage");
    await assertCodeAsync(
      () => workJudge(unitOf({ model: "oracle" }), { ...work(folder), judge: { ...judge, id: "oracle" } }),
      "usage",
    );
  });
});

Deno.test("workJudge() says that there is nothing to judge when the model was never asked", async () => {
  await inFolder(async (folder) => {
    const unit = chatUnit("http://127.0.0.1:1"), judge = judgeAt("http://127.0.0.1:2");
    assertEquals((await workJudge(unit, { ...work(folder), judge })).state, "unscored");
    assertEquals(readEpisode(fileOf(folder, unit)).record.unscored!.reason, "crash");
  });
});

Deno.test("replayExchange() finds another score when an answer was changed", async () => {
  await inFolder(async (folder) => {
    const calls = callsOf("solver");
    await withModel(turnsOf(calls, { each: calls.length }), async ({ url }) => {
      const unit = chatUnit(url), path = fileOf(folder, unit), exchange = exchangePath(path, "model");
      await play(folder, unit);
      const text = Deno.readTextFileSync(exchange), changed = join(folder, "changed");
      Deno.writeTextFileSync(changed, text.replaceAll('\\\\\\"flag\\\\\\"', '\\\\\\"hold\\\\\\"'));
      const { isSame, isSameScore } = await replayExchange(readEpisode(path), { ...pathsOf(path), model: changed }, {
        salt: "",
      });
      assertEquals([text !== Deno.readTextFileSync(changed), isSame, isSameScore], [true, false, false]);
    });
  });
});
