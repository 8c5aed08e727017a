import { assertEquals } from "@std/assert/equals";
import { type Column, rowPages } from "../../../../../scripts/je/console/page/table_rows.ts";

interface Item {
  readonly name: string;
  readonly size: number | null;
}

const NAME: Column<Item> = { title: "Name", text: ({ name }) => name, order: ({ name }) => name };
const SIZE: Column<Item> = { title: "Size", text: ({ size }) => String(size), order: ({ size }) => size };
const ITEMS: readonly Item[] = [
  { name: "Pear tree", size: 9 },
  { name: "apple", size: 10 },
  { name: "Pear", size: null },
  { name: "fig", size: 10 },
];

function pagesOf(perPage = 10) {
  return rowPages(ITEMS, { columns: [NAME, SIZE], perPage });
}

function namesOf(pages: ReturnType<typeof pagesOf>): string[] {
  return pages.now().rows.map(({ name }) => name);
}

Deno.test("rowPages() shows rows as given until it is told otherwise", () => {
  assertEquals(namesOf(pagesOf()), ["Pear tree", "apple", "Pear", "fig"]);
});

const filters: [text: string, names: string[]][] = [
  ["PEAR", ["Pear tree", "Pear"]],
  ["pear 9", ["Pear tree"]],
  ["  ", ["Pear tree", "apple", "Pear", "fig"]],
  ["nothing", []],
  ["10", ["apple", "fig"]],
  [".*", []],
];
for (const [text, names] of filters) {
  Deno.test(`rowPages() keeps the rows that hold every word of ${JSON.stringify(text)}`, () => {
    const pages = pagesOf();
    pages.filter(text);
    assertEquals(namesOf(pages), names);
  });
}

const orders: [name: string, column: Column<Item> | null, isDown: boolean, names: string[]][] = [
  ["numbers by size, nothing first, equals as given", SIZE, false, ["Pear", "Pear tree", "apple", "fig"]],
  ["downwards with equals as given", SIZE, true, ["apple", "fig", "Pear tree", "Pear"]],
  ["text by its code units", NAME, false, ["Pear", "Pear tree", "apple", "fig"]],
  ["nothing when no column is named", null, false, ["Pear tree", "apple", "Pear", "fig"]],
];
for (const [name, column, isDown, names] of orders) {
  Deno.test(`rowPages() orders ${name}`, () => {
    const pages = pagesOf();
    pages.order(column, { isDown });
    assertEquals(namesOf(pages), names);
  });
}

Deno.test("rowPages() orders what a filter keeps", () => {
  const pages = pagesOf();
  pages.filter("10");
  pages.order(NAME, { isDown: true });
  assertEquals(namesOf(pages), ["fig", "apple"]);
});

Deno.test("rowPages() turns to the nearest page that there is", () => {
  const pages = pagesOf(3);
  pages.turn(99);
  const { page, pages: count, from, kept } = pages.now();
  assertEquals([page, count, from, kept, namesOf(pages)], [1, 2, 3, 4, ["fig"]]);
});

Deno.test("rowPages() goes back to the first page when the filter changes", () => {
  const pages = pagesOf(1);
  pages.turn(3);
  pages.filter("pear");
  assertEquals(pages.now().page, 0);
});

Deno.test("rowPages() makes rows ready bit by bit, and filters what is not ready yet", () => {
  const pages = pagesOf();
  assertEquals([pages.prepare(3), pages.prepare(3), pages.prepare(3)], [true, false, false]);
  const fresh = pagesOf();
  fresh.prepare(1);
  fresh.filter("fig");
  assertEquals(namesOf(fresh), ["fig"]);
});
