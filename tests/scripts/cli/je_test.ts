import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { TASKS } from "../../../experiments/je-v1/env/tasks.ts";
import { episodeIds } from "../../../scripts/je/episode_files.ts";
import { type Ended, isObeyed, runCli, runJson, wideLines } from "../../cli_io.ts";
import { played, unitOf } from "../../experiments/je-v1/sweep/records.ts";
import { inFolder } from "../../in_folder.ts";

const SCRIPT = fileURLToPath(new URL("../../../scripts/permafrost.ts", import.meta.url));

/** Runs a je command in a folder. */
function je(cwd: string, ...words: string[]): Promise<Ended> {
  return runCli(["je", ...words], { cwd });
}

/** A folder with an episode `ep` of the heuristic on JE-01. */
function withEpisode<T>(use: (cwd: string) => Promise<T>): Promise<T> {
  return inFolder(async (cwd) => {
    assertEquals((await je(cwd, "run", "JE-01", "--output", "ep")).code, 0);
    return await use(cwd);
  });
}

for (const name of ["tasks", "list"]) {
  Deno.test(`runTasks() lists every task when it is called as ${name}`, async () => {
    const { code, out } = await runCli(["je", name]);
    const rows = out.trimEnd().split("\n").map((line) => line.split("\t"));
    assertEquals([code, rows], [
      0,
      TASKS.map(({ id, tier, step_budget, title }) => [id, tier, String(step_budget), title]),
    ]);
  });
}

Deno.test("runTasks() prints one JSON value when it is asked to", async () => {
  const { code, value } = await runJson(["je", "tasks"]);
  assertEquals([code, value.length, value[0].id], [0, 16, "JE-01"]);
});

Deno.test("runConfigCommand() passes, byte for byte, what it has made (conformance 38)", async () => {
  await inFolder(async (cwd) => {
    for (const { id } of TASKS) {
      const { code, out } = await je(cwd, "config", id, "--seed", "3");
      Deno.writeTextFileSync(join(cwd, "c.json"), out);
      const checked = await je(cwd, "config", "--config", "c.json");
      assertEquals([code, checked.code, checked.out], [0, 0, ""]);
    }
  });
});

Deno.test("runConfigCommand() names each problem by JSON Pointer and exits 1", async () => {
  await inFolder(async (cwd) => {
    const { value } = await runJson(["je", "config", "JE-01"]);
    Deno.writeTextFileSync(join(cwd, "c.json"), JSON.stringify({ ...value, tier: "L2", step_budget: 0, sweep: 1 }));
    const { code, out } = await je(cwd, "config", "--config", "c.json");
    assertEquals([code, out.trimEnd().split("\n").map((line) => line.split("\t")[0])], [1, ["/step_budget", "/sweep"]]);
    const report = await runJson(["je", "config", "--config", "c.json"], { cwd });
    assertEquals([report.code, report.value.problems.length, report.value.warnings], [1, 2, []]);
  });
});

Deno.test("runConfigCommand() warns on standard error of few seeds and withheld tools", async () => {
  const { code, err } = await runCli(["je", "config", "JE-01", "--seeds", "4", "--withhold", "compute"]);
  assertEquals([code, wideLines(err)], [0, []]);
  assert(/variance not\s+measurable/.test(err) && /never\s+pooled/.test(err), err);
});

Deno.test("runInstantiate() says what a world holds, and keeps its ledger to itself unless asked", async () => {
  const { code, out } = await runCli(["je", "instantiate", "JE-01", "--seed", "2"]);
  assertEquals([code, wideLines(out.replace(/^\w+ +[0-9a-f]{64}$/gm, ""))], [0, []]);
  const { header, reveal } = played(unitOf({ seed: 2 })).record;
  for (const hash of [header!.world_hash, header!.ledger_commitment, header!.salt_hash]) assert(out.includes(hash));
  assertEquals(/\bflag\b/.test(out), false);
  const { value } = await runJson(["je", "instantiate", "JE-01", "--seed", "2"]);
  assertEquals([value.world.task_id, "sealed" in value], ["JE-01", false]);
  const { value: whole } = await runJson(["je", "instantiate", "JE-01", "--seed", "2", "--ledger"]);
  assertEquals(whole.sealed, reveal!.sealed);
});

