/** The commands of je that ask servers, as they are typed. @module */
import { assertEquals } from "@std/assert/equals";
import { assertStringIncludes } from "@std/assert/string-includes";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { episodeId } from "../../../../experiments/je-v1/sweep/unit.ts";
import { episodeIds, episodePath, readHead } from "../../../../scripts/je/episode_files.ts";
import { type Ended, runCli, runJson } from "../../../cli_io.ts";
import { NO_SALT } from "../../../experiments/je-v1/sweep/records.ts";
import { inFolder } from "../../../in_folder.ts";
import {
  callsOf,
  chatModel,
  chatUnit,
  completion,
  PLANTED,
  totalOf,
  turnsOf,
  withModel,
  withServer,
} from "../../je/chat/chat_models.ts";

const TURNS = turnsOf(callsOf("solver"), { each: 6 });
const SCRIPT = fileURLToPath(new URL("../../../../scripts/permafrost.ts", import.meta.url));
const KEY = "CHAT_COMMAND_TEST_KEY", KEYED = ["--key-env", KEY];
const FULL = { grounding: 4, key_facts: 4, rule: 4, consequence: 4, discipline: 4 };

/** Runs a test in a folder with models.json, with the planted key in the environment. */
async function withKey(url: string, use: (cwd: string) => Promise<void>): Promise<void> {
  Deno.env.set(KEY, PLANTED);
  try {
    await inFolder(async (cwd) => {
      Deno.writeTextFileSync(join(cwd, "models.json"), JSON.stringify([chatModel(url)]));
      await use(cwd);
    });
  } finally {
    Deno.env.delete(KEY);
  }
}

function run(cwd: string, ...words: string[]): Promise<Ended> {
  return runCli(["je", "run", "JE-01", "--model", "chatter", "--models", "models.json", ...words], { cwd });
}

/** Every byte of every file below a folder. */
function bytesBelow(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => `${name}\n${Deno.readTextFileSync(join(parentPath, name))}`).join("\n");
}

/** What an observer of the machine's processes sees of the key in their arguments. */
function argumentsWithKey(): string[] {
  try {
    return [...Deno.readDirSync("/proc")].filter(({ name }) => /^\d+$/.test(name)).map(({ name }) => {
      try {
        return Deno.readTextFileSync(`/proc/${name}/cmdline`);
      } catch {
        return ""; // it has ended
      }
    }).filter((line) => line.includes(PLANTED));
  } catch {
    return []; // there is no /proc on this system
  }
}

Deno.test("runRun() plays a chat model into a folder that replays without a network (conformance 37)", async () => {
  await withModel(TURNS, async ({ url }) => {
    await withKey(url, async (cwd) => {
      const { code, out } = await run(cwd, "--output", "ep", ...KEYED);
      assertEquals([code, out.includes("48 calls, submitted")], [0, true]);
      const names = ["episode.json", "exchange.jsonl", "observations.jsonl", "trajectory.jsonl"];
      assertEquals([...Deno.readDirSync(join(cwd, "ep"))].map(({ name }) => name).sort(), names);
      assertEquals([...Deno.readDirSync(cwd)].map(({ name }) => name).sort(), ["ep", "models.json"]);
      const args = [
        "run",
        "--no-prompt",
        "--no-check",
        "--deny-net",
        "--allow-read",
        SCRIPT,
        "je",
        "replay-exchange",
        "ep",
      ];
      const child = new Deno.Command(Deno.execPath(), { args: [...args, "--json"], cwd, env: { NO_COLOR: "1" } });
      const { code: replayed, stdout } = await child.output(), value = JSON.parse(new TextDecoder().decode(stdout));
      assertEquals([replayed, value.matches, value.identical, value.score.total], [0, true, true, totalOf("solver")]);
    });
  });
});

