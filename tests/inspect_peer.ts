/** What of Inspect a machine has: its package for Python, and the schema of its logs, as `inspect log schema` prints it
 * into the file that PERMAFROST_INSPECT_SCHEMA names. @module */
import { type Schema, Validator } from "@cfworker/json-schema";

const SCHEMA_FILE = Deno.env.get("PERMAFROST_INSPECT_SCHEMA") ?? "";

/** Why logs cannot be held against Inspect's own schema; empty: they can. */
export const SCHEMA_PROBLEM = SCHEMA_FILE === "" ? "PERMAFROST_INSPECT_SCHEMA names no schema" : "";

/** Why Inspect cannot read logs here; empty: it can. */
export const INSPECT_PROBLEM = hasInspect() ? "" : "no inspect_ai for python3";

/** What a log breaks of Inspect's own schema: its OpenAPI document, or the plain JSON Schema of older versions. */
export function inspectProblems(log: unknown): string[] {
  return problemsBy(peerSchema(Deno.readTextFileSync(SCHEMA_FILE)), log);
}

/** The schema of a log in a document of Inspect. */
export function peerSchema(text: string): Schema {
  const document = JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/"));
  const $defs = document.components?.schemas ?? document.$defs;
  return document.properties === undefined ? { $defs, $ref: "#/$defs/EvalLog" } : document;
}

/** What a value breaks of a schema: the place, and why. */
export function problemsBy(schema: Schema, value: unknown): string[] {
  const { errors } = new Validator(schema, "2020-12", false).validate(value);
  return errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
}

const READ = `
import json, sys
from inspect_ai.log import read_eval_log
log = read_eval_log(sys.argv[1])
samples = [[s.id, s.epoch, {k: v.value for k, v in (s.scores or {}).items()}, len(s.messages), len(s.events),
            None if s.error is None else s.error.message] for s in log.samples]
print(json.dumps({"status": log.status, "task": log.eval.task, "samples": samples}))
`;

/** Reads a log with Inspect itself: status, task, and of each sample id, epoch, scores, messages, events, error. */
export async function readWithInspect(path: string): Promise<unknown> {
  const { success, stdout, stderr } = await new Deno.Command("python3", { args: ["-c", READ, path] }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}

function hasInspect(): boolean {
  try {
    return new Deno.Command("python3", { args: ["-c", "import inspect_ai"], stdout: "null", stderr: "null" })
      .outputSync().success;
  } catch {
    return false; // no Python at all
  }
}
