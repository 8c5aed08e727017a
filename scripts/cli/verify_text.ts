/** What `permafrost verify` shows on one screen. @module */
import { isJsonObject, type JsonObject, type JsonValue } from "../../kernel/json_value.ts";
import type { VerifyReport } from "../../kernel/reproduce.ts";
import type { RecordedAttempt, Result } from "../../kernel/result.ts";
import type { Io } from "./command.ts";
import { findingsText } from "./findings_text.ts";
import { fit, pad, paint, printable } from "./terminal.ts";

const KINDS = ["read", "write", "net", "run", "env"] as const;
const MAX_LISTED = 6;

/** Writes the whole screen: what was checked, declared and attempted, the summary, the criteria, the verdict. */
export function verifyText(report: VerifyReport, { io, place }: { io: Io; place: string | null }): string {
  const { id, manifestSha256, fileCount, result, findings } = report;
  const title = (text: string): string => "\n" + paint(io, "bold", text) + "\n";
  let text = paint(io, "bold", id) +
    (manifestSha256 === null ? "  draft\n" : `  manifest ${manifestSha256.slice(0, 32)}…\n`);
  if (result !== null) {
    text += checksText(result, { io, fileCount });
    text += title("Declared and attempted") + permissionsText(report, io);
    text += title("Summary") + summaryText(result.summary, io);
    if (result.decision.criteria.length > 0) text += title("Decision") + criteriaText(result, io);
  } else {
    text += "\n" + findingsText(findings, io);
    if (report.attempted.length > 0) text += title("Declared and attempted") + permissionsText(report, io);
    if (report.failure !== null) text += `\n${printable(report.failure.message)} [${report.failure.code}]\n`;
  }
  return text + "\n" + verdictText(report, { io, place });
}

function checksText(
  { provenance, publication, manifestSha256, volatile }: Result,
  { io, fileCount }: { io: Io; fileCount: number },
): string {
  const good = paint(io, "green", "✓");
  const plain = paint(io, "yellow", "-");
  const { containment, attemptLog, modules } = provenance;
  const frozen = manifestSha256 === null
    ? `${plain} ${fileCount} files of a draft`
    : `${good} ${fileCount} files are the frozen ones`;
  const published = publication === null
    ? `${plain} published bytes not compared (--live ORIGIN does)`
    : `${good} ${publication.files.length} published files are the frozen ones`;
  const layer = containment === "bwrap" ? "bubblewrap" : "no containment";
  const log = attemptLog === "broker" ? "the broker deciding each access" : "Deno's flags and audit log";
  return `${frozen}, ${modules.length} modules imported, none from outside\n${published}\n` +
    `${containment === "bwrap" ? good : plain} ran ${volatile.durationMs} ms in ${layer}, ${log}\n`;
}

function permissionsText({ declaration, attempted }: VerifyReport, io: Io): string {
  const lines: string[] = [];
  for (const kind of KINDS) {
    const declared = declaration?.permissions[kind] ?? [];
    if (declared.length > 0) lines.push(`  ${pad(kind, 6)} declared   ${printable(declared.join(", "))}`);
  }
  if (lines.length === 0) lines.push("  declared   nothing: no file, no network, no program, no variable");
  const shown = attempted.slice(0, MAX_LISTED).map(attemptText);
  if (shown.length === 0) lines.push("  attempted  nothing");
  for (const line of shown) lines.push(`  ${line}`);
  if (attempted.length > MAX_LISTED) lines.push(`  and ${attempted.length - MAX_LISTED} more (--json lists all)`);
  return lines.map((line) => fit(line, io.columns - 1) + "\n").join("");
}

function attemptText({ kind, value, count, declared }: RecordedAttempt): string {
  const times = count === 1 ? "" : ` (${count} times)`;
  return `${pad(kind, 6)} attempted  ${printable(value)}${times}${declared ? "" : ", NOT DECLARED"}`;
}

/** Shows a summary: objects with equal fields side by side as a table, the rest a line each. */
function summaryText(summary: JsonValue, io: Io): string {
  if (!isJsonObject(summary)) return `  ${fit(printable(JSON.stringify(summary)), io.columns - 3)}\n`;
  const groups = new Map<string, [string, JsonObject][]>();
  const lines: string[] = [];
  for (const [name, value] of Object.entries(summary)) {
    const isFlat = isJsonObject(value) &&
      Object.values(value).every((part) => typeof part !== "object" || part === null);
    if (!isFlat) lines.push(`  ${pad(printable(name), 20)} ${printable(JSON.stringify(value))}`);
    else {
      const key = Object.keys(value).join("\0");
      groups.set(key, [...groups.get(key) ?? [], [name, value]]);
    }
  }
  const tables = [...groups.values()].flatMap((group) => {
    if (group.length === 1) {
      const [name, fields] = group[0]!;
      return [
        `  ${pad(printable(name), 20)} ` +
        Object.entries(fields).map(([key, value]) => `${printable(key)} ${cell(value)}`).join("  "),
      ];
    }
    const head = `  ${pad("", 20)}${group.map(([name]) => fit(printable(name), 14).padStart(15)).join("")}`;
    return [
      head,
      ...Object.keys(group[0]![1]).map((key) =>
        `  ${pad(fit(printable(key), 20), 20)}${
          group.map(([, fields]) => fit(cell(fields[key]), 14).padStart(15)).join("")
        }`
      ),
    ];
  });
  return [...tables, ...lines].slice(0, 24).map((line) => fit(line, io.columns - 1) + "\n").join("");
}

function cell(value: JsonValue | undefined): string {
  return printable(typeof value === "string" ? value : JSON.stringify(value ?? null));
}

function criteriaText({ decision }: Result, io: Io): string {
  const width = Math.min(30, Math.max(...decision.criteria.map(({ id }) => id.length)));
  return decision.criteria.map(({ id, expected, observed, met }) => {
    const [comparison = "", wanted = null] = Object.entries(expected)[0] ?? [];
    const words = comparison.replace(/[A-Z]/g, (letter) => " " + letter.toLowerCase());
    const line = `${pad(fit(printable(id), width), width)}  ${words} ${cell(wanted)}, observed ${cell(observed)}`;
    return `${met ? paint(io, "green", "✓") : paint(io, "red", "✗")} ${fit(line, io.columns - 3)}\n`;
  }).join("");
}

function verdictText(
  { holds, result, findings }: VerifyReport,
  { io, place }: { io: Io; place: string | null },
): string {
  if (result === null) {
    const count = `${findings.length} finding${findings.length === 1 ? "" : "s"}`;
    return paint(io, "red", `DOES NOT HOLD: ${count}`) + "; there is no result\n";
  }
  const { decision: { criteria }, reproductionSha256 } = result;
  const met = criteria.filter((criterion) => criterion.met).length;
  const count = criteria.length === 0
    ? "the protocol has no criteria"
    : `${met} of ${criteria.length} criteria are met`;
  const others = findings.filter(({ code }) => code !== "criterion");
  return (holds ? paint(io, "green", `HOLDS: ${count}`) : paint(io, "red", `DOES NOT HOLD: ${count}`)) + "\n" +
    findingsText(others, io) +
    `Reproduction digest ${reproductionSha256.slice(0, 32)}…\n` +
    (place === null ? "Result not kept; --output FILE writes it\n" : `Result written to ${place}\n`);
}
