/** Small experiments for tests, and a copy of fence-v1 that stands alone. @module */
import { join } from "node:path";
import { freeze } from "../kernel/manifest.ts";
import { renameExperiment } from "../scripts/cli/rename_experiment.ts";

/** What a small experiment is made of. */
export interface SmallParts {
  /** Its id; `small` unless told. */
  readonly id?: string;
  /** The code of run.ts; two rows and a summary unless told. */
  readonly code?: string;
  /** Fields of the permafrost block beside format and entry. */
  readonly block?: Readonly<Record<string, unknown>>;
  /** Fields of the protocol beside id and the block. */
  readonly document?: Readonly<Record<string, unknown>>;
  /** More files by path. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Prints two rows and the summary `{"count":2}`. */
export const SMALL_CODE = `
for (const n of [1, 2]) console.log(JSON.stringify({ row: { n } }));
console.log(JSON.stringify({ progress: { done: 2, total: 2 } }));
console.log(JSON.stringify({ summary: { count: 2 } }));
`;

/** Writes a draft into a folder (made where it is not there) and returns its path. */
export function makeSmall(folder: string, parts: SmallParts = {}): string {
  const { id = "small", code = SMALL_CODE, block = {}, document = {}, files = {} } = parts;
  Deno.mkdirSync(folder, { recursive: true });
  const permafrost = { format: "permafrost/protocol@1", entry: "run.ts", ...block };
  Deno.writeTextFileSync(join(folder, "protocol.json"), JSON.stringify({ id, ...document, permafrost }, null, 2));
  Deno.writeTextFileSync(join(folder, "run.ts"), code);
  for (const [path, text] of Object.entries(files)) {
    Deno.mkdirSync(join(folder, path, ".."), { recursive: true });
    Deno.writeTextFileSync(join(folder, path), text);
  }
  return folder;
}

/** As {@linkcode makeSmall}, and frozen. */
export async function makeFrozen(folder: string, parts: SmallParts = {}): Promise<string> {
  await freeze(makeSmall(folder, parts), { frozenOn: "2026-01-02" });
  return folder;
}

/** Copies fence-v1, with its own copy of the helper, into a folder that may be anywhere, and freezes it. */
export async function copyFence(folder: string): Promise<string> {
  const root = join(import.meta.dirname!, "../experiments/fence-v1");
  const names = [...Deno.readDirSync(root)].filter(({ isFile, name }) => isFile && name !== "manifest.json");
  Deno.mkdirSync(folder, { recursive: true });
  for (const { name } of names) Deno.copyFileSync(join(root, name), join(folder, name));
  const files = names.map(({ name }) => ({ path: name, bytes: 0, sha256: "" }));
  renameExperiment(folder, { id: "fence-v1", source: { root, files }, target: folder });
  await freeze(folder, { frozenOn: "2026-01-02" });
  return folder;
}

/** Every path beneath a folder, sorted: for saying that nothing was left there. */
export function listTree(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? [name, ...listTree(join(folder, name)).map((path) => `${name}/${path}`)] : [name]
  ).sort();
}
