/** A small world made by hand: every relation, every kind of evidence, and ids that can be read. */
import { dateOf, dayNumber, weekdayOf } from "../../../experiments/je-v1/env/dates.ts";
import type { BankLine, Doc, Entry, FxRate, Line, World } from "../../../experiments/je-v1/env/model.ts";
import type { Sealed } from "../../../experiments/je-v1/env/sealed.ts";

type LineRow = readonly [account: string, debit: number, credit: number, party?: string];

/** An entry with lines from rows; everything else has a value unless given. */
export function entryOf(je_id: string, rows: readonly LineRow[], given: Partial<Entry> = {}): Entry {
  const posting_date = given.posting_date ?? "2031-03-10";
  const lines = rows.map(([account, debit_minor, credit_minor, party], at): Line => ({
    ...{ n: at + 1, account, debit_minor, credit_minor, functional_minor: debit_minor - credit_minor },
    ...{ tax_code: null, cost_centre: null, party: party ?? null, memo: "" },
  }));
  return {
    ...{ je_id, entity: "E10", period: posting_date.slice(0, 7), doc_date: posting_date, posting_date },
    ...{ entered_at: posting_date, weekday: weekdayOf(posting_date), currency: "USD", source: "ap" },
    ...{ reference: `R-${je_id}`, narrative: "Office goods", prepared_by: "U-01", approved_by: "U-02" },
    ...{ approved_at: posting_date, reverses: null, attachments: [], lines },
    ...given,
  };
}

function docOf(doc_id: string, kind: Doc["kind"], given: Partial<Doc> = {}): Doc {
  return {
    ...{ doc_id, kind, issued_on: "2031-03-01", party: null, currency: null, total_minor: null, fields: {} },
    ...{ body: `A ${kind}`, supersedes: null, ...given },
  };
}

/** Entries under review. 1 and 2 share a reference in two spellings; 3 reverses 9; 4 and 8 are two sides; 5 and 6 share a
 * suspense account. */
function review(): Entry[] {
  const onFile = { status: "on_file" } as const;
  return [
    entryOf("JE-00000001", [["6000", 10_000, 0], ["2000", 0, 10_000, "V-101"]], {
      ...{ reference: "INV-00123", attachments: [{ doc_id: "D-00000001", kind: "invoice", ...onFile }] },
    }),
    entryOf("JE-00000002", [["6100", 10_000, 0], ["2000", 0, 10_000, "V-101"]], {
      ...{ reference: "inv 123", posting_date: "2031-03-20", prepared_by: "U-02" },
      attachments: [{ doc_id: "D-00000002", kind: "goods_receipt", status: "pending" }],
    }),
    entryOf("JE-00000003", [["2100", 7_700, 0], ["6000", 0, 7_700]], { reverses: "JE-00000009", source: "manual" }),
    entryOf("JE-00000004", [["1700", 50_000, 0], ["4100", 0, 50_000]], { source: "ic", reference: "IC/007" }),
    entryOf("JE-00000005", [["1900", 90_000, 0], ["1000", 0, 90_000]], {
      source: "manual",
      posting_date: "2031-03-05",
    }),
    entryOf("JE-00000006", [["1000", 90_000, 0], ["1900", 0, 90_000]], {
      source: "manual",
      posting_date: "2031-03-31",
    }),
    entryOf("JE-00000007", [["1900", 90_000, 0], ["1000", 0, 90_000]], {
      currency: "EUR",
      source: "manual",
      posting_date: "2031-03-06",
    }),
  ];
}

/** Entries around: the other side in another entity, what was reversed, and a purchase of the same vendor. */
function context(): Entry[] {
  return [
    entryOf("JE-00000008", [["5000", 50_000, 0], ["2700", 0, 50_000]], {
      source: "ic",
      entity: "E20",
      reference: "ic-7",
    }),
    entryOf("JE-00000009", [["6000", 7_700, 0], ["2100", 0, 7_700]], { posting_date: "2031-02-28", source: "manual" }),
    entryOf("JE-0000000A", [["6000", 900, 0], ["2000", 0, 900, "V-101"]], { posting_date: "2031-01-25" }),
  ];
}

