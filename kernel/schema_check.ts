/** Validation against the published schemas, without code generation. @module */
import { type Schema, Validator } from "@cfworker/json-schema";
import type { JsonValue } from "./json_value.ts";

/** The first thing that a schema refuses: where (JSON Pointer) and why. */
export interface SchemaProblem {
  readonly at: string;
  readonly problem: string;
}

/**
 * Makes a check of values against a JSON Schema 2020-12. The check returns null for a valid value, or the
 * problem that lies deepest in the value: the one that its author can act on.
 */
export function schemaCheck(schema: Schema): (value: JsonValue) => SchemaProblem | null {
  let validator: Validator | undefined;
  return (value) => {
    validator ??= new Validator(schema, "2020-12", false);
    const { valid, errors } = validator.validate(value);
    if (valid) return null;
    let best: SchemaProblem = { at: "", problem: "the value is not as the schema says" };
    let bestDepth = -1;
    for (const { instanceLocation, keyword, error } of errors) {
      const depth = instanceLocation.split("/").length - (keyword === "false" ? 0 : 0.5);
      if (depth <= bestDepth) continue;
      bestDepth = depth;
      const at = decodeURI(instanceLocation.slice(1));
      best = { at, problem: keyword === "false" ? "no such field is known here" : error };
    }
    return best;
  };
}
