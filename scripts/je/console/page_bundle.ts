/** The page's modules as one script for browsers, made by `deno bundle`. @module */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PermafrostError } from "../../../kernel/error.ts";
import { bundleModules } from "../../bundle/deno_bundle.ts";
import configuration from "../../../deno.json" with { type: "json" };

const ROOT = new URL("../../../", import.meta.url);
const ENTRY = "scripts/je/console/page/main.ts";

/** Modules that need an engine which a browser does not have, and what stands in for each. */
export const REPLACEMENTS: Readonly<Record<string, string>> = {
  "kernel/digest.ts": "scripts/je/console/page/replacements/digest.ts",
  "kernel/json_encode.ts": "scripts/je/console/page/replacements/json_encode.ts",
};

/** Bundles the page's modules, with the stand-ins, into the text of one module that imports nothing. The bytes depend on
 * the sources and the release of Deno alone. Needs the right to run Deno, which fetches its bundler from the npm registry
 * at the first use.
 * @throws {PermafrostError} unavailable: there is no bundler; internal: it refuses the sources, or something is left to
 * import. */
export async function bundlePage(options: { readonly minify: boolean }): Promise<string> {
  const folder = await Deno.makeTempDir();
  try {
    const map = join(folder, "import_map.json");
    await Deno.writeTextFile(map, JSON.stringify({ imports: importsOf() }));
    const browser = { importMap: map, isMinified: options.minify };
    const text = await bundleModules(ENTRY, { cwd: fileURLToPath(ROOT), config: true, browser });
    const imported = /^\s*import\b[^(.].*?["']([^"']+)["']/m.exec(text)?.[1];
    if (imported === undefined) return text;
    throw new PermafrostError("internal", `Cannot bundle the page: a browser has no ${imported}`, { at: ENTRY });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The project's own names of packages, and the stand-ins. */
function importsOf(): Record<string, string> {
  const stand = Object.entries(REPLACEMENTS).map(([path, by]) => [new URL(path, ROOT).href, new URL(by, ROOT).href]);
  const packages = Object.entries(configuration.imports).filter(([, address]) => address.startsWith("npm:"));
  return Object.fromEntries([...packages, ...stand]);
}
