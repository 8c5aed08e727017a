import { assertEquals } from "@std/assert/equals";
import { type Attempt, attemptPost } from "../../../../scripts/je/chat/attempt.ts";
import { endpointOf } from "../../../../scripts/je/chat/endpoint.ts";
import { redactor } from "../../../../scripts/je/chat/secret.ts";
import { chatModel, completion, PLANTED, withServer } from "./chat_models.ts";

function attempt(url: string, { key = null as string | null } = {}): Promise<Attempt> {
  const options = { key, redact: redactor(key), timeoutMs: 5000, maxBytes: 100_000, nowMs: () => 0 };
  return attemptPost(endpointOf(chatModel(url)), '{"model":"m"}', options);
}

Deno.test("attemptPost() posts the body as JSON, and asks for an answer without compression", async () => {
  const seen: unknown[] = [];
  const look = async (request: Request): Promise<Response> => {
    const header = (name: string): string | null => request.headers.get(name);
    seen.push([request.method, new URL(request.url).pathname, header("content-type"), header("accept-encoding")]);
    seen.push(await request.text());
    return completion({ content: "" });
  };
  await withServer(look, async (url) => void await attempt(url));
  assertEquals(seen, [["POST", "/v1/chat/completions", "application/json", "identity"], '{"model":"m"}']);
});

Deno.test("attemptPost() does not follow a redirect to another host, which sees nothing", async () => {
  let reached = 0;
  await withServer(() => (reached++, completion({ content: "from elsewhere" })), async (other) => {
    await withServer(() => Response.redirect(`${other}/v1/chat/completions`, 308), async (url) => {
      const { status, headers, failure } = await attempt(url, { key: PLANTED });
      assertEquals([status, headers["location"], failure], [308, `${other}/v1/chat/completions`, null]);
    });
  });
  assertEquals(reached, 0);
});

Deno.test("attemptPost() sends the key in one header and takes it out of all that comes back", async () => {
  const seen: (string | null)[] = [];
  const echo = (request: Request): Response => {
    seen.push(request.headers.get("authorization"));
    const headers = { "x-request-id": `id ${PLANTED}`, location: encodeURIComponent(PLANTED), "set-cookie": PLANTED };
    return Response.json({ said: `you sent ${PLANTED}` }, { headers });
  };
  await withServer(echo, async (url) => {
    const { headers, body } = await attempt(url, { key: PLANTED });
    assertEquals(headers, {
      ...{ "content-type": "application/json", location: "[redacted]", "x-request-id": "id [redacted]" },
    });
    assertEquals(body, '{"said":"you sent [redacted]"}');
  });
  assertEquals(seen, [`Bearer ${PLANTED}`]);
});

Deno.test("attemptPost() sends no such header without a key", async () => {
  const seen: boolean[] = [];
  const look = (request: Request): Response => {
    seen.push(request.headers.has("authorization"));
    return completion({ content: "" });
  };
  await withServer(look, async (url) => void await attempt(url));
  assertEquals(seen, [false]);
});
