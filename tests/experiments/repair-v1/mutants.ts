/** Defects of the evaluator, each one text put in place of another; the cases alone must catch every one. @module */

import { inModule, type Mutant } from "../../mutated_modules.ts";

type Change = readonly [name: string, from: string, to: string];

const IS_CODE = 'return typeof value === "string" && value.trim() !== "";';
const CHANGED = 'if (code !== verifiedCode) return "fact-changed";';
const LABEL = 'if (typeof valid !== "boolean") return "invalid-format-label";';
const END = "if (supplied >= MAX_ATTEMPTS) return";
const USED = "if (status !== null) return { status, attemptsUsed: index + 1 };";
const MISSING = 'if (!isCode(code)) return "missing-code-evidence";';

const RULES: readonly Change[] = [
  ["it takes a blank code", IS_CODE, 'return typeof value === "string" && value !== "";'],
  ["it takes an empty code", IS_CODE, 'return typeof value === "string";'],
  ["it takes any truthy code", IS_CODE, "return Boolean(value);"],
  [
    "it takes numbers for codes",
    IS_CODE,
    'return ["string", "number"].includes(typeof value) && `${value}`.trim() !== "";',
  ],
  ["it takes only a space for blank", IS_CODE, 'return typeof value === "string" && value.replaceAll(" ", "") !== "";'],
  ["it takes only ASCII blanks for blank", IS_CODE, 'return typeof value === "string" && /[^\\t-\\r ]/.test(value);'],
  [
    "it takes invisible characters for blank",
    IS_CODE,
    'return typeof value === "string" && !/^[\\s\\p{Cf}]*$/u.test(value);',
  ],
  [
    "it takes control characters for blank",
    IS_CODE,
    'return typeof value === "string" && !/^[\\s\\p{Cc}]*$/u.test(value);',
  ],
  ["it trims codes before comparing", CHANGED, 'if (code.trim() !== verifiedCode.trim()) return "fact-changed";'],
  ["it trims the attempt's code only", CHANGED, 'if (code.trim() !== verifiedCode) return "fact-changed";'],
  ["it ignores case", CHANGED, 'if (code.toLowerCase() !== verifiedCode.toLowerCase()) return "fact-changed";'],
  ["it composes codes", CHANGED, 'if (code.normalize() !== verifiedCode.normalize()) return "fact-changed";'],
  [
    "it folds look-alikes",
    CHANGED,
    'if (code.normalize("NFKC") !== verifiedCode.normalize("NFKC")) return "fact-changed";',
  ],
  [
    "it compares as numbers",
    CHANGED,
    'if (code !== verifiedCode && Number(code) !== Number(verifiedCode)) return "fact-changed";',
  ],
  ["it takes a longer code", CHANGED, 'if (!code.startsWith(verifiedCode)) return "fact-changed";'],
  ["it takes a shorter code", CHANGED, 'if (!verifiedCode.startsWith(code)) return "fact-changed";'],
  [
    "it lets a right format excuse a changed code",
    CHANGED,
    'if (code !== verifiedCode && valid !== true) return "fact-changed";',
  ],
  [
    "it lets a failed attempt change the code",
    CHANGED,
    'if (code !== verifiedCode && valid === true) return "fact-changed";',
  ],
  ["it never looks at the fact", CHANGED, ""],
  ["it takes any label by its truth", LABEL, ""],
  [
    "it takes the texts true and false",
    LABEL,
    'if (typeof valid !== "boolean" && valid !== "true" && valid !== "false") return "invalid-format-label";',
  ],
  [
    "it takes null for a failed format",
    LABEL,
    'if (typeof valid !== "boolean" && valid !== null) return "invalid-format-label";',
  ],
  [
    "it takes an absent label for a failed format",
    LABEL,
    'if (typeof valid !== "boolean" && valid !== undefined) return "invalid-format-label";',
  ],
  [
    "it takes 0 and 1",
    LABEL,
    'if (typeof valid !== "boolean" && valid !== 0 && valid !== 1) return "invalid-format-label";',
  ],
  ["it lets an attempt without a code pass on", MISSING, "if (!isCode(code)) return null;"],
  ["it calls an absent code a changed one", MISSING, 'if (!isCode(code)) return "fact-changed";'],
  [
    "it asks for a code only where the format is right",
    MISSING,
    'if (!isCode(code)) return valid === true ? "missing-code-evidence" : null;',
  ],
  ["it counts attempts from 0", USED, "if (status !== null) return { status, attemptsUsed: index };"],
  [
    "it reports all attempts as used",
    USED,
    "if (status !== null) return { status, attemptsUsed: Math.min(MAX_ATTEMPTS, supplied) };",
  ],
  ["it needs another attempt after two", END, "if (supplied > MAX_ATTEMPTS) return"],
  ["it stops after one", END, "if (supplied >= 1) return"],
  ["it stops without an attempt", END, "if (supplied === 0 || supplied >= MAX_ATTEMPTS) return"],
  ["it counts every logged attempt", "attemptsUsed: MAX_ATTEMPTS }", "attemptsUsed: supplied }"],
  [
    "it takes a missing verified code for an attempt used",
    'return { status: "missing-code-evidence", attemptsUsed: 0 };',
    'return { status: "missing-code-evidence", attemptsUsed: Math.min(1, supplied) };',
  ],
  ["it completes on a false label", 'return valid ? "complete" : null;', 'return valid ? null : "complete";'],
];

