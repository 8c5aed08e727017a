/** The family of JE-14: side arrangements of sales. @module */
import type { Family } from "../../bundle.ts";
import { drawSale, saleBundle } from "./clean.ts";
import {
  expiredClause,
  expiredLetter,
  relatedConfirmed,
  relatedDisclosed,
  repeatedSale,
  roundPrice,
  signedAtEnd,
  silentCustomer,
  waivedClause,
} from "./decoys.ts";
import { awaited, needTerms, relatedUndisclosed, revenuePremature } from "./mutators.ts";

/** Defects in terms and parties; holds where the acceptance is still awaited. */
export const SIDE_TERMS_FAMILY: Family = {
  clean: (build, index) => saleBundle(build, index, drawSale(build, index)),
  mutators: { revenue_premature: revenuePremature, related_party_undisclosed: relatedUndisclosed },
  pend: awaited,
  decoys: [
    relatedConfirmed,
    relatedDisclosed,
    expiredClause,
    expiredLetter,
    silentCustomer,
    waivedClause,
    signedAtEnd,
    roundPrice,
  ],
  nearDuplicate: repeatedSale,
  require: needTerms,
};
