/** A result as Markdown, for the places where people talk about it. @module */
import type { JsonValue } from "../../kernel/json_value.ts";
import { aggregateLines } from "../../experiments/je-v1/sweep/aggregate_text.ts";
import { compareResults } from "../../kernel/reproduce.ts";
import type { Result } from "../../kernel/result.ts";
import { episodeLines } from "../je/episode_lines.ts";
import type { Shown } from "./operands.ts";
import { placesWords } from "./comparison_section.ts";
import { gridOf } from "./rows_table.ts";
import { decisionWords, leavesOf, wantedWords } from "./result_sections.ts";
import { valueWords } from "./html.ts";

/** The most rows and differences that are written. */
const MOST = 100;
/** The most characters of a value. */
const MOST_CHARACTERS = 200;

/** Writes what is shown as Markdown: results as {@linkcode resultMarkdown}, then sweeps and episodes as the command line
 * prints them, as code.
 * @throws {PermafrostError} record-invalid: an episode is not whole. */
export function reportMarkdown(
  shown: readonly Shown[],
  options: { readonly verdictField?: string | undefined } = {},
): string {
  const results = shown.filter((each) => each.kind === "result");
  const others = shown.flatMap((each) => {
    switch (each.kind) {
      case "result":
        return [];
      case "sweep":
        return [`## ${text(each.name)}: sweep\n\n${fenced(aggregateLines(each.aggregate))}\n`];
      case "episode":
        return [`## ${text(each.name)}: episode\n\n${fenced(episodeLines(each.episode))}\n`];
    }
  });
  return [...(results.length === 0 ? [] : [resultMarkdown(results, options)]), ...others].join("\n");
}

/** Lines as a block of code, in a fence that they do not hold. */
function fenced(lines: readonly string[]): string {
  const body = lines.map(oneLine).join("\n");
  const fence = "`".repeat(3 + Math.max(0, ...(body.match(/`+/g) ?? []).map(({ length }) => length)));
  return `${fence}text\n${body}\n${fence}`;
}

/** Writes results as Markdown (tables as GitHub has them): the decision criterion by criterion, the summary, what was
 * declared and attempted, and the rows that are not as they should be, 100 at most; with several results, what differs
 * from the first. No text of a result becomes markup. Same results, same bytes.
 * @param results One or more, each with the name that it has in the text. */
export function resultMarkdown(
  results: readonly { readonly name: string; readonly result: Result }[],
  { verdictField }: { readonly verdictField?: string | undefined } = {},
): string {
  const [first, ...others] = results as [typeof results[number], ...typeof results];
  const compared = others.flatMap(({ name, result }) => {
    const { same, differences } = compareResults(first.result, result);
    const lines = differences.slice(0, MOST).map((
      { at, expected, observed },
    ) => [code(at), value(expected), value(observed)]);
    return [
      `## ${text(name)} against ${text(first.name)}: ${same ? "the same" : `different in ${placesWords(differences)}`}`,
      ...(same ? [] : [tableOf(["at", first.name, name], lines), more(differences.length, "differences")]),
    ];
  });
  const parts = [...compared, ...results.flatMap((each) => resultParts(each, { verdictField }))];
  return parts.filter((part) => part !== "").join("\n\n") + "\n";
}

function resultParts(
  { name, result }: { readonly name: string; readonly result: Result },
  { verdictField }: { readonly verdictField?: string | undefined },
): string[] {
  const { id, manifestSha256, reproductionSha256, decision, summary, rows, provenance } = result;
  const { permissions: { declared, attempted }, runtime, containment } = provenance;
  const kinds = Object.entries(declared).filter(([, values]) => values.length > 0);
  const grid = gridOf(rows, verdictField === undefined ? {} : { verdictField });
  const bad = grid.verdict === null ? [] : grid.rows.flatMap((row, at) => row[grid.verdict!] === false ? [at] : []);
  return [
    `## ${text(name)}: ${text(id)}, ${decision.met ? "decision met" : "decision not met"}`,
    [
      `- manifest ${manifestSha256 === null ? "none: a draft" : code(manifestSha256)}`,
      `- reproduction digest ${code(reproductionSha256)}`,
      `- ${text(`Deno ${runtime.deno}, ${runtime.target}`)}, contained by ${
        containment === "bwrap" ? "bubblewrap" : "nothing beside Deno"
      }`,
      `- declared: ${
        kinds.length === 0 ? "nothing" : kinds.map(([kind, values]) => `${kind} ${code(values.join(", "))}`).join("; ")
      }`,
      `- attempted: ${
        attempted.length === 0
          ? "nothing"
          : attempted.map((each) => `${text(each.kind)} ${code(each.value)} ${each.count} times`).join("; ")
      }`,
    ].join("\n"),
    `${decisionWords(result)}.`,
    decision.criteria.length === 0 ? "" : tableOf(
      ["criterion", "met", "observed", "wanted", "at"],
      decision.criteria.map((criterion) => [
        ...[text(criterion.id), criterion.met ? "yes" : "**no**", value(criterion.observed)],
        ...[code(wantedWords(criterion)), code(criterion.at)],
      ]),
    ),
    tableOf(["summary", "value"], leavesOf(summary).map(([at, leaf]) => [code(at), value(leaf)])),
    `${rows.length} rows${grid.verdict === null ? "" : `, ${bad.length} of them not as they should be`}.`,
    bad.length === 0
      ? ""
      : tableOf(["row", "content"], bad.slice(0, MOST).map((at) => [String(at + 1), value(rows[at]!)])),
    more(bad.length, "rows"),
  ];
}

function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(columns.map(text)), line(columns.map(() => "---")), ...rows.map(line)].join("\n");
}

function more(count: number, what: string): string {
  return count > MOST ? `And ${count - MOST} more ${what}.` : "";
}

function value(json: JsonValue): string {
  const words = valueWords(json), characters = [...words];
  const short = characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS).join("")}…` : words;
  return typeof json === "string" ? text(short) : code(short);
}

/** Text of one line, not at its start, in which nothing is markup: what Markdown or HTML read is escaped, and what GitHub
 * makes a link or a mention of. */
export function text(words: string): string {
  return oneLine(words).replace(/[\\`*_[\]<>()#!|~&:@]|(?<=\bwww)\./gi, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Text of one line as code, in a fence that it does not hold. */
export function code(words: string): string {
  const line = oneLine(words).replaceAll("|", "\\|"), runs = line.match(/`+/g) ?? [];
  const fence = "`".repeat(1 + Math.max(0, ...runs.map(({ length }) => length)));
  return line.trim() === "" ? "(empty)" : runs.length === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

function oneLine(words: string): string {
  // deno-lint-ignore no-control-regex -- they are what is looked for
  return words.toWellFormed().replace(/[\0-\x1f\x7f\u2028\u2029]+/g, " ");
}
