/** The addresses of published files: which origins are plain enough, and how paths are added. @module */
import { PermafrostError } from "../kernel/error.ts";

/** An address that {@linkcode readOrigin} let pass. */
export interface PublicationOrigin {
  /** The address normalised as in the URL standard; it ends with `/`. */
  readonly href: string;
  /** The host as in the address, IPv6 in its brackets. */
  readonly hostname: string;
  /** The port, also where the address leaves it out. */
  readonly port: number;
  /** Whether the host is `localhost`, in 127.0.0.0/8, or `[::1]`. */
  readonly loopback: boolean;
}

/**
 * Reads the address of a published folder. Refuses all but whole `https:` URLs (`http:` for loopback hosts) that
 * end with `/` and hold no credentials, query, fragment, dot segments, encoded separators, backslashes or white
 * space: what URL parsers, servers and people read differently. `object` stands for the address in messages,
 * since the text may hold a password.
 *
 * @throws {PermafrostError} `publication-origin`
 */
export function readOrigin(text: string, object: string): PublicationOrigin {
  const { protocol, href, hostname, port, pathname } = new URL(URL.canParse(text) ? text : "none:");
  const loopback = /^(localhost|\[::1\]|127(\.\d+){3})$/.test(hostname);
  const secure = protocol === "https:" || (protocol === "http:" && loopback);
  const whole = /^[a-z]+:\/\/[^/\s\\\p{Cc}][^\s\\\p{Cc}]*$/iu.test(text) && protocol !== "none:";
  const rules: [kept: boolean, fix: string][] = [
    [whole, "write a whole URL, https://host/folder/"],
    [secure, "use https: (http: is for loopback hosts only)"],
    [!/^[^/]*\/\/[^/]*@/.test(text), "leave the credentials out"],
    [!/[?#]/.test(text), "leave the query and the fragment out"],
    [!/\/(\.|%2e){1,2}(?=\/|$)|%2f|%5c/i.test(text), "leave dot segments and encoded separators out"],
    [pathname.endsWith("/"), 'end it with "/"'],
  ];
  const broken = rules.find(([kept]) => !kept);
  if (broken === undefined) {
    return { href, hostname, port: Number(port || (protocol === "https:" ? 443 : 80)), loopback };
  }
  const message = `Cannot use ${object}: it is no plain address; ${broken[1]}`;
  throw new PermafrostError("publication-origin", message);
}

/**
 * Adds a relative path to an origin, each segment percent-encoded as a literal name. Refuses a path that is
 * absolute or empty, or has an empty segment, a dot segment, or half of a surrogate pair.
 *
 * @throws {PermafrostError} `path-invalid`
 */
export function locateFile(origin: PublicationOrigin, path: string): string {
  const segments = path.isWellFormed() ? path.split("/") : [""];
  const url = origin.href + segments.map(encodeURIComponent).join("/");
  // The URL parser resolves dot segments: what it would rewrite is not this path's own address.
  if (!segments.includes("") && new URL(url).href === url) return url;
  throw new PermafrostError("path-invalid", `Cannot fetch ${path}: it is no plain relative path`, {
    at: path,
  });
}
