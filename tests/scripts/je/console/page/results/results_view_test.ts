import { assertEquals } from "@std/assert/equals";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { aggregator } from "../../../../../../experiments/je-v1/sweep/aggregate.ts";
import { decimal } from "../../../../../../experiments/je-v1/sweep/aggregate_text.ts";
import { episodeParts, episodeText } from "../../../../../../experiments/je-v1/sweep/episode_text.ts";
import { trajectoryHash } from "../../../../../../experiments/je-v1/verify/trajectory.ts";
import { writeEpisodeFolder } from "../../../../../../scripts/je/episode_files.ts";
import { CHROMIUM_PROBLEM } from "../../../../../chromium.ts";
import { runCli } from "../../../../../cli_io.ts";
import { inFolder } from "../../../../../in_folder.ts";
import { testWhere } from "../../../../../test_where.ts";
import { played, recordOf, unitOf } from "../../../../../experiments/je-v1/sweep/records.ts";
import {
  episodeFile,
  fileOf,
  onConsole,
  openEpisode,
  openResults,
  sweepFiles,
  until,
  untilSaid,
} from "../../console_page.ts";
import { hostileAggregate, hostileEpisode, hostileUnscored, MARKUP } from "../../hostile_files.ts";

const test = testWhere(CHROMIUM_PROBLEM);

/** The cells of a table's body, row by row. */
async function cellsOf(page: Page, id: string): Promise<string[][]> {
  return await page.evaluate(
    `[...document.querySelectorAll("#${id} tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent))`,
  ) as string[][];
}

test("resultsView() comes to the numbers that the command line's aggregate comes to", () =>
  onConsole(async (page) => {
    await openResults(page, sweepFiles());
    const all = aggregator();
    for (const model of ["heuristic", "flag-all"]) {
      for (const seed of [1, 2, 3, 4, 5]) {
        all.add(played(unitOf({ models: ["heuristic", "flag-all"], model, seed })).record);
      }
    }
    const { tables: [table] } = all.finish();
    assertEquals(
      (await cellsOf(page, "sum-table0-twin")).map((
        [model, planned, scored, , mean, interval],
      ) => [model, planned, scored, mean, interval]),
      table!.rows.map(({ model, n_planned, n_scored, mean, ci95 }) => [
        ...[
          model,
          String(n_planned),
          String(n_scored),
          decimal(mean),
          `${decimal(ci95!.low)} to ${decimal(ci95!.high)}`,
        ],
      ]),
    );
    assertEquals(
      (await cellsOf(page, "sum-table0-pairs-twin")).map(([name]) => name),
      table!.pairs.map(({ models: [one, other] }) => `${one} − ${other}`),
    );
  }));

test("resultsView() shows a chart with a name for every table, and a table for every chart", () =>
  onConsole(async (page) => {
    await openResults(page, [...sweepFiles(), ...sweepFiles("JE-02")]);
    await openEpisode(page);
    const charts = await page.evaluate(
      `[...document.querySelectorAll("svg[role=img]")].map((svg) => [svg.querySelector("title").textContent !== "",
        svg.closest(".twin")?.querySelector("table") != null || svg.closest(".episode")?.querySelector("#calls") != null])`,
    ) as boolean[][];
    assertEquals([charts.length, charts.flat().every(Boolean)], [7, true]); // tier, all, 2 tables, 2 of pairs, calls
  }));

test("resultsView() counts what has no score, with its reason", () =>
  onConsole(async (page) => {
    const record = {
      ...recordOf(unitOf({ seed: 2 }), "transport"),
      rows: 0,
      header: null,
      trajectory_hash: null,
      reveal: null,
    };
    await openResults(page, [episodeFile(played()), episodeFile({ record, rows: [], observations: new Map() })]);
    const row = (await cellsOf(page, "sum-table0-twin")).find(([model]) => model === "heuristic");
    assertEquals([row?.[1], row?.[2], row?.[3]], ["5", "1", "4 (transport 1, missing 3)"]);
    assertEquals((await page.textContent("#results-status"))?.includes("2 episodes (1 unscored)"), true);
  }));

