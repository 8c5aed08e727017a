import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { unscoredUnit } from "../../../../experiments/je-v1/sweep/unit.ts";
import { svgText } from "../../../../scripts/charts/svg_node.ts";
import { episodeSection } from "../../../../scripts/report/je/episode_section.ts";
import { NO_SALT, played, unitOf } from "../../../experiments/je-v1/sweep/records.ts";
import { elementsOf } from "../../charts/svg_search.ts";

const CRASHED = unscoredUnit(unitOf(), { reason: "crash", detail: "<b>gone</b>", salt_hash: NO_SALT });

Deno.test("episodeSection() has a sign and a row for each call", () => {
  const episode = played(), section = episodeSection(episode, { id: "e", name: "e.jsonl" });
  const calls = elementsOf(section, "g").filter(({ attributes }) => String(attributes.class).startsWith("chart-call "));
  const data = JSON.parse(
    elementsOf(section, "div").find(({ attributes }) => attributes.id === "e-calls-data")!.children[0] as string,
  );
  assertEquals([calls.length, data.rows.length], [episode.rows.length, episode.rows.length]);
});

Deno.test("episodeSection() says why when there is no score", () => {
  const text = svgText(episodeSection(CRASHED, { id: "e", name: "e.jsonl" }));
  assert(text.includes("✗ No score</strong>: crash, &#60;b&#62;gone&#60;/b&#62;"), text);
});
