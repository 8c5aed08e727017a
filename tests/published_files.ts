/** Published experiments for tests: manifests of any kind, and servers that answer as told. @module */
import { sha256Hex } from "../kernel/digest.ts";
import { canonicalize } from "../kernel/json_encode.ts";
import type { JsonObject } from "../kernel/json_value.ts";
import { type Arrival, withServer } from "./loopback_server.ts";

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** An entry of a manifest for a text. */
export function entryOf(path: string, text: string): { path: string; bytes: number; sha256: string } {
  return { path, bytes: bytesOf(text), sha256: sha256Hex(text) };
}

/** The canonical text of a manifest; `more` changes or adds fields, files first. */
export function manifestOf(files: readonly JsonObject[], more: JsonObject = {}): string {
  const fields = { format: "permafrost/manifest@1", frozenOn: "2026-01-02", id: "small", status: "frozen" };
  return canonicalize({ ...fields, files, ...more }) + "\n";
}

/** A small experiment that runs: its texts by path, `manifest.json` among them. */
export function smallFiles(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const protocol = JSON.stringify({ id: "small", permafrost: { format: "permafrost/protocol@1", entry: "run.ts" } });
  const files: Record<string, string> = {
    "protocol.json": protocol,
    "run.ts": `console.log('{"summary":{"count":2}}');\n`,
    ...more,
  };
  const entries = Object.keys(files).sort().map((path) => entryOf(path, files[path]!));
  return { ...files, "manifest.json": manifestOf(entries) };
}

/** One answer: a text with the status 200, or whatever `Response` it makes. */
export type Answer = string | ((times: number) => Response | Promise<Response>);

/** Serves texts by path; what is not there is 404. A function hears how often it was asked before. */
export async function withPublished(
  answers: Readonly<Record<string, Answer>>,
  use: (origin: string, arrivals: readonly Arrival[]) => Promise<unknown>,
): Promise<void> {
  const times = new Map<string, number>();
  await withServer((path) => {
    const answer = Object.hasOwn(answers, path) ? answers[path]! : null;
    const asked = times.get(path) ?? 0;
    times.set(path, asked + 1);
    if (answer === null) return new Response("no", { status: 404 });
    return typeof answer === "string" ? new Response(answer) : answer(asked);
  }, use);
}
