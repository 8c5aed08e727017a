/** Faults of search: what is looked at, what is counted, what is told. @module */
import * as f from "./fault.ts";

const COUNT = "count = sum(text.count(query) for text in texts)";
const TEXTS = "texts = strings_of(line)";
const PAIRS = "[value for _, value in pairs]";
const TRUNCATED = '"truncated": matched > len(matches),\n    }';
const MATCH_DIGEST = '"record_sha256": sha256(line),\n                    ';
const MATCH_BYTES = '"record_bytes": len(line),\n                    ';
/** Every check in which a search finds something. */
const FINDING = [...f.POSITIVE, "limited_search", f.MALFORMED, f.MCP];
/** Every check in which something is searched for. */
const SEARCHING = [...f.SEARCHES, f.MALFORMED, f.MCP];

const hasPairs = ({ plan }: Parameters<typeof f.isRaw>[0]): boolean => /[\u{10000}-\u{10ffff}]/u.test(plan.unicode);

/** Faults of search. */
export const SEARCH_FAULTS: readonly f.Fault[] = [
  {
    name: "search counts a match too many",
    edits: [[COUNT, `${COUNT}\n        count += 1 if count else 0`]],
    fails: [f.expect("wrong-count", FINDING)],
  },
  {
    name: "search counts overlapping matches",
    edits: [[COUNT, "count = sum(text.startswith(query, at) for text in texts for at in range(len(text)))"]],
    fails: [f.expect("wrong-count", ["positive_search_fact", f.MCP])],
  },
  {
    name: "search counts records for matches",
    edits: [[COUNT, "count = int(any(query in text for text in texts))"]],
    fails: [f.expect("wrong-count", ["positive_search_fact", f.MCP])],
  },
  {
    name: "search matches keys",
    edits: [[PAIRS, "[value for pair in pairs for value in pair]"]],
    fails: [f.expect("wrong-count", ["negative_search_keys_not_values"])],
  },
  {
    name: "search matches the raw line and its escapes",
    edits: [[COUNT, 'count = line.decode("utf-8").count(query)']],
    fails: [
      f.expect("wrong-count", [...f.POSITIVE, "negative_search_absent"], f.isEscaped),
      f.expect("wrong-count", ["negative_search_keys_not_values", f.MALFORMED, f.MCP]),
    ],
  },
  {
    name: "search matches raw escapes besides",
    edits: [[COUNT, `${COUNT}\n        count = count or ("\\\\" in query and line.decode().count(query))`]],
    fails: [f.expect("wrong-count", ["negative_search_absent"], f.isEscaped)],
  },
  {
    name: "search takes an escaped surrogate pair for two characters",
    edits: [[
      COUNT,
      'halves = lambda text: "".join(map(chr, memoryview(text.encode("utf-16")[2:]).cast("H")))\n' +
      "        count = sum((halves(text) if line.isascii() else text).count(query) for text in texts)",
    ]],
    fails: [
      f.expect("wrong-count", ["positive_search_unicode"], (fixture) => f.isEscaped(fixture) && hasPairs(fixture)),
      f.expect("wrong-count", ["positive_search_long"], f.isEscaped),
    ],
  },
  {
    name: "search ignores case",
    edits: [[COUNT, "count = sum(text.lower().count(query.lower()) for text in texts)"]],
    fails: [f.expect("wrong-count", ["negative_search_case_sensitive"])],
  },
  {
    name: "search composes characters",
    edits: [[
      COUNT,
      "from unicodedata import normalize\n" +
      '        count = sum(normalize("NFC", text).count(normalize("NFC", query)) for text in texts)',
    ]],
    fails: [f.expect("wrong-count", ["positive_search_unicode"])],
  },
  {
    name: "search looks into no arrays",
    edits: [
      [PAIRS, "{name: value for name, value in pairs}"],
      [
        "elif isinstance(value, list):\n            pending.extend(value)",
        "elif isinstance(value, dict):\n            pending.extend(value.values())",
      ],
    ],
    fails: [f.expect("wrong-count", [...f.POSITIVE, "limited_search"], f.isClaude)],
  },
  {
    name: "search finds the first half of a fact",
    edits: [[COUNT, 'count = sum(text.count(query.split("→")[0]) for text in texts)']],
    fails: [f.expect("wrong-count", ["positive_search_fact", f.MCP])],
  },
  {
    name: "search takes digits of any version",
    edits: [[
      COUNT,
      'import re\n        any_number = re.compile("[0-9]+".join(map(re.escape, re.split("[0-9]+", query))))\n' +
      "        count = sum(len(any_number.findall(text)) for text in texts)",
    ]],
    fails: [f.expect("wrong-count", ["negative_search_absent", "negative_search_other_version"])],
  },
  {
    name: "search tells the query",
    edits: [[TRUNCATED, '"truncated": matched > len(matches),\n        "query": query,\n    }']],
    fails: [f.expect("content-leak", SEARCHING)],
  },
  {
    name: "search tells the query on standard error",
    edits: [[
      "    matches, matched, unsearchable",
      "    print(query, file=sys.stderr)\n    matches, matched, unsearchable",
    ]],
    fails: [f.expect("content-leak", [...f.SEARCHES, f.MALFORMED])],
  },
  {
    name: "search tells content",
    edits: [['"match_count": count,', '"match_count": count,\n                    "preview": texts[0][:80],']],
    fails: [f.expect("content-leak", FINDING)],
  },
  {
    name: "search has a field more",
    edits: [[TRUNCATED, '"truncated": matched > len(matches),\n        "took": 1,\n    }']],
    fails: [f.expect("wrong-shape", SEARCHING)],
  },
  {
    name: "search ignores the limit",
    edits: [["if len(matches) < limit:", "if len(matches) < 50:"]],
    fails: [f.expect("wrong-count", ["limited_search"])],
  },
  {
    name: "search stops counting at the limit",
    edits: [["        matched += 1\n", "        matched += 1 if len(matches) < limit else 0\n"]],
    fails: [f.expect("wrong-count", ["limited_search"])],
  },
  {
    name: "search returns the first match again and again",
    edits: [[
      '"record_index": index,\n                    "record_sha256": sha256(line),',
      "**(matches[0] if matches else {}),\n" +
      '                    **({} if matches else {"record_index": index, "record_sha256": sha256(line)}),',
    ]],
    fails: [f.expect("wrong-record", ["limited_search"])],
  },
  {
    name: "search never says that it left some out",
    edits: [[TRUNCATED, '"truncated": False,\n    }']],
    fails: [f.expect("wrong-count", ["limited_search"])],
  },
  {
    name: "search always says that it left some out",
    edits: [[TRUNCATED, '"truncated": True,\n    }']],
    fails: [f.expect("wrong-count", [...f.POSITIVE, ...f.NEGATIVE, f.MALFORMED, f.MCP])],
  },
  {
    name: "search counts records from one",
    edits: [["enumerate(snapshot.records())", "enumerate(snapshot.records(), 1)"]],
    fails: [f.expect("wrong-record", FINDING)],
  },
  {
    name: "search hashes the newline too",
    edits: [[MATCH_DIGEST, MATCH_DIGEST.replace("line", 'line + b"\\n"')]],
    fails: [f.expect("wrong-record", FINDING)],
  },
  {
    name: "search measures characters",
    edits: [[MATCH_BYTES, MATCH_BYTES.replace("line", "line.decode()")]],
    fails: [
      f.expect("wrong-record", [...f.POSITIVE, "limited_search"], f.isRaw),
      f.expect("wrong-record", [f.MALFORMED]),
    ],
  },
  {
    name: "search names the source for the snapshot",
    edits: [[
      '"snapshot_sha256": snapshot.digest,\n        "source_sha256": snapshot.source,\n        "matches"',
      '"snapshot_sha256": snapshot.source,\n        "source_sha256": snapshot.source,\n        "matches"',
    ]],
    fails: [f.expect("wrong-identity", SEARCHING)],
  },
  {
    name: "search passes over empty lines",
    edits: [[TEXTS, `${TEXTS} if line else []`]],
    fails: [f.expect("wrong-count", [f.MALFORMED])],
  },
  {
    name: "search cannot read numbers",
    edits: [[TEXTS, 'texts = strings_of(b"" if line[:1].isdigit() else line)']],
    fails: [f.expect("wrong-count", [f.MALFORMED])],
  },
  {
    name: "search makes do with a torn line",
    edits: [[TEXTS, `${TEXTS} if line.endswith(b"}") or line[:1] != b"{" else [line.decode()]`]],
    fails: [f.expect("wrong-count", [f.MALFORMED])],
  },
  {
    name: "search takes the final newline for another record",
    edits: [["return lines[: self.count]", "return lines"]],
    fails: [f.expect("wrong-count", SEARCHING)],
  },
];
