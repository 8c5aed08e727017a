/** The closed list of ways in which a check fails. @module */

/** Every kind of failure, with what it says. Where several hold, the one that is seen first counts: how the command
 * ended, then what it printed, in the order of this list. */
export const FAILURE_KINDS = {
  "not-run": "a bound of the whole study was reached before",
  "no-start": "the executable cannot be started",
  "timeout": "a command took longer than its bound, and was killed with its group",
  "output-bound": "a command printed more than its bound, and was killed with its group",
  "output-held": "a command ended, and something that it left behind kept its output open",
  "signal": "a command was ended by a signal",
  "exit-code": "a command that must succeed had an exit code other than 0",
  "accepted": "a command that must be refused had exit code 0",
  "stdout-on-error": "a refusal printed something on standard output",
  "stderr-missing": "a refusal gave no reason on standard error",
  "not-json": "what was printed is not one strict JSON value in UTF-8",
  "content-leak": "metadata held the query, a path, content, or any text that is no digest",
  "wrong-shape": "fields are missing, additional, or of another type",
  "wrong-identity": "a digest of the snapshot or of its source is not the right one",
  "wrong-count": "a number of matches, records or bytes is not the right one, or truncation is not told rightly",
  "wrong-record": "another record was named, or its index, size or digest is wrong",
  "wrong-page": "a page has another offset, size, continuation or trust than it must",
  "wrong-content": "the content differs from the bytes of the record",
  "too-many-pages": "a record took more pages than the bound",
  "card-missing": "no card of this snapshot has the field's exact value",
  "card-extra": "more cards were found than the one that is there",
  "mcp-protocol": "an answer is not JSON-RPC 2.0, or not to what was asked, or none came",
  "mcp-handshake": "the handshake was refused, or lacks what it must say",
  "mcp-listed": "a reading tool is listed without the flag",
  "mcp-unlisted": "a reading tool is not listed with the flag",
  "mcp-mutating": "a tool is listed that changes something",
  "mcp-allowed": "a reading tool answered without the flag",
  "mcp-refused": "a reading tool was refused with the flag",
} as const;

/** One of {@linkcode FAILURE_KINDS}. */
export type FailureKind = keyof typeof FAILURE_KINDS;

/** Why a check failed: the kind is part of the result, the detail of the local record only. */
export interface Failure {
  /** Its kind. */ readonly kind: FailureKind;
  /** What was seen, without content. */ readonly detail: string;
}

/** What came of a check or a part of one: null where it holds. */
export type Verdict = Failure | null;

/** Makes a failure. */
export function failure(kind: FailureKind, detail: string): Failure {
  return { kind, detail };
}

/** Goes through judgements in their order, and returns the first that fails. */
export async function firstFailure(parts: Iterable<() => Verdict | Promise<Verdict>>): Promise<Verdict> {
  for (const part of parts) {
    const verdict = await part();
    if (verdict !== null) return verdict;
  }
  return null;
}