Deno.test("runRun() writes a key nowhere, whatever the server does with it", async () => {
  const seen: string[] = [],
    words = [PLANTED, encodeURIComponent(PLANTED), JSON.stringify(PLANTED).replaceAll("/", "\\/")];
  let asked = 0;
  const echo = (request: Request): Response => {
    seen.push(...argumentsWithKey());
    const said = request.headers.get("authorization")!.slice("Bearer ".length);
    const headers = { "x-request-id": said, location: words[1]!, "retry-after": "0" };
    if (asked++ === 0) return new Response(`no, ${words.join(" ")}`, { status: 500, headers });
    const call = (name: string, args: string) => ({ id: said, type: "function", function: { name, arguments: args } });
    const hex = [...said].map((char) => `\\u00${char.charCodeAt(0).toString(16)}`).join("");
    const parts = { model: said, system_fingerprint: said };
    const message = [
      { content: said, reasoning: said, tool_calls: [call("submit", `{"broken ${said}`), call(said, "{}")] },
      { refusal: said },
      {
        tool_calls: [
          call("search_entries", `{"where":{"text":"${hex}"}}`),
          call("submit", JSON.stringify({ note: said })),
        ],
      },
    ][asked - 2]!;
    return completion(message, parts);
  };
  await withServer(echo, async (url) => {
    await withKey(url, async (cwd) => {
      const ended = await run(cwd, "--output", "ep", ...KEYED),
        replayed = await runCli(["je", "replay-exchange", "ep"], { cwd });
      const all = [bytesBelow(cwd), JSON.stringify([ended, replayed])].join("\n");
      assertEquals([ended.code, replayed.code, asked], [0, 0, 4]);
      for (const word of [...words, PLANTED.slice(3, 20)]) assertEquals(all.includes(word), false, word);
      assertEquals([all.split("[redacted]").length > 8, seen], [true, []]);
    });
  });
});

for (const [status, what] of [[401, "is refused"], [307, "is redirected"]] as const) {
  Deno.test(`runRun() exits 1, without the key in a word, when it ${what}`, async () => {
    const headers = { location: `http://127.0.0.1:1/?key=${PLANTED}` };
    await withServer(() => new Response(`bad key ${PLANTED}`, { status, headers }), async (url) => {
      await withKey(url, async (cwd) => {
        const ended = await run(cwd, "--output", "ep", ...KEYED);
        assertEquals([ended.code, JSON.stringify([ended, bytesBelow(cwd)]).includes(PLANTED)], [1, false]);
        assertStringIncludes(ended.out, "transport");
      });
    });
  });
}

const refused: [what: string, words: string[], code: string][] = [
  ["the variable is not set", ["--key-env", "CHAT_COMMAND_NOT_SET"], "usage"],
  ["the variable would be two", ["--key-env", `${KEY},HOME`], "usage"],
  ["there is a judge's key and no judge", ["--judge-key-env", KEY], "usage"],
  ["the judge's file is not there", ["--judge", "none.json"], "file-missing"],
  ["the judge is no chat model", ["--judge", "oracle.json"], "record-invalid"],
  ["the model would judge itself", ["--judge", "self.json"], "usage"],
  ["the folder is there", ["--output", "there"], "file-exists"],
];
for (const [what, words, expected] of refused) {
  Deno.test(`runRun() throws ${expected}, and asks nothing, when ${what}`, async () => {
    let asked = 0;
    await withServer(() => (asked++, completion({})), async (url) => {
      await withKey(url, async (cwd) => {
        Deno.writeTextFileSync(join(cwd, "self.json"), JSON.stringify(chatModel(url, { id: "judge" })));
        Deno.writeTextFileSync(
          join(cwd, "oracle.json"),
          '{"id":"oracle","adapter":"reference","params":{},"send_seed":false}',
        );
        Deno.mkdirSync(join(cwd, "there"));
        const { code, err, out } = await run(cwd, "--json", ...words);
        assertEquals([code, JSON.parse(out).error.code, err.includes(PLANTED), asked], [2, expected, false, 0]);
      });
    });
  });
}

Deno.test("runRun() has a model judged by another, and replays both", async () => {
  const judge = async (request: Request): Promise<Response> => {
    const { nonce } = JSON.parse((await request.json()).messages[1].content);
    return completion({ content: JSON.stringify({ nonce, scores: FULL }) });
  };
  await withServer(judge, async (judgeUrl) => {
    await withModel(TURNS, async ({ url }) => {
      await withKey(url, async (cwd) => {
        Deno.writeTextFileSync(join(cwd, "judge.json"), JSON.stringify(chatModel(judgeUrl, { id: "judge" })));
        const words = ["--judge", "judge.json", "--judge-key-env", KEY];
        assertEquals((await run(cwd, "--output", "ep", ...KEYED, ...words)).code, 0);
        const { value } = await runJson(["je", "replay-exchange", "ep", "--judge", "judge.json"], { cwd });
        assertEquals([value.identical, value.score.judge.id, value.score.rationale.R], [true, "judge", 1_000_000]);
        const score = await runJson(["je", "score", "ep"], { cwd });
        assertEquals([score.code, score.value.error.code], [2, "usage"]);
        assertEquals(bytesBelow(cwd).includes(PLANTED), false);
      });
    });
  });
});

