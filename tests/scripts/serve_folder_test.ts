import { assertEquals } from "@std/assert/equals";
import { createHash } from "node:crypto";
import { checkPublication } from "../../scripts/publication.ts";
import { serveFolder } from "../../scripts/serve_folder.ts";
import { assertCode } from "../assert_code.ts";
import { testOnLoopback, write } from "../loopback_server.ts";

Deno.test.sanitizer({ ops: true, resources: true });

const FILES = { "a.txt": "hello\n", "data/ü #1?.json": "{}\n", "empty": "", "large": "x".repeat(300_000) };

/** Serves a folder of {@linkcode FILES}, beside which lies `secret`, to which `link` points. */
async function withFolder(use: (origin: string, folder: string) => Promise<unknown>): Promise<void> {
  const place = await Deno.makeTempDir();
  const folder = `${place}/study`;
  await Deno.mkdir(`${folder}/data`, { recursive: true });
  for (const [path, text] of Object.entries(FILES)) await Deno.writeTextFile(`${folder}/${path}`, text);
  await Deno.writeTextFile(`${place}/secret`, "secret\n");
  await Deno.mkdir(`${place}/study-2`);
  await Deno.writeTextFile(`${place}/study-2/a.txt`, "secret\n");
  await Deno.symlink("../secret", `${folder}/link`);
  const { origin, close } = serveFolder(folder);
  try {
    await use(origin, folder);
  } finally {
    await close();
    await Deno.remove(place, { recursive: true });
  }
}

/** Sends a request line as it is, which fetch would tidy up, and gives the status line. */
async function ask(origin: string, line: string): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(origin).port) });
  await write(connection, `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  const answer = new Uint8Array(4096);
  const length = await connection.read(answer) ?? 0;
  return new TextDecoder().decode(answer.subarray(0, length)).split("\r\n")[0] ?? "";
}

testOnLoopback("serveFolder() satisfies checkPublication() when the files are the frozen ones", async () => {
  await withFolder(async (origin) => {
    const files = Object.entries(FILES).map(([path, text]) => ({
      path,
      bytes: new TextEncoder().encode(text).length,
      sha256: createHash("sha256").update(text).digest("hex"),
    }));
    const { findings, fetched } = await checkPublication({ origin, files });
    assertEquals([findings, fetched.map(({ path }) => path)], [[], Object.keys(FILES)]);
  });
});

testOnLoopback("serveFolder() serves the present bytes when a file changes", async () => {
  await withFolder(async (origin, folder) => {
    await Deno.writeTextFile(`${folder}/a.txt`, "hellO\n");
    const sha256 = createHash("sha256").update("hello\n").digest("hex");
    const { findings } = await checkPublication({ origin, files: [{ path: "a.txt", bytes: 6, sha256 }] });
    assertEquals(findings.map(({ code }) => code), ["published-changed"]);
  });
});

const answers: [line: string, status: string][] = [
  ["GET /a.txt", "HTTP/1.1 200 OK"],
  ["HEAD /a.txt", "HTTP/1.1 200 OK"],
  ["GET /", "HTTP/1.1 404 Not Found"],
  ["GET /data", "HTTP/1.1 404 Not Found"],
  ["GET /data/", "HTTP/1.1 404 Not Found"],
  ["GET /absent", "HTTP/1.1 404 Not Found"],
  ["GET /link", "HTTP/1.1 404 Not Found"],
  ["GET /../secret", "HTTP/1.1 404 Not Found"],
  ["GET /%2e%2e/secret", "HTTP/1.1 404 Not Found"],
  ["GET /..%2fsecret", "HTTP/1.1 404 Not Found"],
  ["GET /..%2fstudy-2%2fa.txt", "HTTP/1.1 404 Not Found"],
  ["GET /a.txt%00", "HTTP/1.1 404 Not Found"],
  ["GET /%ff", "HTTP/1.1 404 Not Found"],
  ["POST /a.txt", "HTTP/1.1 405 Method Not Allowed"],
  ["DELETE /a.txt", "HTTP/1.1 405 Method Not Allowed"],
];
for (const [line, status] of answers) {
  testOnLoopback(`serveFolder() answers ${status.slice(9)} when it is asked ${line}`, async () => {
    await withFolder(async (origin) => assertEquals(await ask(origin, line), status));
  });
}

for (
  const [when, path] of [["the folder is absent", "absent-folder"], [
    "it is a file",
    import.meta.filename ?? "",
  ]] as const
) {
  Deno.test(`serveFolder() throws file-missing when ${when}`, () => {
    assertCode(() => serveFolder(path), "file-missing");
  });
}
