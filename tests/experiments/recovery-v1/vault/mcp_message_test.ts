import { assertEquals } from "@std/assert/equals";
import { readLine } from "../../../../experiments/recovery-v1/vault/mcp_message.ts";

const read = (text: string) => readLine(new TextEncoder().encode(text));

const CASES: readonly [string, string, unknown][] = [
  ["a request", '{"jsonrpc":"2.0","id":1,"method":"m"}', { kind: "request", id: 1, method: "m", params: {} }],
  ["a name that is a text", '{"jsonrpc":"2.0","id":"","method":"m","params":{"a":1}}', {
    kind: "request",
    id: "",
    method: "m",
    params: { a: 1 },
  }],
  ["a notification", '{"jsonrpc":"2.0","method":"m"}', { kind: "notification", method: "m", params: {} }],
  ["a notification with bad params, which nobody answers", '{"jsonrpc":"2.0","method":"m","params":1}', {
    kind: "notification",
    method: "m",
    params: {},
  }],
  ["a result", '{"jsonrpc":"2.0","id":1,"result":{}}', { kind: "response" }],
  ["an error", '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}', { kind: "response" }],
  ["a batch", "[1,{}]", { kind: "batch", items: [1, {}] }],
  ["white space around it", ' {"jsonrpc":"2.0","id":1,"method":"m"}\r', {
    kind: "request",
    id: 1,
    method: "m",
    params: {},
  }],
];
for (const [name, text, expected] of CASES) {
  Deno.test(`readLine() reads ${name}`, () => assertEquals(read(text) as unknown, expected));
}

/** Name, line, code, and the id of the answer. */
const BAD: readonly [string, string, number, string | number | null][] = [
  ["an empty line", "", -32700, null],
  ["a torn object", '{"jsonrpc":"2.0","id":1', -32700, null],
  ["two values", "{} {}", -32700, null],
  ["a repeated key", '{"jsonrpc":"2.0","id":1,"id":2,"method":"m"}', -32700, null],
  ["half of a surrogate pair", '{"jsonrpc":"2.0","id":"\\ud800","method":"m"}', -32700, null],
  ["values beyond 64 levels", "[".repeat(70) + "]".repeat(70), -32700, null],
  ["a text", '"x"', -32600, null],
  ["null", "null", -32600, null],
  ["another version of JSON-RPC", '{"jsonrpc":"1.0","id":7,"method":"m"}', -32600, 7],
  ["no version of JSON-RPC", '{"id":7,"method":"m"}', -32600, 7],
  ["a method that is no text", '{"jsonrpc":"2.0","id":7,"method":1}', -32600, 7],
  ["no method", '{"jsonrpc":"2.0","id":7}', -32600, 7],
  ["an id that is null", '{"jsonrpc":"2.0","id":null,"method":"m"}', -32600, null],
  ["an id with a fraction", '{"jsonrpc":"2.0","id":1.5,"method":"m"}', -32600, null],
  ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"m"}', -32600, null],
  ["an id beyond 2^53", '{"jsonrpc":"2.0","id":9007199254740992,"method":"m"}', -32600, null],
  ["params by position", '{"jsonrpc":"2.0","id":7,"method":"m","params":[1]}', -32600, 7],
];
for (const [name, text, code, id] of BAD) {
  Deno.test(`readLine() refuses ${name}`, () => {
    const message = read(text);
    assertEquals(message.kind === "bad" && [message.error.code, message.id], [code, id]);
  });
}

Deno.test("readLine() refuses bytes that are not UTF-8", () => {
  const message = readLine(Uint8Array.of(0x22, 0xff, 0x22));
  assertEquals(message.kind === "bad" && [message.error.code, message.id], [-32700, null]);
});

Deno.test("readLine() refuses a line that was too long", () => {
  const message = readLine(null);
  assertEquals(message.kind === "bad" && [message.error.code, message.id], [-32700, null]);
});
