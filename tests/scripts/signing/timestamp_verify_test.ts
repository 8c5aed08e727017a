import { assertEquals } from "@std/assert/equals";
import { sha256File, sha256Hex } from "../../../kernel/digest.ts";
import { encodeRequest, parseRequest } from "../../../scripts/signing/timestamp_request.ts";
import { checkAnswer, parseTimestamp } from "../../../scripts/signing/timestamp_token.ts";
import { readRoots, verifyTimestamp } from "../../../scripts/signing/timestamp_verify.ts";
import { assertCode, assertCodeAsync } from "../../assert_code.ts";
import { inFolder } from "../../in_folder.ts";
import { type AuthorityParts, type CraftedClaim, makeAuthority, mustRun, testWith, tool } from "../../signing_tools.ts";

const NONCE = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]);

interface Stamped {
  readonly folder: string;
  readonly path: string;
  readonly query: Uint8Array<ArrayBuffer>;
  readonly answer: Uint8Array<ArrayBuffer>;
  readonly roots: Uint8Array<ArrayBuffer>;
}

async function withStamped(parts: AuthorityParts, use: (its: Stamped) => unknown): Promise<void> {
  await inFolder(async (folder) => {
    const path = `${folder}/message`;
    Deno.writeTextFileSync(path, "what is stamped\n");
    const { rootPath, reply } = await makeAuthority(`${folder}/authority`, parts);
    const query = encodeRequest(sha256File(path).sha256, NONCE), answer = await reply(query);
    await use({ folder, path, query, answer, roots: readRoots(rootPath, { at: "roots" }) });
  });
}

const reasonOf = async (its: Stamped, changes: Partial<Stamped> = {}): Promise<string | true> => {
  const { answer, path, roots } = { ...its, ...changes };
  const verdict = await verifyTimestamp(answer, { path, roots });
  return verdict.ok || verdict.reason;
};

for (const kind of ["rsa", "ec"] as const) {
  testWith(
    `verifyTimestamp() takes a token of an authority whose key is ${kind}`,
    ["openssl"],
    () =>
      withStamped({ kind }, async (its) => {
        assertEquals(await reasonOf(its), true);
        const { sha256, accuracyMs, nonce, policy } = parseTimestamp(its.answer);
        assertEquals([sha256, accuracyMs, policy], [sha256File(its.path).sha256, 1_000, "1.2.3.4"]);
        assertEquals(nonce, parseRequest(its.query).nonce);
        checkAnswer(parseTimestamp(its.answer), parseRequest(its.query));
      }),
  );

  testWith(
    `verifyTimestamp() refuses another root when the authority's key is ${kind}`,
    ["openssl"],
    () =>
      withStamped({ kind }, async (its) => {
        const { rootPath } = await makeAuthority(`${its.folder}/other`, { kind });
        assertEquals(await reasonOf(its, { roots: readRoots(rootPath, { at: "roots" }) }), "authority");
      }),
  );

  testWith(
    `verifyTimestamp() refuses another file when the authority's key is ${kind}`,
    ["openssl"],
    () =>
      withStamped({ kind }, async (its) => {
        Deno.writeTextFileSync(its.path, "what is stamped");
        assertEquals(await reasonOf(its), "imprint");
      }),
  );

  testWith(
    `verifyTimestamp() takes no changed token for another when the authority's key is ${kind}`,
    ["openssl"],
    () =>
      withStamped({ kind }, async (its) => {
        // What CMS leaves unsigned (versions, lists of algorithms) may change; what the token says may not.
        const { answer } = its, whole = JSON.stringify(parseTimestamp(answer)), taken: number[] = [];
        const [start, step] = [indexOf(answer, sha256File(its.path).sha256), Math.ceil(answer.length / 40)];
        const places = [start, start + 31, ...Array.from({ length: 40 }, (_, index) => index * step)];
        for (const at of places.filter((at) => at < answer.length)) {
          const changed = answer.with(at, answer[at]! ^ 1);
          if (await reasonOf(its, { answer: changed }).catch(() => false) !== true) continue;
          if (JSON.stringify(parseTimestamp(changed)) !== whole) taken.push(at);
        }
        assertEquals([start > 0, taken], [true, []]);
      }),
  );
}

function indexOf(bytes: Uint8Array, hex: string): number {
  return bytes.toHex().indexOf(hex) / 2;
}

