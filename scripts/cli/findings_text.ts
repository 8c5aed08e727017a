/** Findings in words. @module */
import { canonicalize } from "../../kernel/json_encode.ts";
import type { Finding } from "../../kernel/finding.ts";
import type { JsonValue } from "../../kernel/json_value.ts";
import type { Io } from "./command.ts";
import { colors, fit, printable } from "./terminal.ts";

const MAX_SHOWN = 50;

const WORDS: Record<Finding["code"], string> = {
  "missing": "is missing",
  "changed": "has changed",
  "extra": "was not frozen",
  "kind": "is not a plain file",
  "name": "has a name that a freeze refuses",
  "identity": "names another experiment",
  "structure": "is not built as declared",
  "module": "may not be imported",
  "published-missing": "is not published",
  "published-redirect": "is redirected",
  "published-status": "is not served",
  "published-encoding": "is served in an encoding",
  "published-size": "is published in another size",
  "published-changed": "is published with other bytes",
  "violation": "was attempted and is not declared",
  "storage": "was used and is not open to experiments",
  "criterion": "is not met",
  "difference": "differs",
};

function side(value: JsonValue): string {
  const text = typeof value === "string" ? value : canonicalize(value);
  return printable(text.replace(/([0-9a-f]{12})[0-9a-f]{52}/g, "$1…"));
}

/** Writes findings for people, three lines at most each; all of them fit the terminal's width. */
export function findingsText(findings: readonly Finding[], io: Io): string {
  const lines: string[] = [];
  for (const { code, at, expected, observed } of findings.slice(0, MAX_SHOWN)) {
    const words = `${WORDS[code]} [${code}]`;
    lines.push(`${colors(io).red("✗")} ${fit(printable(at), Math.max(12, io.columns - 4 - words.length))} ${words}`);
    const isCount = code === "violation" && typeof observed === "number";
    if (expected !== null) lines.push(fit(`    expected ${side(expected)}`, io.columns - 1));
    if (observed !== null && !isCount) lines.push(fit(`    observed ${side(observed)}`, io.columns - 1));
    if (isCount) lines.push(`    ${observed === 1 ? "once" : `${observed} times`}`);
  }
  return lines.map((line) => line + "\n").join("") + moreText(findings.length - MAX_SHOWN);
}

/** The line that says how much is left out; nothing where nothing is. */
export function moreText(count: number): string {
  return count > 0 ? `  and ${count} more (--json lists all)\n` : "";
}

/** A number of things, with the plural where it needs one. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
