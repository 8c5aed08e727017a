/** The two ledgers must be one. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import type { Derived } from "./derive.ts";
import type { Sealed } from "./sealed.ts";

/** Refuses a world whose facts say anything else than its sealed ledger.
 * @throws {PermafrostError} internal; `at` points to the entry. */
export function assertSealed(derived: readonly Derived[], sealed: Sealed): void {
  sealed.entries.forEach((gold, at) => {
    const found = derived[at],
      isSame = found !== undefined && found.je_id === gold.je_id && found.gold === gold.gold &&
        found.class === gold.class && found.amount_minor === gold.amount_minor && found.objections < 2;
    if (isSame) return;
    const said = (what: Partial<Derived> | undefined): string =>
      JSON.stringify([what?.gold, what?.class, what?.amount_minor]);
    throw new PermafrostError(
      "internal",
      `Cannot seal a world: ${gold.je_id} is ${said(gold)} as it was made and ${said(found)} as the facts have it, ` +
        `with ${found?.objections ?? 0} objections`,
      { at: `/entries/${at}` },
    );
  });
  if (derived.length !== sealed.entries.length) {
    throw new PermafrostError("internal", "Cannot seal a world: the ledgers differ in length", { at: "/entries" });
  }
}