const TIME = new Date(Date.now() + 3_600_000).toISOString(); // within the validity of what is made here
const crafted: [
  what: string,
  extensions: string | null,
  claim: { time?: string; isUnnamed?: boolean },
  taken: boolean,
][] = [
  ["its time is within its certificate's validity", null, {}, true],
  ["its time is before its certificate's validity", null, { time: "2020-01-01T00:00:00Z" }, false],
  ["its time is after its certificate's validity", null, { time: "2120-01-01T00:00:00Z" }, false],
  ["it does not name its certificate", null, { isUnnamed: true }, false],
  ["its certificate is for signing code too", "extendedKeyUsage=critical,timeStamping,codeSigning\n", {}, false],
  ["its certificate's purpose is not critical", "extendedKeyUsage=timeStamping\n", {}, false],
  ["its certificate is for any purpose", "keyUsage=critical,digitalSignature\n", {}, false],
  ["its certificate is for servers", "extendedKeyUsage=critical,serverAuth\n", {}, false],
];
for (const [what, extensions, claim, taken] of crafted) {
  testWith(
    `verifyTimestamp() ${taken ? "takes" : "refuses"} a token when ${what}`,
    ["openssl"],
    () =>
      inFolder(async (folder) => {
        const parts = { kind: "ec", ...(extensions === null ? {} : { extensions }) } as const;
        const { rootPath, craft } = await makeAuthority(`${folder}/authority`, parts);
        const path = `${folder}/message`, roots = readRoots(rootPath, { at: "roots" });
        Deno.writeTextFileSync(path, "m");
        const answer = await craft({ sha256: sha256Hex("m"), time: TIME, ...claim });
        const verdict = await verifyTimestamp(answer, { path, roots });
        assertEquals([verdict.ok, verdict.ok || verdict.reason], taken ? [true, true] : [false, "authority"]);
      }),
  );
}

testWith(
  "parseTimestamp() throws timestamp-invalid when the token is signed with a weak hash",
  ["openssl"],
  () =>
    inFolder(async (folder) => {
      const { reply } = await makeAuthority(folder, { kind: "rsa", digest: "sha1" });
      const answer = await reply(encodeRequest(sha256Hex("x"), NONCE));
      assertCode(() => parseTimestamp(answer), "timestamp-invalid");
    }),
);

testWith(
  "parseTimestamp() throws timestamp-invalid when the authority refuses",
  ["openssl"],
  () =>
    inFolder(async (folder) => {
      const { reply } = await makeAuthority(folder, { kind: "ec" });
      await mustRun("openssl", ["ts", "-query", "-digest", "00".repeat(48), "-sha384", "-out", `${folder}/q`]);
      const answer = await reply(Deno.readFileSync(`${folder}/q`)); // of the digests it takes, sha384 is none
      assertCode(() => parseTimestamp(answer), "timestamp-invalid");
    }),
);

testWith(
  "parseTimestamp() throws timestamp-invalid when the token is over another hash",
  ["openssl"],
  () =>
    inFolder(async (folder) => {
      const { reply } = await makeAuthority(folder, { kind: "ec" });
      await mustRun("openssl", ["ts", "-query", "-digest", "00".repeat(64), "-sha512", "-out", `${folder}/q`]);
      const query = Deno.readFileSync(`${folder}/q`), answer = await reply(query);
      assertCode(() => parseTimestamp(answer), "timestamp-invalid");
      assertCode(() => parseRequest(query), "timestamp-invalid");
    }),
);

testWith(
  "parseTimestamp() throws timestamp-invalid when the answer is cut or longer",
  ["openssl"],
  () =>
    withStamped({ kind: "ec" }, ({ answer }) => {
      for (let length = 0; length < answer.length; length += 97) {
        assertCode(() => parseTimestamp(answer.subarray(0, length)), "timestamp-invalid");
      }
      assertCode(() => parseTimestamp(Uint8Array.of(...answer, 0)), "timestamp-invalid");
    }),
);

testWith(
  "parseTimestamp() throws timestamp-invalid when a token comes with a refusal",
  ["openssl"],
  () =>
    withStamped({ kind: "ec" }, ({ answer }) => {
      assertEquals(answer.subarray(4, 9).toHex(), "3003020100"); // PKIStatusInfo { status granted (0) }
      assertCode(() => parseTimestamp(answer.with(8, 2)), "timestamp-invalid");
      return Promise.resolve();
    }),
);

const strange: [what: string, claim: Partial<CraftedClaim>][] = [
  ["it is signed twice", { isTwice: true }],
  ["its content is of another kind", { contentType: "1.2.840.113549.1.7.1" }],
];
for (const [what, claim] of strange) {
  testWith(`parseTimestamp() throws timestamp-invalid when ${what}`, ["openssl"], () =>
    inFolder(async (folder) => {
      const { craft } = await makeAuthority(folder, { kind: "ec" }), plain = { sha256: sha256Hex("m"), time: TIME };
      parseTimestamp(await craft(plain));
      const answer = await craft({ ...plain, ...claim });
      assertCode(() => parseTimestamp(answer), "timestamp-invalid");
    }));
}

