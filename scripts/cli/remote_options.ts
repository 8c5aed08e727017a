/** The options that go with an address. @module */
import { PermafrostError } from "../../kernel/error.ts";
import type { RemoteBounds } from "../remote/remote_bounds.ts";
import type { Call, OptionSpec } from "./command.ts";

/** What `verify` and `unarchive` take beside an address. */
export const REMOTE_OPTIONS: readonly OptionSpec[] = [
  { name: "expect", value: "SHA256", summary: "with a URL: the digest that its manifest must have" },
  { name: "fetch-timeout", value: "MS", summary: "with a URL: how long one file may take, in milliseconds (60000)" },
  { name: "max-bytes", value: "BYTES", summary: "with a URL: how much all files may be together (1 GiB)" },
];

/**
 * Refuses options that mean something with an address alone.
 *
 * @throws {PermafrostError} `usage`.
 */
export function refuseRemoteOptions(values: Call["values"]): void {
  const found = REMOTE_OPTIONS.find(({ name }) => values[name] !== undefined);
  if (found === undefined) return;
  const message = `Cannot take --${found.name}: it is for an experiment that is given as a URL`;
  throw new PermafrostError("usage", message, { at: `--${found.name}` });
}

/**
 * Reads `--expect`; null where it is not given.
 *
 * @throws {PermafrostError} `usage`.
 */
export function readExpected(values: Call["values"]): string | null {
  const expect = values["expect"]?.toLowerCase() ?? null;
  if (expect === null || /^[0-9a-f]{64}$/.test(expect)) return expect;
  throw new PermafrostError("usage", "Cannot take --expect: a SHA-256 has 64 hexadecimal digits", { at: "--expect" });
}

/**
 * Reads the options that bound a fetch; the patience for one file is also that for a silence.
 *
 * @throws {PermafrostError} `usage`.
 */
export function readRemoteBounds(values: Call["values"]): RemoteBounds {
  const number = (name: string, max: number): number | null => {
    const text = values[name];
    if (text === undefined) return null;
    if (/^[1-9][0-9]{0,15}$/.test(text) && Number(text) <= max) return Number(text);
    const message = `Cannot take --${name} ${text}: it is no whole number from 1 to ${max}`;
    throw new PermafrostError("usage", message, { at: `--${name}` });
  };
  const timeoutMs = number("fetch-timeout", 999_999_999), maxBytes = number("max-bytes", Number.MAX_SAFE_INTEGER);
  return {
    ...(timeoutMs !== null && {
      requestTimeoutMs: timeoutMs,
      idleTimeoutMs: timeoutMs,
      totalTimeoutMs: Math.max(timeoutMs, 600_000),
    }),
    ...(maxBytes !== null && { maxBytes }),
  };
}
