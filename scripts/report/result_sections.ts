/** A result as sections of a page. @module */
import type { JudgedCriterion } from "../../kernel/decision.ts";
import { isJsonObject, type JsonValue, toPointer } from "../../kernel/json_value.ts";
import type { Result } from "../../kernel/result.ts";
import type { SvgNode } from "../charts/svg_node.ts";
import { code, details, facts, html, type HtmlPart, section, table, valueCell, verdict } from "./html.ts";
import { gridOf, rowsTable } from "./rows_table.ts";

/** What a criterion asks for, in words. */
export function wantedWords({ expected }: JudgedCriterion): string {
  const [comparison = "", wanted = null] = Object.entries(expected)[0] ?? [];
  const words: Readonly<Record<string, string>> = {
    ...{ equals: "equal to", atLeast: "at least", atMost: "at most", oneOf: "one of" },
  };
  return `${words[comparison] ?? comparison} ${JSON.stringify(wanted)}`;
}

/** How many criteria are met, in a few words. */
export function decisionWords({ decision: { criteria } }: Result): string {
  const met = criteria.filter((criterion) => criterion.met).length;
  return `${met} of ${criteria.length} criteria met`;
}

/** A result: whether it holds, its decision, summary, what was frozen, declared and attempted, and its rows.
 * @param options `id` starts the ids; `name` is the heading; `verdictField` names the field that judges a row. */
export function resultSection(
  result: Result,
  { id, name, verdictField }: {
    readonly id: string;
    readonly name: string;
    readonly verdictField?: string | undefined;
  },
): SvgNode {
  const { decision, summary, rows, publication, volatile } = result;
  const grid = gridOf(rows, verdictField === undefined ? {} : { verdictField });
  const { table: rowsPart, data } = rowsTable(grid, { id: `${id}-rows`, caption: `Rows of ${name}` });
  return section(
    { id, title: name },
    html("p", {
      class: `banner is-${decision.met ? "good" : "bad"}`,
      children: [
        verdict({ holds: decision.met, yes: "The decision is met", no: "The decision is not met" }),
        `: ${decisionWords(result)}.`,
      ],
    }),
    identityFacts(result),
    section({ id: `${id}-decision`, title: "Decision", level: 3 }, criteriaTable(result)),
    section({ id: `${id}-summary`, title: "Summary", level: 3 }, summaryTable(summary)),
    section({ id: `${id}-frozen`, title: "Frozen", level: 3 }, ...frozenParts(result)),
    section({ id: `${id}-access`, title: "Declared and attempted", level: 3 }, ...accessParts(result)),
    ...(publication === null ? [] : [
      section(
        { id: `${id}-published`, title: "Published", level: 3 },
        html("p", { children: ["Before the run, these files were as frozen at ", code(publication.origin)] }),
        details(
          `${publication.files.length} files`,
          table(
            { caption: "Files that were compared", columns: ["file", "bytes", "SHA-256"] },
            publication.files.map(({ path, bytes, sha256 }) => [code(path), String(bytes), code(sha256)]),
          ),
        ),
      ),
    ]),
    section(
      { id: `${id}-rows`, title: "Rows", level: 3 },
      ...(volatile.pointers.length === 0 ? [] : [
        html("p", { children: ["May differ from run to run: ", code(volatile.pointers.join(", ")), "."] }),
      ]),
      rows.length === 0 ? html("p", { children: ["It has no rows."] }) : rowsPart,
      data,
    ),
  );
}

function identityFacts(result: Result): SvgNode {
  const { manifestSha256, reproductionSha256, provenance: { runtime, containment, attemptLog }, volatile } = result;
  return facts([
    ["Manifest", manifestSha256 === null ? "none: it is a draft" : code(manifestSha256)],
    ["Reproduction", code(reproductionSha256)],
    ["Ran", `${volatile.startedAt}, ${volatile.durationMs} ms, ${volatile.host} (may differ)`],
    ["With", `Deno ${runtime.deno}, V8 ${runtime.v8}, ${runtime.target}`],
    ["Contained by", containment === "bwrap" ? "bubblewrap" : "nothing beside Deno's permissions"],
    ["Accesses logged by", attemptLog === "broker" ? "the permission broker" : "Deno's audit log, without outcomes"],
  ]);
}

function criteriaTable({ decision: { criteria } }: Result): HtmlPart {
  if (criteria.length === 0) return html("p", { children: ["There are no criteria."] });
  return table(
    {
      caption: "Each frozen criterion, and what was observed",
      columns: ["criterion", "met", "observed", "wanted", "at"],
    },
    criteria.map((criterion) => [
      criterion.id,
      verdict({ holds: criterion.met, yes: "met", no: "not met" }),
      valueCell(criterion.observed),
      code(wantedWords(criterion)),
      code(criterion.at),
    ]),
  );
}

/** The values of a summary that hold nothing nested but lists, each with its place. */
export function leavesOf(summary: JsonValue): (readonly [at: string, value: JsonValue])[] {
  const leaves: (readonly [string, JsonValue])[] = [];
  const visit = (part: JsonValue, path: readonly string[]): void => {
    if (!isJsonObject(part) || Object.keys(part).length === 0) leaves.push([toPointer(path) || "/", part]);
    else for (const [name, inner] of Object.entries(part)) visit(inner, [...path, name]);
  };
  visit(summary, []);
  return leaves;
}

/** A summary by place: what is nested goes on a line of its own. */
function summaryTable(summary: JsonValue): SvgNode {
  const cells = leavesOf(summary).map(([at, value]) => [code(at), valueCell(value)]);
  return table({ caption: "The summary, place by place", columns: ["at", "value"] }, cells);
}

function frozenParts({ manifestSha256, provenance: { modules, inputs } }: Result): HtmlPart[] {
  const what = manifestSha256 === null
    ? "Nothing was frozen: it is a draft, and anyone can change it."
    : `The manifest with the digest above lists every frozen file. ${modules.length} of its modules and data were loaded.`;
  const digests = (files: readonly { readonly name: string; readonly sha256: string }[]): HtmlPart[][] =>
    files.map(({ name, sha256 }) => [code(name), code(sha256)]);
  return [
    html("p", { children: [what] }),
    details(
      `${modules.length} modules`,
      table(
        { caption: "What the entry loads", columns: ["module", "SHA-256"] },
        digests(modules.map(({ path, sha256 }) => ({ name: path, sha256 }))),
      ),
    ),
    ...(inputs.length === 0
      ? []
      : [table({ caption: "Pinned inputs", columns: ["input", "SHA-256"] }, digests(inputs))]),
  ];
}

function accessParts({ provenance: { permissions: { declared, attempted } } }: Result): HtmlPart[] {
  const kinds = Object.entries(declared).map(([kind, values]) => [
    kind,
    values.length === 0 ? "nothing" : code(values.join(", ")),
  ]);
  const tried = attempted.map(({ kind, value, count, declared: isDeclared }) => [
    kind,
    code(value),
    String(count),
    verdict({ holds: isDeclared, yes: "declared", no: "not declared" }),
  ]);
  return [
    table({ caption: "What the protocol declares", columns: ["kind", "what"] }, kinds),
    attempted.length === 0 ? html("p", { children: ["The run attempted no access at all."] }) : table(
      { caption: "What the run attempted", columns: ["kind", "what", "times", "declared"] },
      tried,
    ),
  ];
}
