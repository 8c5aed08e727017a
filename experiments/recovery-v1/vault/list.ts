/** Which snapshots a vault has. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { isDigest } from "./digest.ts";
import { type IndexEntry, readIndex } from "./index.ts";

/** A snapshot as the list shows it: one for each line of the index, and for each snapshot that no line names. */
export interface ListedSnapshot {
  /** The snapshot. */ readonly sha256: string;
  /** How it is stored; `missing` when the index names what is not there. */
  readonly kind: "chunked" | "legacy" | "missing";
  /** Its line in the index; null when there is none. */ readonly entry: IndexEntry | null;
}

/** The names in a folder of a vault, sorted; none when the folder is not there.
 * @throws {PermafrostError} file-unreadable. */
export function namesIn(vault: string, folder: string): string[] {
  try {
    return Array.from(Deno.readDirSync(`${vault}/${folder}`), ({ name }) => name).sort();
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return [];
    const reason = String((cause as { code?: unknown }).code ?? (cause as Error).name);
    const state = `the system refuses (${reason}); check its permissions`;
    throw new PermafrostError("file-unreadable", `Cannot list ${folder}: ${state}`, { at: folder, cause });
  }
}

/** Refuses a vault whose folder is not there.
 * @throws {PermafrostError} vault-missing. */
export function checkVault(vault: string): void {
  try {
    if (Deno.statSync(vault).isDirectory) return;
  } catch { /* said below */ }
  const state = "its folder is not there; take a snapshot first, or set XDG_DATA_HOME";
  throw new PermafrostError("vault-missing", `Cannot read the vault: ${state}`);
}

/** Lists the snapshots of a vault by their names: nothing is verified. Those of the index come first, in its order, a
 * snapshot once for each of its lines; then those that no line names, by digest.
 * @throws {PermafrostError} vault-missing (no folder), vault-damaged (the index is a link or too large),
 * file-unreadable. */
export function listSnapshots(vault: string): ListedSnapshot[] {
  checkVault(vault);
  const kinds = new Map<string, "chunked" | "legacy">();
  for (const name of namesIn(vault, "objects")) if (isDigest(name)) kinds.set(name, "legacy");
  for (const name of namesIn(vault, "manifests")) if (isDigest(name)) kinds.set(name, "chunked");
  const { entries } = readIndex(vault), indexed = new Set(entries.map(({ sha256 }) => sha256));
  const unindexed = [...kinds.keys()].filter((sha256) => !indexed.has(sha256)).sort();
  return [
    ...entries.map((entry) => ({ sha256: entry.sha256, kind: kinds.get(entry.sha256) ?? "missing", entry } as const)),
    ...unindexed.map((sha256) => ({ sha256, kind: kinds.get(sha256) ?? "missing", entry: null } as const)),
  ];
}
