/// <reference lib="dom" />
/** Tables on the page: with a filter, an order, and pages, so that many rows cost no more than a few. @module */
import { announce } from "./announce.ts";
import { type Content, fill, foreign, h } from "./elements.ts";
import { counted, grouped } from "./numbers.ts";
import { type Column, type RowPages, rowPages } from "./table_rows.ts";

/** How a table is made. */
export interface TableParts<Row> {
  /** A word for its ids. */ readonly id: string;
  /** What it is a table of. */ readonly caption: string;
  /** Its columns; the first names the row. */ readonly columns: readonly Column<Row>[];
  /** Its rows. */ readonly rows: readonly Row[];
  /** A button at the end of each row: what it says, of what, and what it does. */
  readonly action?: { readonly text: string; readonly of: (row: Row) => string; readonly run: (row: Row) => void };
  /** Rows of a page; 100 unless given. */ readonly perPage?: number;
  /** Called with the rows that are seen, whenever they change. */ readonly shown?: (rows: readonly Row[]) => void;
}

const PER_PAGE = 100;
/** Rows that are made ready to be filtered at a time, while nothing else is done. */
const READY = 500;

/** A short table without filter and pages: what stands beside a chart. */
export function plainTable<Row>(
  { id, caption, columns, rows }: Pick<TableParts<Row>, "id" | "caption" | "columns" | "rows">,
): HTMLElement {
  return scrolled(
    { id, caption },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        columns.map(({ title, isNumber }) => h("th", { scope: "col", class: isNumber ? "number" : null }, title)),
      ),
    ),
    h("tbody", {}, rows.map((row) => rowElement(row, columns))),
  );
}

/** A table with a filter and pages. */
export function tableView<Row>(parts: TableParts<Row>): HTMLElement {
  const { id, caption, columns, rows, action, perPage = PER_PAGE, shown } = parts;
  const pages = rowPages(rows, { columns, perPage }),
    body = h("tbody"),
    status = h("p", { class: "hint", id: `${id}-count` });
  const draw = (): void => {
    const { rows: seen } = pages.now();
    fill(body, seen.map((row) => rowElement(row, columns, action)));
    fill(status, countText(pages));
    turner.update();
    shown?.(seen);
  };
  const drawAndSay = (): void => {
    draw();
    announce(`${caption}: ${countText(pages)}`);
  };
  const turner = pageTurner({ id, caption, pages, turned: drawAndSay });
  const filter = h("input", {
    ...{
      type: "search",
      id: `${id}-filter`,
      autocomplete: "off",
      spellcheck: "false",
      "aria-describedby": `${id}-count`,
    },
    on: { input: () => (pages.filter(filter.value), drawAndSay()) },
  });
  const table = scrolled(
    { id, caption, isQuiet: true },
    h("thead", {}, headRow({ columns, action }, pages, drawAndSay)),
    body,
  );
  draw();
  const prepare = (): void => void (pages.prepare(READY) && setTimeout(prepare));
  setTimeout(prepare);
  return h(
    "div",
    { class: "filtered" },
    h("div", { class: "filter" }, h("label", { for: `${id}-filter` }, "Filter rows"), filter, status),
    table,
    turner.element,
  );
}

function countText(pages: RowPages<unknown>): string {
  const { kept, from, rows } = pages.now(), { total } = pages;
  const of = kept === total ? counted(total, "row") : `${counted(kept, "row")} that match, of ${grouped(total)}`;
  return rows.length === kept ? `${of}.` : `Rows ${grouped(from + 1)} to ${grouped(from + rows.length)} of ${of}.`;
}

/** A table that scrolls by itself where there is not room for it, also with the keyboard; `isQuiet`: its caption stands
 * above it as a heading already. */
function scrolled(
  { id, caption, isQuiet = false }: { id: string; caption: string; isQuiet?: boolean },
  ...content: readonly Content[]
): HTMLElement {
  return h(
    "div",
    { class: "scrolled", tabindex: "0", role: "region", "aria-labelledby": `${id}-caption` },
    h("table", { id }, h("caption", { id: `${id}-caption`, class: isQuiet ? "only-read" : null }, caption), content),
  );
}

function rowElement<Row>(row: Row, columns: readonly Column<Row>[], action?: TableParts<Row>["action"]): HTMLElement {
  const [head, ...cells] = columns.map((column, at) =>
    h(at === 0 ? "th" : "td", { scope: at === 0 ? "row" : null, class: classOf(column) }, foreign(column.text(row)))
  );
  const button = action === undefined ? null : h(
    "td",
    {},
    h(
      "button",
      { type: "button", class: "quiet", on: { click: () => action.run(row) } },
      action.text,
      h("span", { class: "only-read" }, ` ${action.of(row)}`),
    ),
  );
  return h("tr", {}, head!, button, cells);
}

function classOf({ isNumber, isLong }: Column<never>): string | null {
  return isNumber ? "number" : isLong ? "long" : null;
}

/** Headings; those that can be ordered are buttons, which order upwards, downwards, and as given. */
function headRow<Row>(
  { columns, action }: { readonly columns: readonly Column<Row>[]; readonly action: TableParts<Row>["action"] },
  pages: RowPages<Row>,
  ordered: () => void,
): HTMLElement {
  let by: Column<Row> | null = null, isDown = false;
  const heads = columns.map((column) => {
    const head = h("th", { scope: "col", class: classOf(column) }), { title, order } = column;
    if (order === undefined) fill(head, title);
    else fill(head, h("button", { type: "button", class: "order", on: { click: () => turn(column) } }, title));
    return head;
  });
  const turn = (column: Column<Row>): void => {
    if (by !== column) by = column, isDown = false;
    else if (!isDown) isDown = true;
    else by = null;
    for (const [at, head] of heads.entries()) {
      if (columns[at] === by) head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
    pages.order(by, { isDown });
    ordered();
  };
  return h("tr", {}, heads[0]!, action === undefined ? null : h("td", {}), heads.slice(1));
}

function pageTurner(
  { id, caption, pages, turned }: { id: string; caption: string; pages: RowPages<unknown>; turned: () => void },
): { readonly element: HTMLElement; update(): void } {
  const button = (text: string, to: () => number): HTMLButtonElement =>
    h("button", { type: "button", class: "quiet", on: { click: () => (pages.turn(to()), turned()) } }, text);
  const { now } = pages, place = h("span", { class: "hint" });
  const back = [button("First", () => 0), button("Previous", () => now().page - 1)];
  const on = [button("Next", () => now().page + 1), button("Last", () => now().pages - 1)];
  const element = h(
    "nav",
    { class: "pages", id: `${id}-pages`, "aria-label": `Pages of: ${caption}` },
    back,
    place,
    on,
  );
  return {
    element,
    update() {
      const { page, pages: count } = now();
      element.hidden = count === 1;
      fill(place, `Page ${grouped(page + 1)} of ${grouped(count)}`);
      for (const each of back) setEnabled(each, page > 0);
      for (const each of on) setEnabled(each, page < count - 1);
    },
  };
}

/** A button that does nothing now keeps its place, and the focus, and says so. */
function setEnabled(button: HTMLButtonElement, isEnabled: boolean): void {
  if (isEnabled) button.removeAttribute("aria-disabled");
  else button.setAttribute("aria-disabled", "true");
}
