/** The console's page in Chromium, as tests look at it. @module */
import { assertEquals } from "@std/assert/equals";
import axe from "axe-core";
import type { BrowserContextOptions, Page } from "playwright-core";
import { Buffer } from "node:buffer";
import { episodeText } from "../../../../experiments/je-v1/sweep/episode_text.ts";
import type { RecordedEpisode } from "../../../../experiments/je-v1/sweep/episode_record.ts";
import { inChromium } from "../../../chromium.ts";
import { played, unitOf } from "../../../experiments/je-v1/sweep/records.ts";

/** The page as a file. */
export const PAGE_URL = new URL("../../../../scripts/je/console/console.html", import.meta.url).href;

/** Opens the page and looks at it; then holds that it asked for nothing and complained of nothing. */
export function onConsole(
  look: (page: Page) => Promise<void>,
  { url = PAGE_URL, ...options }: BrowserContextOptions & { readonly url?: string } = {},
): Promise<void> {
  return inChromium(async ({ page, requests, complaints }) => {
    await page.goto(url);
    await look(page);
    assertEquals({ requests: requests.filter((address) => !address.startsWith("blob:")), complaints }, {
      ...{ requests: [], complaints: [] },
    });
  }, options);
}

/** A file as it is chosen in the page. */
export interface ChosenFile {
  /** Its name. */ readonly name: string;
  /** Its type. */ readonly mimeType: string;
  /** Its bytes. */ readonly buffer: Buffer;
}

/** A text as a file. */
export function fileOf(name: string, text: string): ChosenFile {
  return { name, mimeType: "text/plain", buffer: Buffer.from(text) };
}

/** An episode as a file of a sweep. */
export function episodeFile(
  episode: RecordedEpisode,
  name = `${episode.record.episode_id}.jsonl`,
): ChosenFile {
  return fileOf(name, episodeText(episode));
}

/** A small sweep as files: two agents on five seeds of a task. */
export function sweepFiles(task_id = "JE-01"): ChosenFile[] {
  const models = ["heuristic", "flag-all"];
  return models.flatMap((model) =>
    [1, 2, 3, 4, 5].map((seed) => episodeFile(played(unitOf({ task_id, models, model, seed }))))
  );
}

/** Shows results and waits until they are there. */
export async function openResults(page: Page, files: readonly ChosenFile[]): Promise<void> {
  await page.click("#tab-results");
  await page.setInputFiles("#results-files", [...files]);
  await until(page, "/fault/.test(document.querySelector('#results-status').textContent)");
}

/** Opens an episode of the table by its row, from 1. */
export async function openEpisode(page: Page, row = 1): Promise<void> {
  await page.click(`#episodes tbody tr:nth-child(${row}) button`);
  await page.waitForSelector("#episode-title");
}

/** What axe finds against accessibility: rule and elements. */
export async function violationsOf(page: Page): Promise<string[]> {
  const found = await page.evaluate(`${axe.source}; axe.run(document, { resultTypes: ["violations"] })`) as {
    violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
  };
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)
  );
}

/** Waits until an expression of the page's is true. (Playwright's own way to wait is code in the page, which the page's
 * policy does not let run.)
 * @throws {Error} It is not within ten seconds. */
export async function until(page: Page, expression: string): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (await page.evaluate(expression)) return;
    await page.waitForTimeout(20);
  }
  throw new Error(`it never came to be that ${expression}`);
}

/** Waits until something is read out. */
export async function untilSaid(page: Page, pattern: RegExp): Promise<void> {
  await until(page, `${pattern}.test(document.querySelector("#announcements").textContent)`);
}

/** Presses Tab until an element has the focus.
 * @throws {Error} It has it after none of 150 presses. */
export async function tabTo(page: Page, selector: string, key = "Tab"): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)}) === true`)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${selector} cannot be reached with ${key}`);
}
