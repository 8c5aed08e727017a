import { assertEquals } from "@std/assert/equals";
import { assertMatch } from "@std/assert/match";
import { join } from "node:path";
import { episodeId, type Unit } from "../../../experiments/je-v1/sweep/unit.ts";
import { episodePath, readEpisode } from "../../../scripts/je/episode_files.ts";
import { passesOf, runApart, runPass, type UnitMeans } from "../../../scripts/je/unit_passes.ts";
import { workerCommand } from "../../../scripts/je/worker_command.ts";
import { assertCode, assertCodeAsync } from "../../assert_code.ts";
import { modelOf, NO_SALT, unitOf } from "../../experiments/je-v1/sweep/records.ts";
import { inFolder } from "../../in_folder.ts";
import {
  callsOf,
  chatModel,
  chatUnit,
  completion,
  totalOf,
  turnsOf,
  withModel,
  withServer,
} from "./chat/chat_models.ts";

function means(folder: string): Omit<UnitMeans, "workers"> {
  return { folder, salt: null, signal: new AbortController().signal, nowMs: () => performance.now() };
}

function recordOf(folder: string, unit: Unit) {
  return readEpisode(episodePath(folder, episodeId(unit, NO_SALT))).record;
}

const A = chatModel("http://a.example:1"), B = chatModel("http://b.example:2", { id: "b" }), ORACLE = modelOf("oracle");
const JUDGE = { entry: chatModel("http://judge.example:3", { id: "j" }), path: "/j.json" };
const passes: [what: string, models: typeof A[], judge: typeof JUDGE | undefined, hosts: [string | null, boolean][]][] =
  [
    ["agents of the experiment", [ORACLE], undefined, [[null, true]]],
    ["one host", [A], undefined, [["a.example:1", true]]],
    ["two models at one host", [A, { ...A, id: "c" }], undefined, [["a.example:1", true]]],
    ["agents and two hosts", [A, ORACLE, B], undefined, [[null, true], ["a.example:1", true], ["b.example:2", true]]],
    ["a judge of agents", [ORACLE], JUDGE, [["judge.example:3", true]]],
    ["a judge of all", [A, ORACLE, B], JUDGE, [["a.example:1", false], ["b.example:2", false], [
      "judge.example:3",
      true,
    ]]],
  ];
for (const [what, models, judge, hosts] of passes) {
  Deno.test(`passesOf() reaches one host a pass for ${what}`, () => {
    const made = passesOf(models, { judge });
    assertEquals(made.map(({ host, isLast }) => [host, isLast]), hosts);
    for (const model of models) {
      assertEquals(made.filter(({ isLast, takes }) => isLast && takes(model)).length, 1);
      const own = judge === undefined || model.adapter === "reference" ? 1 : 2;
      assertEquals(made.filter(({ takes }) => takes(model)).length, own);
    }
  });
}

Deno.test("passesOf() throws for an adapter that does not run here, an entry without an address, a key for two hosts, and a judge of itself", () => {
  assertCode(() => passesOf([{ ...A, adapter: "mcp" }], {}), "unavailable");
  assertCode(() => passesOf([{ ...modelOf("x"), adapter: "openai" }], {}), "record-invalid");
  assertCode(() => passesOf([A, B], { keyEnv: "K" }), "usage");
  assertCode(() => passesOf([A], { judge: { entry: { ...A, id: "j" }, path: "/j.json" } }), "usage");
});

Deno.test("runApart() plays in a process that reaches one host", async () => {
  await inFolder(async (folder) => {
    await withModel(turnsOf(callsOf("solver"), { each: 5 }), async ({ url }) => {
      const unit = chatUnit(url);
      assertEquals(await runApart(unit, means(folder)), "scored");
      const { score, provider } = recordOf(folder, unit);
      assertEquals([score!.total, provider!.host], [totalOf("solver"), new URL(url).host]);
    });
  });
});

