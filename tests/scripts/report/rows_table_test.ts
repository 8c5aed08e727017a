import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { svgText } from "../../../scripts/charts/svg_node.ts";
import { gridOf, rowsTable } from "../../../scripts/report/rows_table.ts";
import { elementsOf } from "../charts/svg_search.ts";

Deno.test("gridOf() puts id and verdict first, then names in the order in which they occur", () => {
  const grid = gridOf([{ b: 1, agree: true, id: "x" }, { c: 2, id: "y" }]);
  assertEquals(grid, {
    columns: ["id", "agree", "b", "c"],
    rows: [["x", true, 1, undefined], ["y", undefined, undefined, 2]],
    verdict: 1,
  });
});

Deno.test("gridOf() puts rows that are no objects into one column", () => {
  assertEquals(gridOf([1, "a", null]), { columns: ["value"], rows: [[1], ["a"], [null]], verdict: null });
});

Deno.test("gridOf() keeps names that are special in JavaScript", () => {
  const row = JSON.parse('{"__proto__":1,"constructor":2}');
  assertEquals(gridOf([row, {}]), {
    ...{ columns: ["__proto__", "constructor"], verdict: null },
    rows: [[1, 2], [undefined, undefined]],
  });
});

Deno.test("gridOf() takes the field that is named for the verdict, where it is true or false", () => {
  assertEquals(gridOf([{ a: 1, fine: false }], { verdictField: "fine" }).verdict, 0);
  assertEquals(gridOf([{ a: 1, fine: "no" }], { verdictField: "fine" }).verdict, null);
});

Deno.test("gridOf() puts names beyond 24 columns into the last, and loses none", () => {
  const row = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, at]));
  const { columns, rows: [cells] } = gridOf([row]);
  assertEquals([columns.length, columns.at(-1), Object.keys(cells!.at(-1) as object).length], [24, "and more", 7]);
});

Deno.test("rowsTable() shows a hundred rows and holds the data of all", () => {
  const rows = Array.from({ length: 250 }, (_, at) => ({ n: at, t: "</div><script>" }));
  const { table, data } = rowsTable(gridOf(rows), { id: "r", caption: "Rows" });
  assertEquals(elementsOf(table, "tr").length, 101);
  const held = JSON.parse(data.children[0] as string);
  assertEquals([held.rows.length, held.rows[249], held.columns], [250, ["j249", "s</div><script>"], ["n", "t"]]);
  assert(!svgText(data).includes("<script>"));
});

Deno.test("rowsTable() offers the verdict as a filter when there is one", () => {
  const boxes = (rows: { agree?: boolean }[]) =>
    elementsOf(rowsTable(gridOf(rows), { id: "r", caption: "Rows" }).table, "input").map(({ attributes }) =>
      attributes.type
    );
  assertEquals([boxes([{ agree: true }]), boxes([{}])], [["search", "checkbox"], ["search"]]);
});
