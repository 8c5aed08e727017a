/** Rule `no-default-export`. @module */
import { isExempt } from "../exemptions.ts";
import { placeOf } from "../place.ts";

/** Refuses default exports, also by renaming: a thing has the same name wherever it is used. */
export const noDefaultExport: Deno.lint.Rule = {
  create(context) {
    const place = placeOf(context.filename);
    if (place === null || isExempt("no-default-export", place.path)) return {};
    const refuse = (node: Deno.lint.Node): void =>
      context.report({ node, message: "A default export hides a name", hint: "Export it by name" });
    return {
      ExportDefaultDeclaration: refuse,
      ExportSpecifier(node) {
        const { exported } = node;
        const name = exported.type === "Identifier" ? exported.name : exported.value;
        if (name === "default") refuse(node);
      },
    };
  },
};
