/** Whether arguments are as a tool's schema says. @module */
import { canonicalize } from "../../../kernel/json_encode.ts";
import { isJsonObject, type JsonObject, type JsonValue, toPointer } from "../../../kernel/json_value.ts";
import { AMOUNT_CLASSES, type DefectClass } from "./classes.ts";
import type { ToolName } from "./tasks.ts";
import { type ArgumentSchema, type ObjectSchema, type StringSchema, TOOL_SCHEMAS } from "./tool_schemas.ts";

/** What is wrong with arguments: the first fault in the order of the schema. */
export interface ArgumentProblem {
  /** Where, as a JSON Pointer; empty: the arguments as a whole. */ readonly pointer: string;
  /** What is wrong there. */ readonly message: string;
}

/** The most of a member's name that a pointer shows. */
const SHOWN_NAME = 64;
const PATTERNS = new Map<string, RegExp>();

/** Checks the arguments of a tool against its schema and, where they are as it says, against what it cannot say. Null:
 * nothing is wrong. The message never repeats a value. */
export function checkArguments(tool: ToolName, args: JsonValue): ArgumentProblem | null {
  const problem = problemOf(TOOL_SCHEMAS[tool].parameters, args, { path: [] });
  if (problem !== null) return problem;
  if (tool === "set_disposition") return dispositionProblem(args as JsonObject);
  return tool === "compute" ? computeProblem(args as JsonObject) : null;
}

function refuse(path: readonly (string | number)[], message: string): ArgumentProblem {
  return { pointer: toPointer(path), message };
}

type Place = { readonly path: readonly (string | number)[] };

function problemOf(schema: ArgumentSchema, value: JsonValue, { path }: Place): ArgumentProblem | null {
  switch (schema.type) {
    case "object":
      return isJsonObject(value) ? objectProblem(schema, value, { path }) : refuse(path, "must be an object");
    case "string":
      return typeof value === "string" ? textProblem(schema, value, { path }) : refuse(path, "must be a text");
    case "integer": {
      if (!Number.isSafeInteger(value)) return refuse(path, "must be a whole number within 2^53");
      const { minimum, maximum } = schema, isWithin = (value as number) >= minimum && (value as number) <= maximum;
      return isWithin ? null : refuse(path, `must be from ${minimum} to ${maximum}`);
    }
    case "array": {
      if (!Array.isArray(value)) return refuse(path, "must be a list");
      const { minItems = 0, maxItems } = schema;
      if (value.length < minItems || value.length > maxItems) {
        return refuse(path, `must have ${minItems} to ${maxItems} items`);
      }
      for (const [at, item] of value.entries()) {
        const problem = problemOf(schema.items, item, { path: [...path, at] });
        if (problem !== null) return problem;
      }
      const isRepeated = schema.uniqueItems && new Set(value.map(canonicalize)).size < value.length;
      return isRepeated ? refuse(path, "must not repeat an item") : null;
    }
  }
}

function objectProblem(schema: ObjectSchema, value: JsonObject, { path }: Place): ArgumentProblem | null {
  for (const name of schema.required) {
    if (!Object.hasOwn(value, name)) return refuse([...path, name], "is required");
  }
  for (const [name, part] of Object.entries(schema.properties)) {
    if (!Object.hasOwn(value, name)) continue;
    const problem = problemOf(part, value[name]!, { path: [...path, name] });
    if (problem !== null) return problem;
  }
  const other = Object.keys(value).find((name) => !Object.hasOwn(schema.properties, name));
  return other === undefined ? null : refuse([...path, other.slice(0, SHOWN_NAME).toWellFormed()], "is no argument");
}

function textProblem(schema: StringSchema, value: string, { path }: Place): ArgumentProblem | null {
  const { minLength = 0, maxLength = Number.MAX_SAFE_INTEGER, pattern } = schema;
  if (schema.enum !== undefined && !schema.enum.includes(value)) {
    return refuse(path, `must be one of ${schema.enum.join(", ")}`);
  }
  if (value.length < minLength) return refuse(path, `must have at least ${minLength} characters`);
  if (value.length > maxLength && (value.length > 2 * maxLength || [...value].length > maxLength)) {
    return refuse(path, `must have at most ${maxLength} characters`);
  }
  return pattern === undefined || patternOf(pattern).test(value) ? null : refuse(path, `must match ${pattern}`);
}

function patternOf(pattern: string): RegExp {
  const known = PATTERNS.get(pattern) ?? new RegExp(pattern, "u");
  PATTERNS.set(pattern, known);
  return known;
}

/** What a disposition needs beside its form. */
function dispositionProblem(args: JsonObject): ArgumentProblem | null {
  const { disposition, defect_class, amount_minor, evidence, rationale } = args;
  if (disposition === "approve") return null;
  if (disposition === "flag") {
    if (defect_class === undefined) return refuse(["defect_class"], "is required for a flag");
    if (AMOUNT_CLASSES.has(defect_class as DefectClass) && amount_minor === undefined) {
      return refuse(["amount_minor"], "is required for a flag of this class");
    }
    if (evidence === undefined || (evidence as JsonValue[]).length === 0) {
      return refuse(["evidence"], "must have at least one item for a flag");
    }
  }
  const isBlank = rationale === undefined || (rationale as string).trim() === "";
  return isBlank ? refuse(["rationale"], `is required for a ${disposition === "flag" ? "flag" : "hold"}`) : null;
}

/** How many numbers an operation takes. */
const COUNTS: Readonly<Record<string, number>> = { add: 2, sub: 2, mul_ratio: 3 };

function computeProblem(args: JsonObject): ArgumentProblem | null {
  const op = args.op as string, ints = args.ints as number[], count = COUNTS[op];
  if (count !== undefined && ints.length !== count) return refuse(["ints"], `must have ${count} items for ${op}`);
  return op === "mul_ratio" && ints[2]! < 1 ? refuse(["ints", 2], "must be at least 1: it is the denominator") : null;
}
