/** Faults of read: which bytes, where a page ends, what is said about it. @module */
import type { BuiltFixture } from "../../../../experiments/recovery-v1/study/fixture_build.ts";
import * as f from "./fault.ts";

const CONTENT = 'line[offset:end].decode("utf-8")';
const NEXT = "end if end < len(line) else None";
const BACK = "    while inside(end):\n        end -= 1\n";
const END = "end = min(offset + max_bytes, len(line))";
const READ_DIGEST = '"record_sha256": sha256(line),\n        "record_bytes"';
/** Every check in which a page is judged. */
const READING = [...f.READS, f.MALFORMED, f.BOUNDARIES, f.MCP];
/** Every check in which a record takes several pages. */
const PAGING = ["exact_read_long", f.BOUNDARIES];
const PAGE_BYTES = 4_096;

/** Whether some page of exactly 4 KiB of the long record ends within a character. */
function splitsLong({ targets: { long: { record: { bytes } } } }: BuiltFixture): boolean {
  return bytes.some((byte, at) => at > 0 && at % PAGE_BYTES === 0 && (byte & 0xc0) === 0x80);
}

/** Faults of read. */
export const READ_FAULTS: readonly f.Fault[] = [
  {
    name: "read ends a byte early",
    edits: [[CONTENT, 'line[offset : max(offset, end - 1)].decode("utf-8", "ignore")']],
    fails: [f.expect("wrong-page", READING)],
  },
  {
    name: "read begins a byte late",
    edits: [[CONTENT, 'line[offset + 1 : end].decode("utf-8", "ignore")']],
    fails: [f.expect("wrong-content", READING)],
  },
  {
    name: "read cuts characters",
    edits: [[BACK, ""], [CONTENT, 'line[offset:end].decode("utf-8", "ignore")']],
    fails: [f.expect("wrong-page", ["exact_read_long"], splitsLong), f.expect("wrong-page", [f.BOUNDARIES])],
  },
  {
    name: "read goes over the bound to the end of a character",
    edits: [[BACK, BACK.replace("-=", "+=")]],
    fails: [f.expect("wrong-page", ["exact_read_long"], splitsLong), f.expect("wrong-page", [f.BOUNDARIES])],
  },
  {
    name: "read begins a character that the offset cuts",
    edits: [[
      '    if inside(offset):\n        raise Refused("the offset lies inside a character")',
      BACK.replaceAll("end", "offset").trimEnd(),
    ]],
    fails: [f.expect("accepted", [f.BOUNDARIES])],
  },
  {
    name: "read takes an offset past the end for the end",
    edits: [[
      '    if offset > len(line):\n        raise Refused("the offset lies past the end of the record")',
      "    offset = min(offset, len(line))",
    ]],
    fails: [f.expect("accepted", [f.BOUNDARIES])],
  },
  {
    name: "read refuses the end",
    edits: [["if offset > len(line):", "if offset >= len(line):"]],
    fails: [f.expect("exit-code", [f.MALFORMED, f.BOUNDARIES])],
  },
  {
    name: "read never ends",
    edits: [[NEXT, "end"]],
    fails: [f.expect("wrong-page", READING)],
  },
  {
    name: "read goes on a byte too far",
    edits: [[NEXT, `end + 1 ${NEXT.slice(4)}`]],
    fails: [f.expect("wrong-page", PAGING)],
  },
  {
    name: "read says that the first page is the last",
    edits: [[NEXT, "None"]],
    fails: [f.expect("wrong-page", PAGING)],
  },
  {
    name: "read gives small pages",
    edits: [[END, END.replace("max_bytes", "min(max_bytes, 200)")]],
    fails: [f.expect("too-many-pages", ["exact_read_long"])],
    maxCommands: 4_000, // 64 pages of each of 36 long records are more than a study's 2,200 commands
  },
  {
    name: "read gives an empty page after the first",
    edits: [[END, `${END} if offset == 0 else offset`]],
    fails: [f.expect("wrong-page", PAGING)],
  },
  {
    name: "read gives more than it was asked for",
    edits: [[END, END.replace("max_bytes", "max_bytes + 4")]],
    fails: [f.expect("wrong-page", PAGING)],
  },
  {
    name: "read calls archived text trusted",
    edits: [['TRUST = "untrusted_archived_data"', 'TRUST = "trusted"']],
    fails: [f.expect("wrong-page", READING)],
  },
  {
    name: "read says nothing about trust",
    edits: [['        "content_trust": TRUST,\n', ""]],
    fails: [f.expect("wrong-shape", READING)],
  },
  {
    name: "read hashes the page",
    edits: [[READ_DIGEST, READ_DIGEST.replace("line", "line[offset:end]")]],
    fails: [f.expect("wrong-record", PAGING)],
  },
  {
    name: "read measures characters",
    edits: [[
      '"record_bytes": len(line),\n        "offset"',
      '"record_bytes": len(line.decode()),\n        "offset"',
    ]],
    fails: [f.expect("wrong-record", f.READS, f.isRaw), f.expect("wrong-record", [f.BOUNDARIES])],
  },
  {
    name: "read takes the record before",
    edits: [["line = lines[record]", "line = lines[record - 1]"]],
    fails: [f.expect("wrong-record", READING)],
  },
  {
    name: "read takes the last record for the one after it",
    edits: [[
      '    if record >= len(lines):\n        raise Refused(f"the snapshot has no record {record}")',
      "    record = min(record, len(lines) - 1)",
    ]],
    fails: [f.expect("accepted", [f.MALFORMED])],
  },
  {
    name: "read refuses lines that are no JSON",
    edits: [[
      '        line.decode("utf-8")\n    except UnicodeDecodeError:',
      "        strings_of(line)\n    except ValueError:",
    ]],
    fails: [f.expect("exit-code", [f.MALFORMED])],
  },
  {
    name: "read adds the newline",
    edits: [[CONTENT, `${CONTENT} + ("\\n" if end == len(line) else "")`]],
    fails: [f.expect("wrong-content", READING)],
  },
  {
    name: "read composes characters",
    edits: [
      ["    inside = lambda at", "    from unicodedata import normalize\n    inside = lambda at"],
      [CONTENT, `normalize("NFC", ${CONTENT})`],
    ],
    fails: [f.expect("wrong-content", ["exact_read_unicode"], f.isRaw)],
  },
  {
    name: "read decodes what is escaped",
    edits: [[
      CONTENT,
      'line[offset:end].decode("unicode_escape", "ignore").encode("utf-8", "ignore").decode() if line.isascii() else ' +
      CONTENT,
    ]],
    fails: [f.expect("wrong-content", f.READS, f.isEscaped), f.expect("wrong-content", [f.MCP])],
  },
];
