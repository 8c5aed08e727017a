import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { type ConservationFinding, serializeFindings } from "../../../experiments/conservation-v1/findings.ts";

const WRITTEN: [string, ConservationFinding[], string][] = [
  ["nothing", [], "[]"],
  ["conforming", [{ kind: "conforming" }], '[{"kind":"conforming"}]'],
  ["kind last in the object", [{ shortfall: 1, kind: "below_spec" }], '[{"kind":"below_spec","shortfall":1}]'],
  [
    "a large amount",
    [{ kind: "hallucination", unaccounted: 2 ** 53 - 1 }],
    '[{"kind":"hallucination","unaccounted":9007199254740991}]',
  ],
  ["no slot", [{ kind: "missing_delta", missing: [] }], '[{"kind":"missing_delta","missing":[]}]'],
  ["two slots", [{ kind: "missing_delta", missing: ["b", "a"] }], '[{"kind":"missing_delta","missing":["b","a"]}]'],
  [
    "three findings",
    [{ kind: "missing_delta", missing: [""] }, { kind: "below_spec", shortfall: 2 }, {
      kind: "hallucination",
      unaccounted: 3,
    }],
    '[{"kind":"missing_delta","missing":[""]},{"kind":"below_spec","shortfall":2},{"kind":"hallucination","unaccounted":3}]',
  ],
];
for (const [name, findings, text] of WRITTEN) {
  Deno.test(`serializeFindings() writes ${name} exactly`, () => assertEquals(serializeFindings(findings), text));
}

/** How serde_json writes characters, by its own table of escapes: all others stand as themselves. */
const ESCAPES: [string, string][] = [
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\b", "\\b"],
  ["\t", "\\t"],
  ["\n", "\\n"],
  ["\f", "\\f"],
  ["\r", "\\r"],
  ["\0", "\\u0000"],
  ["\x0b", "\\u000b"],
  ["\x1f", "\\u001f"],
  ["\x7f", "\x7f"],
  ["/", "/"],
  ["<", "<"],
  ["\u2028", "\u2028"],
  ["\ufeff", "\ufeff"],
  ["\u{1f600}", "\u{1f600}"],
];
for (const [character, written] of ESCAPES) {
  Deno.test(`serializeFindings() writes U+${character.codePointAt(0)?.toString(16)} as serde_json does`, () => {
    const text = serializeFindings([{ kind: "missing_delta", missing: [character] }]);
    assertEquals(text, `[{"kind":"missing_delta","missing":["${written}"]}]`);
  });
}

Deno.test("serializeFindings() writes what JSON reads back, whatever the slots", () => {
  const slots = fc.array(fc.string({ unit: "grapheme" }));
  fc.assert(
    fc.property(slots, fc.maxSafeNat(), (missing, shortfall) => {
      const findings: ConservationFinding[] = [{ kind: "missing_delta", missing }, { kind: "below_spec", shortfall }];
      assertEquals(JSON.parse(serializeFindings(findings)), findings);
      assertEquals(serializeFindings(findings), JSON.stringify(findings));
    }),
    { seed: 5, numRuns: 300 },
  );
});
