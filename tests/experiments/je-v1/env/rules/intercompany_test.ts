import { assertEquals } from "@std/assert/equals";
import { agreedConversion, bothSides } from "../../../../../experiments/je-v1/env/rules/intercompany.ts";
import { docOf } from "../../../../../experiments/je-v1/env/parts.ts";
import { worldView } from "../../../../../experiments/je-v1/env/world_view.ts";
import { buildOf, cleanBundles, worldOf } from "../built.ts";

const shift = (lines: { debit_minor: number; credit_minor: number }[], by: number): void => {
  for (const line of lines) {
    line.debit_minor += line.debit_minor > 0 ? by : 0, line.credit_minor += line.credit_minor > 0 ? by : 0;
  }
};

Deno.test("bothSides() reports this side less the other, as the statements have it", () => {
  const build = buildOf("JE-11", 2), [bundle] = cleanBundles(build, 1), theirs = docOf(bundle!, "other_statement");
  shift(bundle!.context[0]!.lines, -700);
  theirs.total_minor! -= 700;
  const view = worldView(worldOf(build, [bundle!]));
  assertEquals(bothSides(view, bundle!.entry), { class: "intercompany_mismatch", amount_minor: 700 });
});

Deno.test("bothSides() lets entries differ where the statements agree", () => {
  const build = buildOf("JE-11", 2), [bundle] = cleanBundles(build, 1);
  shift(bundle!.context[0]!.lines, -700);
  assertEquals(bothSides(worldView(worldOf(build, [bundle!])), bundle!.entry), null);
});

Deno.test("agreedConversion() allows one minor unit and no more", () => {
  const said = (off: number) => {
    const build = buildOf("JE-11", 2, { fx_share_bps: 8000 });
    const [bundle] = cleanBundles(build, 1, ({ entry }) => entry.currency !== build.currency);
    bundle!.entry.lines[0]!.functional_minor += off;
    return agreedConversion(worldView(worldOf(build, [bundle!])), bundle!.entry)?.class ?? null;
  };
  assertEquals([said(-2), said(0), said(2)], ["fx_rate_error", null, "fx_rate_error"]);
});
