/** Annexes read back into records. @module */
import type { Doc } from "../env/model.ts";

/** The columns of each annex, as env/annex.ts writes them; `#` is a whole number, `?` yes or no, `-` may be nothing. */
const COLUMNS = {
  accounts: ["evidence_id", "code", "name", "type", "normal", "postable?", "usage"],
  parties: ["evidence_id", "id", "kind", "name", "status", "bank_ref", "terms_days#", "created_on", "related_party?"],
  users: [
    "evidence_id",
    "id",
    "role",
    "entity",
    "active_from",
    "active_to-",
    "may_prepare?",
    "limit_minor#",
    "reports_to-",
  ],
  periods: ["evidence_id", "id", "start", "end", "close_at", "late_window_days#"],
  rates: ["evidence_id", "date", "base", "quote", "num#", "den#", "kind"],
  bank: ["evidence_id", "value_date", "currency", "amount_minor#", "bank_ref", "text"],
} as const;

/** The records of an annex; lines of another shape are left out. */
export function annexRows(annex: Doc, name: keyof typeof COLUMNS): Record<string, unknown>[] {
  const columns: readonly string[] = COLUMNS[name];
  return annex.body.split("\n").map((line) => line.split(" | ")).filter(({ length }) => length === columns.length)
    .map((cells) => Object.fromEntries(cells.map((cell, at) => readCell(columns[at]!, cell))));
}

function readCell(column: string, cell: string): [string, unknown] {
  const mark = column.at(-1)!, name = "#?-".includes(mark) ? column.slice(0, -1) : column;
  if (mark === "#") return [name, Number(cell)];
  return [name, mark === "?" ? cell === "true" : mark === "-" && cell === "-" ? null : cell];
}
