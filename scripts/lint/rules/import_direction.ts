/** Rule `import-direction`. @module */
import { OPEN_KERNEL_MODULES } from "../../../kernel/module_graph.ts";
import { type Place, placeOf, placeOfPath } from "../place.ts";

/** What an experiment may import of the kernel: what loads in the sandbox, and the library for code outside of it. */
const KERNEL_DOORS: ReadonlySet<string> = new Set([...OPEN_KERNEL_MODULES, "kernel/mod.ts"]);
const EXACT_PACKAGE = /^(?:npm|jsr):\/?(?:@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+(?:[-+][\w.+-]+)?(?:\/.*)?$/;

/** Says why a file at `from` may not import `specifier`; null when it may. */
export function importProblem(from: Place, specifier: string): string | null {
  if (from.zone === "tests") return null;
  if (/^\.{1,2}\//.test(specifier)) return relativeProblem(from, specifier);
  if (specifier.startsWith("node:")) return null;
  if (/^(?:npm|jsr):/.test(specifier)) {
    if (!EXACT_PACKAGE.test(specifier)) return "a package needs an exact version";
    return from.zone === "experiments" && specifier.startsWith("jsr:") ? "an experiment takes npm: only" : null;
  }
  if (/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(specifier)) return "an address or absolute path is no module here";
  if (specifier.startsWith("@permafrost/")) return "this package names its own files by relative path";
  return from.zone === "experiments" ? "an experiment takes packages as npm:name@exact only" : null;
}

function relativeProblem(from: Place, specifier: string): string | null {
  const base = "file:///in/";
  const url = new URL(specifier, base + from.path).href;
  if (!url.startsWith(base)) return "the path leaves the repository";
  const to = placeOfPath(decodeURIComponent(url.slice(base.length)));
  if (to.zone === "tests" || to.zone === "fixtures") return `only tests import ${to.zone}/`;
  switch (from.zone) {
    case "kernel":
      return to.zone === "kernel" ? null : "the kernel imports nothing but the kernel";
    case "experiments":
      if (from.experiment === to.experiment || KERNEL_DOORS.has(to.path)) return null;
      return "an experiment imports its own folder, and of the kernel mod.ts or an open module";
    case "root":
      return to.zone === "scripts" ? "the library does not import scripts/" : null;
    default:
      return null;
  }
}

/** Keeps imports, exports from elsewhere and type imports flowing kernel <- experiments <- scripts. */
export const importDirection: Deno.lint.Rule = {
  create(context) {
    const place = placeOf(context.filename);
    if (place === null || place.zone === "tests") return {};
    const check = (source: Deno.lint.Node | null): void => {
      if (source === null) return;
      if (source.type !== "Literal" || typeof source.value !== "string") {
        if (place.zone !== "experiments") return;
        context.report({ node: source, message: "An experiment imports by literal names only" });
        return;
      }
      const problem = importProblem(place, source.value);
      if (problem !== null) {
        context.report({ node: source, message: `Cannot import ${source.value}: ${problem}` });
      }
    };
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.argument.type === "TSLiteralType" ? node.argument.literal : node.argument),
    };
  },
};
