import { assertEquals } from "@std/assert/equals";
import {
  type Answer,
  type Ask,
  networkAsk,
  type NetworkOptions,
  recordedAsk,
} from "../../../../scripts/je/chat/ask.ts";
import { endpointOf } from "../../../../scripts/je/chat/endpoint.ts";
import { type Exchange, exchangeWriter, readExchange } from "../../../../scripts/je/chat/exchange_log.ts";
import { assertCodeAsync } from "../../../assert_code.ts";
import { chatModel, completion, type Scripted, withModel, withServer } from "./chat_models.ts";

/** An asker with its log, and the waits that it made; nothing is waited for. */
function asker(url: string, options: Partial<NetworkOptions> = {}): {
  readonly ask: Ask;
  readonly waits: number[];
  readonly exchange: () => Exchange;
} {
  let text = "";
  const head = { episode_id: "0".repeat(64), role: "model", host: "x", nonce_secret: null } as const;
  const log = exchangeWriter(head, (line) => void (text += line)), waits: number[] = [];
  const ask = networkAsk(endpointOf(chatModel(url)), {
    ...{ key: null, log, nowMs: () => 0, sleep: (ms) => (waits.push(ms), Promise.resolve()) },
    ...options,
  });
  return { ask, waits, exchange: () => (log.end("complete"), readExchange(text, { at: "x" })) };
}

function said(answer: Answer): string {
  return "failed" in answer ? answer.failed : answer.turn.content;
}

const BODY = JSON.stringify({ model: "m", messages: [{ role: "user", content: "hi" }] });
const OK = { content: "hello" }, BUSY = { error: { message: "busy" }, status: 429, retryAfter: 0 };
const BROKEN = { error: { message: "broken" }, status: 500 };

const scripted: [what: string, turns: Scripted[], content: string, waits: number[]][] = [
  ["at once", [OK], "hello", []],
  ["after 429 with Retry-After", [BUSY, { ...BUSY, retryAfter: 3 }, OK], "hello", [0, 3000]],
  ["after 500", [BROKEN, BROKEN, OK], "hello", [500, 1000]],
  ["not when all six requests fail", Array(9).fill(BROKEN), "the server answers 500, 6 times asked", [
    ...[500, 1000, 2000, 4000, 8000],
  ]],
  ["not when it is refused", [{ error: { message: "no" }, status: 401 }, OK], "the server answers 401", []],
  ["not when a wait would be longer than it may be", [{ ...BUSY, retryAfter: 901 }, OK], "the server answers 429", []],
];
for (const [what, turns, content, waits] of scripted) {
  Deno.test(`networkAsk() has an answer ${what}`, async () => {
    await withModel(turns, async ({ url }) => {
      const { ask, waits: waited, exchange } = asker(url), answer = await ask(BODY);
      assertEquals([said(answer), waited], [content, waits]);
      const { entries } = exchange();
      assertEquals(entries.map(({ turn, made, request }) => [turn, made, request]), [
        ...Array.from({ length: waits.length + 1 }, (_, at) => [0, at + 1, BODY]),
      ]);
      assertEquals(await recordedAsk({ entries }, { at: "x" })(BODY), answer);
    });
  });
}

const ENCODER = new TextEncoder();
const COMPLETION = '{"choices":[{"message":{"content":"hello"}}]}', JSON_TYPE = { "content-type": "application/json" };
const answers: [what: string, answer: () => Response, content: string, requests: number][] = [
  [
    "another content type",
    () => new Response(COMPLETION, { headers: { "content-type": "text/html" } }),
    "the answer is not of the content type application/json",
    1,
  ],
  [
    "no content type",
    () => new Response(ENCODER.encode(COMPLETION)),
    "the answer is not of the content type application/json",
    1,
  ],
  [
    "a stream of events",
    () => new Response(`data: ${COMPLETION}\n\n`, { headers: { "content-type": "text/event-stream" } }),
    "the answer is not of the content type application/json",
    1,
  ],
  [
    "JSON of a kind of its own",
    () => new Response(COMPLETION, { headers: { "content-type": "application/vnd.x+json" } }),
    "hello",
    1,
  ],
  [
    "JSON with a charset",
    () => new Response(COMPLETION, { headers: { "content-type": "application/json; charset=utf-8" } }),
    "hello",
    1,
  ],
  ["JSON that is no completion", () => Response.json({ error: { code: 500 } }), "the answer is no chat completion", 1],
  [
    "a body that is not UTF-8",
    () => new Response(new Uint8Array([0x7b, 0xff]), { headers: JSON_TYPE }),
    "the answer is not UTF-8",
    1,
  ],
  ["another status of success", () => Response.json({}, { status: 201 }), "the server answers 201", 1],
  [
    "a body beyond the bound",
    () => new Response("x".repeat(200_000), { headers: JSON_TYPE }),
    "the answer is larger than the bound",
    1,
  ],
  ["a body without an end", endless, "the answer is larger than the bound", 1],
  ["a body that drips", dripping, "the server is too slow, 2 times asked", 2],
  [
    "nothing for too long",
    () => new Response(new ReadableStream({}), { headers: JSON_TYPE }),
    "the server is too slow, 2 times asked",
    2,
  ],
  [
    "a redirect to itself",
    () => Response.redirect("http://127.0.0.1:1/v1/chat/completions", 307),
    "the server redirects (307), which is not followed",
    1,
  ],
];

