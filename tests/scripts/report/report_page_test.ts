import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import axe from "axe-core";
import type { Page } from "playwright-core";
import type { Shown } from "../../../scripts/report/operands.ts";
import { reportPage } from "../../../scripts/report/report_page.ts";
import { aResult } from "../../a_result.ts";
import { CHROMIUM_PROBLEM, inChromium, type Watched } from "../../chromium.ts";
import { inFolder } from "../../in_folder.ts";
import { testWhere } from "../../test_where.ts";
import { HOSTILE } from "./hostile_result.ts";
import { CRITERIA, everything, named, ROWS } from "./shown.ts";

const testPage = testWhere(CHROMIUM_PROBLEM);
const GOLDEN = new URL("../../../fixtures/report/result.html", import.meta.url);

/** Opens a page from a file, looks at it, and asserts that it asked for nothing and complained of nothing. */
async function look(
  shown: readonly Shown[],
  { use, ...options }: Parameters<typeof inChromium>[1] & { use: (watched: Watched) => Promise<void> },
): Promise<void> {
  await inFolder(async (folder) => {
    Deno.writeTextFileSync(`${folder}/page.html`, reportPage(shown));
    await inChromium(async (watched) => {
      await watched.page.goto(`file://${folder}/page.html`);
      await use(watched);
      assertEquals([watched.requests, watched.complaints], [[], []]);
    }, options);
  });
}

const statusOf = (page: Page): Promise<string> => page.locator("[data-status]").first().innerText();

Deno.test("reportPage() gives the bytes that are kept", () => {
  assertEquals(reportPage([named(aResult({ rows: ROWS.slice(6, 9) }, CRITERIA))]), Deno.readTextFileSync(GOLDEN));
});

Deno.test("reportPage() lets nothing in but its own style and script", () => {
  const page = reportPage([named(aResult())]);
  const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(page)!;
  const rules = policy!.replaceAll("&#39;", "'");
  assert(
    /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; script-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'none'$/
      .test(rules),
    rules,
  );
  assertEquals(/ style="| on[a-z]+="|https?:/.exec(page), null);
});

for (const colorScheme of ["light", "dark"] as const) {
  testPage(`reportPage() has no fault that axe finds when it is ${colorScheme}`, async () => {
    await look(everything(), {
      colorScheme,
      use: async ({ page }) => {
        await page.evaluate(axe.source);
        const { violations } = await page.evaluate('axe.run(document, { resultTypes: ["violations"] })') as {
          violations: { id: string; nodes: { html: string }[] }[];
        };
        assertEquals(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
      },
    });
  });
}

for (const width of [320, 390, 1440]) {
  testPage(`reportPage() is no wider than a window of ${width} pixels`, async () => {
    await look(everything(), {
      viewport: { width, height: 844 },
      use: async ({ page }) => {
        assertEquals(await page.evaluate("document.documentElement.scrollWidth"), width);
      },
    });
  });
}

testPage("reportPage() filters rows by text, column and verdict, and says how many are left", async () => {
  await look([named(aResult({ rows: ROWS }))], {
    use: async ({ page }) => {
      const said = [await statusOf(page)];
      await page.getByLabel("Rows that hold").fill("N1");
      said.push(await statusOf(page));
      await page.getByLabel("in", { exact: true }).selectOption({ label: "id" });
      said.push(await statusOf(page));
      await page.getByLabel("Rows that hold").fill("");
      await page.getByLabel(/^only where/).check();
      said.push(await statusOf(page));
      assertEquals(said, [
        "250 of 250 rows, showing 1 to 100",
        "83 of 250 rows, showing 1 to 83",
        "0 of 250 rows",
        "3 of 250 rows, showing 1 to 3",
      ]);
      assertEquals(
        await page.locator("[data-body] tr").allInnerTexts().then((lines) => lines.map((line) => line.split("\t")[1])),
        ["row-7", "row-107", "row-207"],
      );
    },
  });
});

testPage("reportPage() is used by keyboard alone when rows are searched and turned", async () => {
  await look([named(aResult({ rows: ROWS }))], {
    use: async ({ page }) => {
      await page.keyboard.press("Tab");
      assertEquals(await page.evaluate("document.activeElement.textContent"), "Skip to the content");
      await page.keyboard.press("Enter");
      for (let presses = 0; presses < 40; presses++) {
        await page.keyboard.press("Tab");
        if (await page.evaluate("document.activeElement.matches('[data-text]')")) break;
      }
      await page.keyboard.type("row-");
      for (let presses = 0; presses < 3; presses++) await page.keyboard.press("Tab"); // column, verdict, later rows
      await page.keyboard.press("Enter");
      assertEquals(await statusOf(page), "250 of 250 rows, showing 101 to 200");
    },
  });
});

testPage("reportPage() shows the first hundred rows when scripts are off", async () => {
  await look([named(aResult({ rows: ROWS }))], {
    javaScriptEnabled: false,
    use: async ({ page }) => {
      assertEquals(await page.locator("[data-body] tr").count(), 100);
      assertEquals(await page.locator("[data-tools]").isVisible(), false);
    },
  });
});

testPage("reportPage() shows every text of a result as text when all of them are markup", async () => {
  await look([named(HOSTILE, "<script>window.harmed = 1</script>"), named(aResult())], {
    use: async ({ page }) => {
      await page.getByLabel("Rows that hold").first().fill("window");
      for (const summary of await page.locator("details > summary").all()) {
        await summary.evaluate((each) => (each as unknown as { click(): void }).click());
      }
      assertEquals(await page.evaluate("[window.harmed ?? null, document.images.length, document.scripts.length]"), [
        null,
        0,
        1,
      ]);
      assert((await page.innerText("main")).includes("<img src=x onerror='window.harmed = 1'>"));
    },
  });
});

testPage("reportPage() prints without its controls, and with whole tables", async () => {
  await look(everything(), {
    use: async ({ page }) => {
      await page.emulateMedia({ media: "print" });
      assertEquals(await page.locator("[data-tools]").first().isVisible(), false);
      await page.setViewportSize({ width: 718, height: 1000 }); // what A4 leaves within margins
      assertEquals(await page.evaluate("document.documentElement.scrollWidth"), 718);
      const pdf = await page.pdf({ format: "A4" });
      assert(pdf.length > 10_000);
    },
  });
});

testPage("reportPage() marks the inferred metrics in sweeps and episodes (conformance 27)", async () => {
  await look(everything(), {
    use: async ({ page }) => {
      const text = await page.innerText("main");
      for (const name of ["steps_to_first_flag", "baseline_before_claim", "premature_disposition"]) {
        assertEquals(text.split(name).slice(1).every((rest) => rest.startsWith(" (inferred)")), true, name);
      }
    },
  });
});

testPage("reportPage() has a table beside every chart", async () => {
  await look(everything(), {
    use: async ({ page }) => {
      const [charts, tables] = await page.evaluate(
        "[document.querySelectorAll('figure').length, document.querySelectorAll('figure + .scroll table, figure + [data-rows] table').length]",
      ) as [number, number];
      assert(charts >= 3 && charts === tables, `${charts} charts, ${tables} tables`);
    },
  });
});
