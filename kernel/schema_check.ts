/** Validation against the published schemas, without code generation. @module */
import { type Schema, Validator } from "@cfworker/json-schema";
import { type JsonValue, valueAt } from "./json_value.ts";

/** The first thing that a schema refuses: where (a JSON Pointer), and why. */
export type SchemaProblem = readonly [at: string, problem: string];

/**
 * Makes a check of values against a JSON Schema 2020-12. It returns null for a valid value, else the deepest place of
 * the first problem, the one that its author can act on, with the nearest description that the schema has for it.
 */
export function schemaCheck(schema: object): (value: JsonValue) => SchemaProblem | null {
  let validator: Validator | undefined;
  return (value) => {
    validator ??= new Validator(schema as Schema, "2020-12", true);
    const depth = (place: string): number => place.split("/").length;
    const { errors } = validator.validate(value);
    const deepest = errors.toSorted((a, b) => depth(b.instanceLocation) - depth(a.instanceLocation))[0];
    if (deepest === undefined) return null;
    const at = decodeURIComponent(deepest.instanceLocation.slice(1)); // a URI fragment: %, # and others are coded
    if (deepest.keyword === "false") return [at, "no such field is known here"];
    return [at, deepest.error.replace(/\.$/, "") + describe(schema as JsonValue, deepest.keywordLocation)];
  };
}

/** The description that lies nearest above a keyword's place, through `$ref`s, in brackets; else nothing. */
function describe(schema: JsonValue, place: string): string {
  let pointer = "", says = "";
  for (const step of decodeURIComponent(place).split("/").slice(1)) {
    pointer = step === "$ref" ? String(valueAt(schema, `${pointer}/$ref`)).slice(1) : `${pointer}/${step}`;
    const description = valueAt(schema, `${pointer}/description`);
    if (typeof description === "string") says = ` (${description.replace(/\.$/, "")})`;
  }
  return says;
}
