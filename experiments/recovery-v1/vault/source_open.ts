/** Opens the file that a snapshot is to be taken of. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { KEPT_BYTES } from "./digest.ts";
import { fillFrom, type StoredFile } from "./stored_file.ts";

/** Opens a plain file, or what a link to one names. In messages it is "the source", since its path may be private.
 * @throws {PermafrostError} file-missing, file-kind, file-unreadable. */
export function openSource(path: string): StoredFile {
  try {
    if (!Deno.statSync(path).isFile) throw refusal("file-kind", "it is a folder, pipe or device; name a plain file");
    const file = Deno.openSync(path, { read: true });
    return { file, bytes: file.statSync().size };
  } catch (cause) {
    if (cause instanceof PermafrostError) throw cause;
    if (cause instanceof Deno.errors.NotFound || cause instanceof Deno.errors.NotADirectory) {
      throw refusal("file-missing", "it is not there; check its path", cause);
    }
    const reason = String((cause as { code?: unknown }).code ?? (cause as Error).name);
    throw refusal("file-unreadable", `the system refuses (${reason}); check its permissions`, cause);
  }
}

/** The first bytes of a source, at most 8 MiB; refuses and throws what {@linkcode openSource} does. */
export function readSourceHead(path: string): Uint8Array<ArrayBuffer> {
  const { file, bytes } = openSource(path);
  try {
    const head = new Uint8Array(Math.min(bytes, KEPT_BYTES));
    return head.subarray(0, fillFrom(file, head, { at: "the source" }));
  } finally {
    file.close();
  }
}

type SourceCode = "file-missing" | "file-kind" | "file-unreadable";

function refusal(code: SourceCode, state: string, cause?: unknown): PermafrostError {
  return new PermafrostError(code, `Cannot read the source: ${state}`, { cause });
}
