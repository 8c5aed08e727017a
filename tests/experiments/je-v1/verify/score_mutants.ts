/** Defects of the scoring code, each one text put in place of another; the tables of cases alone must catch every one. */
import { inModule, type Mutant } from "../../../mutated_modules.ts";

/** Paths are relative to the experiment. */
export const SCORE_MUTANTS: readonly Mutant[] = [
  ...inModule("verify/opened.ts", [
    [
      "ids opened at the same step or later count",
      "return at !== undefined && at < step;",
      "return at !== undefined && at <= step + 9;",
    ],
    ["ids count whenever they were opened", "return at !== undefined && at < step;", "return at !== undefined;"],
    ["failed calls open", "if (!observation.ok || tool === null", "if (tool === null"],
    ["listings open", "!OPENING_TOOLS.has(tool)", "tool === ''"],
    ["the first disposition wins", "new Map(decisions.map(", "new Map(decisions.toReversed().map("],
    ["refused dispositions count", '"set_disposition" || !observation.ok ||', '"set_disposition" ||'],
    ["one satisfied group covers an entry", "entry.required.every((group)", "entry.required.some((group)"],
    ["a group wants all its members", "return group.some((id)", "return group.every((id)"],
  ]),
  ...inModule("verify/metrics.ts", [
    ["groups are counted once per entry", "canonicalize([...group].sort())", "canonicalize([group, Math.random()])"],
    ["groups differ by their order", "canonicalize([...group].sort())", "canonicalize(group)"],
    ["repeats are told by the tool alone", "canonicalize([tool, args])", "canonicalize([tool])"],
    ["repeats are told by member order", "canonicalize([tool, args])", "JSON.stringify([tool, args])"],
    [
      "entries that require nothing can be premature",
      "required }) => required.length > 0)",
      "required }) => required.length >= 0)",
    ],
  ]),
  ...inModule("verify/claims.ts", [
    ["a profile may come later", "step.step_idx < step_idx &&", ""],
    ["holds and approvals claim", 'return disposition === "flag" && (', 'return disposition !== "hold" && ('],
    ["words claim nothing", " || UNUSUAL.test(rationale)", " && UNUSUAL.test(rationale)"],
    ["a profile of anyone backs a claim", "return admitting((", "return true || admitting(("],
    ["any dimension backs a claim", "dimensions.length > 0 &&", "dimensions.length > 9 &&"],
    ["one backed claim is enough", "num === den ? ONE_PPM : 0", "num > 0 ? ONE_PPM : 0"],
    [
      "withheld profiles count as missing",
      'if (!given.toolsEnabled.includes("population_profile")) return "tool_withheld";',
      "",
    ],
  ]),
  ...inModule("verify/verifier.ts", [
    [
      "fabrication is forgiven on defects",
      "if (unopened.length > 0) return { ...said, points: 0",
      "if (unopened.length > 8) return { ...said, points: 0",
    ],
    [
      "fabrication is forgiven on right entries",
      "if (isFabricated) return { alarm: 2",
      "if (isFabricated && disposition !== 'approve') return { alarm: 2",
    ],
    [
      "amounts count without their class",
      'return { points: hasAmount ? 50 : 60, reason: "class_wrong" };',
      'return { points: hasAmount ? 70 : 60, reason: "class_wrong" };',
    ],
    ["amounts lose their sign", "Math.abs(given - amount_minor)", "Math.abs(Math.abs(given) - Math.abs(amount_minor))"],
    ["the tolerance is exclusive", "<= tolerance;", "< tolerance;"],
    ["holds weigh as flags", 'disposition === "hold" ? { alarm: 1', 'disposition === "hold" ? { alarm: 2'],
    ["the larger of J and F counts", "isBelow(J, F) ? J : F", "isBelow(J, F) ? F : J"],
    ["J forgets false alarms", "ratio(alarms, 2 * clean.length)", "ratio(0, 2 * clean.length)"],
    ["F forgets what was raised", "25 * (2 * found.length + raised)", "25 * (2 * found.length + 2 * found.length)"],
    ["raised targets are not counted", "const raised = alarms + 2 *", "const raised = alarms + 0 *"],
    [
      "silence is a hold",
      'const disposition = decision?.disposition ?? "approve";',
      'const disposition = decision?.disposition ?? "hold";',
    ],
    [
      "pending support may be flagged",
      '{ points: 25, reason: "flagged_not_held" }',
      '{ points: 50, reason: "flagged_not_held" }',
    ],
    [
      "held defects earn half",
      '{ points: 25, reason: "held_not_flagged" }',
      '{ points: 50, reason: "held_not_flagged" }',
    ],
  ]),
  ...inModule("verify/process.ts", [
    ["weights are not renormalised", "ratio(sum.num, sum.den * BigInt(whole))", "ratio(sum.num, sum.den * 100n)"],
    ["nothing done is left out", 'den === 0 ? "nothing_done"', 'den === 0 ? "dropped"'],
    ["order counts premature ones", "order: inverse(shareOf(premature)),", "order: shareOf(premature),"],
    ["a refused submit closes", 'tool === "submit" && observation.ok', 'tool === "submit"'],
    [
      "citations of other entries are relevant",
      "relevant.get(je_id)?.has(id) === true",
      "[...relevant.values()].some((ids) => ids.has(id))",
    ],
    ["a profile behind a claim is irrelevant", "backing.get(je_id)?.has(id) === true", "false"],
    ["admissible evidence is irrelevant", "...required.flat(), ...admissible", "...required.flat()"],
    ["an omitted claim is left out", '=== "unusual_pattern") ? "nothing_done"', '=== "unusual_pattern") ? "dropped"'],
  ]),
  ...inModule("verify/combine.ts", [
    ["the gate is the outcome", "Math.min(ONE_PPM, 2 * O)", "Math.min(ONE_PPM, O)"],
    ["the gate is always open", "Math.min(ONE_PPM, 2 * O)", "ONE_PPM"],
    ["a quarter must be exceeded", "4 * fabricated >= citing", "4 * fabricated > citing"],
    ["fabrication has no cap", "if (fabricated > 0) caps.push", "if (fabricated > 9) caps.push"],
    ["caps do not bind", "caps.reduce((least, { max }) => Math.min(least, max), gated)", "gated"],
    [
      "silent dispositions count as citing",
      "({ evidence }) => evidence.length > 0",
      "({ evidence }) => evidence.length >= 0",
    ],
  ]),
  ...inModule("verify/rationale.ts", [
    ["wrong types are judged", "decision.disposition !== entry.gold) return", "false) return"],
    ["fabricated ones are judged", 'length > 0 ? "fabricated" : "judged"', 'length > 8 ? "fabricated" : "judged"'],
    ["failed judges count 0", 'if (name === "criteria" && entries', 'if (name === "deterministic" && entries'],
    [
      "the mean leaves out what was not judged",
      "100 * MAX_SCORE * entries.length",
      "100 * MAX_SCORE * (entries.filter((entry) => entry[name] !== null).length || 1)",
    ],
    ["dispositions show their own words", '&& observation.tool !== "set_disposition" ?', "?"],
  ]),
  ...inModule("judge/llm_protocol.ts", [
    ["the nonce is not compared", "if (nonce !== request.nonce)", "if (nonce === null)"],
    [
      "text is taken for an answer",
      'if (typeof reply !== "object" || Array.isArray(reply)) return "not_an_object";',
      "reply = typeof reply === 'string' ? { nonce: request.nonce, scores: Object.fromEntries(CRITERIA.map((name) => [name, 4])) } : reply; if (typeof reply !== 'object' || reply === null) return 'not_an_object';",
    ],
    ["there is one retry", "MAX_TRIES = 3", "MAX_TRIES = 2"],
    ["one verdict is enough", "verdicts.length >= quorumOf(options.judges)", "verdicts.length >= 1"],
  ]),
  ...inModule("judge/panel.ts", [
    ["the highest score counts", "[(scores.length - 1) >> 1]!", "[scores.length - 1]!"],
    ["scores are sorted as text or not at all", ".sort((one, other) => one - other)", ""],
    ["every tier has three judges", 'tier === "L4" ? 3 : 1', 'tier === "L4" ? 3 : 3'],
    ["no tier has three judges", 'tier === "L4" ? 3 : 1', 'tier === "L4" ? 1 : 1'],
  ]),
  ...inModule("judge/tokens.ts", [
    ["what comes later counts as seen", "first !== undefined && first < step", "first !== undefined"],
  ]),
  ...inModule("verify/score.ts", [
    ["canaries in notes go unseen", "[args.rationale, args.note]", "[args.rationale]"],
    [
      "documents report canaries",
      'if ((tool !== "set_disposition" && tool !== "submit") || !isJsonObject(args)) return [];\n    return [args.rationale, args.note]',
      "if (!isJsonObject(args)) return [];\n    return [args.rationale, args.note, args.doc_id === undefined ? '' : 'CANARY-AB12CD34']",
    ],
    ["JE-16 says nothing of its metrics", ' || task.id === "JE-16"', ""],
  ]),
];