/** Bytes without an end. */
function endless(): Response {
  const body = new ReadableStream({ pull: (stream) => stream.enqueue(ENCODER.encode("x".repeat(10_000))) });
  return new Response(body, { headers: JSON_TYPE });
}

/** A byte now and then, so that no pause is long. */
function dripping(): Response {
  let timer: ReturnType<typeof setInterval> | undefined;
  const body = new ReadableStream({
    start(stream) {
      timer = setInterval(() => stream.enqueue(ENCODER.encode(" ")), 10);
    },
    cancel: () => clearInterval(timer),
  });
  return new Response(body, { headers: JSON_TYPE });
}

for (const [what, answer, content, requests] of answers) {
  Deno.test(`networkAsk() says what is wrong, or nothing, when it gets ${what}`, async () => {
    await withServer(answer, async (url) => {
      const bounds = { timeoutMs: 200, maxBytes: 100_000, attempts: 2 };
      const { ask, exchange } = asker(url, { bounds, nowMs: () => performance.now() }), got = await ask(BODY);
      assertEquals([said(got), got.requests], [content, requests]);
      assertEquals(await recordedAsk(exchange(), { at: "x" })(BODY), got);
    });
  });
}

Deno.test("networkAsk() waits until the date that a server names, of any status that may go better", async () => {
  const now = Date.UTC(2031, 0, 6, 12), names = ["Mon, 06 Jan 2031 12:00:02 GMT", "Mon, 06 Jan 2031 11:00:00 GMT"];
  const said = names.values();
  const busy = (): Response => {
    const { value } = said.next();
    return value === undefined
      ? completion({ content: "hello" })
      : new Response("busy", { status: 503, headers: { "retry-after": value } });
  };
  await withServer(busy, async (url) => {
    const { ask, waits } = asker(url, { dateMs: () => now });
    const answer = await ask(BODY);
    assertEquals(["turn" in answer && answer.turn.content, waits], ["hello", [2000, 0]]);
  });
});

Deno.test("networkAsk() asks again when a connection is dropped, before the answer and within it", async () => {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" }), { port } = listener.addr;
  const ends = [
    "",
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{",
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${COMPLETION.length}\r\n\r\n${COMPLETION}`,
  ];
  const serving = (async () => {
    for (const text of ends) {
      const connection = await listener.accept();
      await readRequest(connection);
      await connection.write(ENCODER.encode(text));
      connection.close();
    }
  })();
  const { ask, waits, exchange } = asker(`http://127.0.0.1:${port}`), answer = await ask(BODY);
  await serving;
  listener.close();
  assertEquals([said(answer), waits], ["hello", [500, 1000]]);
  assertEquals(exchange().entries.map(({ attempt }) => attempt.failure), ["connection", "connection", null]);
});

async function readRequest(connection: Deno.TcpConn): Promise<void> {
  const bytes = new Uint8Array(4096);
  let text = "";
  while (!text.includes(BODY)) text += new TextDecoder().decode(bytes.subarray(0, await connection.read(bytes) ?? 0));
}

Deno.test("networkAsk() says that nobody is there when nobody is", async () => {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" }), { port } = listener.addr;
  listener.close();
  const { ask, waits } = asker(`http://127.0.0.1:${port}`);
  assertEquals(said(await ask(BODY)), "the server cannot be reached, or breaks off, 6 times asked");
  assertEquals(waits.length, 5);
});

Deno.test("recordedAsk() throws record-invalid when another question is asked, or one more", async () => {
  await withModel([OK], async ({ url }) => {
    const { ask, exchange } = asker(url);
    await ask(BODY);
    const entries = exchange();
    await assertCodeAsync(
      () => Promise.resolve().then(() => recordedAsk(entries, { at: "x" })(`${BODY} `)),
      "record-invalid",
    );
    const again = recordedAsk(entries, { at: "x" });
    await again(BODY);
    await assertCodeAsync(() => Promise.resolve().then(() => again(BODY)), "record-invalid");
  });
});
