import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { createHash } from "node:crypto";
import { checkPublication } from "../../../scripts/publication.ts";
import { withRaw, withServer, write } from "../../loopback_server.ts";

Deno.test.sanitizer({ ops: true, resources: true });

const MIB = 2 ** 20;

/** Gives the highest resident memory while a task runs, above that at its start, in bytes. */
async function measureGrowth(task: () => Promise<unknown>): Promise<number> {
  const before = Deno.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => most = Math.max(most, Deno.memoryUsage().rss), 10);
  try {
    await task();
  } finally {
    clearInterval(timer);
  }
  return Math.max(most, Deno.memoryUsage().rss) - before;
}

Deno.test("checkPublication() holds no body when a file has 1 GiB", async () => {
  const piece = new Uint8Array(MIB).fill(7);
  const hash = createHash("sha256");
  for (let count = 0; count < 1024; count++) hash.update(piece);
  const file = { path: "large", bytes: 1024 * MIB, sha256: hash.digest("hex") };
  const script = async (connection: Deno.TcpConn) => {
    await write(connection, `HTTP/1.1 200 OK\r\nContent-Length: ${file.bytes}\r\n\r\n`);
    for (let count = 0; count < 1024; count++) await write(connection, piece);
  };
  await withRaw(script, async (origin) => {
    const bounds = { requestTimeoutMs: 120_000 };
    const grown = await measureGrowth(async () => {
      const { findings } = await checkPublication({ origin, files: [file], bounds });
      assertEquals(findings, []);
    });
    assert(grown < 256 * MIB, `${grown} bytes more memory`);
  });
});

Deno.test("checkPublication() needs little memory when there are 10,000 files of 64 KiB", async () => {
  const body = new Uint8Array(65536).fill(7);
  const sha256 = createHash("sha256").update(body).digest("hex");
  const files = Array.from({ length: 10_000 }, (_, index) => ({ path: `${index}`, bytes: 65536, sha256 }));
  await withServer(() => new Response(body), async (origin) => {
    const grown = await measureGrowth(async () => {
      const { findings, fetched } = await checkPublication({ origin, files });
      assertEquals([findings.length, fetched.length], [0, 10_000]);
    });
    assert(grown < 256 * MIB, `${grown} bytes more memory`);
  });
});
