/** The second implementation, in Python, and random inputs to hold both against each other. @module */
import { fileURLToPath } from "node:url";
import type { ConservationInput } from "../../../experiments/conservation-v1/verify.ts";
import { canonicalize } from "../../../kernel/json_encode.ts";
import type { JsonObject, JsonValue } from "../../../kernel/json_value.ts";
import { addTo, documentOf, drawFrom } from "../../json_documents.ts";

const SCRIPT = fileURLToPath(new URL("./second_verifier.py", import.meta.url));
const GREATEST = Number.MAX_SAFE_INTEGER;
const PARTS = [
  "a",
  "Z",
  " ",
  '"',
  "\\",
  "\n",
  "\t",
  "\0",
  "\x7f",
  "é",
  "€",
  "\u2028",
  "日本",
  "😀",
  "e\u0301",
  "\ufeff",
];
const NAMES = [
  "name",
  "a",
  "b",
  "",
  "__proto__",
  "constructor",
  "toString",
  "é",
  "😀",
  'q"\\',
  "x/y~z",
  "\n",
  "1",
  "10",
];

type Draw = (below: number) => number;

/** Why the second implementation cannot run on this machine; empty where it can. */
export const PYTHON_PROBLEM: string = findProblem();

/** Judges one JSON text a line by the second implementation; gives one text for each, in order. */
export async function judgeBySecond(lines: readonly string[]): Promise<string[]> {
  const child = new Deno.Command("python3", {
    args: ["-I", "-B", SCRIPT],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const feeding = new Blob([lines.map((line) => `${line}\n`).join("")]).stream().pipeTo(child.stdin);
  const [{ code, stdout, stderr }] = await Promise.all([child.output(), feeding]);
  if (code !== 0) throw new Error(`the second implementation failed: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout).split("\n").slice(0, -1);
}

/**
 * An input from a seed. Its texts mix characters of every length and all that JSON escapes, its delta nests what
 * `documentOf` gives, and its output is as often near a border of the law as far from it.
 */
export function inputOf(seed: number): ConservationInput {
  const draw = drawFrom(seed);
  const pick = <T>(some: readonly T[]): T => some[draw(some.length)] as T;
  const text = (most: number): string => Array.from({ length: draw(most + 1) }, () => pick(PARTS)).join("");
  const delta_fields = draw(3) === 0 ? {} : deltaOf(draw, seed);
  const spec_bytes_utf8 = text(draw(4) === 0 ? 60 : 12);
  const [substrate_used_info, residual_tolerance] = [amountOf(draw), amountOf(draw)];
  const [specBytes, deltaBytes] = [bytesOf(spec_bytes_utf8), bytesOf(canonicalize(delta_fields))];
  const most = specBytes + (deltaBytes === 2 ? 0 : deltaBytes) + substrate_used_info;
  const borders = [specBytes, specBytes - residual_tolerance, most, most + residual_tolerance];
  const aim = pick(borders) + draw(3) - 1;
  return {
    spec_bytes_utf8,
    output_bytes_utf8: draw(4) > 0 && aim >= 0 && aim < 5000 ? textOfBytes(aim, draw) : text(40),
    delta_fields,
    substrate_id: text(2),
    substrate_arrangement_hash: text(2),
    substrate_used_info,
    residual_tolerance,
    required_slots: draw(2) === 0 ? [] : Array.from({ length: draw(6) }, () => pick(NAMES)),
  };
}

function amountOf(draw: Draw): number {
  const kind = draw(8);
  return kind < 3 ? 0 : kind < 7 ? draw(20) : GREATEST - draw(3);
}

function deltaOf(draw: Draw, seed: number): JsonObject {
  const delta: JsonObject = {};
  const fillings: JsonValue[] = [null, "", 0, false, [], {}, " ", "filled", 1.5, { b: null, a: [""] }];
  for (let count = draw(5); count > 0; count--) {
    const value = draw(3) === 0 ? documentOf(seed * 7 + count) : fillings[draw(fillings.length)] ?? null;
    addTo(delta, NAMES[draw(NAMES.length)] ?? "", value);
  }
  return delta;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** A text of exactly so many bytes. */
function textOfBytes(bytes: number, draw: Draw): string {
  let [text, left] = ["", bytes];
  while (left > 0) {
    const part = PARTS[draw(PARTS.length)] ?? "";
    const fits = bytesOf(part) <= left;
    text += fits ? part : "-";
    left -= fits ? bytesOf(part) : 1;
  }
  return text;
}

function findProblem(): string {
  try {
    const { success } = new Deno.Command("python3", { args: ["-I", "-c", "import json"], stderr: "null" }).outputSync();
    return success ? "" : "python3 does not start";
  } catch {
    return "python3 is not there";
  }
}
