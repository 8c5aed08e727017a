/** The input of the verifier, read without trust. Pure. @module */
import { PermafrostError } from "../../kernel/error.ts";
import { type JsonObject, type JsonValue, toPointer } from "../../kernel/json_value.ts";
import { canonicalBytes } from "./canonical_bytes.ts";
import { refuseForeign } from "./plain_data.ts";
import { isAmount } from "./rules.ts";

/** What the verifier judges; the names are those of the published vectors. */
export interface ConservationInput {
  /** The text of the specification. */
  readonly spec_bytes_utf8: string;
  /** The text of the output. */
  readonly output_bytes_utf8: string;
  /** What was filled in, by slot or field name; any JSON. */
  readonly delta_fields: JsonObject;
  /** Which substrate was used; carries no information of its own here. */
  readonly substrate_id: string;
  /** Which arrangement of it; carries none either. */
  readonly substrate_arrangement_hash: string;
  /** I(substrate.used) in bytes, from 0 to 2^53-1. */
  readonly substrate_used_info: number;
  /** How far a difference may go without a finding, in bytes, from 0 to 2^53-1. */
  readonly residual_tolerance: number;
  /** The slots that the delta must fill. */
  readonly required_slots: readonly string[];
}

/** An input together with the canonical length of its delta, which reading it gives anyway. */
export interface ReadInput {
  /** The input, in an object of its own. */
  readonly input: ConservationInput;
  /** The length of `delta_fields` in the form of RFC 8785, in bytes. */
  readonly deltaBytes: number;
}

const FIELDS = [
  "spec_bytes_utf8",
  "output_bytes_utf8",
  "delta_fields",
  "substrate_id",
  "substrate_arrangement_hash",
  "substrate_used_info",
  "residual_tolerance",
  "required_slots",
] as const satisfies readonly (keyof ConservationInput)[];
const DECLARED: ReadonlySet<string> = new Set(FIELDS);

/**
 * Reads an input and refuses every other value: exactly the eight fields, own data properties of their types, texts
 * (keys and texts in the delta too) without half surrogate pairs, amounts that are whole numbers from 0 to 2^53-1.
 * Runs no code of what it reads: accessors and proxies, at any depth, are refused unread, as all is that JSON cannot
 * say.
 *
 * @param value Any value. It is not changed; the delta and the list of slots are passed on, not copied.
 * @returns The input.
 * @throws {PermafrostError} record-invalid; `at` is the JSON Pointer of the field, or of the part of it. Named first is
 * what is not plain JSON (a half surrogate pair included), then what {@linkcode readParsed} names.
 */
export function readConservationInput(value: unknown): ConservationInput {
  return readUntrusted(value).input;
}

/**
 * Reads an input as {@linkcode readConservationInput} does, and keeps the length of the delta.
 *
 * @param value Any value.
 * @returns The input and the length.
 * @throws {PermafrostError} record-invalid, as {@linkcode readConservationInput} does.
 */
export function readUntrusted(value: unknown): ReadInput {
  refuseForeign(value);
  return readParsed(value as JsonValue);
}

/**
 * Reads an input from a value that a JSON parser has just made, and so need not look for code in it.
 *
 * @param value What JSON.parse, or a stricter parser, has returned; keys as they stood, repeated ones resolved by it.
 * @returns The input and the length of its delta.
 * @throws {PermafrostError} record-invalid; `at` is the JSON Pointer of the field, or of the part of it. Named is the
 * first undeclared field; without one, the first that is missing; without one, the first that is wrong, these two in
 * the order of {@linkcode ConservationInput}.
 */
export function readParsed(value: JsonValue): ReadInput {
  const record = readFields(value);
  const delta_fields = record.delta_fields;
  const spec_bytes_utf8 = readText(record.spec_bytes_utf8, ["spec_bytes_utf8"]);
  const output_bytes_utf8 = readText(record.output_bytes_utf8, ["output_bytes_utf8"]);
  const deltaBytes = readDelta(delta_fields);
  const input: ConservationInput = {
    spec_bytes_utf8,
    output_bytes_utf8,
    delta_fields: delta_fields as JsonObject,
    substrate_id: readText(record.substrate_id, ["substrate_id"]),
    substrate_arrangement_hash: readText(record.substrate_arrangement_hash, ["substrate_arrangement_hash"]),
    substrate_used_info: readAmount(record.substrate_used_info, "substrate_used_info"),
    residual_tolerance: readAmount(record.residual_tolerance, "residual_tolerance"),
    required_slots: readSlots(record.required_slots),
  };
  return { input, deltaBytes };
}

function refuse(path: readonly (string | number)[], state: string, cause?: unknown): never {
  const at = toPointer(path);
  throw new PermafrostError("record-invalid", `Cannot read the input at "${at}": ${state}`, { at, cause });
}

function kindOf(value: JsonValue | undefined): string {
  return value === null ? "null" : Array.isArray(value) ? "an array" : `of the type ${typeof value}`;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object, once it is certain that its own keys are the eight names and nothing else: inferred, as no published
 * vector lacks a field or has one more. */
function readFields(value: JsonValue): JsonObject {
  if (!isObject(value)) refuse([], `it is ${kindOf(value)}; pass an object with the eight fields`);
  const keys = Object.keys(value);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as string;
    if (key !== FIELDS[at] && !DECLARED.has(key)) refuse([key], "no such field is declared; correct its name");
  }
  if (keys.length < FIELDS.length) {
    refuse([FIELDS.find((field) => !Object.hasOwn(value, field)) as string], "the field is missing; add it");
  }
  return value;
}

/** A text without half surrogate pairs: inferred, as the published vectors are ASCII. */
function readText(value: JsonValue | undefined, path: readonly (string | number)[]): string {
  if (typeof value !== "string") refuse(path, `it is ${kindOf(value)}; pass a text`);
  if (!value.isWellFormed()) refuse(path, "it holds half a surrogate pair; write both halves");
  return value;
}

function readAmount(value: JsonValue | undefined, field: string): number {
  if (isAmount(value)) return value;
  return refuse([field], `it is ${typeof value === "number" ? value : kindOf(value)}; pass a whole number to 2^53-1`);
}

function readSlots(value: JsonValue | undefined): readonly string[] {
  if (!Array.isArray(value)) refuse(["required_slots"], `it is ${kindOf(value)}; pass an array of texts`);
  for (let at = 0; at < value.length; at++) readText(value[at], ["required_slots", at]);
  return value as string[];
}

function readDelta(value: JsonValue | undefined): number {
  if (!isObject(value)) return refuse(["delta_fields"], `it is ${kindOf(value)}; pass an object`);
  try {
    return canonicalBytes(value);
  } catch (error) {
    if (!(error instanceof PermafrostError)) throw error;
    const at = `/delta_fields${error.at}`;
    throw new PermafrostError("record-invalid", `Cannot read the input at "${at}": it has no canonical form`, {
      at,
      cause: error,
    });
  }
}
