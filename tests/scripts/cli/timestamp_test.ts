import { assertEquals } from "@std/assert/equals";
import { existsSync } from "node:fs";
import { encodeRequest } from "../../../scripts/signing/timestamp_request.ts";
import { codeOf, runSigning } from "../../signing_cli.ts";
import { type SignedPlaces, withSignedExperiment } from "../../signed_experiment.ts";
import { type Authority, makeAuthority, testWith, tool } from "../../signing_tools.ts";

const REPLY = { "content-type": "application/timestamp-reply" };

type Answer = (query: Uint8Array<ArrayBuffer>, authority: Authority) => Response | Promise<Response>;
const honest: Answer = async (query, { reply }) => new Response(await reply(query), { headers: REPLY });

/** An experiment, and an authority that answers over HTTP on loopback as it is told; requests are counted. */
async function withHttp(
  answer: Answer,
  use: (its: SignedPlaces & { url: string; asked: () => number; authority: Authority }) => Promise<unknown>,
): Promise<void> {
  await withSignedExperiment({}, async (places) => {
    const authority = await makeAuthority(`${places.cwd}/authority`, { kind: "ec" });
    let asked = 0;
    await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
      asked++;
      const query = new Uint8Array(await request.arrayBuffer());
      const isPost = request.method === "POST" && request.headers.get("content-type") === "application/timestamp-query";
      return isPost ? await answer(query, authority) : new Response("", { status: 400 });
    });
    await use({ ...places, url: `http://127.0.0.1:${server.addr.port}/`, asked: () => asked, authority });
  });
}

const HTTP = ["openssl", "loopback"] as const;
const ROOTS = ["--authority", "authority/root.pem"];
const TOKEN = "small/results/manifest.json.tsr";

testWith(
  "runTimestamp() keeps the token of an authority, which openssl verifies",
  HTTP,
  () =>
    withHttp(honest, async ({ cwd, url }) => {
      const { code, out, err } = await runSigning(["timestamp", "small", "--tsa", url, ...ROOTS], { cwd });
      assertEquals([code, out], [0, `${TOKEN}\n`]);
      assertEquals(
        /^Timestamp {3}the manifest of small, \d{4}-\d\d-\d\dT[\d:.]+Z\nAuthority .*verified/s.test(err),
        true,
        err,
      );
      const args = ["ts", "-verify", "-data", "small/manifest.json", "-in", TOKEN, "-CAfile", "authority/root.pem"];
      assertEquals((await tool("openssl", args, { cwd })).success, true);
    }),
);

testWith(
  "runTimestamp() says that nothing was verified when no roots are given",
  HTTP,
  () =>
    withHttp(honest, async ({ cwd, url }) => {
      Deno.writeTextFileSync(`${cwd}/a.tar`, "archive");
      const { code, out, err } = await runSigning(["timestamp", "a.tar", "--tsa", url, "--json"], { cwd });
      const { timestamp, isVerified, policy } = JSON.parse(out);
      assertEquals([code, timestamp, isVerified, policy], [0, "a.tar.tsr", false, "1.2.3.4"]);
      assertEquals(err.includes("not verified: no roots"), true, err);
    }),
);

testWith(
  "runTimestamp() asks nobody and exits 1 when the experiment drifted",
  HTTP,
  () =>
    withHttp(honest, async ({ cwd, url, folder, asked }) => {
      Deno.writeTextFileSync(`${folder}/run.ts`, "changed");
      const { code } = await runSigning(["timestamp", "small", "--tsa", url], { cwd });
      assertEquals([code, asked(), existsSync(`${cwd}/${TOKEN}`)], [1, 0, false]);
    }),
);

