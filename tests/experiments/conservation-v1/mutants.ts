/** Defects of the verifier, each one text put in place of another; the vectors alone must catch every one. @module */

import { inModule, type Mutant } from "../../mutated_modules.ts";

type Change = readonly [name: string, from: string, to: string];

const COUNT_TEXT = "return Buffer.byteLength(text);";
const FILLED = 'return value !== null && value !== "";';
const AMOUNT = "return Number.isSafeInteger(value) && (value as number) >= 0;";
const REPORTED = "return difference > tolerance ? difference : null;";
const DELTA = "return canonicalBytes === 2 ? 0 : canonicalBytes;";
const MISSING = "return missing.length > 1 ? [...new Set(missing)] : missing;";
const RULES: readonly Change[] = [
  ["it counts texts in code units", COUNT_TEXT, "return text.length;"],
  ["it counts texts in characters", COUNT_TEXT, "return [...text].length;"],
  ["it counts texts as quoted JSON", COUNT_TEXT, "return Buffer.byteLength(JSON.stringify(text));"],
  ["it trims texts", COUNT_TEXT, "return Buffer.byteLength(text.trim());"],
  ["it composes texts", COUNT_TEXT, 'return Buffer.byteLength(text.normalize("NFC"));'],
  ["it unifies line ends", COUNT_TEXT, 'return Buffer.byteLength(text.replaceAll("\\r\\n", "\\n"));'],
  ["it drops a byte order mark", COUNT_TEXT, 'return Buffer.byteLength(text.replace(/^\\ufeff/, ""));'],
  ["it counts texts as UTF-16", COUNT_TEXT, "return 2 * text.length;"],
  ["it counts the braces of an empty delta", DELTA, "return canonicalBytes;"],
  ["it leaves out the braces of every delta", DELTA, "return canonicalBytes - 2;"],
  ["it lets no delta count", DELTA, "return 0;"],
  ["it takes null for a filling", FILLED, 'return value !== "";'],
  ["it takes the empty text for a filling", FILLED, "return value !== null;"],
  ["it takes what is falsy for no filling", FILLED, "return Boolean(value);"],
  ["it takes only texts for a filling", FILLED, 'return typeof value === "string" && value !== "";'],
  ["it takes a blank for no filling", FILLED, 'return value !== null && String(value).trim() !== "";'],
  [
    "it lets inherited keys fill a slot",
    "if (!Object.hasOwn(fields, slot)) return false;",
    "if (!(slot in fields)) return false;",
  ],
  [
    "it takes __proto__ for no key",
    "if (!Object.hasOwn(fields, slot)) return false;",
    'if (slot === "__proto__" || !Object.hasOwn(fields, slot)) return false;',
  ],
  ["it sorts missing slots", MISSING, "return [...new Set(missing)].sort();"],
  ["it repeats missing slots", MISSING, "return missing;"],
  ["it names a repeated slot where it stands last", MISSING, "return [...new Set(missing.reverse())].reverse();"],
  ["it names the first missing slot only", MISSING, "return missing.slice(0, 1);"],
  [
    "it reports what equals the tolerance",
    REPORTED,
    "return difference >= tolerance && difference > 0 ? difference : null;",
  ],
  [
    "it reports only what exceeds the tolerance",
    REPORTED,
    "return difference > tolerance ? difference - tolerance : null;",
  ],
  ["it knows no tolerance", REPORTED, "return difference > 0 ? difference : null;"],
  ["it allows twice the tolerance", REPORTED, "return difference > 2 * tolerance ? difference : null;"],
  ["it takes negative amounts", AMOUNT, "return Number.isSafeInteger(value);"],
  ["it takes fractions", AMOUNT, 'return typeof value === "number" && value >= 0 && value < 2 ** 53;'],
  [
    "it takes amounts of 2^53",
    AMOUNT,
    "return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 2 ** 53;",
  ],
  [
    "it refuses the greatest amount",
    AMOUNT,
    "return Number.isSafeInteger(value) && (value as number) >= 0 && value !== 2 ** 53 - 1;",
  ],
  ["it refuses -0", AMOUNT, "return Number.isSafeInteger(value) && (value as number) >= 0 && !Object.is(value, -0);"],
  [
    "it takes digits in a text",
    AMOUNT,
    'return typeof value !== "object" && Number.isSafeInteger(Number(value)) && Number(value) >= 0;',
  ],
];

const QUICK = "const text = JSON.stringify(value);";
const LENGTH = "return Buffer.byteLength(quickText(value) ?? canonicalize(value));";
const CANONICAL: readonly Change[] = [
  ["it counts the delta in code units", LENGTH, "return (quickText(value) ?? canonicalize(value)).length;"],
  ["it counts the delta with blanks", QUICK, 'const text = JSON.stringify(value).replaceAll(",", ", ");'],
  [
    "it escapes the delta to ASCII",
    QUICK,
    'const text = JSON.stringify(value).replace(/[\\u0080-\\uffff]/g, "\\\\u0000");',
  ],
  ["it escapes U+007F in the delta", QUICK, 'const text = JSON.stringify(value).replaceAll("\\x7f", "\\\\u007f");'],
  ["it escapes slashes in the delta", QUICK, 'const text = JSON.stringify(value).replaceAll("/", "\\\\/");'],
  [
    "it drops null from the delta",
    QUICK,
    "const text = JSON.stringify(value, (_, part) => part === null ? undefined : part);",
  ],
  [
    "it drops __proto__ from the delta",
    QUICK,
    'const text = JSON.stringify(value, (key, part) => key === "__proto__" ? undefined : part);',
  ],
  [
    "it counts the top of the delta only",
    QUICK,
    'const text = JSON.stringify(value, (key, part) => key !== "" && typeof part === "object" ? null : part);',
  ],
  [
    "it writes whole numbers with a fraction",
    QUICK,
    'const text = JSON.stringify(value).replace(/:(\\d+)\\b(?!\\.)/g, ":$1.0");',
  ],
  [
    "it writes numbers without an exponent",
    QUICK,
    'const text = JSON.stringify(value).replace(/1e\\+21/g, "1" + "0".repeat(21));',
  ],
  ["it lets half a pair pass in the delta", 'return text.includes("\\\\ud") ? null : text;', "return text;"],
];