test("resultsView() never pools conditions, and shows one when it is chosen", () =>
  onConsole(async (page) => {
    const withheld = played(unitOf({ tools_withheld: ["compute"] }));
    await openResults(page, [episodeFile(played()), episodeFile(withheld)]);
    assertEquals([
      /Not pooled: JE-01 was played under 2 conditions/.test(await page.textContent("#sums .problem") ?? ""),
      await page.locator("#sums .card h3").allTextContents(),
    ], [true, ["JE-01 Invoice tie-out (L1), full", "JE-01 Invoice tie-out (L1), withheld:compute"]]);
    await page.selectOption("#condition", "withheld:compute");
    assertEquals(await page.locator("#sums .card h3").allTextContents(), [
      "JE-01 Invoice tie-out (L1), withheld:compute",
    ]);
  }));

test("resultsView() says inferred of the three inferred metrics, in sums, episodes and aggregates (conformance 27)", () =>
  onConsole(async (page) => {
    const all = aggregator();
    all.add(played().record);
    await openResults(page, [episodeFile(played()), fileOf("sum.json", JSON.stringify(all.finish()))]);
    await openEpisode(page);
    const names = ["steps_to_first_flag", "baseline_before_claim", "premature_disposition"];
    const heads = await page.locator("#sum-table0-parts thead th").allTextContents();
    const others = await page.locator("#aggregate0-table0-parts thead th").allTextContents();
    const statuses = (await cellsOf(page, "metrics")).map(([name, status]) => `${name} (${status})`);
    for (const said of [heads, others, statuses]) {
      assertEquals(said.filter((text) => text.includes("(inferred)")), names.map((name) => `${name} (inferred)`));
    }
    assertEquals(/premature \(inferred\)/.test(await page.textContent("#episode dl") ?? ""), true);
  }));

test("resultsView() opens the folder that je run makes, by its files or whole", () =>
  inFolder((folder) => {
    writeEpisodeFolder(join(folder, "e"), played());
    return onConsole(async (page) => {
      await page.click("#tab-results");
      const files = ["episode.json", "trajectory.jsonl", "observations.jsonl"].map((name) => join(folder, "e", name));
      await page.setInputFiles("#results-files", files);
      await until(page, "/1 episode .*0 faults/.test(document.querySelector('#results-status').textContent)");
      await page.setInputFiles("#results-folder", folder);
      await until(page, "document.querySelector('#episodes tbody tr td:last-child')?.textContent.endsWith('e/')");
      await openEpisode(page);
    });
  }));

test("resultsView() shows the score sheet as je explain prints it", () =>
  inFolder((folder) =>
    onConsole(async (page) => {
      Deno.writeTextFileSync(join(folder, "e.jsonl"), episodeText(played()));
      const { out } = await runCli(["je", "explain", "e.jsonl"], { cwd: folder });
      await openResults(page, [episodeFile(played())]);
      await openEpisode(page);
      assertEquals(`${await page.textContent("pre[aria-label='Score sheet']")}\n`, out);
    })
  ));

test("resultsView() names every fault by file and line, and shows the rest", () =>
  onConsole(async (page) => {
    const text = episodeText(played()), { trajectory, observations } = episodeParts(played());
    await openResults(page, [
      episodeFile(played(unitOf({ seed: 2 }))),
      fileOf("cut.jsonl", text.split("\n").map((line, at) => at === 3 ? line.slice(5) : line).join("\n")),
      fileOf("trajectory.jsonl", trajectory),
      fileOf("observations.jsonl", observations),
      fileOf("sum.json", '{\n "format": }'),
    ]);
    assertEquals((await cellsOf(page, "faults")).map(([file, line]) => [file, line]), [
      ...[["cut.jsonl", "4"], ["episode.json", "–"], ["sum.json", "2"]],
    ]);
    assertEquals((await cellsOf(page, "episodes")).length, 1);
    await untilSaid(page, /3 faults/);
  }));

