/** The rows of a result, with filters. @module */
import { isJsonObject, type JsonValue } from "../../kernel/json_value.ts";
import type { SvgNode } from "../charts/svg_node.ts";
import { html, valueCell, valueWords } from "./html.ts";
import { VERDICT_FIELDS } from "./junit.ts";
import { ROWS_PER_PAGE } from "./page_script.ts";

/** The most columns of a table; what rows hold beyond stands together in the last. */
const MAX_COLUMNS = 24;

/** Rows as a table: a column for each name in the order in which names first occur, 24 at most. */
export interface Grid {
  /** The names. */ readonly columns: readonly string[];
  /** By row the values; undefined: the row has none of that name. */
  readonly rows: readonly (readonly (JsonValue | undefined)[])[];
  /** The column that says by true or false whether a row is as it should be; null: there is none. */
  readonly verdict: number | null;
}

/** Sorts rows into columns. Rows that are no objects stand in a column `value`. */
export function gridOf(rows: readonly JsonValue[], { verdictField }: { readonly verdictField?: string } = {}): Grid {
  const objects = rows.map((row) => isJsonObject(row) ? row : { value: row });
  const fields = verdictField === undefined ? VERDICT_FIELDS : [verdictField];
  const verdictName = fields.find((name) =>
    objects.some((row) => Object.hasOwn(row, name) && typeof row[name] === "boolean")
  );
  const first = ["id", "name", verdictName].filter((name) => name !== undefined);
  const names = new Set(first.filter((name) => objects.some((row) => Object.hasOwn(row, name))));
  for (const row of objects) for (const name of Object.keys(row)) names.add(name);
  const all = [...names], isWide = all.length > MAX_COLUMNS;
  const shown = isWide ? all.slice(0, MAX_COLUMNS - 1) : all, rest = all.slice(shown.length);
  const restOf = (row: { readonly [name: string]: JsonValue }): JsonValue =>
    Object.fromEntries(rest.filter((name) => Object.hasOwn(row, name)).map((name) => [name, row[name]!]));
  return {
    columns: isWide ? [...shown, "and more"] : shown,
    rows: objects.map((row: { readonly [name: string]: JsonValue }) => [
      ...shown.map((name) => Object.hasOwn(row, name) ? row[name] : undefined),
      ...(isWide ? [restOf(row)] : []),
    ]),
    verdict: verdictName === undefined ? null : shown.indexOf(verdictName),
  };
}

/** A table of rows: the first hundred stand in it, the others in data beside it, for the page's script to show and to
 * filter. The data are the text of a hidden element, escaped like any other. */
export function rowsTable(
  grid: Grid,
  { id, caption }: { readonly id: string; readonly caption: string },
): { readonly table: SvgNode; readonly data: SvgNode } {
  const { columns, rows, verdict } = grid, count = rows.length;
  const head = ["row", ...columns].map((name) => html("th", { scope: "col", children: [name] }));
  const body = rows.slice(0, ROWS_PER_PAGE).map((row, at) => lineOf(row, { at, verdict }));
  const shown = Math.min(count, ROWS_PER_PAGE);
  const table = html("div", {
    "data-rows": `${id}-data`,
    children: [
      toolsOf(grid, { id }),
      html("p", {
        ...{ role: "status", class: "quiet", "data-status": "" },
        children: [`${count} of ${count} rows${count === 0 ? "" : `, showing 1 to ${shown}`}`],
      }),
      html("div", {
        ...{ class: "scroll rows", role: "group", tabindex: "0", "aria-label": caption },
        children: [html("table", {
          children: [
            html("caption", { children: [caption] }),
            html("thead", { children: [html("tr", { children: head })] }),
            html("tbody", { "data-body": "", children: body }),
          ],
        })],
      }),
    ],
  });
  const cells = rows.map((row) => row.map((value) => value === undefined ? "s" : cellData(value)));
  return {
    table,
    data: html("div", { id: `${id}-data`, hidden: "", children: [JSON.stringify({ columns, rows: cells, verdict })] }),
  };
}

/** A cell for the script: `s` and a text, or `j` and JSON. */
function cellData(value: JsonValue): string {
  return (typeof value === "string" ? "s" : "j") + valueWords(value);
}

function lineOf(
  row: readonly (JsonValue | undefined)[],
  { at, verdict }: { readonly at: number; readonly verdict: number | null },
): SvgNode {
  const cells = row.map((value) => html("td", { children: value === undefined ? [] : [valueCell(value)] }));
  const isBad = verdict !== null && row[verdict] === false;
  return html("tr", {
    ...(isBad ? { class: "bad-row" } : {}),
    children: [html("th", { scope: "row", children: [String(at + 1)] }), ...cells],
  });
}

/** The controls; hidden until the script is there. */
function toolsOf({ columns, verdict }: Grid, { id }: { readonly id: string }): SvgNode {
  const choice = (value: string, name: string): SvgNode => html("option", { value, children: [name] });
  const labelled = (words: string, control: SvgNode): SvgNode =>
    html("div", {
      class: "field",
      children: [html("label", { for: control.attributes.id, children: [words] }), control],
    });
  const button = (name: string, words: string): SvgNode =>
    html("button", { type: "button", [`data-${name}`]: "", children: [words] });
  return html("div", {
    ...{ class: "tools", role: "group", "aria-label": "Filter the rows", "data-tools": "", hidden: "" },
    children: [
      labelled(
        "Rows that hold",
        html("input", { type: "search", id: `${id}-text`, "data-text": "", autocomplete: "off" }),
      ),
      labelled(
        "in",
        html("select", {
          ...{ id: `${id}-column`, "data-column": "" },
          children: [choice("-1", "any column"), ...columns.map((name, at) => choice(String(at), name))],
        }),
      ),
      ...(verdict === null ? [] : [html("label", {
        class: "line",
        children: [html("input", { type: "checkbox", "data-only": "" }), `only where ${columns[verdict]} is false`],
      })]),
      button("back", "Earlier rows"),
      button("next", "Later rows"),
    ],
  });
}
