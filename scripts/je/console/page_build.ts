/** Builds the console's page: `deno run -A scripts/je/console/page_build.ts` writes console.html anew. @module */
import { CHART_CSS } from "../../charts/chart_style.ts";
import { bundlePage } from "./page_bundle.ts";
import { PAGE_CSS } from "./page_css.ts";
import { pageHtml } from "./page_html.ts";
import { NOTICE } from "./page_notice.ts";

/** Makes the text of console.html from its sources. The bytes depend on them and the release of Deno alone.
 * @throws {PermafrostError} as {@linkcode bundlePage} and {@linkcode pageHtml}. */
export async function buildPage(): Promise<string> {
  const script = (await bundlePage({ minify: true })).trimEnd(), style = tight(PAGE_CSS + CHART_CSS);
  return pageHtml({ script, style, notice: NOTICE });
}

/** Rules without indents and empty lines. */
function tight(css: string): string {
  return css.split("\n").map((line) => line.trim()).filter((line) => line !== "").join("\n");
}

if (import.meta.main) Deno.writeTextFileSync(new URL("console.html", import.meta.url), await buildPage());
