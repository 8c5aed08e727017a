/** Faults of recall: what is a card, what of it is kept, and whose it is. @module */
import * as f from "./fault.ts";

const CODEX_ROLE = 'body.get("type") != "message" or body.get("role") != "user"';
const CODEX_TEXT = 'return first_text(body.get("content"), "input_text")';
const CLAUDE_ROLE = 'record.get("type") != "user" or not isinstance(body, dict) or body.get("role") != "user"';
const CLAUDE_TEXT = 'return content if isinstance(content, str) else first_text(content, "text")';
const WANTED = "wanted in some.casefold() for some in card_texts(card)";
const ERRORS = "card[LISTED[name]].append(value)";
const EXTRA = [f.expect("card-extra", f.RECALLS)];

/** Faults of recall. */
export const RECALL_FAULTS: readonly f.Fault[] = [
  {
    name: "recall takes the assistant's text for a card",
    edits: [
      [CODEX_ROLE, 'body.get("type") != "message"'],
      [CODEX_TEXT, 'return body["content"][0].get("text")'],
      [CLAUDE_ROLE, "not isinstance(body, dict)"],
    ],
    fails: EXTRA,
  },
  {
    name: "recall takes the output of tools for a card",
    edits: [
      [`    if ${CODEX_ROLE}`, `    if "output" in body:\n        return body["output"]\n    if ${CODEX_ROLE}`],
      [
        CLAUDE_TEXT,
        'return content if isinstance(content, str) else content[0].get("content", content[0].get("text"))',
      ],
    ],
    fails: EXTRA,
  },
  {
    name: "recall takes a quotation for a card",
    edits: [[
      '    head, *lines = text.split("\\n")',
      '    head, *lines = text[max(0, text.find(MARKER)) :].split("\\n")',
    ]],
    fails: EXTRA,
  },
  {
    name: "recall leaves errors out",
    edits: [["            cards.append(card)", '            cards.append({**card, "errors": []})']],
    fails: [f.expect("card-missing", ["recall_error"])],
  },
  {
    name: "recall keeps the last error",
    edits: [[ERRORS, "card[LISTED[name]] = [value]"]],
    fails: [f.expect("card-missing", ["recall_error"])],
  },
  {
    name: "recall looks at the goal only",
    edits: [[WANTED, 'wanted in (card["goal"] or "").casefold() for _ in "1"']],
    fails: [f.expect("card-missing", ["recall_error", "recall_current"])],
  },
  {
    name: "recall heeds case",
    edits: [[WANTED, "query in some for some in card_texts(card)"]],
    fails: [f.expect("card-missing", f.RECALLS)],
  },
  {
    name: "recall shortens values",
    edits: [["            cards.append(card)", '            cards.append({**card, "goal": card["goal"][:24]})']],
    fails: [f.expect("card-missing", ["recall_goal"])],
  },
  {
    name: "recall puts the current work in capitals",
    edits: [[
      "            cards.append(card)",
      '            cards.append({**card, "current_work": card["current_work"].upper()})',
    ]],
    fails: [f.expect("card-missing", ["recall_current"])],
  },
  {
    name: "recall knows one provider",
    edits: [['    text = None\n    if provider != "claude_code":', "    text = None\n    if False:"]],
    fails: [f.expect("card-missing", f.RECALLS, f.isCodex)],
  },
  {
    name: "recall gives the card to another snapshot",
    edits: [["card_of(text, snapshot.digest)", "card_of(text, snapshot.source)"]],
    fails: [f.expect("wrong-identity", f.RECALLS)],
  },
  {
    name: "recall answers with one card, not with an array",
    edits: [["    return cards\n", "    return cards[0] if len(cards) == 1 else cards\n"]],
    fails: [f.expect("wrong-shape", f.RECALLS)],
  },
  {
    name: "recall repeats the card",
    edits: [["            cards.append(card)", "            cards.extend([card, card])"]],
    fails: EXTRA,
  },
  {
    name: "records end before the last",
    edits: [["return lines[: self.count]", "return lines[: self.count - 1]"]],
    fails: [f.expect("card-missing", f.RECALLS), f.expect("wrong-count", [f.MALFORMED])],
  },
  {
    name: "records end with the first chunk",
    edits: [['self.data.split(b"\\n")', 'self.data[:CHUNK_BYTES].split(b"\\n")']],
    fails: [
      f.expect("wrong-count", f.SEARCHES, f.isCrossChunk),
      f.expect("exit-code", f.READS, f.isCrossChunk),
      f.expect("card-missing", f.RECALLS, f.isCrossChunk),
    ],
  },
];
