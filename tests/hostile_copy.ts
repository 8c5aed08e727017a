/** Copies of the hostile experiments, outside of the repository. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { HOSTILE } from "./hostile_case.ts";

const HELPER = fileURLToPath(new URL("../kernel/experiment.ts", import.meta.url));

/**
 * Copies a fixture into a folder `base`, as `permafrost new` would: with the child's helper beside it, under the
 * name permafrost.ts. With `letsOut` its entry is loud_run.ts, which swallows no error. Returns the copy's path.
 */
export function copyFixture(name: string, { base, letsOut }: { base: string; letsOut: boolean }): string {
  const folder = `${base}/${name}`;
  rmSync(folder, { recursive: true, force: true });
  cpSync(`${HOSTILE}${name}`, folder, { recursive: true });
  if (letsOut) cpSync(`${HOSTILE}loud_run.ts`, `${folder}/run.ts`);
  for (const file of readdirSync(folder).filter((file) => file.endsWith(".ts"))) {
    const text = readFileSync(`${folder}/${file}`, "utf8");
    writeFileSync(`${folder}/${file}`, text.replaceAll("../../../kernel/experiment.ts", "./permafrost.ts"));
  }
  cpSync(HELPER, `${folder}/permafrost.ts`);
  return folder;
}
