import { assertEquals } from "@std/assert/equals";
import type { Page } from "playwright-core";
import { servePage } from "../../../../../scripts/je/console/serve_page.ts";
import { CHROMIUM_PROBLEM, inChromium } from "../../../../chromium.ts";
import { runCli } from "../../../../cli_io.ts";
import { played, unitOf } from "../../../../experiments/je-v1/sweep/records.ts";
import { testWhere } from "../../../../test_where.ts";
import {
  episodeFile,
  fileOf,
  onConsole,
  openEpisode,
  openResults,
  PAGE_URL,
  sweepFiles,
  tabTo,
  until,
  untilSaid,
  violationsOf,
} from "../console_page.ts";

const test = testWhere(CHROMIUM_PROBLEM);

const states: [name: string, reach: (page: Page) => Promise<void>][] = [
  ["the Configure tab", () => Promise.resolve()],
  ["the Configure tab with errors and warnings", async (page) => {
    await page.fill("#field-seed", "x");
    await page.fill("#field-knob-chain_depth", "9");
    await page.fill("#field-others", "oracle");
    await page.fill("#check-text", "{");
    await page.click("text=Check >> nth=-1");
    await untilSaid(page, /problem/);
  }],
  ["the Configure tab with warnings", async (page) => {
    await page.fill("#field-seeds", "2");
    await page.uncheck("#tool-compute");
  }],
  ["the Tasks tab", (page) => page.click("#tab-tasks")],
  ["the Results tab with nothing in it", (page) => page.click("#tab-results")],
  ["the Results tab with all that it shows", async (page) => {
    const withheld = played(unitOf({ tools_withheld: ["compute"] }));
    await openResults(page, [...sweepFiles(), episodeFile(withheld), fileOf("x.txt", ""), fileOf("y.json", "{}")]);
    await openEpisode(page);
    await page.click("#calls tbody tr:nth-child(2) button");
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
  }],
  ["the Results tab with means over tasks", async (page) => {
    await openResults(page, [...sweepFiles(), ...sweepFiles("JE-02")]);
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
  }],
];
const LOOKS = {
  "light on a laptop": { colorScheme: "light", viewport: { width: 1366, height: 768 } },
  "dark on a phone": { colorScheme: "dark", viewport: { width: 390, height: 844 } },
} as const;
for (const [look, options] of Object.entries(LOOKS)) {
  for (const [name, reach] of states) {
    test(`main() shows ${name}, ${look}, with no violation for axe to find and no scrolling sideways`, () =>
      onConsole(async (page) => {
        await reach(page);
        assertEquals(await violationsOf(page), []);
        assertEquals(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
      }, options));
  }
}

test("main() works with the keyboard alone, from a task to the file, and back from a mistake", () =>
  onConsole(async (page) => {
    const { keyboard } = page;
    await tabTo(page, "#tab-configure");
    await keyboard.press("ArrowRight");
    assertEquals(await page.isVisible("#panel-tasks"), true);
    await keyboard.press("Home");
    await tabTo(page, "#field-task");
    await keyboard.type("JE-06");
    await tabTo(page, "#field-seed");
    await keyboard.press("Control+A");
    await keyboard.type("12x");
    await tabTo(page, "#agent-solver");
    await keyboard.press("Space");
    await tabTo(page, "#tool-find_related");
    await keyboard.press("Space");
    await tabTo(page, "#field-knob-doc_noise_bps");
    await keyboard.press("Control+A");
    await keyboard.type("250");
    await tabTo(page, "button.main");
    await keyboard.press("Enter");
    assertEquals(await page.evaluate("document.activeElement.id"), "problem-summary");
    await tabTo(page, "#problem-summary a");
    await keyboard.press("Enter");
    assertEquals(await page.evaluate("document.activeElement.id"), "field-seed");
    await keyboard.press("End");
    await keyboard.press("Backspace");
    await tabTo(page, "button.main");
    const [download] = await Promise.all([page.waitForEvent("download"), keyboard.press("Enter")]);
    const models = ["oracle", "heuristic", "random", "approve-all", "flag-all", "hold-all"].flatMap((
      id,
    ) => ["--model", id]);
    const { out } = await runCli([
      "je",
      "config",
      "JE-06",
      "--seed",
      "12",
      "--withhold",
      "find_related",
      "--knob",
      "doc_noise_bps=250",
      ...models,
    ]);
    assertEquals(Deno.readTextFileSync(await download.path()), out);
  }));

test("main() works with the keyboard alone, from files to a call of an episode", () =>
  onConsole(async (page) => {
    const { keyboard } = page;
    await tabTo(page, "#tab-configure");
    await keyboard.press("End");
    await tabTo(page, "#results-files");
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), keyboard.press("Space")]);
    await chooser.setFiles(sweepFiles());
    await until(page, "document.querySelector('#episodes') !== null");
    await tabTo(page, "#episodes-filter");
    await keyboard.type("flag-all");
    await untilSaid(page, /5 rows that match/);
    await tabTo(page, "#episodes thead button");
    await keyboard.press("Enter");
    await tabTo(page, "#episodes tbody button");
    await keyboard.press("Enter");
    await until(page, "document.activeElement.id === 'episode-title'");
    await tabTo(page, "#calls tbody button");
    await keyboard.press("Enter");
    assertEquals(await page.evaluate("document.activeElement.id"), "call-title");
    await tabTo(page, "#sums summary");
    await keyboard.press("Enter");
    assertEquals(await page.evaluate("document.activeElement.parentElement.open"), true);
  }));

