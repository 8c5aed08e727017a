import { assertEquals } from "@std/assert/equals";
import {
  type FieldRule,
  isDigest,
  judgeRefusal,
  judgeShape,
  readAnswer,
  stopFailure,
} from "../../../../experiments/recovery-v1/study/answer.ts";
import type { Stop } from "../../../../experiments/recovery-v1/study/command.ts";
import { type FakeAnswer, toOutcome } from "./fake_machine.ts";

const outcome = (given: Partial<FakeAnswer>) => toOutcome({ code: 0, stdout: "", stderr: "", ...given });

for (
  const [stop, kind] of [
    ["start", "no-start"],
    ["timeout", "timeout"],
    ["output", "output-bound"],
    ["held", "output-held"],
    ["study", "not-run"],
  ] as const satisfies readonly (readonly [Stop, string])[]
) {
  Deno.test(`stopFailure() calls ${stop} ${kind}, whatever else was seen`, () => {
    assertEquals(stopFailure(outcome({ stop, code: 1, isSignal: true }))?.kind, kind);
    assertEquals(judgeRefusal(outcome({ stop, code: 1, stderr: "no" }))?.kind, kind);
    assertEquals(readAnswer(outcome({ stop, stdout: "{}" })).problem?.kind, kind);
  });
}

for (
  const [name, given, expected] of [
    ["a value", { stdout: '{"a":1}\n' }, null],
    ["a value and a warning", { stdout: "[]", stderr: "note" }, null],
    ["an exit code", { stdout: "{}", code: 1 }, "exit-code"],
    ["a signal", { stdout: "{}", code: 139, isSignal: true }, "signal"],
    ["nothing", {}, "not-json"],
    ["two values", { stdout: "{}{}" }, "not-json"],
    ["two lines", { stdout: "{}\n{}\n" }, "not-json"],
    ["a repeated key", { stdout: '{"a":1,"\\u0061":1}' }, "not-json"],
    ["half a pair", { stdout: '"\\ud800"' }, "not-json"],
    ["NaN", { stdout: "NaN" }, "not-json"],
    ["a byte order mark", { stdout: "\ufeff{}" }, "not-json"],
    ["bytes that are no UTF-8", { stdout: new Uint8Array([34, 0xff, 34]) }, "not-json"],
  ] as const
) {
  Deno.test(`readAnswer() judges ${name} as ${expected ?? "an answer"}`, () => {
    assertEquals(readAnswer(outcome(given)).problem?.kind ?? null, expected);
  });
}

for (
  const [name, given, expected] of [
    ["a refusal", { code: 1, stderr: "no such snapshot" }, null],
    ["another exit code", { code: 101, stderr: "panic" }, null],
    ["exit code 0", { code: 0, stderr: "no" }, "accepted"],
    ["output", { code: 1, stdout: "\n", stderr: "no" }, "stdout-on-error"],
    ["silence", { code: 1 }, "stderr-missing"],
    ["blanks alone", { code: 1, stderr: " \n" }, "stderr-missing"],
    ["a signal", { code: 139, isSignal: true, stderr: "no" }, "signal"],
  ] as const
) {
  Deno.test(`judgeRefusal() judges ${name} as ${expected ?? "right"}`, () => {
    assertEquals(judgeRefusal(outcome(given))?.kind ?? null, expected);
  });
}

const DIGEST = "0a".repeat(32);
for (
  const [rule, good, bad] of [
    ["digest", [DIGEST], [DIGEST.toUpperCase(), DIGEST.slice(1), `${DIGEST}\n`, 5, null]],
    ["count", [0, 7], [-1, 0.5, "1", null, 2 ** 53]],
    ["offset", [0, null], [-1, "0", false]],
    ["text", ["", "x"], [null, 1, []]],
    ["words", ["", null], [1, [], {}]],
    ["flag", [true, false], [0, "true", null]],
    ["list", [[], [1]], [{}, null, "[]"]],
  ] as const satisfies readonly (readonly [FieldRule, readonly unknown[], readonly unknown[]])[]
) {
  Deno.test(`judgeShape() knows what a ${rule} is`, () => {
    const judge = (field: unknown): string | null => judgeShape({ field } as never, { field: rule })?.kind ?? null;
    assertEquals([good.map(judge), bad.map(judge)], [good.map(() => null), bad.map(() => "wrong-shape")]);
  });
}

Deno.test("judgeShape() wants exactly the fields, or at least them where more are allowed", () => {
  const rules = { a: "count" } as const;
  const kinds = [{ a: 1 }, { a: 1, b: 2 }, {}, [], null, "a"].map((value) => judgeShape(value as never, rules)?.kind);
  assertEquals(kinds, [undefined, "wrong-shape", "wrong-shape", "wrong-shape", "wrong-shape", "wrong-shape"]);
  assertEquals(judgeShape({ a: 1, b: 2 }, rules, { isOpen: true }), null);
});

Deno.test("judgeShape() is not misled by what every object inherits", () => {
  assertEquals(judgeShape({}, { toString: "text" } as never)?.kind, "wrong-shape");
});

Deno.test("isDigest() takes 64 lower-case hexadecimal digits alone", () => {
  assertEquals([isDigest(DIGEST), isDigest(DIGEST.replace("a", "g")), isDigest(`${DIGEST}0`)], [true, false, false]);
});
