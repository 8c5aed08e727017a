import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import {
  judgeSigner,
  matchesPatterns,
  parseAllowedSigners,
  parseSshTime,
} from "../../../scripts/signing/allowed_signers.ts";
import { writeWire } from "../../../scripts/signing/ssh_wire.ts";
import { assertCode } from "../../assert_code.ts";
import { inChild } from "../../in_child.ts";

const KEY = writeWire(["ssh-ed25519", new Uint8Array(32).fill(7)]);
const PUBLIC = `ssh-ed25519 ${KEY.toBase64()}`;
const read = (text: string) => parseAllowedSigners(new TextEncoder().encode(text));

Deno.test("parseAllowedSigners() reads principals, options and keys of each line", () => {
  const text =
    `# people\r\n\r\na@x,b@x ${PUBLIC} comment here\n"c@x" namespaces="git, mail",VALID-AFTER="20260102Z" ${PUBLIC}\n`;
  assertEquals(read(text).map(({ key: _, ...line }) => line), [
    { principals: "a@x,b@x", isAuthority: false, namespaces: null, validAfterMs: null, validBeforeMs: null },
    {
      ...{ principals: "c@x", isAuthority: false, namespaces: "git, mail", validBeforeMs: null },
      validAfterMs: Date.UTC(2026, 0, 2),
    },
  ]);
});

const bad: [what: string, text: string, line?: number][] = [
  ["a line has no key", "a@x\n"],
  ["a line has no principal", `${PUBLIC}\n`],
  ["the key is of another kind than it says", `a@x ssh-rsa ${KEY.toBase64()}\n`],
  ["the key is no base64", "a@x ssh-ed25519 AAAA=AAA\n"],
  ["an option is not known", `a@x no-touch ${PUBLIC}\n`],
  ["an option is there twice", `a@x valid-after="20260102Z",valid-after="20260103Z" ${PUBLIC}\n`],
  ["options end with a comma", `a@x cert-authority, ${PUBLIC}\n`],
  ["a time is none", `a@x valid-before="20260230Z" ${PUBLIC}\n`],
  ["no namespace is listed", `a@x namespaces="" ${PUBLIC}\n`],
  ["a quote is not closed", `"a@x ${PUBLIC}\n`],
  ["a later line is bad", `a@x ${PUBLIC}\n\nb@x\n`, 3],
];
for (const [what, text, line = 1] of bad) {
  Deno.test(`parseAllowedSigners() throws signature-invalid at the line when ${what}`, () => {
    assertCode(() => read(text), "signature-invalid", `allowed signers#${line}`);
  });
}

const times: [text: string, value: number | null][] = [
  ["20260102Z", Date.UTC(2026, 0, 2)],
  ["202601021304Z", Date.UTC(2026, 0, 2, 13, 4)],
  ["20260102130405Z", Date.UTC(2026, 0, 2, 13, 4, 5)],
  ["20240229Z", Date.UTC(2024, 1, 29)],
  ["20260229Z", null],
  ["20261301Z", null],
  ["202601022460Z", null],
  ["20260102130460Z", null],
  ["2026-01-02", null],
  ["2026010213Z", null],
  ["00010102Z", null],
  ["", null],
];
for (const [text, value] of times) {
  Deno.test(`parseSshTime() ${value === null ? "refuses" : "reads"} ${JSON.stringify(text)}`, () => {
    assertEquals(parseSshTime(text), value);
  });
}

/** What ssh-keygen of OpenSSH 9.2 was seen to take: no summer time, north or south. */
const zones: [zone: string, text: string, utc: string][] = [
  ["America/St_Johns", "202606151200", "2026-06-15T15:30:00Z"],
  ["America/St_Johns", "202601151200", "2026-01-15T15:30:00Z"],
  ["Pacific/Auckland", "20260102", "2026-01-01T12:00:00Z"],
  ["Asia/Kolkata", "20260102130405", "2026-01-02T07:34:05Z"],
];
for (const [zone, text, utc] of zones) {
  Deno.test(`parseSshTime() reads ${text} by the standard time of ${zone}`, async () => {
    const code = `const { parseSshTime } = await import("./scripts/signing/allowed_signers.ts");
      console.log(parseSshTime("${text}"));`;
    const { stdout, stderr } = await inChild(code, { env: { TZ: zone } });
    assertEquals(stdout, `${Date.parse(utc)}\n`, stderr);
  });
}

const patterns: [name: string, patterns: string, matches: boolean][] = [
  ["a@x", "a@x", true],
  ["a@x", "A@x", false],
  ["a@x", "b@x,a@*", true],
  ["a@x", "?@x", true],
  ["a@x", "*", true],
  ["a@x", "!a@x", false],
  ["a@x", "*,!a@x", false],
  ["a@x", "!b@x,*", true],
  ["a@x", "a@x.", false],
  ["a.x", "a?x", true],
  ["", "*", true],
  ["", "?", false],
  ["a".repeat(200), `${"*a".repeat(60)}b`, false],
];
for (const [name, list, matches] of patterns) {
  const title = `${JSON.stringify(list.slice(0, 20))} and ${JSON.stringify(name.slice(0, 20))}`;
  Deno.test(`matchesPatterns() is ${matches} for ${title}`, () => {
    assertEquals(matchesPatterns(name, list), matches);
  });
}

Deno.test("matchesPatterns() agrees with a regular expression when names and patterns are drawn", () => {
  const names = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 8 });
  const drawn = fc.string({ unit: fc.constantFrom("a", "b", "*", "?"), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(names, drawn, (name, pattern) => {
      const same = new RegExp(`^${pattern.replaceAll("*", ".*").replaceAll("?", ".")}$`);
      return matchesPatterns(name, pattern) === same.test(name);
    }),
    { seed: 6, numRuns: 2_000 },
  );
});

Deno.test("judgeSigner() names the first thing that does not fit", () => {
  const lines = read(`a@x valid-before="20260102Z" ${PUBLIC}\nb@x namespaces="git" ${PUBLIC}\n`);
  const judge = (principal: string | null, time: string, key = KEY) => {
    const verdict = judgeSigner(lines, { key, principal, atMs: Date.parse(time) });
    return verdict.ok ? verdict.by : verdict.reason;
  };
  assertEquals(judge("a@x", "2026-01-01T00:00:00Z"), "a@x");
  assertEquals(judge(null, "2026-01-01T00:00:00Z"), "a@x");
  assertEquals(judge("a@x", "2026-01-03T00:00:00Z"), "validity");
  assertEquals(judge("b@x", "2026-01-01T00:00:00Z"), "namespace");
  assertEquals(judge("c@x", "2026-01-01T00:00:00Z"), "signer");
  assertEquals(judge("a@x", "2026-01-01T00:00:00Z", KEY.with(30, 1)), "key");
});
