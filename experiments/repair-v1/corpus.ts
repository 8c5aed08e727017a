/** The cases: their shape, checked before one is evaluated. @module */
import { parseStrict } from "../../kernel/json_decode.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../kernel/json_value.ts";

/** One case. */
export interface RepairCase {
  /** Its name, unique. */
  readonly id: string;
  /** Where it comes from: the published six, or this project. */
  readonly source: "published" | "own";
  /** The rule that it pins; null for the published ones, which name none. */
  readonly rule: string | null;
  /** The ledger, or what must be refused as one. */
  readonly input: JsonValue;
  /** One attempt that is logged so many times after those of the ledger; null where the ledger is whole. */
  readonly append: { readonly times: number; readonly attempt: JsonValue } | null;
  /** `STATUS after N: DISPOSITION`, or `refused at "POINTER"`. */
  readonly expected: string;
}

type Table = { readonly [name: string]: unknown };

const MAX_APPENDED = 1_000_000;

/**
 * Reads both files of cases and refuses to go on where one is not as declared: the published ones with `id`, `input`,
 * `expected` and `reason`; the own ones with `id`, a declared `rule`, `description`, `expected`, either `input` or
 * `line`, and perhaps `append`; the own file also has `rules` and `dispositions`. Evaluates nothing.
 *
 * @param published The parsed content of cases.json.
 * @param own The parsed content of own_cases.json.
 * @returns The cases, the published ones first, each file in its order.
 * @throws {Error} The message names the first case that is not as declared.
 */
export function readCases(published: unknown, own: unknown): readonly RepairCase[] {
  const { rules, dispositions } = isObject(own) ? own : {};
  if (!isObject(rules) || !isObject(dispositions)) return fail("own_cases.json", "has no rules or no dispositions");
  const cases = [
    ...listOf(published, "cases.json").map((item) => readPublished(item, dispositions)),
    ...listOf(own, "own_cases.json").map((item) => readOwn(item, { rules, dispositions })),
  ];
  const ids = new Set<string>();
  for (const { id } of cases) {
    if (ids.has(id)) fail(id, "stands there twice");
    ids.add(id);
  }
  const unused = Object.keys(rules).find((rule) => !cases.some((one) => one.rule === rule));
  return unused === undefined ? cases : fail(unused, "is a rule that no case pins");
}

/**
 * Makes the whole ledger of a case.
 *
 * @param one The case.
 * @returns Its input, with what the case appends to its attempts.
 */
export function ledgerOf({ input, append }: RepairCase): JsonValue {
  if (append === null) return input;
  const { attempts, ...rest } = input as { attempts: JsonValue[] };
  return { ...rest, attempts: [...attempts, ...new Array<JsonValue>(append.times).fill(append.attempt)] };
}

/**
 * The text that stands for a refusal where a status would stand.
 *
 * @param at The JSON Pointer.
 * @returns The text.
 */
export function refusalText(at: string): string {
  return `refused at ${JSON.stringify(at)}`;
}

function readPublished(item: JsonObject, dispositions: Table): RepairCase {
  const id = checkFields(item, ["id", "input", "expected", "reason"]);
  if (!isText(item["reason"])) fail(id, "gives no reason");
  const expected = outcomeOf(item["expected"], { id, dispositions, mayRefuse: false });
  return { id, source: "published", rule: null, input: item["input"] as JsonValue, append: null, expected };
}

function readOwn(item: JsonObject, { rules, dispositions }: { rules: Table; dispositions: Table }): RepairCase {
  const given = "line" in item ? "line" : "input";
  const more = "append" in item ? ["append"] : [];
  const id = checkFields(item, ["id", "rule", "description", given, "expected", ...more]);
  const { rule, description, line } = item;
  if (!isText(rule) || !Object.hasOwn(rules, rule)) return fail(id, "pins no declared rule");
  if (!isText(description)) fail(id, "is not described");
  if (given === "line" && typeof line !== "string") fail(id, "has a line that is no text");
  const input = given === "line" ? parseStrict(line as string) : item["input"] as JsonValue;
  const append = "append" in item ? readAppend(item["append"], { id, input }) : null;
  const expected = outcomeOf(item["expected"], { id, dispositions, mayRefuse: true });
  return { id, source: "own", rule, input, append, expected };
}

function readAppend(value: JsonValue | undefined, { id, input }: { id: string; input: JsonValue }) {
  const isList = isJsonObject(input) && Object.hasOwn(input, "attempts") && Array.isArray(input["attempts"]);
  if (!isJsonObject(value) || !isList) return fail(id, "appends nothing, or to no list");
  checkFields({ id, ...value }, ["id", "times", "attempt"]);
  const { times, attempt } = value;
  if (typeof times !== "number" || !Number.isSafeInteger(times) || times < 1 || times > MAX_APPENDED) {
    return fail(id, `does not append between 1 and ${MAX_APPENDED} times`);
  }
  return { times, attempt: attempt as JsonValue };
}

function checkFields(item: JsonObject, keys: readonly string[]): string {
  const id = isText(item["id"]) ? item["id"] : fail("a case", "has no id");
  if (Object.keys(item).sort().join() !== keys.toSorted().join()) {
    fail(id, `does not have exactly the fields ${keys.join(", ")}`);
  }
  return id;
}

function outcomeOf(
  value: JsonValue | undefined,
  { id, dispositions, mayRefuse }: { id: string; dispositions: Table; mayRefuse: boolean },
): string {
  const { status, attemptsUsed, refused } = isJsonObject(value) ? value : {};
  if (mayRefuse && typeof refused === "string") return refusalText(refused);
  if (!isText(status) || !Number.isSafeInteger(attemptsUsed)) return fail(id, "expects no outcome");
  if (!Object.hasOwn(dispositions, status)) fail(id, "expects a status without a disposition");
  return `${status} after ${attemptsUsed}: ${dispositions[status]}`;
}

function listOf(document: unknown, name: string): readonly JsonObject[] {
  const list = isObject(document) ? document["cases"] : undefined;
  return Array.isArray(list) && list.every(isObject) ? list as JsonObject[] : fail(name, "has no list of cases");
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function fail(what: string, state: string): never {
  throw new Error(`Cannot read the cases: ${what} ${state}`);
}
