/** Looks into charts for tests. @module */
import type { SvgNode } from "../../../scripts/charts/svg_node.ts";

/** Every element of a name, in document order. */
export function elementsOf(node: SvgNode, tag: string): SvgNode[] {
  const inner = node.children.flatMap((child) => typeof child === "string" ? [] : elementsOf(child, tag));
  return node.tag === tag ? [node, ...inner] : inner;
}

/** An attribute of every element of a name. */
export function attributesOf(node: SvgNode, tag: string, name: string): (string | number | undefined)[] {
  return elementsOf(node, tag).map(({ attributes }) => attributes[name]);
}

/** Every text of `text` elements. */
export function textsOf(node: SvgNode): string[] {
  return elementsOf(node, "text").flatMap(({ children }) => children.filter((child) => typeof child === "string"));
}
