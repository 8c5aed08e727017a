import { assertEquals } from "@std/assert/equals";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { type Knob, KNOB_RANGES, KNOBS } from "../../../../../../experiments/je-v1/env/knobs.ts";
import { type Task, TASKS } from "../../../../../../experiments/je-v1/env/tasks.ts";
import { CHROMIUM_PROBLEM } from "../../../../../chromium.ts";
import { runCli } from "../../../../../cli_io.ts";
import { inFolder } from "../../../../../in_folder.ts";
import { testWhere } from "../../../../../test_where.ts";
import { fileOf, onConsole, openResults, untilSaid } from "../../console_page.ts";

const test = testWhere(CHROMIUM_PROBLEM);

/** Holds that the page shows what the command line prints for these words, and that it accepts these bytes. */
async function assertSame(page: Page, words: readonly string[]): Promise<void> {
  const { code, out } = await runCli(["je", "config", ...words]), text = await page.inputValue("#output");
  assertEquals({ words, code, text }, { words, code: 0, text: out });
  await inFolder(async (cwd) => {
    Deno.writeTextFileSync(join(cwd, "c.json"), text);
    const checked = await runCli(["je", "config", "--config", "c.json"], { cwd });
    assertEquals([checked.code, checked.out], [0, ""]);
  });
}

/** A value for a knob that no task has by default, and that goes with every other. */
function otherValue(knob: Knob): number {
  const { min, max } = KNOB_RANGES[knob];
  return Math.min(max, min + (knob === "near_duplicate_bps" || knob === "decoy_rate_bps" ? 123 : 1));
}

async function configureTask(page: Page, { id, tools, core_tools, step_budget }: Task): Promise<void> {
  await page.selectOption("#field-task", id);
  await assertSame(page, [id]);
  for (const tool of tools.filter((name) => !core_tools.includes(name))) {
    await page.uncheck(`#tool-${tool}`);
    await assertSame(page, [id, "--withhold", tool]);
    await page.check(`#tool-${tool}`);
  }
  for (const tool of core_tools) assertEquals([tool, await page.isDisabled(`#tool-${tool}`)], [tool, true]);
  for (const knob of KNOBS) await page.fill(`#field-knob-${knob}`, String(otherValue(knob)));
  await page.fill("#field-step_budget", String(step_budget + 7));
  await assertSame(page, [
    id,
    "--step-budget",
    String(step_budget + 7),
    ...KNOBS.flatMap((knob) => ["--knob", `${knob}=${otherValue(knob)}`]),
  ]);
}

for (const tier of ["L1", "L2", "L3", "L4"]) {
  test(`configureView() makes what the command line prints for every task of ${tier} (conformance 38)`, () =>
    onConsole(async (page) => {
      for (const task of TASKS.filter((each) => each.tier === tier)) await configureTask(page, task);
    }));
}

test("configureView() makes what the command line prints for a seed, seeds and models (conformance 38)", () =>
  onConsole(async (page) => {
    await page.fill("#field-seed", "4321");
    await page.fill("#field-seeds", "3");
    for (const id of ["oracle", "solver", "random", "approve-all", "flag-all", "hold-all"]) {
      await page.uncheck(`#agent-${id}`);
    }
    await page.fill("#field-others", "lab/model-a\n\nb:2 ");
    await assertSame(page, [
      ...["JE-01", "--seed", "4321", "--seeds", "3"],
      ...["--model", "heuristic", "--model", "lab/model-a", "--model", "b:2"],
    ]);
  }));

test("configureView() saves the very bytes as a file (conformance 38)", () =>
  onConsole(async (page) => {
    await page.selectOption("#field-task", "JE-14");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Download")]);
    const saved = Deno.readTextFileSync(await download.path());
    assertEquals([download.suggestedFilename(), saved], [
      "je-14.run_config.json",
      (await runCli(["je", "config", "JE-14"])).out,
    ]);
  }));

test("configureView() copies the very bytes", () =>
  onConsole(async (page) => {
    await page.click("text=Copy");
    await untilSaid(page, /^Copied/);
    await page.focus("#check-text");
    await page.keyboard.press("Control+V");
    assertEquals(await page.inputValue("#check-text"), await page.inputValue("#output"));
  }, { permissions: ["clipboard-read", "clipboard-write"] }));

