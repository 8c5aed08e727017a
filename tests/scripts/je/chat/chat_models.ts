/** Chat models for tests: units and the turns that a scripted server gives. @module */
import { LLMock } from "@copilotkit/aimock";
import { makeRunConfig } from "../../../../experiments/je-v1/config/contract.ts";
import type { ModelEntry, Unit } from "../../../../experiments/je-v1/sweep/unit.ts";
import { played, unitOf } from "../../../experiments/je-v1/sweep/records.ts";

/** A key that no output may hold. */
export const PLANTED = "sk-planted-0123456789/abc+XYZ";

/** A tool call as aimock gives it. */
export interface ScriptedCall {
  readonly name: string;
  readonly arguments: string;
  readonly id?: string;
}

/** What a scripted server answers: a response of aimock. */
// deno-lint-ignore no-explicit-any -- aimock tells its kinds of responses apart by their fields
export type Scripted = any;

/** The entry of a model at a server. */
export function chatModel(base: string, parts: Partial<ModelEntry> = {}): ModelEntry {
  return {
    ...{ id: "chatter", adapter: "openai", base_url: `${base}/v1`, model: "scripted-1" },
    ...{ params: { temperature: 0 }, send_seed: true },
    ...parts,
  };
}

/** A unit of a chat model on a small task. */
export function chatUnit(
  base: string,
  parts: { seed?: number; budget?: number; model?: Partial<ModelEntry> } = {},
): Unit {
  const { seed = 1, budget } = parts, model = chatModel(base, parts.model);
  const run_config = makeRunConfig({
    ...{ task_id: "JE-01", seed: 1, models: [model.id], seeds: 5 },
    ...(budget === undefined ? {} : { step_budget: budget }),
  });
  return { run_config, model, seed };
}

/** The calls that a reference agent makes on the same instance. */
export function callsOf(agent: "solver" | "heuristic" | "oracle", { seed = 1 } = {}): ScriptedCall[] {
  const { rows } = played(unitOf({ model: agent, seed }));
  return rows.map(({ tool, args }, at) => ({ name: tool ?? "", arguments: JSON.stringify(args), id: `call-${at}` }));
}

/** The total that a reference agent has on the same instance. */
export function totalOf(agent: "solver" | "heuristic" | "oracle", { seed = 1 } = {}): number {
  return played(unitOf({ model: agent, seed })).record.score!.total!;
}

/** Calls as turns of so many each, with tokens. */
export function turnsOf(calls: readonly ScriptedCall[], { each = 1 } = {}): Scripted[] {
  const turns: Scripted[] = [];
  for (let at = 0; at < calls.length; at += each) {
    turns.push({
      ...{ toolCalls: calls.slice(at, at + each), usage: { prompt_tokens: 100 + at, completion_tokens: 7 } },
      systemFingerprint: "fp-scripted",
    });
  }
  return turns;
}

/** A request as the scripted server saw it. */
// deno-lint-ignore no-explicit-any -- bodies are looked at by tests
export type SeenRequest = { readonly headers: Record<string, string>; readonly body: any };

/** One server for all tests of a file, started before them: an interval that it holds outlives its stop. */
const MOCK = new LLMock({ port: 0, host: "127.0.0.1", journalMaxEntries: 0 });
let script: Iterator<Scripted> = [].values();
MOCK.on({ endpoint: "chat" }, () => script.next().value ?? { error: { message: "the script has ended" }, status: 500 });
const MOCK_URL = await MOCK.start();

/** Runs a test with an aimock server that gives these responses in their order, and 500 afterwards. */
export async function withModel<T>(
  turns: readonly Scripted[],
  use: (server: { readonly url: string; readonly seen: () => SeenRequest[] }) => Promise<T>,
): Promise<T> {
  MOCK.clearRequests();
  script = turns.values();
  return await use({ url: MOCK_URL, seen: () => MOCK.getRequests() as unknown as SeenRequest[] });
}

/** Runs a test with a server that is a function. */
export async function withServer<T>(
  handler: (request: Request) => Response | Promise<Response>,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, handler);
  try {
    return await use(`http://127.0.0.1:${server.addr.port}`);
  } finally {
    await server.shutdown();
  }
}

/** A chat completion, as a server words it. */
export function completion(message: object, parts: object = {}): Response {
  return Response.json({ choices: [{ index: 0, message: { role: "assistant", ...message } }], ...parts });
}