Deno.test("runRun() makes a folder of three files and prints the score", async () => {
  await withEpisode((cwd) => {
    assertEquals([...Deno.readDirSync(join(cwd, "ep"))].length, 3);
    return Promise.resolve();
  });
  await inFolder(async (cwd) => {
    const { code, value } = await runJson(["je", "run", "JE-01", "--model", "oracle"], { cwd });
    assertEquals([code, value.score.total, value.termination, value.folder], [
      0,
      1_000_000,
      "submitted",
      value.episode_id,
    ]);
    assertEquals(existsSync(join(cwd, value.episode_id, "episode.json")), true);
  });
});

Deno.test("runRun() plays another seed and model of a configuration when it is told to", async () => {
  await inFolder(async (cwd) => {
    Deno.writeTextFileSync(join(cwd, "c.json"), (await je(cwd, "config", "JE-01")).out);
    const words = ["je", "run", "--config", "c.json", "--seed", "9", "--model", "oracle", "--output", "ep"];
    const { code, value } = await runJson(words, { cwd });
    assertEquals([code, value.score.total], [0, 1_000_000]);
    const { seed, model, run_config } = JSON.parse(Deno.readTextFileSync(join(cwd, "ep", "episode.json")));
    assertEquals([seed, model.id, run_config.seed], [9, "oracle", 1]);
  });
});

Deno.test("runRun() fits 80 columns", async () => {
  await inFolder(async (cwd) => {
    const { out, err } = await je(cwd, "run", "JE-05", "--output", "ep");
    assertEquals([wideLines(out), wideLines(err), isObeyed(out)], [[], [], false]);
  });
});

Deno.test("runRun() throws file-exists when the folder is there", async () => {
  await withEpisode(async (cwd) => {
    const { code, value } = await runJson(["je", "run", "JE-01", "--output", "ep"], { cwd });
    assertEquals([code, value.error.code], [2, "file-exists"]);
  });
});

Deno.test("runReplay() says identical when nothing was changed, of both forms of an episode", async () => {
  await withEpisode(async (cwd) => {
    const { code, out } = await je(cwd, "replay", "ep");
    const { trajectory_hash, episode_id } = played(unitOf()).record;
    assertEquals([code, out], [0, `identical\t${trajectory_hash}\n`]);
    await je(
      cwd,
      "sweep",
      "JE-01",
      "--model",
      "heuristic",
      "--seeds",
      "1",
      "--no-baselines",
      "--workers",
      "0",
      "--output",
      "s",
    );
    assertEquals((await je(cwd, "replay", join("s", `${episode_id}.jsonl`))).code, 0);
  });
});

/** Changes one file of an episode. */
function change(cwd: string, file: string, edit: (text: string) => string): void {
  const path = join(cwd, "ep", file), text = Deno.readTextFileSync(path);
  const changed = edit(text);
  assert(changed !== text, file);
  Deno.writeTextFileSync(path, changed);
}

Deno.test("runReplay() exits 2 and shows the first step that drifts", async () => {
  await withEpisode(async (cwd) => {
    change(cwd, "trajectory.jsonl", (text) => text.replace(/"args":\{[^}]*\}/, '"args":{"limit":2}'));
    const { code, value } = await runJson(["je", "replay", "ep"], { cwd });
    assertEquals([code, value.status, value.first_step], [2, "drift", 0]);
    const { code: again, out, err } = await je(cwd, "replay", "ep");
    assertEquals([again, out, wideLines(err.replace(/[0-9a-f]{64}/g, ""))], [2, "drift\t0\n", []]);
  });
});