const wrong: [name: string, act: (page: Page) => Promise<void>, fields: string[], reason: RegExp][] = [
  ["a seed that is no number", (page) => page.fill("#field-seed", "one"), ["field-seed"], /whole number from 0/],
  ["too many seeds", (page) => page.fill("#field-seeds", "100001"), ["field-seeds"], /1 to 100000/],
  ["a budget of nothing", (page) => page.fill("#field-step_budget", ""), ["field-step_budget"], /1 to 2000/],
  ["a model's id that is none", (page) => page.fill("#field-others", "<b>"), ["field-others"], /text of the form/],
  ["a knob out of range", (page) => page.fill("#field-knob-chain_depth", "5"), ["field-knob-chain_depth"], /1 to 4/],
  [
    "knobs that do not go together",
    async (page) => {
      await page.fill("#field-knob-decoy_rate_bps", "3000");
      await page.fill("#field-knob-near_duplicate_bps", "2000");
    },
    ["field-knob-decoy_rate_bps", "field-knob-near_duplicate_bps"],
    /together exceed 4000/,
  ],
];
for (const [name, act, fields, reason] of wrong) {
  test(`configureView() shows ${name} at its field, in the summary, and reads it out`, () =>
    onConsole(async (page) => {
      await act(page);
      await untilSaid(page, /problem/);
      for (const field of fields) {
        const description = await page.evaluate(
          `[...document.getElementById(${JSON.stringify(field)}).getAttribute("aria-describedby").split(" ")]
          .map((id) => document.getElementById(id).textContent).join(" ")`,
        ) as string;
        assertEquals([field, await page.getAttribute(`#${field}`, "aria-invalid"), reason.test(description)], [
          field,
          "true",
          true,
        ]);
      }
      const [summary, said] = [await page.textContent("#problem-summary"), await page.textContent("#announcements")];
      assertEquals([reason.test(summary ?? ""), reason.test(said ?? ""), await page.inputValue("#output")], [
        true,
        true,
        "",
      ]);
      await page.click("#problem-summary a");
      const focused = await page.evaluate("document.activeElement.id") as string;
      assertEquals(fields.includes(focused) || focused === "field-models", true);
    }));
}

test("configureView() takes a problem away when it is mended", () =>
  onConsole(async (page) => {
    await page.fill("#field-seed", "x");
    await page.fill("#field-seed", "2");
    assertEquals([
      await page.getAttribute("#field-seed", "aria-invalid"),
      await page.isHidden("#problem-summary"),
      (await page.textContent("#field-seed-notes")) ?? "",
    ], [null, true, ""]);
  }));

test("configureView() moves to the list of problems when there is nothing to save", () =>
  onConsole(async (page) => {
    await page.fill("#field-seed", "x");
    await page.click("text=Download");
    assertEquals(await page.evaluate("document.activeElement.id"), "problem-summary");
  }));

test("configureView() shows warnings at their fields", () =>
  onConsole(async (page) => {
    await page.fill("#field-seeds", "4");
    await page.uncheck("#tool-compute");
    assertEquals([
      /variance not measurable/.test(await page.textContent("#field-seeds-notes") ?? ""),
      /never pooled/.test(await page.textContent("#field-tools-notes") ?? ""),
      await page.getAttribute("#field-seeds", "aria-invalid"),
    ], [true, true, null]);
  }));

test("checkView() names each problem of a pasted configuration by its place, and reads it out", () =>
  onConsole(async (page) => {
    const text = (await page.inputValue("#output")).replace('"L1"', '"L3"').replace(
      '"step_budget": 80',
      '"step_budget": 80, "x": 1',
    );
    await page.fill("#check-text", text);
    await page.click("text=Check >> nth=-1");
    await untilSaid(page, /problem/);
    assertEquals([
      await page.getAttribute("#check-text", "aria-invalid"),
      /\/x is not known/.test(await page.textContent("#check-notes") ?? ""),
      /\/x is not known/.test(await page.textContent("#announcements") ?? ""),
    ], ["true", true, true]);
  }));

test("checkView() puts a configuration from a file into the form", () =>
  onConsole(async (page) => {
    const words = [
      "JE-08",
      "--withhold",
      "match_bank",
      "--seed",
      "99",
      "--model",
      "solver",
      "--model",
      "m/x",
      "--knob",
      "ledger_size=44",
    ];
    const { out } = await runCli(["je", "config", ...words]);
    await page.setInputFiles("#check-file", fileOf("c.json", out));
    await page.click("text=Put it into the form");
    assertEquals([await page.inputValue("#output"), await page.inputValue("#field-task")], [out, "JE-08"]);
  }));

test("checkView() shows a configuration full of markup as text", () =>
  onConsole(async (page) => {
    await page.fill("#check-text", `{"<img src=x onerror='window.hit=1'>": 1}`);
    await page.click("text=Check >> nth=-1");
    assertEquals([
      await page.evaluate("[window.hit ?? null, document.images.length]"),
      (await page.textContent("#check-notes"))?.includes("<img src=x"),
    ], [[null, 0], true]);
  }));

test("configureView() keeps what was typed while other tabs are looked at", () =>
  onConsole(async (page) => {
    await page.fill("#field-seed", "31");
    await openResults(page, [fileOf("a.txt", "")]);
    await page.click("#tab-configure");
    assertEquals(await page.inputValue("#field-seed"), "31");
  }));
