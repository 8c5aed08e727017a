/** Findings in words. @module */
import type { Finding } from "../../kernel/finding.ts";
import type { JsonValue } from "../../kernel/json_value.ts";
import type { Io } from "./command.ts";
import { fit, paint, printable } from "./terminal.ts";

const WORDS: Record<Finding["code"], string> = {
  "missing": "is missing",
  "changed": "has changed",
  "extra": "was not frozen",
  "kind": "is not a plain file",
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
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replace(/([0-9a-f]{12})[0-9a-f]{52}/g, "$1…");
}

/** Writes findings for people, three lines at most each; all of them fit the terminal's width. */
export function findingsText(findings: readonly Finding[], io: Io): string {
  const lines: string[] = [];
  for (const { code, at, expected, observed } of findings.slice(0, 50)) {
    lines.push(
      `${paint(io, "red", "✗")} ${fit(`${printable(at)} ${WORDS[code]}`, io.columns - 15 - code.length)} [${code}]`,
    );
    if (expected !== null) lines.push(fit(`    expected ${printable(side(expected))}`, io.columns - 1));
    if (observed !== null && code !== "violation") {
      lines.push(fit(`    observed ${printable(side(observed))}`, io.columns - 1));
    }
    if (code === "violation") lines.push(`    ${observed === 1 ? "once" : `${observed} times`}`);
  }
  if (findings.length > 50) lines.push(`  and ${findings.length - 50} more (--json lists all)`);
  return lines.map((line) => line + "\n").join("");
}