const OWN = 'return descriptor !== undefined && Object.hasOwn(descriptor, "value") ? descriptor.value : undefined;';

const READING: readonly Change[] = [
  ["it reads three attempts", "export const MAX_ATTEMPTS = 2;", "export const MAX_ATTEMPTS = 3;"],
  ["it reads one attempt", "export const MAX_ATTEMPTS = 2;", "export const MAX_ATTEMPTS = 1;"],
  ["it refuses what no attempt may be later", "Math.min(MAX_ATTEMPTS, supplied)", "supplied"],
  ["it takes lists for objects", "!types.isProxy(value) && !Array.isArray(value)", "!types.isProxy(value)"],
  [
    "it takes null for an object",
    'typeof value === "object" && value !== null &&',
    'typeof (value ?? {}) === "object" &&',
  ],
  [
    "it takes whatever has a length for a list",
    "if (!Array.isArray(list))",
    'if (typeof (list as { length?: unknown } | null)?.length !== "number")',
  ],
  [
    "it takes a missing list for an empty one",
    'const list = own(value, "attempts");',
    'const list = own(value, "attempts") ?? [];',
  ],
  ["it counts places from 1", "refuse(`/attempts/${index}`,", "refuse(`/attempts/${index + 1}`,"],
  ["it names the list for a bad attempt", "refuse(`/attempts/${index}`,", 'refuse("/attempts",'],
  [
    "it reads inherited fields",
    OWN,
    'return (holder as Record<string, unknown>)[key === "__proto__" ? "" : key] ?? Object.values(Object.getOwnPropertyDescriptor(holder, "__proto__")?.value ?? {})[0];',
  ],
  [
    "it reads fields in any case",
    OWN,
    "return Object.entries(holder).find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1];",
  ],
];

const DISPOSED: readonly Change[] = [
  ["it finishes a changed fact", '"fact-changed": "stop-evidence-error",', '"fact-changed": "finish",'],
  ["it sends what has stopped round again", '"stopped": "staff-review",', '"stopped": "one-more-attempt",'],
  ["it ends what is open", '"needs-next-attempt": "one-more-attempt",', '"needs-next-attempt": "staff-review",'],
  [
    "it asks people about a bad label",
    '"invalid-format-label": "stop-evidence-error",',
    '"invalid-format-label": "staff-review",',
  ],
];

/** Every defect. */
export const MUTANTS: readonly Mutant[] = [
  ...inModule("evaluate.ts", RULES),
  ...inModule("ledger.ts", READING),
  ...inModule("disposition.ts", DISPOSED),
];
