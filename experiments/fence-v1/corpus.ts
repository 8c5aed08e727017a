/** The corpus: its shape, checked without evaluating a single case. @module */
import { type Invoice, isInvoice } from "./score.ts";

/** How many cases each category has; `allowed` must be accepted, every other category refused. */
export const CATEGORY_COUNTS = {
  "allowed": 11,
  "reject-envelope": 20,
  "reject-content": 13,
  "reject-limit": 3,
  "reject-type": 2,
} as const;

/** One of {@linkcode CATEGORY_COUNTS}. */
export type Category = keyof typeof CATEGORY_COUNTS;

/** One case: a raw answer, the invoice it is scored against, and what must come out. */
export interface FenceCase {
  /** Its name, lower-case words with hyphens, unique. */
  readonly id: string;
  /** Which group of the corpus it belongs to. */
  readonly category: Category;
  /** What is special about it. */
  readonly description: string;
  /** The raw answer, of any type. */
  readonly raw: unknown;
  /** The right invoice. */
  readonly expected: Invoice;
  /** Whether the single-fence pipeline must accept it. */
  readonly expectedAccepted: boolean;
  /** Whether the strict pipeline must accept it. */
  readonly expectedStrictAccepted: boolean;
  /** The exact candidate that must be framed, or null. */
  readonly expectedCandidate: string | null;
  /** How that candidate must have stood, or null. */
  readonly expectedMode: "bare" | "single-fence" | null;
}

/** Something about the corpus that is not as declared. */
export interface StructureFinding {
  /** The place, as a JSON Pointer. */
  readonly at: string;
  /** What is wrong there. */
  readonly problem: string;
}

const FIELDS = [
  "id",
  "category",
  "description",
  "raw",
  "expected",
  "expectedAccepted",
  "expectedStrictAccepted",
  "expectedCandidate",
  "expectedMode",
] as const;

/**
 * Checks the shape of a corpus and evaluates nothing: `{note, cases}`, each case with exactly its declared
 * fields and types, ids unique, each category as many as planned (49 in all, 11 allowed, 38 prohibited), and
 * the labels consistent with each other. Never throws.
 *
 * @param document The parsed content of cases.json.
 * @returns What is wrong, in the order of the document, counts last; empty when all is as declared.
 */
export function structureFindings(document: unknown): StructureFinding[] {
  if (!isObject(document) || !Array.isArray(document.cases)) {
    return [{ at: "", problem: "has no list of cases" }];
  }
  const extra = Object.keys(document).filter((key) => key !== "note" && key !== "cases");
  const findings = extra.map((key) => ({ at: "", problem: `has an undeclared field: ${key}` }));
  const places = new Map<unknown, number>();
  const counts = new Map<unknown, number>();
  document.cases.forEach((item: unknown, i) => {
    const at = `/cases/${i}`;
    const problem = caseProblem(item);
    if (problem !== null) findings.push({ at: at + problem.at, problem: problem.problem });
    if (!isObject(item)) return;
    const twin = places.get(item.id);
    if (twin !== undefined) findings.push({ at: `${at}/id`, problem: `repeats the id of case ${twin}` });
    else places.set(item.id, i);
    counts.set(item.category, (counts.get(item.category) ?? 0) + 1);
  });
  for (const [category, planned] of Object.entries(CATEGORY_COUNTS)) {
    const count = counts.get(category) ?? 0;
    if (count !== planned) {
      findings.push({ at: "/cases", problem: `has ${count} ${category} cases, not ${planned}` });
    }
  }
  return findings;
}

/**
 * Reads a corpus whose shape holds.
 *
 * @param document The parsed content of cases.json.
 * @returns Its cases, in their order.
 * @throws {Error} Where {@linkcode structureFindings} finds anything; the message names the first of it.
 */
export function readCases(document: unknown): readonly FenceCase[] {
  const [first] = structureFindings(document);
  if (first !== undefined) throw new Error(`Cannot read the corpus: ${first.at || "it"} ${first.problem}`);
  return (document as { cases: FenceCase[] }).cases;
}

function caseProblem(item: unknown): StructureFinding | null {
  if (!isObject(item)) return { at: "", problem: "is not an object" };
  const missing = FIELDS.find((field) => !Object.hasOwn(item, field));
  if (missing !== undefined) return { at: "", problem: `lacks the field ${missing}` };
  if (Object.keys(item).length !== FIELDS.length) return { at: "", problem: "has an undeclared field" };
  const wrong = FIELDS.find((field) => !FIELD_TESTS[field](item[field]));
  if (wrong !== undefined) return { at: `/${wrong}`, problem: "does not have the declared type" };
  return labelProblem(item as unknown as FenceCase);
}

const FIELD_TESTS: Record<typeof FIELDS[number], (value: unknown) => boolean> = {
  id: (value) => typeof value === "string" && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value),
  category: (value) => typeof value === "string" && Object.hasOwn(CATEGORY_COUNTS, value),
  description: (value) => typeof value === "string" && value !== "",
  raw: () => true,
  expected: isInvoice,
  expectedAccepted: (value) => typeof value === "boolean",
  expectedStrictAccepted: (value) => typeof value === "boolean",
  expectedCandidate: (value) => value === null || typeof value === "string",
  expectedMode: (value) => value === null || value === "bare" || value === "single-fence",
};

/** Labels that cannot hold together, whatever an evaluation would say. */
function labelProblem(item: FenceCase): StructureFinding | null {
  const { raw, category, expectedCandidate: text, expectedMode: mode } = item;
  if (item.expectedAccepted !== (category === "allowed")) {
    return { at: "/expectedAccepted", problem: "contradicts the category" };
  }
  if (item.expectedAccepted && text === null) {
    return { at: "/expectedCandidate", problem: "is null, yet accepted" };
  }
  if ((text === null) !== (mode === null)) {
    return { at: "/expectedMode", problem: "contradicts the candidate" };
  }
  if (mode === "bare" && text !== raw) {
    return { at: "/expectedCandidate", problem: "is not the bare raw text" };
  }
  if (mode === "single-fence" && !(typeof raw === "string" && raw !== text && raw.includes(text ?? ""))) {
    return { at: "/expectedCandidate", problem: "is not a part of the raw text" };
  }
  if ((category === "reject-type") !== (typeof raw !== "string")) {
    return { at: "/raw", problem: "contradicts the category" };
  }
  if (item.expectedStrictAccepted && (!item.expectedAccepted || mode !== "bare")) {
    return { at: "/expectedStrictAccepted", problem: "is set for a text that is not bare and accepted" };
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
