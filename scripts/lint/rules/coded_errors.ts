/** Rule `coded-errors`. @module */
import { isExempt } from "../exemptions.ts";
import { placeOf } from "../place.ts";
import { dottedName } from "../syntax.ts";

const FOREIGN_ERROR = /^(?:[A-Z]\w*(?:Error|Exception)|Error|Deno\.errors\.\w+)$/;
const UNCODED_VALUES: ReadonlySet<string> = new Set(["Literal", "TemplateLiteral", "ObjectExpression"]);

/**
 * Lets the kernel and the scripts make no error but PermafrostError, whose code says why; a caught error may
 * be thrown on. Exempt are kernel/std (which throws as upstream does), and kernel/experiment.ts and the
 * experiments: they run inside the sandbox, where the kernel's error is not theirs to import, and the kernel
 * reports their crash under its own code.
 */
export const codedErrors: Deno.lint.Rule = {
  create(context) {
    const place = placeOf(context.filename);
    if (place === null || !["kernel", "scripts", "root"].includes(place.zone)) return {};
    if (isExempt("coded-errors", place.path)) return {};
    const hint = "Use PermafrostError with one of its codes (kernel/error.ts)";
    const check = (node: Deno.lint.NewExpression | Deno.lint.CallExpression): void => {
      const name = dottedName(node.callee) ?? "";
      if (name === "PermafrostError" || !FOREIGN_ERROR.test(name)) return;
      context.report({ node, message: `${name} carries no code`, hint });
    };
    return {
      NewExpression: check,
      CallExpression: check,
      ThrowStatement(node) {
        const thrown = node.argument;
        const foreign = thrown.type === "NewExpression"
          ? !/^PermafrostError$|(?:Error|Exception)$|^Deno\.errors\./.test(dottedName(thrown.callee) ?? "")
          : UNCODED_VALUES.has(thrown.type);
        if (foreign) context.report({ node, message: "What is thrown is no PermafrostError", hint });
      },
    };
  },
};
