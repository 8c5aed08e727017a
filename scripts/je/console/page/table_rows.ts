/** Filtering, ordering and turning the pages of a table's rows. Nothing here touches the page. @module */

/** A column of a table. */
export interface Column<Row> {
  /** Its heading. */ readonly title: string;
  /** What stands in a cell, and what a filter looks at. */ readonly text: (row: Row) => string;
  /** What a row is ordered by; without one the column cannot be ordered. */
  readonly order?: (row: Row) => number | string | null;
  /** Whether it holds numbers. */ readonly isNumber?: true;
  /** Whether it holds sentences or more. */ readonly isLong?: true;
}

/** The rows of a table as they are looked at. */
export interface RowPages<Row> {
  /** How many there are. */ readonly total: number;
  /** Makes the next `most` rows ready to be filtered, which a filter does for all that are not; whether more are left. */
  prepare(most: number): boolean;
  /** Keeps those in which every word of a text stands, in capitals or not; empty: all. Goes to the first page. */
  filter(text: string): void;
  /** Orders by a column, upwards unless `isDown`; null: as given. Goes to the first page. */
  order(column: Column<Row> | null, options: { readonly isDown: boolean }): void;
  /** Goes to a page, counted from 0, or the nearest that there is. */ turn(page: number): void;
  /** What is seen now. */ now(): {
    /** The rows of the page. */ readonly rows: readonly Row[];
    /** The number of the page. */ readonly page: number;
    /** How many pages there are, at least 1. */ readonly pages: number;
    /** How many rows the filter keeps. */ readonly kept: number;
    /** The number of the first row of the page among them, from 0. */ readonly from: number;
  };
}

/** Makes pages of rows. */
export function rowPages<Row>(
  rows: readonly Row[],
  { columns, perPage }: { readonly columns: readonly Column<Row>[]; readonly perPage: number },
): RowPages<Row> {
  let page = 0,
    kept: readonly number[] = rows.map((_, at) => at),
    sorted: readonly number[] = kept,
    words: string[] = [];
  const texts: string[] = [];
  const prepare = (most: number): boolean => {
    const end = Math.min(rows.length, texts.length + most);
    while (texts.length < end) {
      const row = rows[texts.length]!;
      texts.push(columns.map(({ text }) => text(row)).join("\n").toLowerCase());
    }
    return end < rows.length;
  };
  const apply = (): void => {
    page = 0;
    if (words.length > 0) prepare(rows.length);
    kept = words.length === 0 ? sorted : sorted.filter((at) => words.every((word) => texts[at]!.includes(word)));
  };
  const pages = (): number => Math.max(1, Math.ceil(kept.length / perPage));
  return {
    total: rows.length,
    prepare,
    filter(text) {
      words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
      apply();
    },
    order(column, { isDown }) {
      const keys = rows.map((row) => column?.order?.(row) ?? null), sign = isDown ? -1 : 1;
      sorted = rows.map((_, at) => at);
      if (column !== null) {
        sorted = sorted.toSorted((one, other) => sign * compare(keys[one]!, keys[other]!) || one - other);
      }
      apply();
    },
    turn(to) {
      page = Math.min(Math.max(0, to), pages() - 1);
    },
    now() {
      const from = page * perPage;
      return {
        rows: kept.slice(from, from + perPage).map((at) => rows[at]!),
        page,
        pages: pages(),
        kept: kept.length,
        from,
      };
    },
  };
}

/** Nothing comes before numbers, and numbers before text. */
function compare(one: number | string | null, other: number | string | null): number {
  const rank = (value: number | string | null): number => value === null ? 0 : typeof value === "number" ? 1 : 2;
  if (rank(one) !== rank(other)) return rank(one) - rank(other);
  return one === other ? 0 : one! < other! ? -1 : 1;
}
