/** Rule `no-class`. @module */
import { isExempt } from "../exemptions.ts";
import { placeOf } from "../place.ts";

/** Refuses classes: data are interfaces, behaviour is functions, and the one class is PermafrostError. */
export const noClass: Deno.lint.Rule = {
  create(context) {
    const place = placeOf(context.filename);
    if (place === null || isExempt("no-class", place.path)) return {};
    const refuse = (node: Deno.lint.Node): void =>
      context.report({
        node,
        message: "A class has no place here",
        hint: "Write an interface and functions",
      });
    return { ClassDeclaration: refuse, ClassExpression: refuse };
  },
};
