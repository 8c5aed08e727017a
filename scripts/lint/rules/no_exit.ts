/** Rule `no-exit`. @module */
import { isExempt } from "../exemptions.ts";
import { placeOf } from "../place.ts";
import { dottedName, takenNames } from "../syntax.ts";

const EXITS: ReadonlySet<string> = new Set(["Deno.exit", "process.exit", "process.abort"]);

/** Lets only the programs end the process: everything else returns or throws. */
export const noExit: Deno.lint.Rule = {
  create(context) {
    const place = placeOf(context.filename);
    if (place === null || place.zone === "tests" || isExempt("no-exit", place.path)) return {};
    const refuse = (node: Deno.lint.Node, name: string | null): void => {
      if (name === null || !EXITS.has(name)) return;
      context.report({ node, message: `${name} ends the process from within`, hint: "Return an exit code" });
    };
    return {
      MemberExpression: (node) => refuse(node, dottedName(node)),
      VariableDeclarator: (node) => takenNames(node).forEach((name) => refuse(node, name)),
      ImportDeclaration(node) {
        if (!/^(?:node:)?process$/.test(node.source.value)) return;
        for (const part of node.specifiers) {
          if (part.type === "ImportSpecifier" && part.imported.type === "Identifier") {
            refuse(part, `process.${part.imported.name}`);
          }
        }
      },
    };
  },
};
