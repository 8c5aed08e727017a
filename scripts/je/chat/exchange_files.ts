/** Exchanges on disk, beside the episode that they are of: `<episode_id>.exchange.jsonl` for the model that played and
 * `<episode_id>.judge.jsonl` for a judge; `exchange.jsonl` and `judge.jsonl` in the folder of one that was run alone.
 * Their names are none of an episode's, so sweeps and aggregates pass over them; a merge takes them along. @module */
import { closeSync, lstatSync, openSync, renameSync, unlinkSync, writeFileSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { PermafrostError } from "../../../kernel/error.ts";
import { readBounded, toFileError } from "../../../kernel/file_read.ts";
import { type Exchange, type ExchangeHead, type ExchangeWriter, exchangeWriter, readExchange } from "./exchange_log.ts";

/** The most bytes of an exchange. */
export const MAX_EXCHANGE_BYTES = 1024 * 1024 * 1024;
const MODE = 0o644;
const NAMES: Readonly<Record<ExchangeHead["role"], string>> = { model: "exchange.jsonl", judge: "judge.jsonl" };

/** The path of an exchange, given that of the episode's file in a sweep's folder. */
export function exchangePath(episode: string, role: ExchangeHead["role"]): string {
  return join(dirname(episode), `${basename(episode, ".jsonl")}.${NAMES[role]}`);
}

/** The path of an exchange in the folder of an episode that was run alone. */
export function exchangeInFolder(folder: string, role: ExchangeHead["role"]): string {
  return join(folder, NAMES[role]);
}

/** An exchange that is being written: under another name until it is whole, so that what was said is not lost where the
 * process is killed. */
export interface ExchangeFile {
  /** Takes what is asked and answered. */ readonly writer: ExchangeWriter;
  /** Gives it its name, in place of what has that. */ readonly keep: () => void;
  /** Removes it. */ readonly drop: () => void;
}

/** Begins to write an exchange.
 * @throws {PermafrostError} file-missing (no such folder), file-write; so do its parts. */
export function openExchange(path: string, head: ExchangeHead): ExchangeFile {
  const part = `${path}.${Deno.pid}.part`, at = basename(path);
  const guarded = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      throw toFileError(error, { verb: "write", at, otherwise: "file-write" });
    }
  };
  const fd = guarded(() => openSync(part, "w", MODE)), encoder = new TextEncoder();
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };
  const write = (line: string): void => {
    const bytes = encoder.encode(line);
    for (let done = 0; done < bytes.length;) done += guarded(() => writeSync(fd, bytes, done));
  };
  return {
    writer: exchangeWriter(head, write),
    keep() {
      close();
      guarded(() => renameSync(part, path));
    },
    drop() {
      close();
      guarded(() => unlinkSync(part));
    },
  };
}

/** Copies what was said in an episode to another folder, each file whole and at once, in place of what has its name there.
 * Both paths are those of the episode's file.
 * @throws {PermafrostError} file-*. */
export function copyExchanges(episode: string, target: string): void {
  for (const role of Object.keys(NAMES) as ExchangeHead["role"][]) {
    const from = exchangePath(episode, role), to = exchangePath(target, role), part = `${to}.${Deno.pid}.part`;
    if (lstatSync(from, { throwIfNoEntry: false }) === undefined) continue;
    const bytes = readBounded(from, { maxBytes: MAX_EXCHANGE_BYTES, at: basename(from) });
    try {
      writeFileSync(part, bytes, { mode: MODE });
      renameSync(part, to);
    } catch (error) {
      throw toFileError(error, { verb: "write", at: basename(to), otherwise: "file-write" });
    }
  }
}

/** Reads the exchange of an episode; null: there is none.
 * @throws {PermafrostError} record-invalid: it is none, or of another episode or role; file-*, json-*. */
export function exchangeOf(
  path: string,
  { episode_id, role, at = basename(path) }: { episode_id: string; role: ExchangeHead["role"]; at?: string },
): Exchange | null {
  let bytes: Uint8Array;
  try {
    bytes = readBounded(path, { maxBytes: MAX_EXCHANGE_BYTES, at });
  } catch (error) {
    if (error instanceof PermafrostError && error.code === "file-missing") return null;
    throw error;
  }
  const exchange = readExchange(textOf(bytes, at), { at });
  if (exchange.head.episode_id === episode_id && exchange.head.role === role) return exchange;
  throw new PermafrostError("record-invalid", `Cannot use ${at}: it is the exchange of another episode`, { at });
}

function textOf(bytes: Uint8Array, at: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new PermafrostError("json-not-utf8", `Cannot read ${at}: it is not UTF-8`, { at, cause });
  }
}
