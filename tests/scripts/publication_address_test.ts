import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { locateFile, readOrigin } from "../../scripts/publication_address.ts";
import { assertCode } from "../assert_code.ts";

const refused: [when: string, text: string][] = [
  ["it is empty", ""],
  ["it is a host only", "example.org"],
  ["it is relative", "/study/"],
  ["it has no scheme", "//example.org/"],
  ["it has no host", "https:///study/"],
  ["its slashes are missing", "https:example.org/"],
  ["a slash is missing", "https:/example.org/"],
  ["its port is none", "https://example.org:99999/"],
  ["its host is none", "https://[::1/"],
  ["it is http: beyond loopback", "http://example.org/"],
  ["it is http: on a private address", "http://192.168.0.1/"],
  ["it is http: on the unspecified address", "http://0.0.0.0/"],
  ["it is http: on a mapped loopback address", "http://[::ffff:127.0.0.1]/"],
  ["it is http: on a host that begins like loopback", "http://127.0.0.1.example.org/"],
  ["it is http: on a host that ends like loopback", "http://evil.localhost/"],
  ["it is http: on localhost with a dot", "http://localhost./"],
  ["it is ftp:", "ftp://example.org/"],
  ["it is file:", "file:///study/"],
  ["it is file: on a host", "file://localhost/study/"],
  ["it is data:", "data:text/plain,a/"],
  ["it is javascript:", "javascript:1/"],
  ["it is ws:", "ws://127.0.0.1/"],
  ["it has a user", "https://user@example.org/"],
  ["it has a password", "https://user:secret@example.org/"],
  ["it has empty credentials", "https://@example.org/"],
  ["a host poses as the user", "https://example.org@evil/"],
  ["it has a query", "https://example.org/?a=b"],
  ["it has an empty query", "https://example.org/?"],
  ["it has a fragment", "https://example.org/#a"],
  ["it has an empty fragment", "https://example.org/#"],
  ["a query ends like a folder", "https://example.org/?/"],
  ["it has a dot segment", "https://example.org/./study/"],
  ["it has a double dot segment", "https://example.org/a/../study/"],
  ["it ends with a dot segment", "https://example.org/study/.."],
  ["a dot segment is encoded", "https://example.org/a/%2e%2e/study/"],
  ["a dot segment is half encoded", "https://example.org/a/.%2E/study/"],
  ["a slash is encoded", "https://example.org/a%2fstudy/"],
  ["a backslash is encoded", "https://example.org/a%5Cstudy/"],
  ["it has a backslash", "https://example.org\\study/"],
  ["its slashes are backslashes", "https:\\\\example.org/"],
  ["a space stands before it", " https://example.org/"],
  ["a space stands behind it", "https://example.org/ "],
  ["a space is inside", "https://example.org/a b/"],
  ["a line end is inside", "https://exam\nple.org/"],
  ["a tab is inside", "https://example.org/\tstudy/"],
  ["a control character stands before it", "\u0000https://example.org/"],
  ["it does not end with a slash", "https://example.org/study"],
];
for (const [when, text] of refused) {
  Deno.test(`readOrigin() throws publication-origin when ${when}`, () => {
    assertCode(() => readOrigin(text, "this origin"), "publication-origin");
  });
}

Deno.test("readOrigin() does not repeat the address when it holds a password", () => {
  try {
    readOrigin("https://user:secret@example.org/", "this origin");
  } catch (error) {
    return assert(!Deno.inspect(error).includes("secret"));
  }
  throw new Error("it was accepted");
});

const plain: [text: string, href: string, port: number, loopback: boolean][] = [
  ["https://example.org", "https://example.org/", 443, false],
  ["https://example.org/@scope/a~b/", "https://example.org/@scope/a~b/", 443, false],
  ["https://example.org/...a/..b/", "https://example.org/...a/..b/", 443, false],
  ["https://EXAMPLE.ORG:8443/A/", "https://example.org:8443/A/", 8443, false],
  ["https://10.0.0.1/", "https://10.0.0.1/", 443, false],
  ["http://localhost/", "http://localhost/", 80, true],
  ["http://LOCALHOST:0/", "http://localhost:0/", 0, true],
  ["https://127.0.0.1/", "https://127.0.0.1/", 443, true],
  ["http://0x7f000001:80/", "http://127.0.0.1/", 80, true],
  ["http://[0:0:0:0:0:0:0:1]:90/", "http://[::1]:90/", 90, true],
];
for (const [text, href, port, loopback] of plain) {
  Deno.test(`readOrigin() gives ${href} when it reads ${text}`, () => {
    const origin = readOrigin(text, "this origin");
    assertEquals(origin, { href, hostname: new URL(href).hostname, port, loopback });
  });
}

Deno.test("readOrigin() gives the same again when it reads what it gave", () => {
  for (const [text] of plain) {
    const origin = readOrigin(text, "this origin");
    assertEquals(readOrigin(origin.href, "this origin"), origin);
  }
});

const segment = fc.string({ unit: "grapheme", minLength: 1 }).filter((name) => !/^\.\.?$|\//.test(name));
const segments = fc.array(segment, { minLength: 1, maxLength: 4 });

Deno.test("locateFile() stays below the origin and can be decoded when the path is plain", () => {
  const origin = readOrigin("https://example.org/study/", "this origin");
  fc.assert(
    fc.property(segments, (names) => {
      const url = new URL(locateFile(origin, names.join("/")));
      assert(url.href.startsWith(origin.href) && url.search === "" && url.hash === "");
      assertEquals(url.pathname.slice("/study/".length).split("/").map(decodeURIComponent), names);
    }),
    { seed: 2, numRuns: 2000 },
  );
});

Deno.test("locateFile() throws path-invalid when any segment is empty or a dot segment", () => {
  const origin = readOrigin("https://example.org/study/", "this origin");
  const bad = fc.constantFrom("", ".", "..");
  fc.assert(
    fc.property(segments, bad, fc.nat({ max: 4 }), (names, name, index) => {
      assertCode(() => locateFile(origin, names.toSpliced(index, 0, name).join("/")), "path-invalid");
    }),
    { seed: 2, numRuns: 2000 },
  );
});

Deno.test("locateFile() throws path-invalid when a surrogate stands alone", () => {
  const origin = readOrigin("https://example.org/study/", "this origin");
  assertCode(() => locateFile(origin, "a/\udc00"), "path-invalid", "a/\udc00");
});
