/** Files of allowed signers, as `ssh-keygen -Y verify -f` takes them: whom the user trusts, for what, and when. @module */
import { PermafrostError } from "../../kernel/error.ts";
import { fromBase64 } from "./ssh_wire.ts";
import { keyTypeOf, NAMESPACE } from "./ssh_signature.ts";
import { refusal, type Verdict } from "./signature_finding.ts";

/** One line of the file. */
export interface AllowedSigner {
  /** Patterns of principals, joined by commas. */
  readonly principals: string;
  /** Whether the key signs certificates, and is no signer itself. */
  readonly isAuthority: boolean;
  /** Patterns of namespaces, joined by commas; null allows all. */
  readonly namespaces: string | null;
  /** The first millisecond (since 1970) at which the key counts, or null. */
  readonly validAfterMs: number | null;
  /** The last one, or null. */
  readonly validBeforeMs: number | null;
  /** The public key in the wire format. */
  readonly key: Uint8Array<ArrayBuffer>;
}

/** The largest file of allowed signers, in bytes. */
export const MAX_ALLOWED_BYTES = 1_048_576;

const LINE =
  /^(?:"([^"]+)"|([^\s"]+))[ \t]+(?:((?:[^\s"]|"[^"]*")+)[ \t]+)?((?:ssh|ecdsa|sk)-[\w.@-]+)[ \t]+([A-Za-z0-9+/=]+)(?:[ \t].*)?$/;
const OPTION = /^(cert-authority|(?:namespaces|valid-after|valid-before)="([^"\\]*)")(?:,(?=.)|$)/i;

/**
 * Reads a file of allowed signers. Stricter than ssh-keygen: one line that cannot be read refuses the whole file,
 * wherever it stands, and so does an option that is not known.
 *
 * @throws {PermafrostError} `signature-invalid` at `allowed signers#line`.
 */
export function parseAllowedSigners(bytes: Uint8Array): AllowedSigner[] {
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/);
  return lines.flatMap((line, index): AllowedSigner[] => {
    if (/^\s*(#|$)/.test(line)) return [];
    const refuse = (state: string): never => {
      const at = `allowed signers#${index + 1}`;
      throw new PermafrostError("signature-invalid", `Cannot read line ${index + 1} of the allowed signers: ${state}`, {
        at,
      });
    };
    const trimmed = line.trim();
    const [, quoted, plain, first, type = "", base64 = ""] = LINE.exec(trimmed) ?? refuse("it is no signer's line");
    const key = fromBase64(base64);
    if (key === null || keyTypeOf(key) !== type) return refuse("its key is not of the kind that it names");
    const options = new Map<string, string>();
    for (let rest = first ?? ""; rest !== "";) {
      const [whole, option = "", value = ""] = OPTION.exec(rest) ?? refuse("it has an option that is not known here");
      const name = option.replace(/=.*/s, "").toLowerCase();
      if (options.has(name)) refuse(`its option ${name} is there twice`);
      options.set(name, value);
      rest = rest.slice(whole.length);
    }
    const instant = (name: string): number | null => {
      const text = options.get(name);
      return text === undefined ? null : parseSshTime(text) ?? refuse(`its option ${name} is no time`);
    };
    const namespaces = options.get("namespaces") ?? null;
    if (namespaces === "") refuse("its option namespaces is empty");
    return [{
      principals: quoted ?? plain ?? "",
      isAuthority: options.has("cert-authority"),
      namespaces,
      validAfterMs: instant("valid-after"),
      validBeforeMs: instant("valid-before"),
      key,
    }];
  });
}

/**
 * Reads a time as OpenSSH writes it, `YYYYMMDD[HHMM[SS]][Z]`; null for anything else. Without Z it is the local zone's
 * standard time, in summer too: so OpenSSH takes it.
 */
export function parseSshTime(text: string): number | null {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?(Z)?$/.exec(text) ?? [];
  if (parts.length === 0) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(0, 6).map((part) =>
    Number(part ?? 0)
  );
  const fields = [year, month - 1, day, hour, minute, second] as const;
  const utc = new Date(Date.UTC(...fields));
  const written = [utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate(), utc.getUTCHours(), utc.getUTCMinutes()];
  if (year < 1970 || second > 59 || written.some((value, index) => value !== fields[index])) return null;
  const offsets = [0, 6].map((half) => new Date(year, half, 1).getTimezoneOffset()); // minutes west; least in summer
  return utc.getTime() + (parts[6] === "Z" ? 0 : Math.max(...offsets) * 60_000);
}

/** Matches a name against patterns joined by commas, with `*` and `?`; one that starts with `!` and matches refuses. */
export function matchesPatterns(name: string, patterns: string): boolean {
  const matching = patterns.split(",").filter((pattern) => matchesPattern(name, pattern.replace(/^!/, "")));
  return matching.length > 0 && !matching.some((pattern) => pattern.startsWith("!"));
}

/** Without a regular expression made of foreign text: a long pattern of stars must not take for ever. */
function matchesPattern(name: string, pattern: string): boolean {
  let reached = new Set([0]); // how much of the name the pattern so far can stand for
  for (const sign of pattern) {
    const next = new Set<number>();
    for (const at of reached) {
      if (sign === "*") { for (let end = at; end <= name.length; end++) next.add(end); }
      else if (at < name.length && (sign === "?" || sign === name[at])) next.add(at + 1);
    }
    reached = next;
  }
  return reached.has(name.length);
}

/**
 * Says as whom a key may sign for Permafrost at a time, or why it may not. `by` is the principal that was asked for;
 * where none was, the line's own patterns.
 */
export function judgeSigner(
  signers: readonly AllowedSigner[],
  { key, principal, atMs }: { key: Uint8Array; principal: string | null; atMs: number },
): Verdict {
  const own = signers.filter((line) => !line.isAuthority && isEqual(line.key, key));
  if (own.length === 0) return refusal("key", "its key is not among the allowed signers");
  const named = own.filter(({ principals }) => principal === null || matchesPatterns(principal, principals));
  if (named.length === 0) return refusal("signer", `its key is not that of ${principal}`);
  const spaced = named.filter(({ namespaces }) => namespaces === null || matchesPatterns(NAMESPACE, namespaces));
  if (spaced.length === 0) return refusal("namespace", `its signer is not allowed for the namespace ${NAMESPACE}`);
  const valid = spaced.find(({ validAfterMs, validBeforeMs }) =>
    (validAfterMs === null || atMs >= validAfterMs) && (validBeforeMs === null || atMs <= validBeforeMs)
  );
  if (valid === undefined) return refusal("validity", "its key was not valid at the time that counts");
  return { ok: true, by: principal ?? valid.principals };
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
