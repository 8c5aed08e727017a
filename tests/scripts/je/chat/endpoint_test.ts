import { assertEquals } from "@std/assert/equals";
import type { ModelEntry } from "../../../../experiments/je-v1/sweep/unit.ts";
import { endpointOf, refuseOwnJudge } from "../../../../scripts/je/chat/endpoint.ts";
import { assertCode } from "../../../assert_code.ts";
import { modelOf } from "../../../experiments/je-v1/sweep/records.ts";
import { chatModel } from "./chat_models.ts";

const places: [base_url: string, url: string, host: string][] = [
  ["http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1/chat/completions", "127.0.0.1:8000"],
  ["https://models.example/v1/", "https://models.example/v1/chat/completions", "models.example:443"],
  ["http://models.example", "http://models.example/chat/completions", "models.example:80"],
  ["HTTPS://Models.Example:8443/a/b//", "https://models.example:8443/a/b/chat/completions", "models.example:8443"],
  ["http://[::1]:9/v1", "http://[::1]:9/v1/chat/completions", "[::1]:9"],
];
for (const [base_url, url, host] of places) {
  Deno.test(`endpointOf() finds the one host and port of ${base_url}`, () => {
    assertEquals(endpointOf({ ...chatModel(""), base_url }), { url, host, model: "scripted-1" });
  });
}

const HERE = chatModel("http://127.0.0.1:1");
const { base_url: _base, ...NOWHERE } = HERE, { model: _model, ...NAMELESS } = HERE;
const refused: [what: string, entry: ModelEntry, at: string][] = [
  ["another adapter", modelOf("oracle"), "/adapter"],
  ["no address", NOWHERE, "/base_url"],
  ["no name at the server", NAMELESS, "/model"],
  ["an address that is none", { ...HERE, base_url: "models.example/v1" }, "/base_url"],
  ["a file", { ...HERE, base_url: "file:///etc/passwd" }, "/base_url"],
  ["a name and password", { ...HERE, base_url: "https://me:secret@models.example/v1" }, "/base_url"],
  ["a query", { ...HERE, base_url: "https://models.example/v1?key=x" }, "/base_url"],
  ["a fragment", { ...HERE, base_url: "https://models.example/v1#" }, "/base_url"],
  ["two hosts in a flag", { ...HERE, base_url: "https://models.example,other.example/v1" }, "/base_url"],
  ["any host in a flag", { ...HERE, base_url: "https://*.example/v1" }, "/base_url"],
  ["messages of its own", { ...HERE, params: { messages: [] } }, "/params/messages"],
  ["streaming", { ...HERE, params: { stream: true } }, "/params/stream"],
  ["two seeds", { ...HERE, params: { seed: 1 } }, "/params/seed"],
];
for (const [what, entry, at] of refused) {
  Deno.test(`endpointOf() throws record-invalid when an entry has ${what}`, () => {
    assertCode(() => endpointOf(entry), "record-invalid", at);
  });
}

Deno.test("endpointOf() takes a seed of the params when the unit's is not sent", () => {
  assertEquals(endpointOf({ ...HERE, send_seed: false, params: { seed: 1 } }).host, "127.0.0.1:1");
});

const own: [what: string, judge: Partial<ModelEntry>, isOwn: boolean][] = [
  ["the same id", { model: "another" }, true],
  ["the same model at the same address", { id: "judge" }, true],
  ["the same model at an address that is written otherwise", { id: "judge", base_url: "http://127.0.0.1:1/v1/" }, true],
  ["another model at the same address", { id: "judge", model: "another" }, false],
  ["the same model elsewhere", { id: "judge", base_url: "http://127.0.0.1:2/v1" }, false],
];
for (const [what, parts, isOwn] of own) {
  Deno.test(`refuseOwnJudge() ${isOwn ? "throws usage for" : "takes"} a judge with ${what}`, () => {
    const run = (): void => refuseOwnJudge([modelOf("oracle"), HERE], { ...HERE, ...parts });
    if (isOwn) assertCode(run, "usage");
    else run();
  });
}