const FINDINGS: readonly Change[] = [
  [
    "it writes the kind last",
    '`{"kind":"below_spec","shortfall":${finding.shortfall}}`',
    '`{"shortfall":${finding.shortfall},"kind":"below_spec"}`',
  ],
  ["it writes blanks between findings", '(text === "[" ? "" : ",")', '(text === "[" ? "" : ", ")'],
  ["it writes amounts as texts", ":${finding.unaccounted}}`", ':"${finding.unaccounted}"}`'],
  ["it escapes nothing", "JSON.stringify(slot)", '`"${slot}"`'],
  [
    "it escapes to ASCII",
    "JSON.stringify(slot)",
    'JSON.stringify(slot).replace(/[\\x7f-\\uffff]/g, (c) => "\\\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"))',
  ],
  ["it escapes slashes", "JSON.stringify(slot)", 'JSON.stringify(slot).replaceAll("/", "\\\\/")'],
  ["it escapes controls in upper case", "JSON.stringify(slot)", 'JSON.stringify(slot).replaceAll("001f", "001F")'],
  [
    "it has no short escape for a form feed",
    "JSON.stringify(slot)",
    'JSON.stringify(slot).replaceAll("\\\\f", "\\\\u000c")',
  ],
];

const SURPLUS = "const shortfall = reportedAmount(-surplus, tolerance);";
const BUDGET = "surplus - deltaInfo(deltaBytes) - input.substrate_used_info";
const VERIFY: readonly Change[] = [
  [
    "it names missing slots last",
    'return findings.length > 0 ? findings : [{ kind: "conforming" }];',
    'return findings.length > 0 ? findings.reverse() : [{ kind: "conforming" }];',
  ],
  [
    "it says conforming beside other findings",
    'return findings.length > 0 ? findings : [{ kind: "conforming" }];',
    'return [...findings, { kind: "conforming" }];',
  ],
  [
    "it says nothing for conforming",
    'return findings.length > 0 ? findings : [{ kind: "conforming" }];',
    "return findings;",
  ],
  [
    "it stops at the first finding",
    'return findings.length > 0 ? findings : [{ kind: "conforming" }];',
    'return findings.length > 0 ? findings.slice(0, 1) : [{ kind: "conforming" }];',
  ],
  ["it lets the substrate pay for nothing", BUDGET, "surplus - deltaInfo(deltaBytes)"],
  [
    "it takes the substrate for all or nothing",
    BUDGET,
    "(input.substrate_used_info > 0 ? 0 : surplus - deltaInfo(deltaBytes))",
  ],
  [
    "it lets the substrate stand in for the text",
    SURPLUS,
    "const shortfall = reportedAmount(-surplus - input.substrate_used_info, tolerance);",
  ],
  [
    "it demands the delta in the output",
    SURPLUS,
    "const shortfall = reportedAmount(deltaInfo(deltaBytes) - surplus, tolerance);",
  ],
  [
    "it takes the delta for a part of the output",
    SURPLUS,
    "const shortfall = reportedAmount(-surplus - deltaInfo(deltaBytes), tolerance);",
  ],
  ["it lets the tolerance cover slots", "if (missing.length > 0)", "if (missing.length > tolerance)"],
  ["it counts the names of the substrate", BUDGET, `${BUDGET} - textInfo(input.substrate_id)`],
  [
    "it counts a substrate only when it has a name",
    BUDGET,
    'surplus - deltaInfo(deltaBytes) - (input.substrate_id === "" ? 0 : input.substrate_used_info)',
  ],
  ["it adds amounts in 32 bits", BUDGET, `(${BUDGET}) | 0`],
  [
    "it holds the whole output against the budget",
    "const unaccounted = reportedAmount(surplus",
    "const unaccounted = reportedAmount(textInfo(input.output_bytes_utf8)",
  ],
];

const INPUT: readonly Change[] = [
  ["it takes undeclared fields", "if (key !== FIELDS[at] && !DECLARED.has(key))", "if (false)"],
  ["it names no missing field first", "if (keys.length < FIELDS.length)", "if (false)"],
  ["it takes half a pair in a text", "if (!value.isWellFormed())", "if (false)"],
  ["it looks at no slot", 'readText(value[at], ["required_slots", at])', "at"],
  [
    "it names the list and not the slot",
    'readText(value[at], ["required_slots", at])',
    'readText(value[at], ["required_slots"])',
  ],
  ["it takes lists for objects", "&& !Array.isArray(value);", ";"],
  [
    "it takes null for an empty text",
    'if (typeof value !== "string")',
    'if (value === null) return "";\n  if (typeof value !== "string")',
  ],
  [
    "it names the delta and not the place in it",
    "const at = `/delta_fields${error.at}`;",
    "const at = `/delta_fields`;",
  ],
  ["it escapes no pointer", "const at = toPointer(path);", 'const at = path.map((part) => "/" + part).join("");'],
];

/** Every defect. */
export const MUTANTS: readonly Mutant[] = [
  ...inModule("rules.ts", RULES),
  ...inModule("canonical_bytes.ts", CANONICAL),
  ...inModule("findings.ts", FINDINGS),
  ...inModule("verify.ts", VERIFY),
  ...inModule("input.ts", INPUT),
];