test("main() works at the address that je console serves, and asks for nothing more", async () => {
  const served = servePage();
  try {
    await onConsole(async (page) => {
      assertEquals(await page.inputValue("#output"), (await runCli(["je", "config", "JE-01"])).out);
      await openResults(page, sweepFiles());
      await openEpisode(page);
    }, { url: served.url });
  } finally {
    await served.close();
  }
});

test("main() shows every task with its tier, tools, sources, weights and budget, and configures it", () =>
  onConsole(async (page) => {
    await page.click("#tab-tasks");
    assertEquals(await page.locator("#panel-tasks article").count(), 16);
    const card = await page.textContent("article[aria-labelledby=task-JE-12]") ?? "";
    for (
      const text of ["Superseding evidence", "set_disposition", "credit_notes", "40 / 40 / 20", "360", "chain_depth 3"]
    ) {
      assertEquals([text, card.includes(text)], [text, true]);
    }
    await page.click("article[aria-labelledby=task-JE-12] button");
    assertEquals([await page.inputValue("#field-task"), await page.isVisible("#panel-configure")], ["JE-12", true]);
  }));

test("main() moves between tabs with arrows, and round the ends", () =>
  onConsole(async (page) => {
    await tabTo(page, "#tab-configure");
    const shown: string[] = [];
    for (const key of ["ArrowLeft", "ArrowRight", "End", "Home", "ArrowRight"]) {
      await page.keyboard.press(key);
      shown.push(
        await page.evaluate(
          "document.activeElement.id + document.querySelector('[role=tabpanel]:not([hidden])').id",
        ) as string,
      );
    }
    assertEquals(shown, ["results", "configure", "results", "configure", "tasks"].map((id) => `tab-${id}panel-${id}`));
  }));

test("main() is allowed nothing that its policy does not name", async () => {
  let asked = 0;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => new Response(`${++asked}`));
  const at = JSON.stringify(`http://127.0.0.1:${server.addr.port}/`);
  try {
    await inChromium(async ({ page, requests }) => {
      await page.goto(PAGE_URL);
      const tried = await page.evaluate(`new Promise((resolve) => setTimeout(async () => {
        const refused = (act) => { try { act(); return "done"; } catch { return "refused"; } };
        const added = (tag, parts) => document.body.append(Object.assign(document.createElement(tag), parts));
        added("img", { src: ${at} + "a.png" }), added("link", { rel: "stylesheet", href: ${at} + "a.css" });
        added("iframe", { src: ${at} }), navigator.sendBeacon(${at}, "x");
        resolve([
          refused(() => { document.body.innerHTML = "<b>x</b>"; }),
          refused(() => new Function("return 1")),
          refused(() => added("script", { text: "window.hit = 1" })),
          await fetch(${at}).then(() => "done", () => "refused"),
          window.hit ?? null,
        ]);
      }))`);
      assertEquals([tried, asked], [["refused", "refused", "refused", "refused", null], 0]);
      assertEquals(requests.length > 0, true); // what is refused is seen by the tests that want to see nothing
    });
  } finally {
    await server.shutdown();
  }
});