test("resultsView() filters and orders rows", () =>
  onConsole(async (page) => {
    await openResults(page, sweepFiles());
    await page.fill("#episodes-filter", "flag-all");
    assertEquals([(await cellsOf(page, "episodes")).length, await page.textContent("#episodes-count")], [
      5,
      "5 rows that match, of 10.",
    ]);
    await page.click("#episodes thead button:has-text('Seed')");
    await page.click("#episodes thead button:has-text('Seed')");
    assertEquals((await cellsOf(page, "episodes")).map((cells) => cells[5]), ["5", "4", "3", "2", "1"]);
    assertEquals(await page.getAttribute("#episodes thead th:has-text('Seed')", "aria-sort"), "descending");
  }));

test("resultsView() marks calls as opened, cited and premature, by shape and in words", () =>
  onConsole(async (page) => {
    const episode = played(unitOf({ model: "flag-all" }));
    await openResults(page, [episodeFile(episode)]);
    await openEpisode(page);
    const marks = (await cellsOf(page, "calls")).map((cells) => cells[6]);
    assertEquals(
      marks.filter((mark) => mark === "premature").length,
      episode.record.score!.metrics.premature_disposition.num,
    );
    assertEquals(await page.locator("#episode svg .chart-call").count(), episode.rows.length);
    assertEquals(
      await page.locator("#episode svg .chart-call .chart-premature").count(),
      marks.filter((mark) => mark === "premature").length,
    );
  }));

test("resultsView() shows files full of markup and script as text, and runs and fetches nothing", () =>
  onConsole(async (page) => {
    await openResults(page, [
      episodeFile(hostileEpisode(), `${MARKUP.replaceAll("/", "")}.jsonl`),
      episodeFile(hostileUnscored()),
      fileOf("sum.json", hostileAggregate()),
      fileOf(`<img src=x onerror=hit()>.txt`, MARKUP),
      fileOf("broken.json", `{"${"<script>"}`),
    ]);
    assertEquals(
      (await page.textContent("#results-status"))?.startsWith("2 episodes (1 unscored), 1 aggregate, 2 faults"),
      true,
    );
    await openEpisode(page);
    for (const button of await page.locator("#calls tbody button").all()) await button.click();
    await openEpisode(page, 2);
    await openEpisode(page);
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
    await page.click("#calls tbody tr:nth-child(2) button");
    assertEquals(
      await page.evaluate(`({
        hit: window.hit ?? null,
        scripts: document.scripts.length, styles: document.styleSheets.length,
        strangers: document.querySelectorAll("img,iframe,object,embed,link,base,video,audio,svg [onload],[onerror],[style]").length,
        links: [...document.links].filter((link) => !link.getAttribute("href").startsWith("#")).length,
        title: document.title,
      })`),
      { hit: null, scripts: 1, styles: 1, strangers: 0, links: 0, title: "Permafrost JE console" },
    );
    const text = await page.textContent("main") ?? "";
    assertEquals([text.split("<script>window.hit=1</script>").length > 100, text.includes("\u202e")], [true, false]);
  }));

test("resultsView() stays usable with 20,000 rows", async () => {
  const { record, rows, observations } = played(), count = 20_000;
  const many = Array.from({ length: count }, (_, step_idx) => ({ ...rows[step_idx % rows.length]!, step_idx }));
  const episode = {
    record: { ...record, rows: count, trajectory_hash: trajectoryHash(record.header!, many) },
    ...{ rows: many, observations },
  };
  await onConsole(async (page) => {
    await openResults(page, [episodeFile(episode)]);
    const paintMs = await page.evaluate(`new Promise((resolve) => {
      const start = performance.now();
      document.querySelector("#episodes tbody button").click();
      const look = () => document.querySelector("#calls tbody tr")
        ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
        : setTimeout(look);
      look();
    })`) as number;
    const filterMs = await page.evaluate(`new Promise((resolve) => {
      const input = document.querySelector("#calls-filter"), start = performance.now();
      input.value = "19999";
      input.dispatchEvent(new Event("input"));
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
    })`) as number;
    assertEquals([await page.textContent("#calls-count"), (await cellsOf(page, "calls")).length], [
      "1 row that match, of 20\u202f000.",
      1,
    ]);
    console.error(`20,000 rows: painted after ${Math.round(paintMs)} ms, filtered in ${Math.round(filterMs)} ms`);
    assertEquals([paintMs < 10_000, filterMs < 2000], [true, true]); // ten times what is wanted: other work goes on here
  });
});
