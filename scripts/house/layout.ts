/** House check: what lies where. @module */
import { EXEMPTIONS } from "../lint/exemptions.ts";
import { type HouseTree, type Problem, textOf } from "./tree.ts";

/** Every name that may stand at the top of the repository. */
export const TOP_LEVEL: ReadonlySet<string> = new Set([
  ".ci",
  ".gitattributes",
  ".gitignore",
  "LICENSE",
  "README.md",
  "deno.json",
  "deno.lock",
  "experiments",
  "fixtures",
  "kernel",
  "mod.ts",
  "scripts",
  "tests",
]);

/** Tests that are about no single source file, with what they are about. */
export const CROSS_CUTTING: Readonly<Record<string, string>> = {
  "tests/ci_test.ts": "the script .ci/run",
  "tests/experiments_test.ts": "every frozen experiment, as it stands",
  "tests/hostile_test.ts": "every experiment of fixtures/hostile",
  "tests/reports_test.ts": "the report of every experiment, in a browser",
  "tests/kernel/std/links_test.ts": "the packages of kernel/std as deno.json links them",
  "tests/long/experiments_test.ts": "the frozen experiments that take long, as they stand",
  "tests/long/hostile_test.ts": "the slow experiments of fixtures/hostile",
  "tests/readme_test.ts": "the transcripts of README.md",
  "tests/surface_test.ts": "every exported name",
};

const EXPERIMENT = /^(?:_template|[a-z][a-z0-9]*(?:-[a-z0-9]+)*-v[1-9][0-9]*)$/;
const FOLDER = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
const HOLDS_CODE = /^export (?:async |abstract |declare )*(?:function|const|let|class|enum)\b/m;

/**
 * Checks names at the top, folder names, that every test mirrors a source file or folder, that every file of
 * the kernel that holds more than types has its test, that no two source files are copies of each other, and
 * that no standing lint exemption names a file that is gone.
 */
export function checkLayout(tree: HouseTree): Problem[] {
  return [...topProblems(tree), ...folderProblems(tree), ...mirrorProblems(tree), ...copyProblems(tree)];
}

/** Checks that every path of the table of lint exemptions stands for a file of the tree. */
export function checkExemptions(tree: HouseTree): Problem[] {
  const path = "scripts/lint/exemptions.ts";
  const lines = textOf(tree, path).split("\n");
  return Object.entries(EXEMPTIONS).flatMap(([rule, exempt]) =>
    Object.keys(exempt)
      .filter((name) => !tree.paths.some((known) => name.endsWith("/") ? known.startsWith(name) : known === name))
      .map((name) => ({
        path,
        line: 1 + Math.max(0, lines.findIndex((line) => line.includes(`"${name}"`))),
        text: `${name} is exempt from ${rule} and does not exist`,
      }))
  );
}

function topProblems(tree: HouseTree): Problem[] {
  const seen = new Map<string, string>();
  for (const path of tree.paths) seen.set(path.split("/")[0] ?? "", path);
  return [...seen].filter(([top]) => !TOP_LEVEL.has(top)).map(([top, path]) => ({
    path,
    line: 1,
    text: `${top} is no name for the top of the repository`,
  }));
}

function folderProblems(tree: HouseTree): Problem[] {
  const seen = new Map<string, string>();
  for (const path of tree.paths.filter((path) => /^(?:kernel|scripts|tests|experiments)\//.test(path))) {
    const parts = path.split("/").slice(0, -1);
    for (let depth = 1; depth <= parts.length; depth++) seen.set(parts.slice(0, depth).join("/"), path);
  }
  return [...seen].flatMap(([folder, path]) => {
    const name = folder.split("/").at(-1) ?? "";
    const isExperiment = /^(?:tests\/(?:long\/)?)?experiments\/[^/]+$/.test(folder);
    const good = isExperiment ? EXPERIMENT.test(name) : FOLDER.test(name);
    const form = isExperiment ? "name-v1" : "snake_case";
    return good ? [] : [{ path, line: 1, text: `the folder ${folder} is not named in the form ${form}` }];
  });
}

function mirrorProblems(tree: HouseTree): Problem[] {
  const known = new Set(tree.paths);
  const problems: Problem[] = [];
  for (const path of tree.paths) {
    const mirrored = /^tests\/(?:long\/)?(.+)_test\.ts$/.exec(path)?.[1];
    if (mirrored !== undefined && !Object.hasOwn(CROSS_CUTTING, path)) {
      const folder = tree.paths.some((other) => other.startsWith(`${mirrored}/`));
      if (!folder && !known.has(`${mirrored}.ts`)) {
        problems.push({ path, line: 1, text: `mirrors ${mirrored}.ts, which does not exist` });
      }
    }
    const kernel = /^kernel\/(?!std\/|schema\/)(.+)\.ts$/.exec(path)?.[1];
    if (kernel === undefined || kernel === "mod" || !HOLDS_CODE.test(textOf(tree, path))) continue;
    const test = `tests/kernel/${kernel}_test.ts`;
    if (!known.has(test)) problems.push({ path, line: 1, text: `has no test ${test}` });
  }
  return problems;
}

function copyProblems(tree: HouseTree): Problem[] {
  const first = new Map<string, string>();
  const problems: Problem[] = [];
  for (const path of tree.paths.filter((path) => /^(?:kernel|scripts|tests)\/.+\.ts$/.test(path))) {
    const text = textOf(tree, path);
    const other = first.get(text);
    if (other === undefined) first.set(text, path);
    else problems.push({ path, line: 1, text: `is a copy of ${other}` });
  }
  return problems;
}
