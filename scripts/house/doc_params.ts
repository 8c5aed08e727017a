/** House check: what is exported is documented. @module */
import { ERROR_CODES } from "../../kernel/error.ts";
import { type DeclaredSymbol, declaredSymbols, type DocDeclaration, type DocJson, type DocParam } from "./doc_json.ts";
import { type HouseTree, type Problem, textOf } from "./tree.ts";

const CODES: readonly string[] = Object.keys(ERROR_CODES);
/** Named types that say as little of a parameter as `string` does. */
const PLAIN_TYPE = /^(?:Uint8Array|URL|Date|Promise|Iterable|AsyncIterable|(?:Readonly)?(?:Array|Map|Set|Record))$/;
const SCOPE = /^(?:mod\.ts|kernel\/(?!std\/).+\.ts)$/;

/**
 * Checks the exported names of mod.ts and the kernel: each has a doc comment, so has each member of an
 * interface or of a type written as an object; each function's comment says something of each parameter
 * that has no type of its own name (a `@param`, or a word of the parameter's name); each function that makes a PermafrostError itself lists that
 * code under `@throws {PermafrostError}`, and lists no code that does not exist. `doc` is of the repository at
 * `root`.
 */
export function checkDocs(tree: HouseTree, doc: DocJson, options: { root: string }): Problem[] {
  return declaredSymbols(doc, options).filter(({ path }) => SCOPE.test(path)).flatMap((declared) => {
    const { name, path, line, declaration } = declared;
    if (declaration.kind === "reference") return []; // exported again: documented where it is declared
    const problems = memberProblems(declared);
    const say = (text: string): void => void problems.push({ path, line, text });
    if (!hasText(declaration)) say(`${name} has no doc comment`);
    if (declaration.kind !== "function") return problems;
    for (const param of unsaidParams(declaration)) say(`${name}() says nothing of its parameter ${param}`);
    const { listed, unknown } = listedCodes(declaration);
    for (const code of unknown) say(`${name}() lists the code ${code}, which does not exist`);
    for (const code of madeCodes(statementAt(textOf(tree, path), line))) {
      if (!listed.has(code)) {
        say(`${name}() throws ${code} and does not list it under @throws {PermafrostError}`);
      }
    }
    return problems;
  });
}

function hasText(item: { readonly jsDoc?: DocDeclaration["jsDoc"] }): boolean {
  return (item.jsDoc?.doc ?? "").trim() !== "";
}

function memberProblems({ name, path, line, declaration }: DeclaredSymbol): Problem[] {
  const def = declaration.kind === "typeAlias" ? declaration.def?.tsType?.value : declaration.def;
  if (declaration.kind !== "interface" && declaration.def?.tsType?.kind !== "typeLiteral") return [];
  if (declaration.kind !== "interface" && declaration.kind !== "typeAlias") return [];
  return [...def?.properties ?? [], ...def?.methods ?? []].filter((member) => !hasText(member)).map((
    member,
  ) => ({
    path,
    line: member.location === undefined ? line : member.location.line + 1,
    text: `${name}.${member.name} has no doc comment`,
  }));
}

function unsaidParams(declaration: DocDeclaration): string[] {
  const tags = (declaration.jsDoc?.tags ?? []).filter((tag) => tag.kind === "param").map((tag) => tag.name);
  const said = [declaration.jsDoc?.doc, ...(declaration.jsDoc?.tags ?? []).map((tag) => tag.doc)]
    .join(" ").toLowerCase();
  return (declaration.def?.params ?? []).map(unwrap).filter(({ kind, name = "", tsType }) => {
    if (kind !== "identifier" || /^_|^options$/.test(name) || tags.includes(name)) return false;
    if (tsType?.kind === "typeRef" && !PLAIN_TYPE.test(tsType.repr ?? "")) return false;
    const words = name.split(/(?=[A-Z])/).map((word) => word.toLowerCase().replace(/(?<=..)s$/, ""));
    return !words.some((word) => word.length > 2 && said.includes(word)) &&
      !said.includes(name.toLowerCase());
  }).map(({ name = "" }) => name);
}

function unwrap(param: DocParam): DocParam {
  const inner = param.kind === "assign" ? param.left : param.kind === "rest" ? param.arg : undefined;
  return inner === undefined ? param : unwrap(inner);
}

function listedCodes(declaration: DocDeclaration): { listed: Set<string>; unknown: string[] } {
  const listed = new Set<string>();
  const unknown: string[] = [];
  for (const tag of declaration.jsDoc?.tags ?? []) {
    if (tag.kind !== "throws" || tag.tsType?.repr !== "PermafrostError") continue;
    for (const [, quoted, plain = ""] of (tag.doc ?? "").matchAll(/`([^`]+)`|([\w*-]+)/g)) {
      const word = quoted ?? plain;
      const named = word.endsWith("-*")
        ? CODES.filter((code) => code.startsWith(word.slice(0, -1)))
        : CODES.filter((code) => code === word);
      for (const code of named) listed.add(code);
      if (named.length === 0 && quoted !== undefined && /^[a-z]+(?:-[a-z*]+)+$/.test(quoted)) {
        unknown.push(quoted);
      }
    }
  }
  return { listed, unknown };
}

/** The top-level statement that starts on a line: it and the lines after it that are indented or only close it. */
function statementAt(text: string, line: number): string {
  const [first = "", ...rest] = text.split("\n").slice(line - 1);
  const end = rest.findIndex((next) => /^[^\s)}\]]/.test(next));
  return [first, ...rest.slice(0, end === -1 ? rest.length : end)].join("\n");
}

function madeCodes(source: string): Set<string> {
  const made = new Set<string>();
  for (const [, code = ""] of source.matchAll(/\bnew PermafrostError\(\s*"([^"]+)"/g)) made.add(code);
  for (const [, first = ""] of source.matchAll(/\bnew PermafrostError\(([^,"]*\?[^,]*),/g)) {
    for (const [, code = ""] of first.matchAll(/"([^"]+)"/g)) if (CODES.includes(code)) made.add(code);
  }
  return made;
}
