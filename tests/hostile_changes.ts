/** What a test does to the folder of a hostile experiment: before its run, between two of its steps, or during it. */
import { linkSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { freeze, type RunOptions } from "../kernel/mod.ts";

/** Changes of one fixture; each is given the path of its copy. */
export interface Changes {
  /** Before the check. */
  readonly before?: (folder: string) => void;
  /** After the check and before the copy that is run. */
  readonly beforeCopy?: (folder: string) => void;
  /** When the experiment reports progress. */
  readonly during?: (folder: string) => void | Promise<void>;
}

const changeValue = (folder: string): void => writeFileSync(`${folder}/lib/value.ts`, "export const value = 2;\n");
const addFile = (folder: string): void => writeFileSync(`${folder}/extra.ts`, "export {};\n");
const beside = (folder: string, value: number): string => {
  const path = `${folder}-outside.ts`;
  writeFileSync(path, `export const value = ${value};\n`);
  return path;
};
const swap = (folder: string, make: (path: string) => void): void => {
  rmSync(`${folder}/lib/value.ts`);
  make(`${folder}/lib/value.ts`);
};

/** By the fixture's name. */
export const CHANGES: { readonly [name: string]: Changes } = {
  "link-symbolic": { before: (folder) => symlinkSync(beside(folder, 2), `${folder}/link.ts`) },
  "link-hard": { before: (folder) => linkSync(beside(folder, 2), `${folder}/link.ts`) },
  "link-folder": { before: (folder) => symlinkSync("/etc", `${folder}/folder`) },
  "link-swapped": { beforeCopy: (folder) => swap(folder, (path) => symlinkSync(beside(folder, 2), path)) },
  "link-swapped-same": { beforeCopy: (folder) => swap(folder, (path) => symlinkSync(beside(folder, 1), path)) },
  "pipe-swapped": {
    beforeCopy: (folder) => swap(folder, (path) => new Deno.Command("mkfifo", { args: [path] }).outputSync()),
  },
  "link-swapped-folder": {
    beforeCopy(folder) {
      renameSync(`${folder}/lib`, `${folder}-lib`);
      symlinkSync(`${folder}-lib`, `${folder}/lib`);
      writeFileSync(`${folder}-lib/value.ts`, "export const value = 2;\n");
    },
  },
  "changed-before-copy": { beforeCopy: changeValue },
  "changed-during-run": { during: changeValue },
  "changed-before-run": { before: changeValue },
  "removed-before-run": { before: (folder) => rmSync(`${folder}/lib/value.ts`) },
  "extra-before-run": { before: addFile },
  "extra-during-run": { during: addFile },
  "extra-during-run-frozen": { during: addFile },
  "manifest-during-run": {
    async during(folder) {
      rmSync(`${folder}/manifest.json`);
      changeValue(folder);
      await freeze(folder, { frozenOn: "2026-11-30" });
    },
  },
  "manifest-removed-during-run": { during: (folder) => rmSync(`${folder}/manifest.json`) },
  "protocol-deep": {
    before: (folder) => writeFileSync(`${folder}/protocol.json`, "[".repeat(100_000) + "]".repeat(100_000)),
  },
  "protocol-huge": {
    before: (folder) => writeFileSync(`${folder}/protocol.json`, " ".repeat(2 ** 20) + "\n", { flag: "a" }),
  },
};

/** The options that bring about changes between the steps of a run, without waiting for luck. */
export function changingOptions(
  folder: string,
  changes: Changes,
): { options: RunOptions; settled: () => Promise<void> } {
  let during: Promise<void> = Promise.resolve();
  const options: RunOptions = { onProgress: () => during = Promise.resolve(changes.during?.(folder)) };
  let isFirst = true;
  const get = (): undefined => {
    if (isFirst) changes.beforeCopy?.(folder);
    isFirst = false;
  };
  // The kernel asks whether there is one once the check is done, and before it copies.
  if (changes.beforeCopy !== undefined) Object.defineProperty(options, "comparePublished", { get });
  return { options, settled: () => during };
}
