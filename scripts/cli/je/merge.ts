/** `permafrost je merge`. @module */
import { resolve } from "node:path";
import { mergeFolders } from "../../je/merge_folders.ts";
import type { Call } from "../command.ts";
import { labelled, printable, printJson } from "../terminal.ts";
import { makeFolder } from "./sweep.ts";

/** Joins folders. Exit 1: something conflicts or is damaged. */
export async function runMerge({ operands: [target = "", ...folders], flags, io }: Call): Promise<0 | 1> {
  const path = resolve(io.cwd, target);
  makeFolder(path, target);
  const report = await mergeFolders(path, folders.map((at) => ({ path: resolve(io.cwd, at), at })));
  const { read, episodes, duplicates, findings } = report;
  if (flags.has("json")) printJson(io, report);
  else {
    io.out(
      labelled(io, "Merged", { text: `${read} files read, ${duplicates} twice, ${episodes} episodes in ${target}` }),
    );
    for (const { code, at, reason } of findings) io.out(`${code}\t${printable(at)}\t${printable(reason)}\n`);
  }
  return findings.length === 0 ? 0 : 1;
}
