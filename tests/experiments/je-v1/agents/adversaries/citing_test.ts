import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import { played } from "../../played.ts";

Deno.test("idGuesser() gets the same form of answer as an agent that cites what it opened (conformance 29)", () => {
  const formOf = (agent: string) => {
    const { steps } = played(agent, { task_id: "JE-01" });
    const answers = steps.filter(({ tool }) => tool === "set_disposition").map(({ observation }) => observation);
    return [
      ...new Set(
        answers.map((answer) =>
          JSON.stringify([answer.ok, Object.keys(answer), answer.ok && Object.keys(answer.data)])
        ),
      ),
    ];
  };
  assertEquals(formOf("id-guesser"), formOf("solver"));
});

Deno.test("citeEverything() cites as many ids as there may be, all of them opened", () => {
  const { score, steps } = played("cite-everything", { task_id: "JE-01" });
  const cited = steps.filter(({ tool }) => tool === "set_disposition").map(({ args }) =>
    (args as { evidence: string[] }).evidence.length
  );
  assertEquals([...new Set(cited)], [8]);
  assertEquals([score.metrics.evidence_precision.value, score.fabricated], [1_000_000, 0]);
});

for (const agent of ["ghost-citer", "cite-then-open"]) {
  Deno.test(`ghostCiter() earns nothing as ${agent}, though every answer is right`, () => {
    for (const task_id of ["JE-02", "JE-06", "JE-12"]) {
      const { score, instance, episode } = played(agent, { task_id });
      const wrong = instance.sealed.entries.filter(({ gold }) => gold !== "approve");
      assert(wrong.every(({ je_id, gold }) => episode.dispositions.get(je_id)?.disposition === gold));
      assertEquals([score.total, score.outcome.O, score.fabricated, score.premature > 0], [0, 0, wrong.length, true]);
    }
  });
}
