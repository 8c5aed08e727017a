/** Readings of syntax nodes that several rules share. @module */

/** The text of a string literal, or of a template literal up to its first hole; null for any other node. */
export function leadingText(node: Deno.lint.Node | null | undefined): string | null {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type === "TemplateLiteral") return node.quasis[0]?.cooked ?? null;
  if (node?.type === "BinaryExpression" && node.operator === "+") return leadingText(node.left);
  return null;
}

/**
 * Writes a chain of names such as `globalThis.Math["random"]` with dots, without the global object in front:
 * `Math.random`. Null when a part of the chain is no plain name.
 */
export function dottedName(node: Deno.lint.Node): string | null {
  switch (node.type) {
    case "Identifier":
      return node.name;
    case "ChainExpression":
    case "TSNonNullExpression":
    case "TSAsExpression":
      return dottedName(node.expression);
    case "MemberExpression": {
      const owner = dottedName(node.object);
      const part = node.computed
        ? leadingText(node.property)
        : node.property.type === "Identifier"
        ? node.property.name
        : null;
      if (owner === null || part === null) return null;
      return ["globalThis", "self", "window"].includes(owner) ? part : `${owner}.${part}`;
    }
    default:
      return null;
  }
}

/** Lists the names `Owner.part` that a declaration such as `const { part } = Owner` takes out of its owner. */
export function takenNames(node: Deno.lint.VariableDeclarator): string[] {
  const owner = node.init === null ? null : dottedName(node.init);
  if (owner === null || node.id.type !== "ObjectPattern") return [];
  return node.id.properties.flatMap((part) => {
    if (part.type !== "Property" || part.key.type !== "Identifier") return [];
    return [owner === "globalThis" ? part.key.name : `${owner}.${part.key.name}`];
  });
}
