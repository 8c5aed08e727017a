import { assert } from "@std/assert/assert";
import { svgText } from "../../../scripts/charts/svg_node.ts";
import { comparisonSection } from "../../../scripts/report/comparison_section.ts";
import { aResult } from "../../a_result.ts";

const FIRST = { name: "1.json", result: aResult() };
const OTHERS: Readonly<Record<string, readonly [ReturnType<typeof aResult>, RegExp]>> = {
  "it repeats": [aResult(), /is-good.*✓ The same<\/strong>\./s],
  "one place differs": [
    aResult({ summary: { n: 2 } }),
    /is-bad.*✗ Different<\/strong> in 1 place\..*\/summary\/n.*<code>1<\/code>.*<code>2<\/code>/s,
  ],
  "rows are missing": [aResult({ rows: [] }), /Different<\/strong> in 1 place\..*\/rows\/0.*<code>null<\/code>/s],
  "more differs than is listed": [
    aResult({ rows: Array.from({ length: 1001 }, (_, at) => at) }),
    /Different<\/strong> in 1000 places or more\./,
  ],
  "only where it comes from differs": [
    aResult({ provenance: { ...aResult().provenance, containment: "bwrap" } }),
    /The same.*1 differences in where they come from.*\/provenance\/containment/s,
  ],
};
for (const [when, [result, words]] of Object.entries(OTHERS)) {
  Deno.test(`comparisonSection() says so when ${when}`, () => {
    const text = svgText(comparisonSection([FIRST, { name: "2.json", result }], { id: "d" }));
    assert(words.test(text), text);
  });
}
