/** What differs between results, as a section of a page. @module */
import type { Finding } from "../../kernel/finding.ts";
import { compareResults } from "../../kernel/reproduce.ts";
import type { Result } from "../../kernel/result.ts";
import type { SvgNode } from "../charts/svg_node.ts";
import { code, details, html, type HtmlPart, section, table, valueCell, verdict } from "./html.ts";

/** A result and what it is called on the page. */
export interface NamedResult {
  /** Its name. */ readonly name: string;
  /** The result. */ readonly result: Result;
}

/** How many places differ, in words; `compareResults` lists a thousand and no more. */
export function placesWords({ length }: readonly Finding[]): string {
  return length >= 1000 ? "1000 places or more" : `${length} ${length === 1 ? "place" : "places"}`;
}

/** Compares each result with the first, as `diff` does.
 * @param results Two or more. */
export function comparisonSection(results: readonly NamedResult[], { id }: { readonly id: string }): SvgNode {
  const [first, ...others] = results as readonly [NamedResult, ...NamedResult[]];
  return section(
    { id, title: "Differences" },
    html("p", { children: [`Each result against ${first.name}, without what is volatile.`] }),
    ...others.map((other, at) => {
      const { same, differences, provenance } = compareResults(first.result, other.result);
      return section(
        { id: `${id}-${at + 1}`, title: other.name, level: 3 },
        html("p", {
          class: `banner is-${same ? "good" : "bad"}`,
          children: [
            verdict({ holds: same, yes: "The same", no: "Different" }),
            same ? "." : ` in ${placesWords(differences)}.`,
          ],
        }),
        ...(same ? [] : [differenceTable(differences, { caption: "What differs", names: [first.name, other.name] })]),
        ...(provenance.length === 0 ? [] : [details(
          `${provenance.length} differences in where they come from, which do not count`,
          differenceTable(provenance, { caption: "Differences of provenance", names: [first.name, other.name] }),
        )]),
      );
    }),
  );
}

function differenceTable(
  differences: readonly Finding[],
  { caption, names: [one, other] }: { readonly caption: string; readonly names: readonly [string, string] },
): HtmlPart {
  return table(
    { caption, columns: ["at", one, other] },
    differences.map(({ at, expected, observed }) => [code(at), valueCell(expected), valueCell(observed)]),
  );
}