Deno.test("runUnits() starts a process for a unit that asks a server, and says nothing where there is a result", async () => {
  await withModel(TURNS, async ({ url, seen }) => {
    await withKey(url, async (cwd) => {
      const unit = chatUnit(url),
        input = `${JSON.stringify(unit)}\n`,
        words = ["je", "unit", "--output", ".", ...KEYED];
      const first = await runCli(words, { cwd, input }), episode_id = episodeId(unit, NO_SALT);
      assertEquals([first.code, JSON.parse(first.out)], [0, { episode_id, state: "scored" }]);
      const { length } = seen();
      assertEquals([(await runCli(words, { cwd, input })).code, seen().length], [0, length]);
    });
  });
});

Deno.test("runUnits() sends its key to the first host alone, and refuses units of another", async () => {
  let reached = 0;
  const down = (): Response => (reached++, new Response("", { status: 404 }));
  await withServer(down, async (first) => {
    await withServer(down, async (second) => {
      await withKey(first, async (cwd) => {
        const input = [first, second, first].map((url, at) => JSON.stringify({ ...chatUnit(url), seed: at })).join(
          "\n",
        );
        const { code, out } = await runCli(["je", "unit", "--output", ".", ...KEYED], { cwd, input });
        const replies = out.trim().split("\n").map((line) => JSON.parse(line));
        assertEquals([code, replies.map(({ state, error }) => state ?? error.code)], [1, [
          "unscored",
          "usage",
          "unscored",
        ]]);
        assertEquals(reached, 2);
      });
    });
  });
});

Deno.test("runUnits() throws usage when there is no folder for what is said", async () => {
  const input = JSON.stringify(chatUnit("http://127.0.0.1:1"));
  assertEquals((await runCli(["je", "unit"], { input })).code, 2);
});

Deno.test("runSweep() plays agents and chat models of two hosts, host by host, and goes on with what has no score", async () => {
  const calls = [1, 2].map((seed) => turnsOf(callsOf("heuristic", { seed }), { each: 100 })[0]);
  const submit = { tool_calls: [{ id: "a", type: "function", function: { name: "submit", arguments: "{}" } }] };
  let isDown = true, reached = 0;
  const other = (): Response => (reached++, isDown ? new Response("", { status: 404 }) : completion(submit));
  await withServer(other, async (otherUrl) => {
    await withModel(calls, async ({ url, seen }) => {
      await withKey(url, async (cwd) => {
        const models = [chatModel(url), chatModel(otherUrl, { id: "other" })];
        Deno.writeTextFileSync(join(cwd, "models.json"), JSON.stringify(models));
        const ids = [...models.map(({ id }) => id), "oracle"].flatMap((id) => ["--model", id]);
        const words = ["je", "sweep", "JE-01", ...ids, "--models", "models.json", "--seeds", "2", "--no-baselines"];
        const sweep = (...more: string[]) => runJson([...words, "--output", "s", "--workers", "1", ...more], { cwd });
        const keyed = await sweep(...KEYED); // one key for two hosts
        assertEquals([keyed.code, keyed.value.error.code, reached, seen().length], [2, "usage", 0, 0]);
        const first = await sweep();
        assertEquals([first.code, first.value.scored, first.value.unscored, reached], [1, 4, 2, 2]);
        isDown = false;
        const { code, value } = await sweep();
        assertEquals([code, value.scored, value.skipped, value.rerun, reached], [0, 6, 4, 2, 4]);
        assertEquals(seen().length, 2);
        const records = [...episodeIds(join(cwd, "s"))].map((id) => readHead(episodePath(join(cwd, "s"), id)));
        const totals = records.map(({ model, seed, score }) => [model.id, seed, score!.total]).sort();
        assertEquals(totals, [
          ["chatter", 1, totalOf("heuristic", { seed: 1 })],
          ["chatter", 2, totalOf("heuristic", { seed: 2 })],
          ...[["oracle", 1, 1_000_000], ["oracle", 2, 1_000_000], ["other", 1, 0], ["other", 2, 0]],
        ]);
        assertEquals((await runCli(["je", "aggregate", "s"], { cwd })).code, 0);
      });
    });
  });
});

Deno.test("runSweep() refuses a judge in a folder that others have scored", async () => {
  await withServer(() => completion({}), async (url) => {
    await withKey(url, async (cwd) => {
      Deno.writeTextFileSync(join(cwd, "judge.json"), JSON.stringify(chatModel(url, { id: "judge" })));
      const words = ["je", "sweep", "JE-01", "--model", "heuristic", "--seeds", "1", "--no-baselines", "--output", "s"];
      assertEquals((await runCli([...words, "--workers", "0"], { cwd })).code, 0);
      const { code, value } = await runJson([...words, "--judge", "judge.json"], { cwd });
      assertEquals([code, value.error.code], [2, "record-invalid"]);
    });
  });
});