Deno.test("runReplay() refuses an episode whose answers come out and whose record is false", async () => {
  await withEpisode(async (cwd) => {
    change(cwd, "episode.json", (text) => text.replace(/"nonce":"[0-9a-f]{4}/, '"nonce":"0000'));
    const { code, value } = await runJson(["je", "replay", "ep"], { cwd });
    assertEquals([code, value.error.code, value.error.at], [2, "record-invalid", "/reveal"]);
  });
});

Deno.test("runScore() gives the recorded score, exits 1 when it differs, and refuses drift", async () => {
  await withEpisode(async (cwd) => {
    const { code, value } = await runJson(["je", "score", "ep"], { cwd });
    assertEquals([code, value.matches, value.score.total], [0, true, played(unitOf()).record.score!.total]);
    change(cwd, "episode.json", (text) => text.replace(/"total":\d+/, '"total":1'));
    assertEquals([(await je(cwd, "score", "ep")).code, (await runJson(["je", "score", "ep"], { cwd })).value.matches], [
      1,
      false,
    ]);
    change(cwd, "trajectory.jsonl", (text) => text.replace(/"tool":"get_entry"/, '"tool":"list_entries"'));
    const refused = await runJson(["je", "score", "ep"], { cwd });
    assertEquals([refused.code, refused.value.error.code], [2, "record-invalid"]);
  });
});

Deno.test("runExplain() prints the score sheet within 80 columns, from the files alone", async () => {
  await inFolder(async (cwd) => {
    Deno.writeTextFileSync(join(cwd, "salt"), "secret");
    await je(cwd, "run", "JE-01", "--output", "ep", "--salt-file", "salt");
    Deno.removeSync(join(cwd, "salt"));
    const { code, out } = await je(cwd, "explain", "ep");
    assertEquals([code, wideLines(out, 80)], [0, []]);
    for (const word of ["Outcome", "Process", "Rationale", "Metrics", "Entries", "inferred"]) {
      assert(out.includes(word), word);
    }
    assertEquals((await runJson(["je", "explain", "ep"], { cwd })).value.lines.join("\n") + "\n", out);
  });
});

Deno.test("runExplain() refuses a ledger that does not open the commitment", async () => {
  await withEpisode(async (cwd) => {
    change(cwd, "episode.json", (text) => text.replace(/"gold":"approve"/, '"gold":"flag"'));
    const { code, value } = await runJson(["je", "explain", "ep"], { cwd });
    assertEquals([code, value.error.at], [2, "/reveal"]);
  });
});

Deno.test("runReplay() wants the salt of a salted episode", async () => {
  await inFolder(async (cwd) => {
    Deno.writeTextFileSync(join(cwd, "salt"), "secret");
    await je(cwd, "run", "JE-01", "--output", "ep", "--salt-file", "salt");
    assertEquals((await runJson(["je", "replay", "ep"], { cwd })).value.error.at, "/salt_hash");
    for (const command of ["replay", "score"]) {
      assertEquals((await je(cwd, command, "ep", "--salt-file", "salt")).code, 0);
    }
  });
});

Deno.test("runUnits() prints the episode of one unit", async () => {
  const { code, out } = await runCli(["je", "unit"], { input: JSON.stringify(unitOf()) + "\n" });
  const record = JSON.parse(out.split("\n")[0]!), { episode_id, trajectory_hash, score } = played(unitOf()).record;
  assertEquals([code, record.episode_id, record.trajectory_hash, record.score], [
    0,
    episode_id,
    trajectory_hash,
    score,
  ]);
});

Deno.test("runUnits() writes a file for each unit, names what it could not do, and is safe to repeat", async () => {
  await inFolder(async (cwd) => {
    const units = [1, 2].map((seed) => JSON.stringify(unitOf({ seed })));
    const input = [units[0], "{}", units[1], units[0]].join("\n");
    const { code, out } = await runCli(["je", "unit", "--output", "."], { cwd, input });
    const replies = out.trimEnd().split("\n").map((line) => JSON.parse(line));
    assertEquals([code, replies.map(({ state, error }) => state ?? error.code)], [1, [
      "scored",
      "record-invalid",
      "scored",
      "scored",
    ]]);
    assertEquals([...episodeIds(cwd)].sort(), [replies[0].episode_id, replies[2].episode_id].sort());
  });
});

for (const [when, input] of [["nothing", ""], ["two units", `${JSON.stringify(unitOf())}\n`.repeat(2)]] as const) {
  Deno.test(`runUnits() exits 2 with usage when it is given ${when} and no folder`, async () => {
    const { code, value } = await runJson(["je", "unit"], { input });
    assertEquals([code, value.error.code], [2, "usage"]);
  });
}

Deno.test("runSweep() plays models and baselines, says how many, and goes on where it was", async () => {
  await inFolder(async (cwd) => {
    const words = ["je", "sweep", "JE-01", "--model", "solver", "--seeds", "2", "--workers", "0", "--output", "s"];
    const { code, out } = await runCli(words, { cwd });
    assertEquals([code, /10 planned, 10 scored, 0\s+unscored/.test(out), wideLines(out)], [0, true, []]);
    assertEquals((await runJson(words, { cwd })).value, {
      ...{ folder: "s", planned: 10, scored: 10, unscored: 0, skipped: 10, rerun: 0, damaged: 0 },
    });
  });
});

Deno.test("runSweep() prints units that unit takes, of a part or of all", async () => {
  const words = ["je", "sweep", "JE-01", "--model", "heuristic", "--seeds", "9", "--no-baselines", "--units"];
  const all = (await runCli(words)).out.trimEnd().split("\n");
  assertEquals(all.map((line) => JSON.parse(line).seed), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const parts = [];
  for (const part of [1, 2, 3]) {
    parts.push(...(await runCli([...words, "--shard", `${part}/3`])).out.trim().split("\n"));
  }
  assertEquals(parts.filter((line) => line !== "").sort(), all.toSorted());
  assertEquals((await runCli(["je", "unit"], { input: all[0]! })).code, 0);
});

const wrong: [words: string[], code: string][] = [
  [["sweep", "JE-01"], "usage"],
  [["sweep", "JE-01", "--output", "s", "--shard", "0/2"], "usage"],
  [["sweep", "JE-01", "--output", "s", "--workers", "x"], "usage"],
  [["sweep", "JE-01", "--output", "s", "--model", "nobody"], "record-invalid"],
  [["run", "JE-01", "--model", "nobody"], "record-invalid"],
  [["run", "JE-01", "--salt-file", "none"], "file-missing"],
  [["aggregate", "none"], "file-missing"],
  [["aggregate", "."], "file-missing"],
  [["merge", "t", "none"], "file-missing"],
  [["replay", "none"], "file-missing"],
  [["config", "--config", "none"], "file-missing"],
  [["config", "JE-01", "--config", "x"], "usage"],
  [["selftest", "--seeds", "0"], "usage"],
  [["selftest", "--task", "JE-99"], "usage"],
];
for (const [words, code] of wrong) {
  Deno.test(`main() exits 2 with ${code} when it is called as je ${words.join(" ")}`, async () => {
    await inFolder(async (cwd) => {
      const { code: exit, value } = await runJson(["je", ...words], { cwd });
      assertEquals([exit, value.error.code], [2, code]);
    });
  });
}

Deno.test("runMerge() joins the parts of a sweep, and exits 1 when results conflict", async () => {
  await inFolder(async (cwd) => {
    const words = ["sweep", "JE-01", "--model", "heuristic", "--seeds", "4", "--no-baselines", "--workers", "0"];
    for (const part of [1, 2]) await je(cwd, ...words, "--shard", `${part}/2`, "--output", `p${part}`);
    const { code, value } = await runJson(["je", "merge", "all", "p1", "p2"], { cwd });
    assertEquals([code, value], [0, { read: 4, episodes: 4, duplicates: 0, findings: [] }]);
    await je(cwd, ...words, "--output", "other");
    const id = played(unitOf()).record.episode_id, path = join(cwd, "other", `${id}.jsonl`);
    Deno.writeTextFileSync(path, Deno.readTextFileSync(path).replace(/"total":\d+/, '"total":1'));
    const { code: again, out } = await je(cwd, "merge", "all", "other");
    assertEquals([again, out.includes(`conflict\tother/${id}.jsonl`)], [1, true]);
  });
});

Deno.test("runAggregate() prints a table within 80 columns, and the same as JSON", async () => {
  await inFolder(async (cwd) => {
    await je(cwd, "sweep", "JE-01", "--model", "solver", "--workers", "0", "--output", "s");
    const { code, out, err } = await je(cwd, "aggregate", "s");
    assertEquals([code, err, wideLines(out, 80)], [0, "", []]);
    const { value } = await runJson(["je", "aggregate", "s"], { cwd });
    assertEquals([value.planned, value.tables[0].rows.length, value.tables[0].rows[0].model], [25, 5, "solver"]);
  });
});

Deno.test("runAggregate() exits 1 when conditions are mixed, and 0 for one of them (conformance 34)", async () => {
  await inFolder(async (cwd) => {
    const words = [
      "sweep",
      "JE-01",
      "--model",
      "random",
      "--seeds",
      "1",
      "--no-baselines",
      "--workers",
      "0",
      "--output",
      "s",
    ];
    await je(cwd, ...words);
    await je(cwd, ...words, "--withhold", "compute");
    const { code, out } = await je(cwd, "aggregate", "s");
    assertEquals([code, wideLines(out, 80), out.includes("Refused: JE-01 was played under 2 conditions")], [
      1,
      [],
      true,
    ]);
    for (const name of ["full", "withheld:compute"]) {
      assertEquals((await je(cwd, "aggregate", "s", "--condition", name)).code, 0);
    }
  });
});

Deno.test("runSelftest() says of each task that it holds", async () => {
  const { code, out, err } = await runCli(["je", "selftest", "--task", "JE-01", "--task", "JE-05"]);
  assertEquals([code, wideLines(out), err], [0, [], "2 of 2 tasks hold\n"]);
});

/** Runs the program itself with these permissions only. */
async function granted(cwd: string, flags: readonly string[], words: readonly string[]): Promise<Ended> {
  const input = words[0] === "unit" ? JSON.stringify(unitOf()) : "";
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      "--quiet",
      "--no-check",
      "--frozen",
      "--cached-only",
      ...flags,
      SCRIPT,
      "je",
      ...words,
    ],
    cwd,
    env: { NO_COLOR: "1" },
    ...{ stdin: "piped", stdout: "piped", stderr: "piped" },
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input)).then(() => writer.close()).catch(() => {});
  const { code, stdout, stderr } = await child.output(), decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

const SMALL = ["--model", "heuristic", "--seeds", "2", "--no-baselines", "--output", "s"];
const offline: [words: string[], more?: string[]][] = [
  [["tasks"]],
  [["config", "JE-16"]],
  [["instantiate", "JE-01"]],
  [["run", "JE-01", "--output", "ep"]],
  [["replay", "ep"]],
  [["score", "ep"]],
  [["explain", "ep"]],
  [["transcript", "ep"]],
  [["export", "ep", "--inspect", "logs"]],
  [["unit"]],
  [["sweep", "JE-01", ...SMALL, "--workers", "0"]],
  [["sweep", "JE-01", ...SMALL.with(-1, "t"), "--workers", "1"], [`--allow-run=${Deno.execPath()}`]],
  [["merge", "all", "s", "t"]],
  [["aggregate", "all"]],
  [["selftest", "--task", "JE-01"]],
];
Deno.test("main() every offline je command works without network, environment or other permissions (conformance 37)", async () => {
  await inFolder(async (cwd) => {
    for (const [words, more = []] of offline) {
      const { code, err } = await granted(cwd, ["--deny-net", "--allow-read", `--allow-write=${cwd}`, ...more], words);
      assertEquals([words[0], code, /NotCapable|Requires/.test(err)], [words[0], 0, false], err);
    }
  });
});

Deno.test("runSweep() gives the same aggregate when its process is killed and it is gone on with (conformance 36)", async () => {
  await inFolder(async (cwd) => {
    const words = [
      "je",
      "sweep",
      "JE-01",
      "--model",
      "heuristic",
      "--model",
      "oracle",
      "--seeds",
      "20",
      "--no-baselines",
    ];
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--frozen", SCRIPT, ...words, "--workers", "2", "--output", "s"],
      cwd,
      ...{ stdin: "null", stdout: "null", stderr: "null" },
    }).spawn();
    const count = (): number => existsSync(join(cwd, "s")) ? [...episodeIds(join(cwd, "s"))].length : 0;
    let isRunning = true;
    const ended = child.status.then(() => isRunning = false);
    while (count() < 3 && isRunning) await new Promise((resolve) => setTimeout(resolve, 1));
    child.kill("SIGKILL");
    await ended;
    assert(count() >= 3 && count() < 40, `${count()}`);
    assertEquals((await runCli([...words, "--workers", "0", "--output", "s"], { cwd })).code, 0);
    assertEquals((await runCli([...words, "--workers", "0", "--output", "whole"], { cwd })).code, 0);
    const sums = [await je(cwd, "aggregate", "s", "--json"), await je(cwd, "aggregate", "whole", "--json")];
    assertEquals([sums[0]!.out === sums[1]!.out, count()], [true, 40]);
  });
});
