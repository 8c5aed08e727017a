/** Sales with terms that hold revenue back, or with parties that nobody named; and confirmations still awaited.
 * @module */
import type { Build, Bundle, Family, Mutator } from "../../bundle.ts";
import { addDays } from "../../dates.ts";
import type { Party } from "../../model.ts";
import { docOf, need, partyOf, setDefect, setPending } from "../../parts.ts";
import { remakeSale, type Sale, saleOf } from "./clean.ts";

/** A term lets the customer return the goods, pay on resale only, or not accept: in the contract or in what the customer
 * answers. */
export const revenuePremature: Mutator = {
  eligible: () => true,
  apply(build, [bundle]) {
    const rng = build.rng(`defect/term/${bundle!.index}`), { postedOn, netMinor, number } = saleOf(bundle!);
    const until = addDays(postedOn, rng.between(20, 120)), letter = addDays(postedOn, -rng.between(1, 20));
    const term = rng.pick<Partial<Sale>>([
      { returnsUntil: until },
      { paymentDue: "once the customer has resold the goods" },
      { replyText: `We confirm the amount. By letter of ${letter} we may return the goods until ${until}.` },
      { replyText: "The amount is agreed; it falls due once we have resold the goods." },
      { reply: "denied", replyText: `We have not accepted the goods billed under ${number}.` },
      { reply: "denied", replyText: `Our letter of ${letter} lets us withhold payment until ${until}.` },
    ]);
    remakeSale(build, bundle!, { ...term, isPaid: false });
    const inContract = term.returnsUntil !== undefined || term.paymentDue !== undefined;
    setDefect(bundle!, {
      ...{ class: "revenue_premature", policy_id: "POL-REV", amount_minor: netMinor },
      facts: [
        ...(inContract ? [docOf(bundle!, "contract").doc_id] : [bundle!.confirmations[0]!.evidence_id]),
        ...(term.returnsUntil !== undefined || (term.replyText ?? "").includes(until) ? [until] : []),
        netMinor,
      ],
    });
  },
};

/** Related customers. */
export function relatedCustomers(build: Build): Party[] {
  return build.master.parties.filter(({ kind, related_party }) => kind === "customer" && related_party);
}

/** A sale to a related party whose contract discloses nothing. */
export const relatedUndisclosed: Mutator = {
  eligible: () => true,
  apply(build, [bundle]) {
    const party = build.rng(`defect/party/${bundle!.index}`).pick(relatedCustomers(build));
    remakeSale(build, bundle!, { customer: party.id, isPaid: true });
    setDefect(bundle!, {
      ...{ class: "related_party_undisclosed", policy_id: "POL-RPT" },
      facts: [docOf(bundle!, "contract").doc_id, party.id],
    });
  },
};

/** The acceptance is registered as pending, the customer does not answer, and the price is still owed. */
export const awaited: NonNullable<Family["pend"]> = {
  eligible: (_, bundle) => bundle.docs.has("acceptance"),
  apply(build, bundle) {
    remakeSale(build, bundle, { isPaid: false, reply: "no_reply", replyText: "" });
    setPending(bundle, "acceptance", "POL-REV");
  },
};

/** Contract, receipt, confirmation and party; the acceptance where it is awaited. */
export function needTerms(build: Build, bundle: Bundle): void {
  need(bundle, docOf(bundle, "contract").doc_id);
  need(bundle, ...bundle.bank.map(({ evidence_id }) => evidence_id), build.annexes.bank);
  need(bundle, bundle.confirmations[0]!.evidence_id);
  need(bundle, partyOf(build, saleOf(bundle).customer).evidence_id, build.annexes.parties);
  if (bundle.pending.has("acceptance")) need(bundle, docOf(bundle, "acceptance").doc_id);
}
