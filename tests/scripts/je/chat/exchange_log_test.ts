import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { sha256Hex } from "../../../../kernel/digest.ts";
import type { Attempt } from "../../../../scripts/je/chat/attempt.ts";
import { type ExchangeHead, exchangeWriter, readExchange } from "../../../../scripts/je/chat/exchange_log.ts";
import { assertCode } from "../../../assert_code.ts";

const HEAD: ExchangeHead = { episode_id: "0".repeat(64), role: "model", host: "127.0.0.1:1", nonce_secret: null };
const ATTEMPT: Attempt = { status: 200, headers: { "content-type": "x" }, body: "b", failure: null, latency_ms: 5 };

function written(requests: readonly string[]): { text: string; sha256: string } {
  let text = "";
  const writer = exchangeWriter(HEAD, (line) => void (text += line));
  requests.forEach((request, turn) => writer.add({ turn, made: 1, request, attempt: ATTEMPT }));
  return { sha256: writer.end("complete"), text };
}

Deno.test("exchangeWriter() keeps every request to the character", () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom("a", "{", "é", "\u{1f600}", "\u{1f601}", "\n") }));
  fc.assert(
    fc.property(texts, (requests) => {
      const { entries, end, head } = readExchange(written(requests).text, { at: "x" });
      assertEquals([head, end, entries.map(({ request }) => request)], [HEAD, "complete", requests]);
      assertEquals(entries.every(({ attempt }) => JSON.stringify(attempt) === JSON.stringify(sorted(ATTEMPT))), true);
    }),
    { seed: 20261201, numRuns: 200 },
  );
});

function sorted(attempt: Attempt): object {
  return Object.fromEntries(Object.entries(attempt).sort(([one], [other]) => one < other ? -1 : 1));
}

Deno.test("exchangeWriter() writes of a request only what differs from the one before", () => {
  const long = "x".repeat(10_000), { text } = written([`${long}1`, `${long}2`, `${long}3`]);
  assertEquals(text.length < 12_000, true);
});

Deno.test("exchangeWriter() says the digest of all that it wrote, and readExchange() too", () => {
  const { text, sha256 } = written(["a", "b"]);
  assertEquals([sha256, readExchange(text, { at: "x" }).sha256], [sha256Hex(text), sha256]);
});

Deno.test("readExchange() tells one that was cut off", () => {
  const { text } = written(["a", "b"]), cut = text.split("\n").slice(0, 2).join("\n") + "\n";
  assertEquals(readExchange(cut, { at: "x" }).end, null);
});

const LINES = written(["a", "b"]).text.split("\n");
const broken: [what: string, text: string][] = [
  ["is empty", ""],
  ["has another format", LINES.join("\n").replace("exchange@1", "exchange@2")],
  ["breaks off within a line", LINES.join("\n").slice(0, -3)],
  ["goes on after its end", [...LINES.slice(0, -1), LINES[1], ""].join("\n")],
  ["says more in common than there is", LINES.join("\n").replace('"same":0', '"same":2')],
  ["ends in another way", LINES.join("\n").replace('"complete"', '"whole"')],
  ["holds a failure that is not known", LINES.join("\n").replace('"failure":null', '"failure":"x"')],
  ["holds a member that is not known", LINES.join("\n").replace('"failure":null', '"failure":null,"x":1')],
  ["holds no status of a whole answer", LINES.join("\n").replace('"status":200', '"status":null')],
];
for (const [what, text] of broken) {
  Deno.test(`readExchange() throws record-invalid when an exchange ${what}`, () => {
    assertCode(() => readExchange(text, { at: "x" }), "record-invalid");
  });
}
