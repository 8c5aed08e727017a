/** The brief in words, for models that are talked to in text. @module */
import type { Brief } from "../../experiments/je-v1/env/brief.ts";

/** A brief as plain text: parts with a heading each, in one order, with a final line feed. Depends on the brief alone. */
export function briefText(brief: Brief): string {
  const { role, task_id, title, told, home, rules, policies, annexes, classes, amount_classes } = brief;
  const annexLines = Object.entries(annexes).map(([name, doc_id]) => `- ${name}: ${doc_id}`);
  const parts: (readonly [string, readonly string[]])[] = [
    [`${task_id}: ${title}`, [
      role,
      told,
      `Entity ${home.entity}, currency ${home.currency}, period ${home.period}.`,
      `You have ${brief.step_budget} steps, and these tools: ${brief.tools.join(", ")}.`,
    ]],
    ["How to work", rules.map((rule) => `- ${rule}`)],
    ...policies.map(({ doc_id, text }): [string, string[]] => [`Policy in force (${doc_id})`, [text]]),
    ["Documents of master data", annexLines],
    ["Defect classes", [
      `With an amount: ${amount_classes.join(", ")}.`,
      `Without one: ${classes.filter((name) => !amount_classes.includes(name)).join(", ")}.`,
    ]],
  ];
  return parts.filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => `## ${heading}\n\n${lines.join("\n")}\n`).join("\n");
}
