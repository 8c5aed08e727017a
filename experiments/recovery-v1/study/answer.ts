/** What a command answered: one JSON value, or a refusal. @module */
import { parseStrictBytes } from "../../../kernel/json_decode.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../kernel/json_value.ts";
import type { CommandOutcome, Stop } from "./command.ts";
import { type Failure, failure, type FailureKind, type Verdict } from "./failure_kinds.ts";

/** A value, or why there is none. */
export type Answer = Readonly<{ value: JsonValue; problem: null } | { value: null; problem: Failure }>;

const STOPS: Readonly<Record<Stop, FailureKind>> = {
  ...{ start: "no-start", timeout: "timeout", output: "output-bound", held: "output-held", study: "not-run" },
};

/** Says how a command was stopped or killed; null when it ended by itself, whatever it said. */
export function stopFailure({ stop, isSignal, code }: CommandOutcome): Verdict {
  if (stop !== null) return failure(STOPS[stop], `stopped: ${stop}`);
  return isSignal ? failure("signal", `exit code ${code}`) : null;
}

/** Takes the one JSON value that a command printed, as strictly as the kernel reads (no repeated keys, no lone
 * surrogates); the command must have succeeded. */
export function readAnswer(outcome: CommandOutcome): Answer {
  const stopped = stopFailure(outcome);
  if (stopped !== null) return { value: null, problem: stopped };
  if (outcome.code !== 0) return { value: null, problem: failure("exit-code", `exit code ${outcome.code}`) };
  return readJson(outcome.stdout);
}

/** Reads one strict JSON value from bytes. */
export function readJson(bytes: Uint8Array): Answer {
  try {
    return { value: parseStrictBytes(bytes), problem: null };
  } catch (error) {
    return { value: null, problem: failure("not-json", String((error as { code?: unknown }).code)) };
  }
}

/** Judges what must be refused: an exit code other than 0, nothing on standard output, a reason on standard error. */
export function judgeRefusal(outcome: CommandOutcome): Verdict {
  const stopped = stopFailure(outcome);
  if (stopped !== null) return stopped;
  if (outcome.code === 0) return failure("accepted", `exit code 0, ${outcome.stdout.length} bytes of output`);
  if (outcome.stdout.length > 0) return failure("stdout-on-error", `${outcome.stdout.length} bytes of output`);
  const reason = new TextDecoder().decode(outcome.stderr).trim();
  return reason === "" ? failure("stderr-missing", `exit code ${outcome.code}`) : null;
}

/** How a field must be: `offset` is a count or null, `words` a text or null. */
export type FieldRule = "digest" | "count" | "offset" | "text" | "words" | "flag" | "list";
const RULES: Readonly<Record<FieldRule, (value: JsonValue) => boolean>> = {
  digest: (value) => typeof value === "string" && isDigest(value),
  count: (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0,
  offset: (value) => value === null || RULES.count(value),
  text: (value) => typeof value === "string",
  words: (value) => value === null || typeof value === "string",
  flag: (value) => typeof value === "boolean",
  list: (value) => Array.isArray(value),
};

/** Tells whether a text is a digest: 64 hexadecimal digits in lower case. */
export function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Judges that a value is an object with exactly these fields, or, where `isOpen`, at least these. */
export function judgeShape(
  value: JsonValue,
  rules: Readonly<Record<string, FieldRule>>,
  options: { isOpen?: boolean } = {},
): Verdict {
  if (!isJsonObject(value)) return failure("wrong-shape", "it is no object");
  for (const [name, rule] of Object.entries(rules)) {
    if (!Object.hasOwn(value, name)) return failure("wrong-shape", `${name} is missing`);
    if (!RULES[rule](value[name]!)) return failure("wrong-shape", `${name} is no ${rule}`);
  }
  const others = Object.keys(value).length - Object.keys(rules).length;
  return others > 0 && !options.isOpen ? failure("wrong-shape", `${others} more fields than there are`) : null;
}

/** The object that {@linkcode judgeShape} found. */
export function asObject(value: JsonValue): JsonObject {
  return value as JsonObject;
}
