/** The npm packages that an archive carries, so that it runs without network and with an empty cache. @module */
import fs from "node:fs";
import { join } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { walkTree } from "../../kernel/tree_walk.ts";
import { fileOf, type PayloadFile, PROJECT_ROOT } from "./payload.ts";

/** Packages that check, verify and reproduce load; none of them depends on another. */
export const CARRIED_PACKAGES = ["@cfworker/json-schema", "get-east-asian-width"];

/** The files of the carried packages below `node_modules/`, in the versions of deno.lock: from this project's own
 * node_modules where it has one, or else from Deno's cache. Files whose names start with a dot are Deno's own and left
 * out.
 * @throws {PermafrostError} unavailable: a package is in neither; run a command that loads it once. */
export async function vendoredFiles(): Promise<PayloadFile[]> {
  const lock = JSON.parse(Deno.readTextFileSync(join(PROJECT_ROOT, "deno.lock"))) as { npm: Record<string, unknown> };
  const cache = await npmCache(), files: PayloadFile[] = [];
  for (const name of CARRIED_PACKAGES) {
    const version = Object.keys(lock.npm).find((key) => key.startsWith(`${name}@`))?.slice(name.length + 1) ?? "";
    const folder = [join(PROJECT_ROOT, "node_modules", name), ...cache.map((each) => join(each, name, version))]
      .find((place) => fs.existsSync(join(place, "package.json")));
    if (folder === undefined) {
      throw new PermafrostError(
        "unavailable",
        `Cannot archive ${name}@${version}: it is not in Deno's cache; verify once`,
        {
          at: name,
        },
      );
    }
    for (const { path } of walkTree(folder, { skip: (path) => /(^|\/)\./.test(path) })) {
      files.push(fileOf(join(folder, path), `node_modules/${name}/${path}`));
    }
  }
  return files;
}

/** The folders of registries in Deno's cache of npm packages. */
async function npmCache(): Promise<string[]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"], stderr: "null" }).output();
  const { npmCache } = JSON.parse(new TextDecoder().decode(stdout)) as { npmCache: string };
  return fs.existsSync(npmCache) ? fs.readdirSync(npmCache).sort().map((registry) => join(npmCache, registry)) : [];
}

/** The project's configuration for an archive: packages come from the carried folder alone. */
export function archiveConfig(): string {
  const config = JSON.parse(Deno.readTextFileSync(join(PROJECT_ROOT, "deno.json"))) as Record<string, unknown>;
  return `${JSON.stringify({ ...config, nodeModulesDir: "manual" }, null, 2)}\n`;
}
