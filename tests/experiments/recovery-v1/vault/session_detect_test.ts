import { assertEquals } from "@std/assert/equals";
import { detectSession } from "../../../../experiments/recovery-v1/vault/session_detect.ts";
import { utf8 } from "./a_vault.ts";

const META = '{"timestamp":"t","type":"session_meta","payload":{"id":"c-1","cwd":"/w","instructions":null}}';
const CODEX = { provider: "codex", sessionId: "c-1" } as const;
const USER =
  '{"parentUuid":null,"sessionId":"a-1","type":"user","message":{"role":"user","content":"hi"},"uuid":"u-1"}';
const CLAUDE = { provider: "claude_code", sessionId: "a-1" } as const;

const HEADS: readonly [string, string, ReturnType<typeof detectSession>][] = [
  ["codex by its first record", `${META}\n{"type":"response_item","payload":{}}\n`, CODEX],
  ["claude_code by its first record", `${USER}\n`, CLAUDE],
  ["claude_code after records without a session", `{"type":"summary","summary":"s","leafUuid":"u"}\n\n${USER}`, CLAUDE],
  ["codex without a final line feed", META, CODEX],
  ["codex with CRLF", `${META}\r\n`, CODEX],
  ["the first record that tells", `${USER}\n${META}`, CLAUDE],
  ["what follows a line that is not JSON", `{"type":"session_meta","pay\n\ufffd\n${META}`, CODEX],
  ["the last of 1,000 records", `{}\n`.repeat(999) + META, CODEX],
  ["nothing beyond 1,000 records", `{}\n`.repeat(1000) + META, null],
  ["nothing in an empty source", "", null],
  ["nothing in a record that is cut", META.slice(0, -1), null],
  ["nothing without an id", '{"type":"session_meta","payload":{}}', null],
  ["nothing by an empty id", '{"type":"session_meta","payload":{"id":""}}', null],
  ["nothing by an id that is no text", '{"type":"session_meta","payload":{"id":5}}', null],
  ["nothing by an id without end", `{"type":"session_meta","payload":{"id":"${"x".repeat(1025)}"}}`, null],
  ["nothing by a sessionId without type", '{"sessionId":"a-1"}', null],
  ["nothing by a sessionId inside", '{"type":"user","message":{"sessionId":"a-1"}}', null],
  ["nothing in other JSON", '[1]\n"text"\n5\nnull', null],
];

for (const [what, head, session] of HEADS) {
  Deno.test(`detectSession() finds ${what}`, () => assertEquals(detectSession(utf8(head)), session));
}
