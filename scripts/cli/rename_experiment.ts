/** What changes in the copy of an experiment: its id, its address, and where its helper is. @module */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { applyEdits, modify, parse } from "jsonc-parser";
import { PermafrostError } from "../../kernel/error.ts";
import type { FrozenFile } from "../../kernel/manifest.ts";

/** The name of the child-side helper where an experiment carries its own copy. */
export const HELPER = "permafrost.ts";

/** What was done to a copy beside copying. */
export interface Copied {
  /** What a person should look at, a sentence each. */
  readonly notes: readonly string[];
  /** Files that were added. */
  readonly added: number;
}

/** A copy that is about to become an experiment of its own. */
export interface CopyPlan {
  /** Its id. */
  readonly id: string;
  /** What it was copied from. */
  readonly source: { readonly root: string; readonly files: readonly FrozenFile[] };
  /** Where it will be. */
  readonly target: string;
}

/** The kernel's own helper, and the folder above the kernel. */
const KERNEL_HELPER = import.meta.dirname === undefined
  ? null
  : resolve(import.meta.dirname, "../../kernel/experiment.ts");

/**
 * Gives a copy its id, and its address the last step of that name. Where it imported the kernel's helper by a path
 * that does not hold in its new place, or was made from a template, it gets its own copy of the helper.
 *
 * @throws {PermafrostError} unavailable where this program does not lie on a disk.
 */
export function renameExperiment(draft: string, { id, source, target }: CopyPlan): Copied {
  const notes: string[] = [];
  for (const name of ["protocol.json", "protocol.jsonc"]) {
    const path = join(draft, name);
    if (!existsSync(path)) continue;
    const { text, origin } = renameProtocol(readFileSync(path, "utf8"), id);
    writeFileSync(path, text);
    if (origin !== null) notes.push(`its published address is now ${origin}`);
  }
  const isTemplate = source.root.endsWith(`${sep}_template`);
  if (KERNEL_HELPER === null) {
    throw new PermafrostError("unavailable", "Cannot copy the helper: it is not on this disk");
  }
  let users = 0;
  for (const { path } of source.files.filter(({ path }) => /\.(ts|js|mjs)$/.test(path))) {
    const imported = relative(join(source.root, dirname(path)), KERNEL_HELPER).replaceAll(sep, "/");
    const stillHolds = resolve(target, dirname(path), imported) === KERNEL_HELPER;
    if (stillHolds && !isTemplate) continue;
    const own = relative(dirname(path), HELPER).replaceAll(sep, "/");
    const text = readFileSync(join(draft, path), "utf8");
    const moved = text.replaceAll(`"${imported}"`, JSON.stringify(own.startsWith(".") ? own : `./${own}`));
    if (moved === text) continue;
    users += 1;
    writeFileSync(join(draft, path), moved);
  }
  if (users === 0) return { notes, added: 0 };
  if (existsSync(join(draft, HELPER))) {
    throw new PermafrostError("file-exists", `Cannot copy the helper: ${HELPER} is another file there`, { at: HELPER });
  }
  copyFileSync(KERNEL_HELPER, join(draft, HELPER));
  if (!isTemplate) notes.push(`it imports its own copy of the helper now, ${HELPER}`);
  return { notes, added: 1 };
}

/** Gives a protocol its new id, and the last step of its address where that was the old id; comments stay. */
export function renameProtocol(text: string, id: string): { text: string; origin: string | null } {
  const edit = (source: string, path: string[], value: string): string =>
    applyEdits(source, modify(source, path, value, { formattingOptions: { insertSpaces: true, tabSize: 2 } }));
  const document = parse(text) as { id?: string; permafrost?: { publication?: { origin?: string } } };
  const oldId = document.id;
  const address = document.permafrost?.publication?.origin;
  const named = edit(text, ["id"], id);
  if (oldId === undefined || !address?.endsWith(`/${oldId}/`)) return { text: named, origin: null };
  const origin = address.slice(0, -oldId.length - 1) + id + "/";
  return { text: edit(named, ["permafrost", "publication", "origin"], origin), origin };
}
