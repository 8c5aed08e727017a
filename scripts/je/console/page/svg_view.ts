/// <reference lib="dom" />
/** Charts on the page. @module */
import { attributeText, type SvgNode } from "../../../charts/svg_node.ts";
import { setAttributes } from "./elements.ts";

const SVG = "http://www.w3.org/2000/svg";

/** Makes a chart's elements; text in it is text. */
export function svgElement({ tag, attributes, children }: SvgNode): SVGElement {
  const element = document.createElementNS(SVG, tag);
  setAttributes(
    element,
    Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, attributeText(value)])),
  );
  for (const child of children) element.append(typeof child === "string" ? child : svgElement(child));
  return element;
}

/** How wide a chart is drawn within an element, in CSS pixels. */
export function chartWidthPx(within: Element): number {
  return Math.min(880, Math.max(320, within.clientWidth || 640));
}
