/** Policy documents and annexes: long documents that repeat master data. @module */
import type { Build } from "./bundle.ts";
import { capitalisationLimit, EQUIPMENT, NATURES } from "./coding_guide.ts";
import type { AnnexName, BankLine, Doc, DocKind, Entry } from "./model.ts";
import { moneyText } from "./money.ts";
import { POLICIES } from "./policies.ts";

const KINDS: Readonly<Record<AnnexName, DocKind>> = {
  ...{ accounts: "policy", parties: "roster", users: "roster", periods: "policy", rates: "statement" },
  ...{ bank: "statement", ledger: "statement" },
};

/** The policies in force as documents. */
export function policyDocs(build: Build): Doc[] {
  return Object.entries(build.policies).map(([policy_id, doc_id]) => ({
    ...{ doc_id, kind: "policy", issued_on: build.master.periods[0]!.start, party: null, currency: null },
    ...{ total_minor: null, fields: { policy_id }, supersedes: null },
    body: [`Policy ${policy_id}`, ...POLICIES[policy_id]!, ...(policy_id === "POL-COA" ? codingGuide(build) : [])].join(
      "\n",
    ),
  }));
}

function codingGuide(build: Build): string[] {
  return [
    `Capitalisation limit for one piece: ${
      (["USD", "EUR", "JPY", "KWD"] as const).map((code) => moneyText(capitalisationLimit(code), code)).join("; ")
    }. Equipment is account ${EQUIPMENT}.`,
    ...NATURES.map(({ name, account, years }) =>
      `${name}: account ${account}${years >= 2 ? `, serves ${years} years` : ""}`
    ),
    `Guide of ${build.master.home.code}.`,
  ];
}

/** The annexes of a world. */
export function annexDocs(build: Build, rows: { bank: readonly BankLine[]; context: readonly Entry[] }): Doc[] {
  return Object.entries(build.annexes).map(([name, doc_id]) => ({
    ...{
      doc_id,
      kind: KINDS[name as AnnexName],
      issued_on: build.master.periods.at(-4)!.end,
      party: null,
      currency: null,
    },
    ...{ total_minor: null, fields: { annex: name }, supersedes: null },
    body: [`Annex: ${name}`, ...rowsOf(build, name as AnnexName, rows)].join("\n"),
  }));
}

function rowsOf(
  build: Build,
  name: AnnexName,
  rows: { bank: readonly BankLine[]; context: readonly Entry[] },
): string[] {
  const { master } = build;
  const written = (records: readonly object[]): string[] =>
    records.map((record) => Object.values(record).map((value) => value === null ? "-" : String(value)).join(" | "));
  switch (name) {
    case "accounts":
      return written(master.accounts);
    case "parties":
      return written(master.parties);
    case "users":
      return written(master.users);
    case "periods":
      return written(master.periods);
    case "rates":
      return written(master.rates);
    case "bank":
      return written(rows.bank);
    case "ledger":
      return rows.context.map((entry) =>
        [
          ...[entry.je_id, entry.entity, entry.posting_date, entry.source, entry.reference, entry.reverses ?? "-"],
          moneyText(entry.lines.reduce((sum, line) => sum + line.debit_minor, 0), entry.currency),
        ].join(" | ")
      );
  }
}
