/** `--live ORIGIN`: published bytes compared before a run. @module */
import { PermafrostError } from "../../kernel/error.ts";
import type { FrozenFile } from "../../kernel/manifest.ts";
import { readProtocol } from "../../kernel/protocol.ts";
import type { PublicationCheck } from "../../kernel/run.ts";
import { checkPublication, type PublicationBounds } from "../publication.ts";
import type { Io } from "./command.ts";
import { colors } from "./terminal.ts";

/** What `--live` needs: the address as typed, how patient to be, and where to speak. */
export interface LiveOptions {
  /** The address as typed. */
  readonly origin: string;
  /** How patient to be. */
  readonly bounds: PublicationBounds;
  /** Where to speak, and what ends it. */
  readonly io: Io;
}

/** Makes the comparison that a run calls with its frozen files. */
export function compareLive(folder: string, { origin, bounds, io }: LiveOptions) {
  return async (files: readonly FrozenFile[]): Promise<PublicationCheck> => {
    const { declaration } = await readProtocol(folder);
    const allowedOrigin = declaration.publication?.origin ?? null;
    const { findings, fetched, rehearsal } = await checkPublication({
      origin,
      files,
      allowedOrigin,
      bounds,
      signal: io.signal,
    });
    if (rehearsal) {
      io.err(`${colors(io).yellow("note")}: the origin is this machine; a rehearsal shows nothing of what is public\n`);
    }
    return { findings, record: { origin, files: fetched.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })) } };
  };
}

/**
 * Reads `--live-timeout MS`: the patience for one file and for a silence; all files may take two minutes, or as
 * long as one of them.
 *
 * @throws {PermafrostError} usage.
 */
export function readPatience(text: string | undefined): PublicationBounds {
  if (text === undefined) return {};
  const timeoutMs = /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : 0;
  if (timeoutMs === 0) {
    const message = `Cannot wait --live-timeout ${text}: it is no whole number of milliseconds from 1 to 999999999`;
    throw new PermafrostError("usage", message);
  }
  return {
    requestTimeoutMs: timeoutMs,
    idleTimeoutMs: timeoutMs,
    totalTimeoutMs: Math.max(timeoutMs, 120_000),
  };
}
