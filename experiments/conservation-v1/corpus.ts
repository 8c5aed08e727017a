/** The vectors: their shape, checked before one is judged. @module */
import { parseStrict } from "../../kernel/json_decode.ts";
import type { JsonValue } from "../../kernel/json_value.ts";

/** One vector: what is judged, and the one text that must come out. */
export interface ConservationVector {
  /** Its name, unique: `published-N`, or the id that it has among the project's own. */
  readonly id: string;
  /** Who wrote it. */
  readonly source: "published" | "own";
  /** The rule that it pins; null for the published ones, which name none. */
  readonly rule: string | null;
  /** The input, or what must be refused as one. */
  readonly input: JsonValue;
  /** The findings as text, or `refused at "POINTER"`. */
  readonly expected: string;
}

/**
 * Reads both files of vectors and refuses to go on where one is not as declared: the published ones with `n` counting
 * from 1, `input`, `expected_findings` and their text `expected`; the own ones with `id`, a declared `rule`, either
 * `input` or `line`, and either `expected` or `refused`. Judges nothing.
 *
 * @param published The parsed content of vectors.json.
 * @param own The parsed content of own_vectors.json.
 * @returns The vectors, the published ones first, each file in its order.
 * @throws {Error} The message names the first vector that is not as declared.
 */
export function readVectors(published: unknown, own: unknown): readonly ConservationVector[] {
  if (!isObject(published) || !Array.isArray(published.vectors)) return fail("vectors.json", "has no list of vectors");
  if (!isObject(own) || !Array.isArray(own.vectors) || !isObject(own.rules)) {
    return fail("own_vectors.json", "has no list of vectors, or no rules");
  }
  const { rules } = own;
  const vectors = [
    ...published.vectors.map((vector: unknown, at) => readPublished(vector, at)),
    ...own.vectors.map((vector: unknown, at) => readOwn(vector, { at, rules })),
  ];
  const ids = new Set<string>();
  for (const { id } of vectors) {
    if (ids.has(id)) fail(id, "stands there twice");
    ids.add(id);
  }
  const used = new Set(vectors.map(({ rule }) => rule));
  const unused = Object.keys(rules).find((rule) => !used.has(rule));
  if (unused !== undefined) fail("own_vectors.json", `pins the rule ${unused} by no vector`);
  return vectors;
}

function readPublished(vector: unknown, at: number): ConservationVector {
  const id = `published-${at + 1}`;
  checkKeys(vector, { id, keys: ["n", "description", "input", "expected_findings", "expected"] });
  const { n, description, input, expected_findings: findings, expected } = vector;
  if (n !== at + 1 || !isText(description)) fail(id, "is misnumbered or not described");
  if (!isText(expected) || JSON.stringify(findings) !== expected) fail(id, "has a text that is not its findings");
  return { id, source: "published", rule: null, input: input as JsonValue, expected };
}

function readOwn(
  vector: unknown,
  { at, rules }: { at: number; rules: Record<string, unknown> },
): ConservationVector {
  const id = isObject(vector) && isText(vector.id) ? vector.id : `own vector ${at}`;
  const [given, outcome] = isObject(vector)
    ? ["line" in vector ? "line" : "input", "refused" in vector ? "refused" : "expected"]
    : ["input", "expected"];
  checkKeys(vector, { id, keys: ["id", "rule", "description", given, outcome] });
  const { rule, description, line, refused } = vector;
  if (!isText(rule) || !Object.hasOwn(rules, rule)) fail(id, "pins no declared rule");
  if (!isText(description)) fail(id, "is not described");
  const result = outcome === "refused" ? refused : vector.expected;
  if (typeof result !== "string") return fail(id, "expects no text");
  if (given === "line" && typeof line !== "string") return fail(id, "has a line that is no text");
  return {
    id,
    source: "own",
    rule,
    input: given === "line" ? parseStrict(line as string) : vector.input as JsonValue,
    expected: outcome === "refused" ? refusalText(result) : result,
  };
}

/**
 * The text that stands for a refusal where the text of findings would stand.
 *
 * @param at The JSON Pointer.
 * @returns The text.
 */
export function refusalText(at: string): string {
  return `refused at ${JSON.stringify(at)}`;
}

function fail(what: string, state: string): never {
  throw new Error(`Cannot read the vectors: ${what} ${state}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function checkKeys(
  vector: unknown,
  { id, keys }: { id: string; keys: readonly string[] },
): asserts vector is Record<string, unknown> {
  if (!isObject(vector) || Object.keys(vector).sort().join() !== keys.toSorted().join()) {
    fail(id, `does not have exactly the fields ${keys.join(", ")}`);
  }
}
