/** Rule `test-name`. @module */
import { isExempt } from "../exemptions.ts";
import { placeOf } from "../place.ts";
import { dottedName, leadingText } from "../syntax.ts";

const FORM = /^[\w.]+(?:\(\))? /;
const NO_SYMBOL = /^(?:a|an|the|it|its|this|that|every|each|all|no|when|if|should|test|tests|does|do) /i;

/** Says whether a test's name starts with the symbol it is about: `symbol() does x when y`. */
export function isTestName(name: string): boolean {
  return FORM.test(name) && !NO_SYMBOL.test(name);
}

/** Wants the name of every test to start, literally, with the symbol that it is about. */
export const testName: Deno.lint.Rule = {
  create(context) {
    const place = placeOf(context.filename);
    if (place?.zone !== "tests" || isExempt("test-name", place.path)) return {};
    return {
      CallExpression(node) {
        if (!/^(?:Deno\.test(?:\.only|\.ignore)?|testOnLoopback|testWith)$/.test(dottedName(node.callee) ?? "")) return;
        const name = nameOf(node.arguments[0]);
        if (name !== null && isTestName(name)) return;
        context.report({
          node: node.arguments[0] ?? node,
          message: name === null ? "A test's name starts with no literal text" : `"${name}" names no symbol first`,
          hint: "Write `symbol() does x when y`; in a table, a template that starts with the symbol",
        });
      },
    };
  },
};

function nameOf(first: Deno.lint.Node | undefined): string | null {
  if (first?.type === "FunctionExpression") return first.id?.name ?? null;
  if (first?.type !== "ObjectExpression") return leadingText(first);
  for (const part of first.properties) {
    if (part.type !== "Property" || part.key.type !== "Identifier" || part.key.name !== "name") continue;
    return leadingText(part.value);
  }
  return null;
}
