/** A {@linkcode View} that answers from a whole world, on the index that the tools use. @module */
import { BANK_LIMIT, bankLines, confirmationOf } from "./answers.ts";
import type { World } from "./model.ts";
import { profileOf } from "./profile.ts";
import { relatedIds } from "./related.ts";
import type { View } from "./view.ts";
import { indexOf, rateKey } from "./world_index.ts";

/** The view of a world. Answers are those of the tools, limits included, so that what it says an agent can learn too. */
export function worldView(world: World): View {
  const index = indexOf(world), { home, period } = world.master;
  return {
    home: { entity: home.code, currency: home.currency, period },
    entries: () => index.review,
    entry: (je_id) => index.entries.get(je_id),
    doc: (doc_id) => index.docs.get(doc_id),
    account: (code) => index.accounts.get(code),
    party: (id) => index.parties.get(id),
    user: (id) => index.users.get(id),
    period: (id) => index.periods.get(id),
    rate: (base, date, kind) => index.rates.get(rateKey({ base, quote: home.currency, date, kind })),
    bank: (query) => bankLines(index, query).slice(0, BANK_LIMIT),
    related: (je_id, relation) => relatedIds(index, je_id, { relation }) ?? [],
    profile: (dimension, where) => profileOf(index, dimension, { where }),
    confirm: (party_id, doc_id) => confirmationOf(index, party_id, { doc_id }) ?? undefined,
  };
}
