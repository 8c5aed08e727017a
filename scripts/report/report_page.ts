/** Results, sweeps and episodes as one page. @module */
import { comparisonSection } from "./comparison_section.ts";
import { code, html } from "./html.ts";
import { episodeSection } from "./je/episode_section.ts";
import { sweepSection } from "./je/sweep_section.ts";
import type { Shown } from "./operands.ts";
import { type PageParts, pageText } from "./page.ts";
import { decisionWords, resultSection } from "./result_sections.ts";

/** Writes one HTML page that stands alone: a section for each thing shown, and before them, with several results, what
 * differs between them. Same things, same bytes.
 * @param shown One or more.
 * @param options `verdictField`: the field of a row that says whether it is as it should be. */
export function reportPage(
  shown: readonly Shown[],
  { verdictField }: { readonly verdictField?: string | undefined } = {},
): string {
  const results = shown.filter((each) => each.kind === "result");
  const sections = shown.map((each, at): PageParts["sections"][number] => {
    const { name } = each, id = `part-${at + 1}`;
    switch (each.kind) {
      case "result":
        return { id, title: name, body: resultSection(each.result, { id, name, verdictField }) };
      case "sweep":
        return { id, title: name, body: sweepSection(each.aggregate, { id, name }) };
      case "episode":
        return { id, title: name, body: episodeSection(each.episode, { id, name }) };
    }
  });
  const differences = { id: "differences", title: "Differences" };
  return pageText({
    title: titleOf(shown),
    lead: [html("p", { children: [leadOf(shown)] })],
    sections: results.length > 1
      ? [{ ...differences, body: comparisonSection(results, { id: differences.id }) }, ...sections]
      : sections,
    foot: [html("p", {
      children: results.length === shown.length
        ? [
          "This page repeats what result files say. ",
          code("permafrost reproduce RESULT"),
          " runs the experiment again and compares.",
        ]
        : [
          "This page repeats what files say. ",
          code("permafrost reproduce"),
          " runs the experiment of a result again; ",
          code("permafrost je replay"),
          " and ",
          code("je score"),
          " do so for an episode.",
        ],
    })],
  });
}

function titleOf(shown: readonly Shown[]): string {
  const ids = new Set(shown.map((each) => each.kind === "result" ? each.result.id : "je-v1"));
  const [one] = shown, what = shown.length > 1 ? "report" : one!.kind;
  return `${[...ids].join(", ")}: ${what}`;
}

function leadOf(shown: readonly Shown[]): string {
  const [one] = shown;
  if (shown.length === 1) {
    return one!.kind === "result" ? `${one!.name}: ${decisionWords(one!.result)}.` : `${one!.name}.`;
  }
  const results = shown.filter((each) => each.kind === "result");
  if (results.length < shown.length) return `${shown.length} files and folders.`;
  const met = results.filter(({ result }) => result.decision.met).length;
  return `${shown.length} results; the decision is met in ${met} of them.`;
}
