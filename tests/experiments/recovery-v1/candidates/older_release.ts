/** The older release beside candidate.py: the same reader before it could search, read and serve. @module */
import type { Fault } from "./fault.ts";

/** What candidate.py had not yet: three commands, cards of codex, and every field of a card but its goal. */
export const OLDER_RELEASE: Fault = {
  name: "the older release",
  edits: [
    ['    "search-snapshot": (search, True, {"--query": ("query", str), "--limit": ("limit", number_of)}),\n', ""],
    [
      '    "read-snapshot": (\n        read,\n        True,\n        {\n' +
      '            "--record": ("record", number_of),\n            "--offset": ("offset", number_of),\n' +
      '            "--max-bytes": ("max_bytes", number_of),\n        },\n    ),\n',
      "",
    ],
    [
      '    if command == "mcp":\n        if rest not in ([], ["--allow-transcript-content"]):\n' +
      '            raise Refused("mcp takes --allow-transcript-content and nothing else")\n' +
      "        return mcp(bool(rest))\n",
      "",
    ],
    ["        text = user_text(record, provider)\n", '        text = user_text(record, "claude_code")\n'],
    ["any(wanted in some.casefold() for some in card_texts(card))", 'wanted in (card["goal"] or "").casefold()'],
    [
      "            cards.append(card)",
      '            cards.append({**card, "errors": [], "current_work": None})', // an absent field may be null
    ],
  ],
  fails: [],
};
