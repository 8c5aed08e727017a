import { assertEquals } from "@std/assert/equals";
import type { Call } from "../../../scripts/cli/command.ts";
import { readInputs, runOptions } from "../../../scripts/cli/run_options.ts";
import { AUDIT } from "../../../scripts/permission_audit.ts";
import { assertCode, assertCodeAsync } from "../../assert_code.ts";
import { memoryIo } from "../../cli_io.ts";

const read: [words: string[], expected: Record<string, string>][] = [
  [[], {}],
  [["a=b"], { a: "/cwd/b" }],
  [["a=/b"], { a: "/b" }],
  [["a=b=c"], { a: "/cwd/b=c" }],
  [["a=x y", "b=../z"], { a: "/cwd/x y", b: "/z" }],
  [["__proto__=b"], JSON.parse('{"__proto__":"/cwd/b"}')],
  [["a=\nb"], { a: "/cwd/\nb" }],
];
for (const [words, expected] of read) {
  Deno.test(`readInputs() reads ${JSON.stringify(words)}`, () => {
    assertEquals(Object.entries(readInputs(words, "/cwd")), Object.entries(expected));
  });
}

for (const words of [["a"], ["=b"], ["a="], [""], ["a=1", "a=2"]]) {
  Deno.test(`readInputs() throws usage when it is given ${JSON.stringify(words)}`, () => {
    assertCode(() => readInputs(words, "/cwd"), "usage", "--input");
  });
}

function call(parts: Partial<Call>): Call {
  return { operands: [], values: {}, lists: {}, flags: new Set(), io: memoryIo().io, ...parts };
}

for (
  const [what, parts] of [
    ["both ways of containment are asked for", { flags: new Set(["require-containment", "no-containment"]) }],
    ["a patience is given without an address", { values: { "live-timeout": "5" } }],
    ["a patience is no number", { values: { "live": "http://127.0.0.1/", "live-timeout": "5s" } }],
    ["a patience is zero", { values: { "live": "http://127.0.0.1/", "live-timeout": "0" } }],
    ["an input is malformed", { lists: { input: ["x"] } }],
  ] as const
) {
  Deno.test(`runOptions() throws usage when ${what}`, async () => {
    await assertCodeAsync(() => runOptions("/folder", call(parts)), "usage");
  });
}

Deno.test("runOptions() leaves out what was not asked for", async () => {
  const { inputs, requireContainment, ...rest } = await runOptions("/folder", call({}));
  assertEquals([inputs, requireContainment, Object.keys(rest).sort()], [{}, false, ["digest", "onNotice", "signal"]]);
});

Deno.test("runOptions() passes on how to contain and what to compare", async () => {
  const flags = new Set(["no-containment"]);
  const options = await runOptions("/folder", call({ flags, values: { live: "http://127.0.0.1:1/" } }));
  assertEquals([options.containment, typeof options.comparePublished], ["none", "function"]);
});

Deno.test("runOptions() hands in the audit log when it is asked for, without a note", async () => {
  const { io, ended } = memoryIo();
  const options = await runOptions("/folder", call({ flags: new Set(["audit-log"]), io }));
  assertEquals([options.attemptLog, ended(0).err], [AUDIT, ""]);
});

Deno.test("runOptions() hands in the audit log with a note when Deno has no broker", async () => {
  const { io, ended } = memoryIo();
  const options = await runOptions("/folder", { ...call({ io }), denoVersion: "2.5.2" });
  assertEquals([options.attemptLog, /^note: Deno 2\.5\.2 has no/.test(ended(0).err)], [AUDIT, true]);
});
