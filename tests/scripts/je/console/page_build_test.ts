import { assertEquals } from "@std/assert/equals";
import { PermafrostError } from "../../../../kernel/error.ts";
import { buildPage } from "../../../../scripts/je/console/page_build.ts";
import { bundlePage } from "../../../../scripts/je/console/page_bundle.ts";
import { PACKAGES } from "../../../../scripts/je/console/page_notice.ts";
import { PAGE } from "../../../../scripts/je/console/page_text.ts";
import { testWhere } from "../../../test_where.ts";

/** The module with what stands beside each part of it, or why there is none here. */
async function bundled(): Promise<string | PermafrostError> {
  try {
    return await bundlePage({ minify: false });
  } catch (error) {
    if (error instanceof PermafrostError && error.code === "unavailable") return error;
    throw error;
  }
}
const MODULE = await bundled();
const test = testWhere(typeof MODULE === "string" ? "" : "no bundler");

test("buildPage() makes the page that is handed out: console.html is not stale", async () => {
  assertEquals(await buildPage() === PAGE, true, "run scripts/je/console/page_build.ts");
});

test("PACKAGES names what is in the script beside this project's own code", () => {
  const found = String(MODULE).matchAll(/^\/\/ npm:((?:@[\w.-]+\/)?[\w.-]+)\/\d/gm);
  assertEquals([...new Set([...found].map(([, name]) => name!))].sort(), [...PACKAGES].sort());
});

test("bundlePage() takes the stand-ins and not the modules that they stand in for", () => {
  const paths = [...String(MODULE).matchAll(/^\/\/ ((?:kernel|scripts|experiments)\/\S+)$/gm)].map(([, path]) => path!);
  assertEquals(paths.filter((path) => path.startsWith("kernel/")).sort(), [
    ...["kernel/error.ts", "kernel/json_decode.ts", "kernel/json_value.ts"],
  ]);
});
