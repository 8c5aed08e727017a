import { assertEquals } from "@std/assert/equals";
import { sha256Hex } from "../../kernel/digest.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { readOrigin } from "../../scripts/publication_address.ts";
import { differ, openSession } from "../../scripts/publication_fetch.ts";
import { assertCode, assertCodeAsync } from "../assert_code.ts";
import { testOnLoopback, withServer } from "../loopback_server.ts";

Deno.test.sanitizer({ ops: true, resources: true });

const open = (origin: string, bounds = {}) => openSession(readOrigin(origin, "it"), { bounds });

Deno.test("differ() makes a finding with both sides", () => {
  assertEquals(differ("published-size", "a", { expected: 1, observed: null }), {
    code: "published-size",
    at: "a",
    expected: 1,
    observed: null,
  });
});

testOnLoopback("openSession() hands on every piece in order and tells size and digest", async () => {
  await withServer(() => new Response("hello\n"), async (origin) => {
    using session = open(origin);
    let text = "";
    const take = (piece: Uint8Array) => void (text += new TextDecoder().decode(piece));
    const fetched = await session.fetch({ path: "a", url: `${origin}a`, bytes: null, maxBytes: 6 }, take);
    assertEquals([fetched, text], [{ bytes: 6, sha256: sha256Hex("hello\n") }, "hello\n"]);
  });
});

for (const [what, head] of [["announces", { "content-length": "7" }], ["sends", {}]] as const) {
  testOnLoopback(`openSession() throws file-too-large when the server ${what} a byte too many`, async () => {
    const body = () => what === "sends" ? new Blob(["hello.\n"]).stream() : "hello.\n";
    await withServer(() => new Response(body(), { headers: head }), async (origin) => {
      using session = open(origin);
      const target = { path: "a", url: `${origin}a`, bytes: null, maxBytes: 6 };
      await assertCodeAsync(() => session.fetch(target), "file-too-large", "a");
    });
  });
}

testOnLoopback("openSession() throws what the taker throws", async () => {
  await withServer(() => new Response("x"), async (origin) => {
    using session = open(origin);
    const take = () => {
      throw new PermafrostError("file-write", "Cannot write a: the disk is full", { at: "a" });
    };
    await assertCodeAsync(() => session.fetch({ path: "a", url: `${origin}a`, bytes: 1 }, take), "file-write", "a");
  });
});

Deno.test("openSession() does a thing for each item, as many at a time as its bound", async () => {
  using session = open("http://127.0.0.1:1/", { concurrency: 2 });
  let [now, most] = [0, 0];
  const done: number[] = [];
  await session.each([1, 2, 3, 4, 5], async (item) => {
    most = Math.max(most, ++now);
    await Promise.resolve();
    now--;
    done.push(item);
  });
  assertEquals([done.toSorted(), most], [[1, 2, 3, 4, 5], 2]);
});

Deno.test("openSession() throws the first failure and starts nothing after it", async () => {
  using session = open("http://127.0.0.1:1/", { concurrency: 1 });
  const failure = new RangeError("first"), started: number[] = [];
  const thrown = await session.each([1, 2, 3], (item) => {
    started.push(item);
    return Promise.reject(failure);
  }).then(() => null, (error) => error);
  assertEquals([thrown, started], [failure, [1]]);
});

for (const bound of [0, -1, 1.5, NaN, 2 ** 31]) {
  Deno.test(`openSession() throws usage when a bound is ${bound}`, () => {
    assertCode(() => open("http://127.0.0.1:1/", { idleTimeoutMs: bound }), "usage");
  });
}