/** Entries of the month before, one a day. */
function history(): Entry[] {
  return Array.from(
    { length: 28 },
    (_, at) =>
      entryOf(`JE-H${String(at).padStart(7, "0")}`, [["6000", 1000 + at, 0], ["2000", 0, 1000 + at, "V-102"]], {
        ...{ posting_date: dateOf(dayNumber("2031-02-01") + at), prepared_by: at % 7 === 0 ? "U-02" : "U-01" },
      }),
  );
}

const BANK: readonly BankLine[] = Array.from({ length: 25 }, (_, at) => ({
  ...{ evidence_id: `B-${String(at).padStart(8, "0")}`, value_date: dateOf(dayNumber("2031-03-01") + at) },
  ...{ currency: "USD", amount_minor: -(1000 + at), bank_ref: "BA10000001", text: `PAYMENT ${at}` },
}));

const RATE: FxRate = {
  ...{ evidence_id: "F-00000001", date: "2031-03-10", base: "EUR", quote: "USD", num: 1_080_000, den: 1_000_000 },
  kind: "spot",
};

/** A fresh copy of the world, of any task: JE-14 has confirmations, JE-15 profiles, JE-11 rates and arithmetic. */
export function smallWorld(task_id = "JE-14", given: Partial<World> = {}): World {
  const account = (code: string, usage: "routine" | "suspense" = "routine") => ({
    ...{
      evidence_id: `M-0000${code}`,
      code,
      name: `Account ${code}`,
      type: "asset",
      normal: "D",
      postable: true,
      usage,
    },
  } as const);
  const party = (id: string, at: number) => ({
    ...{ evidence_id: `M-1000000${at}`, id, kind: "vendor", name: `Vendor ${at}`, status: "active" },
    ...{ bank_ref: `BA1000000${at}`, terms_days: 30, created_on: "2029-01-01", related_party: false },
  } as const);
  const user = (id: string, at: number, role: "clerk" | "manager") => ({
    ...{ evidence_id: `M-2000000${at}`, id, role, entity: "E10", active_from: "2029-01-01", active_to: null },
    ...{ may_prepare: true, limit_minor: 100_000 * at, reports_to: null },
  });
  const home = { code: "E10", currency: "USD", country: "US", parent: null } as const;
  const codes = ["1000", "1700", "2000", "2100", "2700", "4100", "5000", "6000", "6100"];
  return structuredClone({
    ...{ env_version: "je-v1/env/1", task_id, generator: { ledger_size: 7, sources: ["gl"] } },
    master: {
      ...{ home, entities: [home, { code: "E20", currency: "EUR", country: "DE", parent: "E10" }] },
      accounts: [...codes.map((code) => account(code)), account("1900", "suspense")],
      parties: [party("V-101", 1), party("V-102", 2)],
      users: [user("U-01", 1, "clerk"), user("U-02", 2, "manager")],
      periods: [{
        ...{ evidence_id: "M-30000001", id: "2031-03", start: "2031-03-01", end: "2031-03-31" },
        ...{ close_at: "2031-04-06", late_window_days: 3 },
      }],
      ...{ period: "2031-03", rates: [RATE] },
    },
    ...{ entries: review(), context: context(), history: history() },
    docs: [
      docOf("D-00000001", "invoice", { party: "V-101", currency: "USD", total_minor: 10_000 }),
      docOf("D-P0000001", "policy", { body: "Policy POL-DUP", fields: { policy_id: "POL-DUP" } }),
      docOf("D-A0000001", "roster", { body: "Annex: parties" }),
    ],
    bank: [...BANK],
    confirmations: [{
      ...{ evidence_id: "Q-00000001", party_id: "V-101", doc_id: "D-00000001", reply: "denied" as const },
      text: "No such order.",
    }],
    ...{ policies: { "POL-DUP": "D-P0000001" }, annexes: { parties: "D-A0000001" } },
    ...given,
  } as World);
}

/** A ledger for {@linkcode smallWorld}: entry 2 is a duplicate, all others are right. */
export function smallSealed(world: World): Sealed {
  return {
    entries: world.entries.map(({ je_id }) => {
      const isDefect = je_id === "JE-00000002";
      return {
        ...{ je_id, gold: isDefect ? "flag" : "approve", role: isDefect ? "defect" : "clean" },
        ...(isDefect ? { class: "duplicate" as const, amount_minor: 10_000 } : {}),
        ...{ required: [], admissible: [], key_facts: [], claim_dimensions: [], policy_id: "POL-DUP" },
      };
    }),
    canaries: [],
  };
}