const hostile: [what: string, answer: Answer, code: string][] = [
  [
    "the type is another",
    async (query, { reply }) => new Response(await reply(query), { headers: { "content-type": "text/html" } }),
    "timestamp-invalid",
  ],
  ["it redirects", () => new Response(null, { status: 307, headers: { location: "/again" } }), "timestamp-invalid"],
  ["it is huge", () => new Response(new Uint8Array(5_000_000), { headers: REPLY }), "timestamp-invalid"],
  ["it is empty", () => new Response("", { headers: REPLY }), "timestamp-invalid"],
  ["it is a page", () => new Response("<html>", { headers: REPLY }), "timestamp-invalid"],
  ["it is the request", (query) => new Response(query, { headers: REPLY }), "timestamp-invalid"],
  ["the server fails", () => new Response("", { status: 503, headers: REPLY }), "timestamp-invalid"],
  [
    "it is slow",
    () => new Promise((resolve) => setTimeout(() => resolve(new Response("")), 600)),
    "publication-timeout",
  ],
  ["its number is another", async (query, { reply }) => {
    const sha256 = query.toHex().match(/0420(.{64})/)![1]!;
    return new Response(await reply(encodeRequest(sha256, new Uint8Array(8))), { headers: REPLY });
  }, "timestamp-invalid"],
  ["it is for another file", async (_, { reply }) => {
    return new Response(await reply(encodeRequest("00".repeat(32), new Uint8Array(8))), { headers: REPLY });
  }, "timestamp-invalid"],
  ["it has no number", async (query, { craft }) => {
    const sha256 = query.toHex().match(/0420(.{64})/)![1]!;
    return new Response(await craft({ sha256, time: "2026-12-01T00:00:00Z" }), { headers: REPLY });
  }, "timestamp-invalid"],
];
for (const [what, answer, code] of hostile) {
  testWith(
    `runTimestamp() exits 2 with ${code}, and keeps nothing, when the answer is hostile: ${what}`,
    HTTP,
    () =>
      withHttp(answer, async ({ cwd, url, folder, asked }) => {
        const ended = await runSigning([
          "timestamp",
          "small",
          "--tsa",
          url,
          "--timeout",
          what === "it is slow" ? "200" : "20000",
        ], { cwd });
        assertEquals([codeOf(ended), asked()], [code, 1], ended.err);
        assertEquals([...Deno.readDirSync(`${folder}/results`)].map(({ name }) => name), ["r.json"]);
      }),
  );
}

testWith(
  "runTimestamp() exits 2 with timestamp-invalid, and keeps nothing, when the roots are another's",
  HTTP,
  () =>
    withHttp(honest, async ({ cwd, url }) => {
      await makeAuthority(`${cwd}/other`, { kind: "ec" });
      const words = ["timestamp", "small", "--tsa", url, "--authority", "other/root.pem"];
      assertEquals([codeOf(await runSigning(words, { cwd })), existsSync(`${cwd}/${TOKEN}`)], [
        "timestamp-invalid",
        false,
      ]);
    }),
);

testWith(
  "runTimestamp() works in two steps without a network",
  ["openssl"],
  () =>
    withSignedExperiment({}, async ({ cwd }) => {
      const { reply } = await makeAuthority(`${cwd}/authority`, { kind: "rsa" });
      const { code, out } = await runSigning(["timestamp", "small", "--request-only"], { cwd });
      assertEquals([code, out], [0, "small/results/manifest.json.tsq\n"]);
      Deno.writeFileSync(`${cwd}/answer`, await reply(Deno.readFileSync(`${cwd}/${out.trim()}`)));
      const words = ["timestamp", "small", "--import", "answer", ...ROOTS];
      assertEquals((await runSigning(words, { cwd })).out, `${TOKEN}\n`);
      assertEquals(Deno.readFileSync(`${cwd}/${TOKEN}`), Deno.readFileSync(`${cwd}/answer`));
    }),
);

testWith(
  "runTimestamp() refuses to import an answer to another request, and takes it when none is there",
  ["openssl"],
  () =>
    withSignedExperiment({}, async ({ cwd, folder }) => {
      const { reply } = await makeAuthority(`${cwd}/authority`, { kind: "ec" });
      await runSigning(["timestamp", "small", "--request-only"], { cwd });
      await runSigning(["timestamp", "small", "--request-only", "--output", "second.tsq"], { cwd });
      Deno.writeFileSync(`${cwd}/answer`, await reply(Deno.readFileSync(`${cwd}/second.tsq`)));
      const words = ["timestamp", "small", "--import", "answer"];
      assertEquals(codeOf(await runSigning(words, { cwd })), "timestamp-invalid");
      assertEquals(
        (await runSigning([...words, "--request", "second.tsq", "--output", "a.tsr"], { cwd })).out,
        "a.tsr\n",
      );
      Deno.removeSync(`${folder}/results/manifest.json.tsq`);
      const { code, err } = await runSigning(words, { cwd });
      assertEquals([code, err.startsWith("note: no request is there")], [0, true], err);
    }),
);

const usages: [what: string, words: string[]][] = [
  ["no way is given", []],
  ["two ways are given", ["--request-only", "--import", "x"]],
  ["a request is given without an answer", ["--request-only", "--request", "x"]],
  ["a time is given without an address", ["--request-only", "--timeout", "5"]],
  ["roots are given for a request", ["--request-only", "--authority", "x"]],
  ["the address is none", ["--tsa", "tsa.example"]],
  ["the address holds a password", ["--tsa", "http://a:b@127.0.0.1:1/"]],
  ["the time is none", ["--tsa", "http://127.0.0.1:1/", "--timeout", "0"]],
];
for (const [what, words] of usages) {
  Deno.test(`runTimestamp() exits 2 with usage when ${what}`, () =>
    withSignedExperiment({}, async ({ cwd }) => {
      assertEquals(codeOf(await runSigning(["timestamp", "small", ...words], { cwd })), "usage");
    }));
}
