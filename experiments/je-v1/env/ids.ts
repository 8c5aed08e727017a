/** Opaque names: neither their order nor their bytes say anything of what they name. @module */
import { sha256Hex } from "../../../kernel/digest.ts";
import type { RngSource } from "./rng.ts";

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The kinds of names: entries, documents, master records, rates, bank lines, profiles, confirmations. */
export type IdKind = "JE" | "D" | "M" | "F" | "B" | "P" | "Q";

/** What any name looks like. */
export const ID_PATTERN = /^(JE|D|M|F|B|P|Q)-[0-9A-HJKMNP-TV-Z]{8}$/;

/** The name for a label of a world: its kind and eight Crockford base-32 characters of a SHA-256. */
export function opaqueId(source: RngSource, kind: IdKind, label: string): string {
  return `${kind}-${crockford(JSON.stringify(["je-v1/id/1", source.salt, source.task_id, source.seed, kind, label]))}`;
}

/** Eight Crockford base-32 characters of a text's SHA-256. */
export function crockford(text: string): string {
  const bits = Number.parseInt(sha256Hex(text).slice(0, 10), 16);
  return Array.from({ length: 8 }, (_, at) => CROCKFORD[Number((BigInt(bits) >> BigInt(5 * (7 - at))) & 31n)]).join("");
}
