/** Judges the answer to a search. @module */
import type { JsonValue } from "../../../kernel/json_value.ts";
import { asObject, isDigest, judgeShape } from "./answer.ts";
import { failure, type Verdict } from "./failure_kinds.ts";
import type { RecordFacts, Target } from "./fixture_build.ts";
import type { Snapshot } from "./vault_writer.ts";

/** A record that may be found. */
export interface Findable {
  /** The record. */ readonly record: RecordFacts;
  /** Matches in it. */ readonly matchCount: number;
}
/** What a search must answer. */
export interface ExpectedSearch {
  /** The snapshot that was searched. */ readonly snapshot: Snapshot;
  /** All records that match; any of them may be among those returned. */ readonly found: readonly Findable[];
  /** How many are returned. */ readonly returned: number;
  /** Physical lines that are no JSON. */ readonly unsearchable?: number;
}

/** What finding a target alone must answer. */
export function expectTarget(snapshot: Snapshot, { record, matchCount }: Target): ExpectedSearch {
  return { snapshot, found: [{ record, matchCount }], returned: 1 };
}

/** Judges metadata of a search: exactly the fields of the interface, digests as the only texts, the right numbers, and
 * different records that all match. Their order is not judged: the interface names none. */
export function judgeSearch(value: JsonValue, expected: ExpectedSearch): Verdict {
  const { snapshot, found, returned, unsearchable = 0 } = expected;
  const leak = textsOf(value).find((text) => !isDigest(text));
  if (leak !== undefined) return failure("content-leak", `a text of ${leak.length} characters`);
  const shape = judgeShape(value, {
    ...{ snapshot_sha256: "digest", source_sha256: "digest", matches: "list", matched_records: "count" },
    ...{ unsearchable_records: "count", truncated: "flag" },
  });
  if (shape !== null) return shape;
  const answer = asObject(value), matches = answer.matches as JsonValue[];
  for (const match of matches) {
    const rules = {
      record_index: "count",
      record_sha256: "digest",
      record_bytes: "count",
      match_count: "count",
    } as const;
    const wrong = judgeShape(match, rules);
    if (wrong !== null) return wrong;
  }
  if (answer.snapshot_sha256 !== snapshot.sha256 || answer.source_sha256 !== snapshot.sourceSha256) {
    return failure("wrong-identity", "a digest of the snapshot");
  }
  const counts = [
    ["matched_records", answer.matched_records, found.length],
    ["unsearchable_records", answer.unsearchable_records, unsearchable],
    ["matches", matches.length, returned],
    ["truncated", answer.truncated, returned < found.length],
  ] as const;
  const wrong = counts.find(([, observed, right]) => observed !== right);
  if (wrong !== undefined) return failure("wrong-count", `${wrong[0]} is ${wrong[1]}, not ${wrong[2]}`);
  return judgeMatches(matches, found);
}

function judgeMatches(matches: readonly JsonValue[], found: readonly Findable[]): Verdict {
  const open = new Map(found.map((one) => [one.record.index, one]));
  for (const match of matches.map(asObject)) {
    const index = match.record_index as number, right = open.get(index);
    if (right === undefined) return failure("wrong-record", `record ${index} does not match, or is named twice`);
    open.delete(index);
    const { record: { sha256, bytes }, matchCount } = right;
    if (match.record_sha256 !== sha256) return failure("wrong-record", `the digest of record ${index}`);
    if (match.record_bytes !== bytes.length) {
      return failure("wrong-record", `record ${index} has ${bytes.length} bytes, not ${match.record_bytes}`);
    }
    if (match.match_count !== matchCount) {
      return failure("wrong-count", `record ${index} has ${matchCount} matches, not ${match.match_count}`);
    }
  }
  return null;
}

/** Every text in a value, keys left out. */
function textsOf(value: JsonValue): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
