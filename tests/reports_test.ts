/** Reports of every experiment, opened in a browser. Results are those of `PERMAFROST_RESULTS` (a folder with files named
 * after experiments, as .ci/run makes it); what is not there is made here, but for what takes long. */
import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { verify } from "../kernel/reproduce.ts";
import { readResult, type Result } from "../kernel/result.ts";
import { reportPage } from "../scripts/report/report_page.ts";
import { CHROMIUM_PROBLEM, inChromium } from "./chromium.ts";
import { SLOW } from "./experiment_digests.ts";
import { inFolder } from "./in_folder.ts";
import { testWhere } from "./test_where.ts";

const ROOT = fileURLToPath(new URL("../experiments", import.meta.url));
const IDS = [...Deno.readDirSync(ROOT)].map(({ name }) => name).filter((name) => name !== "_template").sort();
const GIVEN = Deno.env.get("PERMAFROST_RESULTS");

/** Where the result of an experiment is given; null: nowhere. */
function givenAt(id: string): string | null {
  const path = `${GIVEN}/${id}.json`;
  return GIVEN !== undefined && existsSync(path) ? path : null;
}

async function resultOf(id: string): Promise<Result> {
  const given = givenAt(id);
  if (given !== null) return readResult(given);
  const { result } = await verify(`${ROOT}/${id}`);
  assert(result !== null);
  return result;
}

for (const id of IDS) {
  const problem = SLOW.includes(id) && givenAt(id) === null
    ? "its run takes long, and PERMAFROST_RESULTS holds none"
    : "";
  testWhere(CHROMIUM_PROBLEM || problem)(
    `reportPage() shows ${id} without a complaint of the browser when it is opened`,
    async () => {
      const result = await resultOf(id), { criteria } = result.decision;
      await inFolder(async (folder) => {
        Deno.writeTextFileSync(`${folder}/page.html`, reportPage([{ kind: "result", name: id, result }]));
        await inChromium(async ({ page, requests, complaints }) => {
          await page.goto(`file://${folder}/page.html`);
          const text = await page.innerText("main");
          assertEquals(criteria.filter((criterion) => !text.includes(criterion.id)), []);
          assert(
            text.includes(`${criteria.length} of ${criteria.length} criteria met`) &&
              text.includes(`of ${result.rows.length} rows`),
          );
          assertEquals([requests, complaints], [[], []]);
        });
      });
    },
  );
}
