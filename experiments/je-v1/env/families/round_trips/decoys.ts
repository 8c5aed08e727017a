/** Movements that look like round trips or odd amounts and are in order. @module */
import type { Build, Bundle, Decoy } from "../../bundle.ts";
import { accountFor, NATURES } from "../../coding_guide.ts";
import { addDays, workday, workdayBefore } from "../../dates.ts";
import { goodParties } from "../../master.ts";
import { UNIT_MINOR } from "../../money.ts";
import { attach, docOf, makeBankLine, makeDoc, makeEntry, makeLines, partyOf } from "../../parts.ts";
import { addEarlier } from "../manual.ts";
import { houseAccounts, movementOf, remakeMovement } from "./clean.ts";

const isTransfer = (_: Build, bundle: Bundle): boolean => movementOf(bundle).kind !== "settlement";

/** Adds a hop beside this one to the context: one amount, from one account to another, for something or for `none`. */
function addHop(
  build: Build,
  bundle: Bundle,
  hop: { label: string; from: string; to: string; nature: string; days: number; accounts: readonly [string, string] },
): void {
  const { entry, index } = bundle,
    label = `entry/${index}/${hop.label}`,
    { amountMinor, unitMinor } = movementOf(bundle);
  const number = `TR-${build.rng(`${label}/number`).between(1_000, 9_999)}`, { currency } = entry;
  const shifted = addDays(entry.posting_date, hop.days), at = hop.days < 0 ? workdayBefore(shifted) : workday(shifted);
  const memo = makeDoc(build, `${label}/memo`, {
    ...{ kind: "memo", issued_on: at, currency, total_minor: amountMinor },
    fields: {
      ...{ concerns: number, from_account: hop.from, to_account: hop.to, description: hop.nature },
      ...(hop.nature === "none" ? {} : { unit_price_minor: unitMinor }),
      ordered_by: entry.approved_by,
    },
  });
  bundle.docs.set(hop.label, memo);
  bundle.loose.add(hop.label);
  const other = makeEntry(build, label, {
    ...{ ...entry, doc_date: at, posting_date: at, entered_at: at, approved_at: at, reference: number },
    ...{ period: at.slice(0, 7), je_id: build.id("JE", label), attachments: attach([memo]) },
    lines: makeLines([
      { account: hop.accounts[0], minor: amountMinor, memo: number },
      { account: hop.accounts[1], minor: -amountMinor, memo: number },
    ], null),
  });
  const line = makeBankLine(build, `${label}/bank`, {
    ...{ value_date: at, currency, amount_minor: -amountMinor, bank_ref: hop.to, text: `TRANSFER ${number}` },
  });
  bundle.context.push(other);
  bundle.bank.push(line);
  bundle.gold.admissible.push(other.je_id, memo.doc_id, line.evidence_id);
}

/** Adds the two hops that would close a ring with this one, or leave it open. */
function addChain(build: Build, bundle: Bundle, what: { nature: string; isClosed: boolean }): void {
  const { from, to } = movementOf(bundle), { index } = bundle, houses = houseAccounts(build);
  const [third, fourth] = houses.filter((house) => house !== from && house !== to) as [string, string];
  const { nature } = what, days = build.rng(`decoy/chain/${index}`).between(1, 4);
  addHop(build, bundle, { label: "second", from: to, to: third, nature, days, accounts: ["1910", "1900"] });
  const last = what.isClosed ? from : fourth;
  addHop(build, bundle, { label: "third", from: third, to: last, nature, days: days + 2, accounts: ["1910", "1000"] });
}

/** Three movements of one amount that end where they began, each for goods or a service that its memo names. */
export const namedChain: Decoy = {
  name: "named-chain",
  eligible: isTransfer,
  apply(build, bundle) {
    const { name } = build.rng(`decoy/named/${bundle.index}`).pick(NATURES);
    remakeMovement(build, bundle, { nature: name });
    addChain(build, bundle, { nature: name, isClosed: true });
  },
};

/** Three movements of one amount without goods that end at a fourth account. */
export const openChain: Decoy = {
  name: "open-chain",
  eligible: isTransfer,
  apply(build, bundle) {
    remakeMovement(build, bundle, { nature: "none" });
    addChain(build, bundle, { nature: "none", isClosed: false });
  },
};

/** The same rent to one landlord in two earlier weeks. */
export const repeatedRent: Decoy = {
  name: "repeated-rent",
  eligible: (_, bundle) => movementOf(bundle).kind === "settlement",
  apply(build, bundle) {
    const nature = "warehouse rent",
      { unitMinor, from } = movementOf(bundle),
      cost = accountFor(nature, unitMinor, build.currency)!;
    const { id } = build.rng("decoy/landlord").pick(goodParties(build.master, "vendor")),
      to = partyOf(build, id).bank_ref;
    remakeMovement(build, bundle, { nature, cost, vendor: id, to });
    const { suspense } = movementOf(bundle);
    for (const [label, days] of [["week_before", -7], ["two_weeks_before", -14]] as const) {
      addHop(build, bundle, { label, from, to, nature, days, accounts: [cost, suspense] });
    }
  },
};

/** A round amount. */
export const roundAmount: Decoy = {
  name: "round-amount",
  eligible: () => true,
  apply(build, bundle) {
    const { nature, kind, cost } = movementOf(bundle);
    const amountMinor = build.rng(`decoy/round/${bundle.index}`).between(2, 40) * 1000 * UNIT_MINOR[build.currency];
    const right = nature === "none" ? cost : accountFor(nature, amountMinor, build.currency)!;
    remakeMovement(build, bundle, { amountMinor, unitMinor: amountMinor, cost: kind === "settlement" ? right : cost });
  },
};

/** The same movement a month before, with a line of its own on the bank's statement. */
export const repeatedMovement: Decoy = {
  name: "repeated-movement",
  eligible: () => true,
  apply(build, bundle) {
    addEarlier(build, bundle, { label: "earlier", days: [27, 34] });
    const [own] = bundle.bank, { posting_date, reference } = bundle.context[0]!;
    const line = makeBankLine(build, `entry/${bundle.index}/earlier/bank`, {
      ...{ ...own!, value_date: posting_date, text: `TRANSFER ${reference}` },
    });
    docOf(bundle, "earlier/memo").fields.concerns = reference;
    bundle.bank.push({ ...line, evidence_id: build.id("B", `entry/${bundle.index}/earlier/bank`) });
    bundle.gold.admissible.push(bundle.bank[1]!.evidence_id);
  },
};
