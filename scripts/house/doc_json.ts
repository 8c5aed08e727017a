/** What `deno doc --json` tells, as far as the house checks read it. @module */
import { fileURLToPath, pathToFileURL } from "node:url";
import { PermafrostError } from "../../kernel/error.ts";

/** The output of `deno doc --json`, version 2. */
export interface DocJson {
  /** The version of the format. */
  readonly version: number;
  /** The modules by address. */
  readonly nodes: Readonly<Record<string, { readonly symbols: readonly DocSymbol[] }>>;
}

/** An exported name and what it is declared as. */
export interface DocSymbol {
  /** The exported name. */
  readonly name: string;
  /** Its declarations: several for an overloaded function. */
  readonly declarations: readonly DocDeclaration[];
}

/** A doc comment. */
export interface DocComment {
  /** The text before the tags. */
  readonly doc?: string;
  /** The tags in order. */
  readonly tags?: readonly {
    readonly kind: string;
    readonly name?: string;
    readonly doc?: string;
    readonly tsType?: { readonly repr?: string };
  }[];
}

/** A place in a source file. */
export interface DocLocation {
  /** The address of the file. */
  readonly filename: string;
  /** The line, from 0. */
  readonly line: number;
}

/** A member of an interface or of an object type. */
export interface DocMember {
  /** The member's name. */
  readonly name: string;
  /** Its place. */
  readonly location?: DocLocation;
  /** Its doc comment. */
  readonly jsDoc?: DocComment;
}

/** A parameter of a function; `left` under a default value, `arg` under a rest. */
export interface DocParam {
  /** What kind of pattern it is. */
  readonly kind: string;
  /** Its name, for an identifier. */
  readonly name?: string;
  /** Its type; `repr` is the name of a named one. */
  readonly tsType?: { readonly kind: string; readonly repr?: string };
  /** The pattern that has a default value. */
  readonly left?: DocParam;
  /** The pattern that takes the rest. */
  readonly arg?: DocParam;
}

/** The members of an interface or object type. */
export interface DocMembers {
  /** Its properties. */
  readonly properties?: readonly DocMember[];
  /** Its methods. */
  readonly methods?: readonly DocMember[];
}

/** One declaration of an exported name. */
export interface DocDeclaration {
  /** `function`, `interface`, `typeAlias`, `variable`, `class` and others. */
  readonly kind: string;
  /** `export` for what the module exports. */
  readonly declarationKind: string;
  /** Its place. */
  readonly location: DocLocation;
  /** Its doc comment. */
  readonly jsDoc?: DocComment;
  /** What it declares. */
  readonly def?: DocMembers & {
    readonly params?: readonly DocParam[];
    readonly tsType?: { readonly kind: string; readonly value?: DocMembers };
  };
}

/** An exported declaration with the repository-relative path of its file. */
export interface DeclaredSymbol {
  /** The exported name. */
  readonly name: string;
  /** The file that declares it. */
  readonly path: string;
  /** The line where it stands there, from 1. */
  readonly line: number;
  /** The declaration. */
  readonly declaration: DocDeclaration;
}

/**
 * Runs `deno doc --json` in the repository at `root` over the `paths` given.
 *
 * @throws {PermafrostError} `unavailable` when Deno fails, or writes another version than 2.
 */
export function readDocs(root: string, paths: readonly string[]): DocJson {
  const args = ["doc", "--json", "--quiet", ...paths];
  const { success, stdout, stderr } = new Deno.Command(Deno.execPath(), { args, cwd: root }).outputSync();
  const doc = success ? JSON.parse(new TextDecoder().decode(stdout)) as DocJson : null;
  if (doc?.version === 2) return doc;
  const said = new TextDecoder().decode(stderr).trim().split("\n")[0] ?? "";
  throw new PermafrostError(
    "unavailable",
    `Cannot read doc comments: deno doc --json gave no version 2 (${said})`,
  );
}

/** Lists the exported declarations once each, whichever files export them again; files outside of `root` are left out. */
export function declaredSymbols(doc: DocJson, options: { root: string }): DeclaredSymbol[] {
  const base = pathToFileURL(options.root.replace(/\/?$/, "/")).href;
  const found = new Map<string, DeclaredSymbol>();
  for (const { symbols } of Object.values(doc.nodes)) {
    for (const { name, declarations } of symbols) {
      for (const declaration of declarations) {
        const { filename } = declaration.location;
        const line = declaration.location.line + 1;
        if (declaration.declarationKind !== "export" || !filename.startsWith(base)) continue;
        const path = fileURLToPath(filename).slice(fileURLToPath(base).length);
        found.set(`${path}:${line}:${name}`, { name, path, line, declaration });
      }
    }
  }
  return [...found.values()];
}
