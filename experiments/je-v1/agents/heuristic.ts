/** The agent that looks once: the first document of each entry, its totals, dates, signatures and limits. @module */
import { AMOUNT_CLASSES, type DefectClass } from "../env/classes.ts";
import { dayNumber } from "../env/dates.ts";
import type { Doc, Entry, User } from "../env/model.ts";
import type { Agent, Session } from "../env/session.ts";
import type { EntryHeader } from "../env/tool_data.ts";
import { annexRows } from "./annex_rows.ts";
import { ask, decide, listAll, submit } from "./calls.ts";
import { policyOf } from "./policy_of.ts";
import { rationaleOf } from "./rationale.ts";
import { plainReference } from "../env/rules/reading.ts";
import { taskOf } from "../env/tasks.ts";

/** What struck it about an entry: a class, and the amount for classes with one. */
type Suspicion = readonly [DefectClass, number];

/** What it knows beside the entry and its document. */
interface Knowledge {
  /** The period under review. */ readonly period: string;
  /** Headers of entries under review and around them. */ readonly headers: readonly EntryHeader[];
  /** Limits by user. */ readonly limits: ReadonlyMap<string, number>;
  /** Accounts by kind of cost, as the coding guide lists them. */ readonly guide: ReadonlyMap<string, string>;
}

/** Documents whose total should be the entry's. */
const SUMMED: ReadonlySet<string> = new Set(["invoice", "approval", "receipt"]);

/** Documents whose date should lie in the period. */
const DATED: ReadonlySet<string> = new Set(["invoice", "goods_receipt", "receipt", "statement"]);

/** Opens each entry and its first document, and reads fields only where they are legible; never a second document. It
 * flags what departs, holds what is pending, and keeps a few steps for its decisions. */
export const heuristic: Agent = (session) => {
  const task = taskOf(session.brief.task_id)!, headers = listAll(session), known = learn(session, headers);
  for (const header of headers) {
    if (session.stepsLeft < 4) break;
    const entry = ask(session, "get_entry", { je_id: header.je_id }), { je_id } = header;
    if (entry === null) continue;
    const [first] = entry.attachments, doc = first && ask(session, "open_document", { doc_id: first.doc_id });
    if (doc?.status === "pending") {
      const rationale = rationaleOf({ disposition: "hold", policy_id: policyOf(task, null), facts: [doc.doc_id] });
      decide(session, { je_id, disposition: "hold", evidence: [doc.doc_id], rationale });
      continue;
    }
    const found = suspicionOf(entry, doc?.status === "on_file" ? doc : null, known);
    if (found === null) continue;
    const [defect_class] = found, amount_minor = AMOUNT_CLASSES.has(defect_class) ? found[1] : undefined;
    const evidence = [...(doc ? [doc.doc_id] : []), je_id];
    const facts = [...evidence, ...(amount_minor === undefined ? [] : [String(Math.abs(amount_minor))])];
    decide(session, {
      ...{ je_id, disposition: "flag", defect_class, amount_minor: amount_minor ?? null, evidence },
      rationale: rationaleOf({
        ...{ disposition: "flag", policy_id: policyOf(task, defect_class), defect_class, amount_minor, facts },
      }),
    });
  }
  submit(session);
};

/** Looks around once: other entries by search, limits in the annex, the coding guide in the brief. */
function learn(session: Session, headers: readonly EntryHeader[]): Knowledge {
  const { brief, tools } = session, users = brief.annexes.users, { period } = brief.home;
  const canSearch = tools.includes("search_entries"), where = { posted_to: `${period}-01` };
  const around = [
    ...(canSearch ? ask(session, "search_entries", { where, limit: 50 })?.entries ?? [] : []),
    ...(canSearch ? ask(session, "search_entries", { where: { source: "ic" }, limit: 50 })?.entries ?? [] : []),
  ];
  const annex = users === undefined ? null : ask(session, "open_document", { doc_id: users });
  const rows = annex?.status === "on_file" ? annexRows(annex, "users") as unknown as User[] : [];
  const guide = brief.policies.flatMap(({ text }) => [...text.matchAll(/^(.+): account (\d{4})/gm)]);
  return {
    ...{ period, headers: [...headers, ...around] },
    limits: new Map(rows.map(({ id, limit_minor }) => [id, limit_minor])),
    guide: new Map(guide.map(([, name = "", account = ""]) => [name, account])),
  };
}

/** The first thing that strikes: in the entry, in its document, then beside it. */
function suspicionOf(entry: Entry, doc: Doc | null, known: Knowledge): Suspicion | null {
  const sum = (name: "debit_minor" | "credit_minor"): number =>
    entry.lines.reduce((total, line) => total + line[name], 0);
  const debits = sum("debit_minor"), credits = sum("credit_minor");
  if (debits !== credits) return ["unbalanced", debits - credits];
  if (known.limits.size > 0 && entry.approved_by === null) return ["approval_missing", debits];
  if (debits > (known.limits.get(entry.approved_by ?? "") ?? debits)) return ["over_limit", debits];
  const inDocument = doc === null ? null : documentSuspicion(entry, doc, { debits, known });
  if (inDocument !== null) return inDocument;
  const other = known.headers.find((header) =>
    header.entity !== entry.entity && plainReference(header.reference) === plainReference(entry.reference)
  );
  if (other !== undefined && other.total_debit_minor !== debits) {
    return ["intercompany_mismatch", debits - other.total_debit_minor];
  }
  const twin = known.headers.find((other) =>
    other.je_id !== entry.je_id && other.total_debit_minor === debits && other.currency === entry.currency &&
    other.posting_date < entry.posting_date
  );
  if (twin !== undefined && twin.source === entry.source) return ["duplicate", debits];
  if (dayNumber(entry.entered_at) - dayNumber(entry.posting_date) > 7) return ["post_close", debits];
  return null;
}

function documentSuspicion(entry: Entry, doc: Doc, what: { debits: number; known: Knowledge }): Suspicion | null {
  const { debits, known } = what, { fields, total_minor } = doc;
  if (fields.signed === false) return ["approval_missing", debits];
  if (fields.approver === entry.prepared_by) return ["sod_conflict", debits];
  const price = typeof fields.price_minor === "number" ? fields.price_minor : SUMMED.has(doc.kind) ? total_minor : null;
  if (price !== null && price !== debits) return ["amount_mismatch", debits - price];
  const until = fields.returns_until, accepted = String(fields.accepted_on ?? "").slice(0, 7);
  if (
    fields.right_of_return === true || (typeof until === "string" && until > entry.posting_date && until !== "none")
  ) {
    return ["revenue_premature", debits];
  }
  if (accepted > known.period) return ["revenue_premature", debits];
  const tax = entry.lines.find(({ account }) => account === "1200")?.debit_minor ?? 0, [cost] = entry.lines;
  if (typeof fields.tax_minor === "number" && fields.tax_minor !== tax) return ["tax_error", tax - fields.tax_minor];
  const account = known.guide.get(String(fields.description));
  if (account !== undefined && account !== cost?.account) return ["misclassified", debits - tax];
  const isOutside = [doc.issued_on, entry.doc_date].some((day) => day.slice(0, 7) !== known.period);
  return isOutside && DATED.has(doc.kind) ? ["cutoff", debits - tax] : null;
}
