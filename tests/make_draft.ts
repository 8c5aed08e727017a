/** Writes small experiments for tests. @module */
import { dirname } from "node:path";
import { inFolder } from "./in_folder.ts";

/** What a draft is made of: the kernel's block beside format and entry, and files by path. */
export interface DraftParts {
  /** Fields of the permafrost block. */
  readonly block?: Record<string, unknown>;
  /** Texts of files; run.ts is the entry. */
  readonly files?: Record<string, string>;
}

/** The lines of an experiment that prints one row and a summary. */
export const GOOD_RUN = `console.log('{"row":1}');\nconsole.log('{"summary":{"ok":true}}');\n`;

/** Writes a draft named draft-v1 into a folder and returns the experiment's folder. */
export function writeDraft(folder: string, { block = {}, files = {} }: DraftParts): string {
  const experiment = `${folder}/draft-v1`;
  const protocol = { id: "draft-v1", permafrost: { format: "permafrost/protocol@1", entry: "run.ts", ...block } };
  const all = { "protocol.json": JSON.stringify(protocol), "run.ts": GOOD_RUN, ...files };
  for (const [path, text] of Object.entries(all)) {
    Deno.mkdirSync(dirname(`${experiment}/${path}`), { recursive: true });
    Deno.writeTextFileSync(`${experiment}/${path}`, text);
  }
  return experiment;
}

/** Uses a draft in a folder that is removed afterwards. */
export function withDraft<T>(parts: DraftParts, use: (experiment: string) => Promise<T>): Promise<T> {
  return inFolder((folder) => use(writeDraft(folder, parts)));
}
