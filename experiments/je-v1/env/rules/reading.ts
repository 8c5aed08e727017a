/** How rules read an entry and its file. @module */
import { factOf } from "../doc_text.ts";
import type { Doc, DocKind, Entry, Line } from "../model.ts";
import type { View } from "../view.ts";

/** The documents of a kind that are on file for an entry, without those that another one on file replaces. */
export function docsOfKind(view: View, entry: Entry, ...kinds: DocKind[]): Doc[] {
  const docs = entry.attachments.filter(({ kind, status }) => kinds.includes(kind) && status === "on_file")
    .flatMap(({ doc_id }) => view.doc(doc_id) ?? []);
  const replaced = new Set(docs.map(({ supersedes }) => supersedes));
  return docs.filter(({ doc_id }) => !replaced.has(doc_id));
}

/** The one document of a kind that counts; undefined where there is none. */
export function docOfKind(view: View, entry: Entry, ...kinds: DocKind[]): Doc | undefined {
  return docsOfKind(view, entry, ...kinds)[0];
}

/** Whether a document of a kind is registered as pending. */
export function isPending(entry: Entry, ...kinds: DocKind[]): boolean {
  return entry.attachments.some(({ kind, status }) => kinds.includes(kind) && status === "pending");
}

/** The lines that use an account. */
export function linesOn(entry: Entry, ...codes: string[]): Line[] {
  return entry.lines.filter(({ account }) => codes.includes(account));
}

/** Debits less credits of lines, in the entry's currency. */
export function netOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + line.debit_minor - line.credit_minor, 0);
}

/** Sum of positive converted amounts: the entry in the entity's currency. */
export function functionalOf(entry: Entry): number {
  return entry.lines.reduce((sum, line) => sum + Math.max(line.functional_minor, 0), 0);
}

/** The lines that carry a purchase's cost: all debits but tax. */
export function costLines(entry: Entry): Line[] {
  return entry.lines.filter(({ account, debit_minor }) => debit_minor > 0 && account !== "1200");
}

/** The party of an entry: the first that a line names. */
export function partyOfEntry(entry: Entry): string | null {
  return entry.lines.find(({ party }) => party !== null)?.party ?? null;
}

/** One spelling for a reference: its words and numbers in order, upper case, whatever stands between them; numbers
 * without leading zeros, and two in a row kept apart. */
export function plainReference(reference: string): string {
  const runs = reference.toUpperCase().match(/[A-Z]+|[0-9]+/g) ?? [];
  return runs.map((run, at) => {
    const isSecondNumber = at > 0 && /^[0-9]/.test(run) && /^[0-9]/.test(runs[at - 1]!);
    return (isSecondNumber ? "-" : "") + run.replace(/^0+(?=[0-9])/, "");
  }).join("");
}

/** A fact that is a day; undefined where a document says none. */
export function dayOf(doc: Doc, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = factOf(doc, name);
    if (typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value)) return value;
  }
  return undefined;
}
