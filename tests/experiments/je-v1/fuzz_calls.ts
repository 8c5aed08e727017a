/** Calls that an agent might make, sensible and not, for property tests. */
import fc from "fast-check";
import type { JsonValue } from "../../../kernel/json_value.ts";
import { TOOLS } from "../../../experiments/je-v1/env/tasks.ts";
import { type ArgumentSchema, TOOL_SCHEMAS } from "../../../experiments/je-v1/env/tool_schemas.ts";
import type { World } from "../../../experiments/je-v1/env/model.ts";

/** Texts that a world knows: ids, codes, dates. */
export function wordsOf(world: World): string[] {
  const { master } = world;
  return [
    ...[...world.entries, ...world.context, ...world.history].flatMap((
      one,
    ) => [one.je_id, one.posting_date, one.reference]),
    ...world.docs.map(({ doc_id }) => doc_id),
    ...world.entries.flatMap(({ attachments }) => attachments.map(({ doc_id }) => doc_id)),
    ...[...master.accounts, ...master.parties, ...master.users, ...master.periods].map(({ evidence_id }) =>
      evidence_id
    ),
    ...[...master.accounts, ...master.entities].map(({ code }) => code),
    ...[...master.parties, ...master.users, ...master.periods].map(({ id }) => id),
    ...master.rates.slice(0, 20).flatMap(({ date, evidence_id }) => [date, evidence_id]),
  ];
}

/** Values that mostly suit a schema. */
export function valueFor(schema: ArgumentSchema, words: readonly string[]): fc.Arbitrary<unknown> {
  const fitting = ((): fc.Arbitrary<unknown> => {
    switch (schema.type) {
      case "string": {
        if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
        const pattern = new RegExp(schema.pattern ?? "", "u"), known = words.filter((word) => pattern.test(word));
        return known.length === 0 ? fc.string({ unit: "binary" }) : fc.constantFrom(...known);
      }
      case "integer":
        return fc.oneof(
          fc.integer({ min: -200_000, max: 200_000 }),
          fc.maxSafeInteger(),
          fc.integer({ min: 0, max: 60 }),
        );
      case "array":
        return fc.array(valueFor(schema.items, words), { maxLength: 10 });
      case "object":
        return fc.record(
          Object.fromEntries(Object.entries(schema.properties).map(([name, part]) => [name, valueFor(part, words)])),
          { requiredKeys: schema.required as string[] },
        );
    }
  })();
  return fc.oneof({ weight: 30, arbitrary: fitting }, { weight: 1, arbitrary: fc.anything() });
}

/** Calls of any kind: known tools with arguments that mostly suit them, and anything at all. */
export function anyCall(world: World): fc.Arbitrary<{ tool: string | null; args: JsonValue }> {
  const words = wordsOf(world);
  const sensible = TOOLS.filter((tool) => tool !== "submit").map((tool) =>
    fc.record({ tool: fc.constant(tool), args: valueFor(TOOL_SCHEMAS[tool].parameters, words) })
  );
  const wild = fc.record({
    tool: fc.oneof(
      fc.constant(null),
      fc.constantFrom(...TOOLS),
      fc.string({ unit: "binary" }),
      fc.constant("__proto__"),
    ),
    args: fc.oneof(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withSparseArray: true }),
      fc.record({ raw: fc.string({ unit: "binary" }) }),
      fc.constant({ je_id: "\ud800", cursor: -0 }),
      fc.constant(JSON.parse('{"__proto__": {"je_id": 1}}')),
    ),
  });
  return fc.oneof({ weight: 5, arbitrary: fc.oneof(...sensible) }, { weight: 1, arbitrary: wild }) as fc.Arbitrary<
    { tool: string | null; args: JsonValue }
  >;
}
