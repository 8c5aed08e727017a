/** Judges the answer to a recall. @module */
import type { JsonValue } from "../../../kernel/json_value.ts";
import { asObject, judgeShape } from "./answer.ts";
import { failure, type Verdict } from "./failure_kinds.ts";
import type { CardField } from "./fixture_plan.ts";
import type { Fixture } from "./fixtures.ts";

/** Judges an array of state cards: one card, of this snapshot, with the exact value of the field that was asked for.
 * A card may lack a goal or current work, which is null then.
 * Text that only looks like a card (of a tool, of the assistant, quoted) must not be among them. */
export function judgeRecall(value: JsonValue, { fixture, field }: { fixture: Fixture; field: CardField }): Verdict {
  if (!Array.isArray(value)) return failure("wrong-shape", "it is no array");
  for (const card of value) {
    const rules = { snapshot_sha: "digest", goal: "words", errors: "list", current_work: "words" } as const;
    const shape = judgeShape(card, rules, { isOpen: true });
    if (shape !== null) return shape;
    const errors = asObject(card).errors as JsonValue[];
    if (errors.some((error) => typeof error !== "string")) return failure("wrong-shape", "an error is no text");
  }
  const cards = value.map(asObject), right = fixture.plan.card[field];
  if (cards.some((card) => card.snapshot_sha !== fixture.snapshot.sha256)) {
    return failure("wrong-identity", "a card of another snapshot");
  }
  const holders = cards.filter(({ goal, errors, current_work }) =>
    field === "error" ? (errors as JsonValue[]).includes(right) : right === (field === "goal" ? goal : current_work)
  );
  if (holders.length === 0) return failure("card-missing", `${cards.length} cards, none with this ${field}`);
  return cards.length === 1 ? null : failure("card-extra", `${cards.length} cards`);
}
