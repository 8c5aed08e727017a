/** Where a chat model is served: one host and one port, and what it is asked for there. @module */
import type { ModelEntry } from "../../../experiments/je-v1/sweep/unit.ts";
import { PermafrostError } from "../../../kernel/error.ts";

/** The adapter of models that speak the OpenAI-compatible chat completions API. */
export const CHAT_ADAPTER = "openai";

/** Where a model is asked. */
export interface Endpoint {
  /** The address that is posted to. */ readonly url: string;
  /** Host and port, as `--allow-net` takes them. */ readonly host: string;
  /** The model's name there. */ readonly model: string;
}

/** What a model's `params` must not hold: the adapter itself says it. */
const RESERVED = ["messages", "model", "n", "stream", "stream_options", "tool_choice", "tools"];
const HOST = /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?|\[[0-9a-f:.]+\])$/; // no comma, no star: they mean more in a flag
const PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** Reads where a model is served from its entry. The address of the API goes up to what precedes `/chat/completions`.
 * @throws {PermafrostError} record-invalid: the adapter is another; base_url or model is missing; base_url is no plain
 * http or https address (it has a name and password, a query or a fragment); params hold what the adapter says; `at` is a
 * JSON Pointer into the entry. */
export function endpointOf(entry: ModelEntry): Endpoint {
  const { id, adapter, base_url, model, params, send_seed } = entry;
  const refuse = (at: string, state: string): PermafrostError =>
    new PermafrostError("record-invalid", `Cannot use the model ${id}: ${state}`, { at });
  if (adapter !== CHAT_ADAPTER) throw refuse("/adapter", `its adapter is not ${CHAT_ADAPTER}`);
  if (model === undefined || model === "") throw refuse("/model", "model, its name at the server, is missing");
  const reserved = Object.keys(params).find((name) => RESERVED.includes(name) || (name === "seed" && send_seed));
  if (reserved !== undefined) throw refuse(`/params/${reserved}`, `the adapter itself says ${reserved}`);
  const url = base_url !== undefined && URL.canParse(base_url) ? new URL(base_url) : null,
    port = url && PORTS[url.protocol];
  if (url === null || port === undefined || !HOST.test(url.hostname)) {
    throw refuse("/base_url", "base_url is no http or https address, such as https://host:8000/v1");
  }
  if (url.username !== "" || url.password !== "" || /[?#]/.test(base_url!)) {
    throw refuse("/base_url", "base_url has a name, password, query or fragment; keys go in by --key-env");
  }
  const path = url.pathname.replace(/\/+$/, "");
  return { url: `${url.origin}${path}/chat/completions`, host: `${url.hostname}:${url.port || port}`, model };
}

/** Refuses a judge that is the model under test: by its id, or by where and as what it is served.
 * @throws {PermafrostError} usage. */
export function refuseOwnJudge(models: readonly ModelEntry[], judge: ModelEntry): void {
  const { url, model } = endpointOf(judge);
  for (const entry of models) {
    const isSame = entry.id === judge.id ||
      (entry.adapter === CHAT_ADAPTER && endpointOf(entry).url === url && entry.model === model);
    if (!isSame) continue;
    throw new PermafrostError("usage", `Cannot judge ${entry.id} by ${judge.id}: a model never judges itself`);
  }
}
