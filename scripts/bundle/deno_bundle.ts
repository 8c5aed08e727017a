/** `deno bundle`: modules into one. @module */
import { join } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { systemCode } from "../../kernel/file_read.ts";

/** How modules are bundled. */
export interface BundlerOptions {
  /** The folder that paths start from. */ readonly cwd: string;
  /** Whether the configuration of that folder counts, and packages with it. */ readonly config: boolean;
  /** For a browser, where given: with this import map, the path of a file, and shortened or not. */
  readonly browser?: { readonly importMap: string; readonly isMinified: boolean } | undefined;
  /** Ends it early. */ readonly signal?: AbortSignal | undefined;
}

/** A comment with the place of a package in Deno's cache, which differs from machine to machine. */
const CACHE_PLACE = /^\/\/ .*\/npm\/.*?\/((?:@[\w.-]+\/)?[\w.-]+\/\d+\.\d+\.\d+[^/\n]*\/.*)$/gm;

const TRIES = 3;

/** Bundles an entry (a path from `cwd`) and all that it imports into the text of one module, which imports nothing but
 * `node:` modules. The bytes depend on the sources and the release of Deno alone. Needs the right to run Deno, which
 * fetches its bundler from the npm registry at the first use.
 * @throws {PermafrostError} unavailable where there is no bundler; internal where it refuses the sources. */
export async function bundleModules(entry: string, options: BundlerOptions): Promise<string> {
  let { isDone, text } = await runBundler(entry, options);
  if (!isDone && await hasBundler()) ({ isDone, text } = await runBundler(entry, options));
  else if (!isDone) {
    const state =
      "Deno's bundler is not here; it is fetched at the first deno bundle, so run that once with the network";
    throw new PermafrostError("unavailable", `Cannot bundle ${entry}: ${state}`, { at: entry });
  }
  if (isDone) return text.replaceAll(CACHE_PLACE, (_, place: string) => `// npm:${place}`);
  throw new PermafrostError("internal", `Cannot bundle ${entry}: ${text.trimEnd()}`, { at: entry });
}

/** Whether Deno can bundle what nobody refuses. Deno processes that fetch the bundler at the same time can trip over each
 * other, and one that has tripped finds it at another try. */
async function hasBundler(): Promise<boolean> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(join(folder, "trivial.js"), "export {};\nconsole.log(1);\n");
    for (let tries = 0; tries < TRIES; tries++) {
      if ((await runBundler("trivial.js", { cwd: folder, config: false })).isDone) return true;
    }
    return false;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function runBundler(
  entry: string,
  { cwd, config, browser, signal }: BundlerOptions,
): Promise<{ isDone: boolean; text: string }> {
  const own = config ? ["--frozen"] : ["--no-config", "--no-npm", "--no-lock"]; // packages are those of the lock
  const shape = browser === undefined ? ["--platform=deno"] : [
    ...["--platform=browser", `--import-map=${browser.importMap}`],
    ...(browser.isMinified ? ["--minify"] : []),
  ];
  const args = ["bundle", "--quiet", ...own, "--no-remote", ...shape, entry];
  try {
    const options = { args, cwd, env: { NO_COLOR: "1" }, stdin: "null", ...(signal && { signal }) } as const;
    const command = new Deno.Command(Deno.execPath(), options);
    const { success, stdout, stderr } = await command.output();
    const isDone = success && stdout.length > 0;
    return { isDone, text: new TextDecoder().decode(isDone ? stdout : stderr) };
  } catch (error) {
    return { isDone: false, text: systemCode(error) };
  }
}
