/** What `permafrost verify` shows on one screen. @module */
import type { VerifyReport } from "../../kernel/reproduce.ts";
import type { RecordedAttempt, Result } from "../../kernel/result.ts";
import type { Io } from "./command.ts";
import { criteriaText } from "./criteria_text.ts";
import { counted, findingsText, moreText } from "./findings_text.ts";
import { summaryText } from "./summary_text.ts";
import { colors, fit, labelled, pad, printable, printableLines } from "./terminal.ts";

const KINDS = ["read", "write", "net", "run", "env"] as const;
const MAX_ATTEMPTS = 6;

/** Writes the whole screen: what was checked, declared and attempted, the summary, the criteria, the verdict. */
export function verifyText(report: VerifyReport, { io, place }: { io: Io; place: string | null }): string {
  const { id, manifestSha256, result, findings, failure, attempted } = report;
  const state = manifestSha256 === null ? "a draft" : `manifest ${manifestSha256.slice(0, 32)}…`;
  let text = labelled(io, "Experiment", { text: `${id}, ${state}` });
  if (result !== null) {
    text += checksText(result, { io, fileCount: report.fileCount }) + permissionsText(report, io);
    text += summaryText(result.summary, io) + criteriaText(result.decision, io);
  } else {
    text += labelled(io, "Found", { text: counted(findings.length, "finding"), mark: colors(io).red("✗") });
    text += findingsText(findings, io);
    if (attempted.length > 0) text += permissionsText(report, io);
    if (failure !== null) text += `${printableLines(failure.message)} [${failure.code}]\n`;
  }
  return text + "\n" + verdictText(report, { io, place });
}

function checksText(result: Result, { io, fileCount }: { io: Io; fileCount: number }): string {
  const { provenance: { containment, attemptLog, modules }, publication, manifestSha256, volatile } = result;
  const { green, yellow } = colors(io);
  const line = (label: string, isGood: boolean, text: string): string =>
    labelled(io, label, { text, mark: isGood ? green("✓") : yellow("-") });
  const [isFrozen, isPublished, isContained] = [manifestSha256 !== null, publication !== null, containment === "bwrap"];
  const files = counted(fileCount, "file");
  const frozen = isFrozen ? `${files}, every byte as frozen` : `${files}, not frozen yet`;
  const layer = isContained ? "bubblewrap" : "no containment";
  const log = attemptLog === "broker" ? "the broker deciding each access" : "Deno's flags and audit log";
  return line("Checked", isFrozen, `${frozen}; ${counted(modules.length, "module")}, none from outside`) +
    line(
      "",
      isPublished,
      publication === null
        ? "published bytes not compared (--live ORIGIN does)"
        : `${counted(publication.files.length, "published file")}, every byte as frozen`,
    ) +
    line("Ran", isContained, `${volatile.durationMs} ms in ${layer}, ${log}`);
}

function permissionsText({ declaration, attempted }: VerifyReport, io: Io): string {
  const declared = KINDS.filter((kind) => (declaration?.permissions[kind].length ?? 0) > 0)
    .map((kind) => `${pad(kind, 6)}${declaration?.permissions[kind].join(", ")}`);
  const lines = attempted.slice(0, MAX_ATTEMPTS).map(attemptText);
  const section = (label: string, texts: readonly string[]): string =>
    texts.map((text, index) =>
      colors(io).bold((index === 0 ? label : "").padEnd(12)) + fit(printable(text), io.columns - 13) + "\n"
    ).join("");
  return section("Declared", declared.length > 0 ? declared : ["no file, no network, no program, no variable"]) +
    section("Attempted", lines.length > 0 ? lines : ["nothing"]) + moreText(attempted.length - MAX_ATTEMPTS);
}

function attemptText({ kind, value, count, declared }: RecordedAttempt): string {
  return `${pad(kind, 6)}${declared ? "" : "NOT DECLARED: "}${value === "" ? "any" : value}` +
    (count === 1 ? "" : ` (${count} times)`);
}

function verdictText(
  { holds, result, findings }: VerifyReport,
  { io, place }: { io: Io; place: string | null },
): string {
  const { green, red } = colors(io);
  if (result === null) {
    return red("DOES NOT HOLD") + `: ${counted(findings.length, "finding")}, so there is no result\n`;
  }
  const { decision: { criteria }, reproductionSha256 } = result;
  const met = criteria.filter((criterion) => criterion.met).length;
  const count = criteria.length === 0
    ? "there are no criteria"
    : `${met} of ${counted(criteria.length, "criterion")} met`
      .replace("criterions", "criteria");
  const verdict = holds ? green("HOLDS") : red("DOES NOT HOLD");
  return findingsText(findings.filter(({ code }) => code !== "criterion"), io) +
    `${verdict}: ${count}; reproduction digest ${reproductionSha256.slice(0, 16)}…\n` +
    (place === null ? "Result not kept; --output FILE writes it\n" : `Result written to ${printable(place)}\n`);
}
