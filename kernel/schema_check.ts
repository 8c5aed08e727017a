/** Validation against the published schemas, without code generation. @module */
import { type Schema, Validator } from "@cfworker/json-schema";
import { type JsonValue, valueAt } from "./json_value.ts";

/** The first thing that a schema refuses: where (a JSON Pointer), and why. */
export type SchemaProblem = readonly [at: string, problem: string];

/** Makes a check of values against a JSON Schema 2020-12: null for a valid value, else the deepest place that is
 * refused, the one that its author can act on, with the nearest description that the schema has for it. */
export function schemaCheck(schema: object): (value: JsonValue) => SchemaProblem | null {
  let validator: Validator | undefined;
  return (value) => {
    validator ??= new Validator(schema as Schema, "2020-12", true);
    const depth = (place: string): number => place.split("/").length;
    const deepest =
      validator.validate(value).errors.toSorted((a, b) => depth(b.instanceLocation) - depth(a.instanceLocation))[0];
    if (deepest === undefined) return null;
    const at = decodeURIComponent(deepest.instanceLocation.slice(1)); // a URI fragment: %, # and others are coded
    if (deepest.keyword === "false") return [at, "no such field is known here"];
    let pointer = "", says = ""; // the description nearest above the keyword, through $refs
    for (const step of decodeURIComponent(deepest.keywordLocation).split("/").slice(1)) {
      pointer = step === "$ref" ? `${valueAt(schema as JsonValue, `${pointer}/$ref`)}`.slice(1) : `${pointer}/${step}`;
      const description = valueAt(schema as JsonValue, `${pointer}/description`);
      if (typeof description === "string") says = ` (${description.replace(/\.$/, "")})`;
    }
    return [at, deepest.error.replace(/\.$/, "") + says];
  };
}
