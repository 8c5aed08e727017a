import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { type ChildReport, inChild } from "../in_child.ts";

const IMPORT = `import { readOrder, runExperiment } from "./kernel/experiment.ts";\n`;
const run = (body: string, stdin = ""): Promise<ChildReport> =>
  inChild(`${IMPORT}await runExperiment(${body});`, { stdin, env: { NO_COLOR: "1" } });
const ORDER = {
  format: "permafrost/order@1",
  id: "x-v1",
  inputs: { a: { path: "/inputs/a", bytes: 1, sha256: "00" } },
  scratch: "/scratch",
  seed: 7,
};

Deno.test("runExperiment() prints rows, progress and the summary in order", async () => {
  const { code, stdout } = await run(
    `({ row, progress }) => { row({ a: 1 }); progress(1, 2); row([null]); return "é"; }`,
  );
  assertEquals([code, stdout], [
    0,
    '{"row":{"a":1}}\n{"progress":{"done":1,"total":2}}\n{"row":[null]}\n{"summary":"é"}\n',
  ]);
});

Deno.test("runExperiment() waits for the body when it is asynchronous", async () => {
  const { stdout } = await run(`async ({ row }) => { await Promise.resolve(); row(1); return 2; }`);
  assertEquals(stdout, '{"row":1}\n{"summary":2}\n');
});

Deno.test("runExperiment() hands over the order when there is one", async () => {
  const { stdout } = await run(`({ order }) => order`, JSON.stringify(ORDER));
  assertEquals(JSON.parse(stdout), { summary: ORDER });
});

for (const stdin of ["", " \n"]) {
  Deno.test(`runExperiment() uses an order of its own when standard input is ${JSON.stringify(stdin)}`, async () => {
    const { stdout } = await run(`({ order }) => order`, stdin);
    const byHand = { format: "permafrost/order@1", id: "by-hand", inputs: {}, scratch: null, seed: 1 };
    assertEquals(JSON.parse(stdout), { summary: byHand });
  });
}

Deno.test("runExperiment() uses an order of its own when standard input is closed", async () => {
  const code = `${IMPORT}await runExperiment(({ order }) => order.id);`;
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["eval", code], stdin: "null" }).output();
  assertEquals(new TextDecoder().decode(stdout), '{"summary":"by-hand"}\n');
});

for (
  const [name, stdin] of Object.entries({
    "text": "run, please",
    "of another format": '{"format":"permafrost/order@2"}',
    "null": "null",
    "an array": "[]",
    "torn": JSON.stringify(ORDER).slice(0, -1),
    "too long": JSON.stringify({ ...ORDER, id: "x".repeat(1_100_000) }),
  })
) {
  Deno.test(`runExperiment() fails without a summary when the order is ${name}`, async () => {
    const { code, stdout } = await run(`() => 1`, stdin);
    assertEquals([code, stdout], [1, ""]);
  });
}

Deno.test("readOrder() reads an order when its characters are torn by the buffer", async () => {
  const order = JSON.stringify({ ...ORDER, id: "a" + "é".repeat(100_000) });
  const { stdout } = await inChild(`${IMPORT}console.log(readOrder().id.length);`, { stdin: order });
  assertEquals(stdout, "100001\n");
});

Deno.test("runExperiment() prints the rows and no summary when the body throws", async () => {
  const { code, stdout, stderr } = await run(`({ row }) => { row(1); throw new Error("broken"); }`);
  assertEquals([code, stdout], [1, '{"row":1}\n']);
  assert(stderr.includes("broken"));
});

Deno.test("runExperiment() prints all of it when the output is large", async () => {
  const { code, stdout } = await run(
    `({ row }) => { for (let i = 0; i < 20000; i++) row("é".repeat(100)); return 1; }`,
  );
  assertEquals([code, stdout.length], [0, 20_000 * 111 + '{"summary":1}\n'.length]);
});

const LOSSES: readonly string[] = [
  "undefined",
  "NaN",
  "-Infinity",
  "1n",
  "Symbol()",
  "() => 1",
  "new Date(0)",
  "new Map()",
  "new Set()",
  "new Uint8Array(2)",
  "new (class { a = 1; })()",
  "new Number(1)",
  "/x/",
  "'\\ud800'",
  "{ '\\udc00': 1 }",
  "[, 1]",
  "{ a: { b: [undefined] } }",
  "{ toJSON: () => 1 }",
  "Object.assign([], { toJSON: () => 1 })",
];
const KEPT: readonly [string, unknown][] = [
  ["null", null],
  ["true", true],
  ["-0", 0],
  ["1e21", 1e21],
  ["''", ""],
  ["[[], {}]", [[], {}]],
  ["Object.create(null, { a: { value: 1, enumerable: true } })", { a: 1 }],
  ["{ ['__proto__']: 1 }", JSON.parse('{"__proto__":1}')],
  ["Object.freeze({ a: 'é' })", { a: "é" }],
];
const outcomes = await run(`({ row }) => {
  for (const make of [${[...LOSSES, ...KEPT.map(([text]) => text)].map((text) => `() => (${text})`).join(", ")}]) {
    try { row(make()); } catch (error) { row(error.name); }
  }
  return null;
}`);
const printed = outcomes.stdout.split("\n").filter((line) => line.startsWith('{"row"'));
LOSSES.forEach((text, index) => {
  Deno.test(`runExperiment() throws a TypeError when a row holds ${text}`, () => {
    assertEquals(printed[index], '{"row":"TypeError"}', outcomes.stderr);
  });
});
KEPT.forEach(([text, expected], index) => {
  Deno.test(`runExperiment() prints a row as it is when it is ${text}`, () => {
    assertEquals(JSON.parse(printed[LOSSES.length + index]!), { row: expected });
  });
});

Deno.test("runExperiment() fails when the summary is undefined", async () => {
  const { code, stdout } = await run(`() => {}`);
  assertEquals([code, stdout], [1, ""]);
});
