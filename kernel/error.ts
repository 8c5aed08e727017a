/** The one error class, and the closed list of its codes. @module */

/** Every code an error can carry. An error means "cannot tell"; what merely differs is a finding (finding.ts). */
export const ERROR_CODES = {
  "json-empty": "the text holds no value",
  "json-not-utf8": "the bytes are not UTF-8",
  "json-bom": "the text starts with a byte order mark",
  "json-syntax": "the text breaks the JSON grammar (RFC 8259)",
  "json-trailing": "something follows the one value",
  "json-duplicate-key": "an object repeats a key, plainly or through escapes",
  "json-lone-surrogate": "a string holds half of a surrogate pair",
  "json-number-range": "a number is too large for a double, or not zero but too small for one",
  "json-too-deep": "values are nested beyond the bound",
  "json-too-large": "the text is longer than the bound",
  "canonical-lone-surrogate": "a string or key holds half of a surrogate pair",
  "canonical-number": "a number is NaN or infinite",
  "canonical-type": "a value is undefined, a function, a symbol or a BigInt",
  "canonical-hole": "an array has a hole, or keys beside its elements",
  "canonical-object": "an object is not plain: it has a class, an accessor, a symbol key or toJSON",
  "canonical-cycle": "a value contains itself",
  "path-invalid": "a relative path is malformed or leaves its folder",
  "file-missing": "a file or folder is not there",
  "file-kind": "a path is not a plain file (or folder) with a single name",
  "file-too-large": "a file is larger than the bound",
  "file-exists": "the place to write already holds something",
  "file-unreadable": "the system refuses to read",
  "file-changed": "a file changed while it was read",
  "file-write": "the system refuses or fails to write",
  "tree-too-large": "a folder holds more files, bytes or levels than the bound",
  "name-refused": "a file name would break other tools",
  "protocol-invalid": "protocol.json or its permafrost block is not as its schema says",
  "manifest-invalid": "manifest.json is not a manifest",
  "manifest-missing": "the experiment is a draft: it has no manifest",
  "manifest-exists": "the experiment is frozen already",
  "result-invalid": "a file is not a result",
  "publication-origin": "the address is not an allowed origin for this experiment",
  "publication-required": "the protocol wants the published bytes checked before a run",
  "publication-unreachable": "the server cannot be reached or breaks off",
  "publication-timeout": "the server is too slow",
  "input-missing": "a declared input was not given",
  "input-unknown": "an input was given that the protocol does not declare",
  "containment-missing": "containment was required and cannot be had",
  "sandbox-start": "the sandbox did not start",
  "module-graph": "the module graph cannot be read",
  "child-timeout": "the run took longer than its bound",
  "child-output": "the run printed more bytes than its bound",
  "child-line": "the run printed a line longer than its bound",
  "child-memory": "the run used more memory than its bound",
  "child-checks": "the run asked for more permission checks than its bound",
  "child-crash": "the run ended by a signal or a failing exit code",
  "child-protocol": "the run printed something that is not a row, progress or summary",
  "child-summary": "the run printed no summary, or something after it",
  "usage": "the command line is not as the help says",
  "line-shape": "a line is neither a string nor an object with the named field",
  "record-invalid": "a record lacks a field, or one is not as its format says",
  "vault-missing": "a vault, snapshot or record is not there",
  "vault-damaged": "stored bytes are not those that their digest or manifest names",
  "vault-request": "a request to a vault is malformed or beyond its bounds",
  "archive-invalid": "an archive or bag is malformed, beyond its bounds, or not as its manifests say",
  "signature-invalid": "a signature, attestation or key is malformed or not of the kind that was asked for",
  "timestamp-invalid": "a timestamp request or token is malformed, or the authority refuses",
  "gold-invalid": "a gold record is not an invoice",
  "gold-unpaired": "a line has no gold record, or a gold record no line",
  "interrupted": "a signal asked to stop",
  "internal": "a fault of Permafrost itself",
  "unavailable": "a program or feature that this needs is not on this machine",
} as const;

/** One of {@linkcode ERROR_CODES}. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** Thrown where Permafrost cannot tell. Its message, for people, reads "Cannot <verb> <object>: <state>". */
export class PermafrostError extends Error {
  /** Says that it is this class, also across realms and copies of the module. */
  override readonly name = "PermafrostError";
  /** Which of the closed list of reasons it is. */ readonly code: ErrorCode;
  /** A JSON Pointer, a relative path, or both as `path#pointer`; never an absolute path. */ readonly at: string | null;

  /** Makes an error with its code and message; `at` is its place, `cause` the error beneath. */
  constructor(code: ErrorCode, message: string, options: { at?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.at = options.at ?? null;
  }
}