Deno.test("runApart() refuses a redirect to another host (conformance 37)", async () => {
  let reached = 0;
  await inFolder(async (folder) => {
    await withServer(() => (reached++, completion({ content: "" })), async (other) => {
      await withServer(() => Response.redirect(`${other}/v1/chat/completions`, 307), async (url) => {
        const unit = chatUnit(url);
        assertEquals(await runApart(unit, means(folder)), "unscored");
        assertEquals(recordOf(folder, unit).unscored, {
          ...{ reason: "transport", detail: "the server redirects (307), which is not followed" },
        });
      });
    });
  });
  assertEquals(reached, 0);
});

Deno.test("workerCommand() starts a process in which code that would follow a redirect cannot (conformance 37)", async () => {
  let reached = 0;
  await inFolder(async (folder) => {
    await withServer(() => (reached++, new Response("reached")), async (other) => {
      await withServer(() => Response.redirect(other, 302), async (url) => {
        const code = join(folder, "follow.ts");
        Deno.writeTextFileSync(
          code,
          `const said = async (url) => await fetch(url).then((got) => got.text(), (error) => error.name);\n` +
            `console.log(JSON.stringify([await said(${JSON.stringify(url)}), await said(${JSON.stringify(other)})]));`,
        );
        const { command, cwd, env } = workerCommand({ folder, saltPath: null, host: new URL(url).host });
        const [program = "", ...words] = command,
          flags = words.slice(0, words.findIndex((word) => word.endsWith(".ts")));
        const child = new Deno.Command(program, { args: [...flags, code], cwd, env: { ...env }, clearEnv: true });
        const { stdout } = await child.output();
        assertEquals(JSON.parse(new TextDecoder().decode(stdout)), ["NotCapable", "NotCapable"]);
      });
    });
  });
  assertEquals(reached, 0);
});

Deno.test("runPass() has a worker refuse a unit of another host (conformance 37)", async () => {
  let reached = 0;
  await inFolder(async (folder) => {
    await withServer(() => (reached++, completion({ content: "" })), async (url) => {
      const [pass] = passesOf([chatModel("http://127.0.0.1:1")], {}),
        units = ReadableStream.from([chatUnit(url)]).values();
      const running = () => runPass(units, pass!, { ...means(folder), workers: 1, most: 1, done: () => {} });
      await assertCodeAsync(running, "unavailable");
    });
  });
  assertEquals(reached, 0);
});

Deno.test("runPass() has a worker of agents refuse a unit that needs a network (conformance 37)", async () => {
  let reached = 0;
  await inFolder(async (folder) => {
    await withServer(() => (reached++, completion({ content: "" })), async (url) => {
      const [pass] = passesOf([ORACLE], {}), units = ReadableStream.from([chatUnit(url)]).values();
      const running = () => runPass(units, pass!, { ...means(folder), workers: 1, most: 1, done: () => {} });
      await assertCodeAsync(running, "unavailable");
    });
  });
  assertEquals(reached, 0);
});

Deno.test("runApart() has the model's host and the judge's in processes of their own", async () => {
  await inFolder(async (folder) => {
    const judge = (request: Request): Promise<Response> =>
      request.json().then(({ messages }) => {
        const { nonce } = JSON.parse(messages[1].content);
        const scores = { grounding: 4, key_facts: 4, rule: 4, consequence: 4, discipline: 4 };
        return completion({ content: JSON.stringify({ nonce, scores }) });
      });
    await withServer(judge, async (judgeUrl) => {
      await withModel(turnsOf(callsOf("solver"), { each: 8 }), async ({ url }) => {
        const unit = chatUnit(url), entry = chatModel(judgeUrl, { id: "judge" }), path = join(folder, "judge.json");
        Deno.writeTextFileSync(path, JSON.stringify(entry));
        assertEquals(await runApart(unit, { ...means(folder), judge: { entry, path } }), "scored");
        const { score, judges } = recordOf(folder, unit);
        assertEquals([score!.judge.host, score!.rationale.R], [new URL(judgeUrl).host, 1_000_000]);
        assertMatch(judges[0]!, /^model\/judge\/[0-9a-f]{16}@127\.0\.0\.1:[0-9]+#1$/);
      });
    });
  });
});

Deno.test("runApart() runs an agent of the experiment without a network", async () => {
  await inFolder(async (folder) => {
    assertEquals(await runApart(unitOf(), means(folder)), "scored");
  });
});