testWith(
  "parseRequest() throws timestamp-invalid when another hash has the length of SHA-256",
  ["openssl"],
  () =>
    inFolder(async (folder) => {
      await mustRun("openssl", ["ts", "-query", "-digest", "00".repeat(32), "-sha3-256", "-out", `${folder}/q`]);
      assertCode(() => parseRequest(Deno.readFileSync(`${folder}/q`)), "timestamp-invalid");
    }),
);

const nested = (depth: number): Uint8Array =>
  new Uint8Array(depth * 2).map((_, index) => index % 2 === 0 ? 0x30 : 0x80);
const junk: [what: string, bytes: Uint8Array][] = [
  ["it is empty", new Uint8Array()],
  ["it is text", new TextEncoder().encode("<html>")],
  ["it nests without end", nested(100_000)],
  ["it is larger than the bound", new Uint8Array(300_000)],
  ["it grants and holds nothing", Uint8Array.from([0x30, 5, 0x30, 3, 2, 1, 0])],
];
for (const [what, bytes] of junk) {
  Deno.test(`parseTimestamp() throws timestamp-invalid when ${what}`, () => {
    assertCode(() => parseTimestamp(bytes), "timestamp-invalid");
  });
  Deno.test(`parseRequest() throws timestamp-invalid when ${what}`, () => {
    assertCode(() => parseRequest(bytes), "timestamp-invalid");
  });
}

testWith("encodeRequest() writes what openssl writes and reads", ["openssl"], () =>
  inFolder(async (folder) => {
    const query = encodeRequest(sha256Hex("x"), NONCE);
    Deno.writeFileSync(`${folder}/q`, query);
    const { words } = await mustRun("openssl", ["ts", "-query", "-in", `${folder}/q`, "-text"]);
    assertEquals(/Nonce: 0x4102030405060708\nCertificate required: yes/.test(words), true, words);
    await mustRun("openssl", [
      "ts",
      "-query",
      "-digest",
      sha256Hex("x"),
      "-sha256",
      "-cert",
      "-no_nonce",
      "-out",
      `${folder}/o`,
    ]);
    const theirs = Deno.readFileSync(`${folder}/o`), { sha256, nonce } = parseRequest(theirs);
    assertEquals([sha256, nonce], [sha256Hex("x"), null]);
    assertEquals(query.length, theirs.length + 10); // a number of eight bytes is all that ours has more
  }));

testWith(
  "checkAnswer() throws timestamp-invalid when file or number are another's",
  ["openssl"],
  () =>
    withStamped({ kind: "ec" }, ({ answer, query }) => {
      const token = parseTimestamp(answer), request = parseRequest(query);
      checkAnswer(token, { ...request, nonce: null });
      assertCode(() => checkAnswer(token, { ...request, sha256: sha256Hex("y") }), "timestamp-invalid");
      assertCode(() => checkAnswer(token, { ...request, nonce: "4102030405060709" }), "timestamp-invalid");
      assertCode(() => checkAnswer({ ...token, nonce: null }, request), "timestamp-invalid");
    }),
);

testWith(
  "verifyTimestamp() leaves a token that openssl ts -verify takes too",
  ["openssl"],
  () =>
    withStamped({ kind: "rsa" }, async ({ folder, path, answer, query, roots }) => {
      for (const [name, bytes] of Object.entries({ answer, query, roots })) {
        Deno.writeFileSync(`${folder}/${name}`, bytes);
      }
      const files = ["-in", "answer", "-CAfile", "roots"];
      assertEquals((await tool("openssl", ["ts", "-verify", "-data", path, ...files], { cwd: folder })).success, true);
      assertEquals(
        (await tool("openssl", ["ts", "-verify", "-queryfile", "query", ...files], { cwd: folder })).success,
        true,
      );
    }),
);

const rootFiles: [what: string, text: string][] = [
  ["it is empty", ""],
  ["it is a key", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"],
  [
    "a key stands beside a certificate",
    "-----BEGIN CERTIFICATE-----\nAA\n-----END CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\n",
  ],
];
for (const [what, text] of rootFiles) {
  Deno.test(`readRoots() throws timestamp-invalid when ${what}`, () =>
    inFolder((folder) => {
      Deno.writeTextFileSync(`${folder}/roots`, text);
      assertCode(() => readRoots(`${folder}/roots`, { at: "roots" }), "timestamp-invalid", "roots");
    }));
}

testWith(
  "verifyTimestamp() throws file-missing when the file is gone",
  ["openssl"],
  () =>
    withStamped({ kind: "ec" }, async ({ folder, answer, roots }) => {
      await assertCodeAsync(() => verifyTimestamp(answer, { path: `${folder}/none`, roots }), "file-missing");
    }),
);
