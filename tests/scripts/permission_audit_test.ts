import { assertEquals } from "@std/assert/equals";
import type { Attempt, LogOptions, PermissionLog } from "../../kernel/permission_broker.ts";
import { hasBroker, listenForAudit } from "../../scripts/permission_audit.ts";
import { assertCodeAsync } from "../assert_code.ts";
import { inChild } from "../in_child.ts";
import { inFolder } from "../in_folder.ts";

const OPTIONS: LogOptions = {
  grants: { read: ["/in"], write: [], net: ["example.com:443"], run: [], env: [] },
  maxChecks: 1_000,
  onFlood() {},
};

async function collect(
  use: (path: string, log: PermissionLog) => Promise<unknown>,
  options: Partial<LogOptions> = {},
): Promise<Attempt[]> {
  return await inFolder(async (folder) => {
    const log = await listenForAudit(`${folder}/log`, { ...OPTIONS, ...options });
    await use(`${folder}/log`, log);
    return await log.close();
  });
}

const line = (permission: string, value: string | null): string =>
  JSON.stringify({ v: 1, datetime: "2026-11-30T00:00:00Z", permission, value }) + "\n";
const write = (path: string, text: string): Promise<void> => Deno.writeTextFile(path, text, { create: false });

Deno.test("listenForAudit() judges each line by the grants when a child writes them", async () => {
  const log = await collect((path) =>
    write(path, line("read", "/in/a") + line("read", "/etc") + line("env", null) + line("net", "https://example.com/q"))
  );
  assertEquals(log, [
    { permission: "read", value: "/in/a", count: 1, declared: true },
    { permission: "read", value: "/etc", count: 1, declared: false },
    { permission: "env", value: null, count: 1, declared: false },
    { permission: "net", value: "https://example.com/q", count: 1, declared: true },
  ]);
});

Deno.test("listenForAudit() ends when nobody writes", async () => {
  assertEquals(await collect(() => Promise.resolve()), []);
});

Deno.test("listenForAudit() ends when a writer stays open", async () => {
  let writer: Deno.FsFile | undefined;
  const log = await collect(async (path) => {
    writer = await Deno.open(path, { write: true });
    await writer.write(new TextEncoder().encode(line("read", "/in")));
  });
  writer?.close();
  assertEquals(log.length, 1);
});

Deno.test("listenForAudit() passes over lines that are torn when a writer was killed", async () => {
  const log = await collect((path) =>
    write(path, line("read", "/in") + "\n{}\nnull\n" + line("env", "A").slice(0, 20))
  );
  assertEquals(log.length, 1);
});

Deno.test("listenForAudit() ends when a writer that stays open has filled the pipe", async () => {
  let writer: Deno.FsFile | undefined;
  let writing: Promise<unknown> | undefined;
  await collect(async (path) => {
    writer = await Deno.open(path, { write: true });
    writing = writer.write(new TextEncoder().encode(line("env", "A").repeat(40_000)));
    await writing;
    writing = writer.write(new TextEncoder().encode(line("env", "A").repeat(100)));
  });
  await writing;
  writer?.close();
});

Deno.test("listenForAudit() takes every line when they are more than a pipe holds", async () => {
  const log = await collect((path) => write(path, line("env", "A").repeat(5_000)), { maxChecks: 10_000 });
  assertEquals(log.map(({ count }) => count), [5_000]);
});

Deno.test("listenForAudit() calls onFlood once when there are more checks than the bound", async () => {
  let floods = 0;
  const log = await collect((path) => write(path, line("env", "A").repeat(9)), {
    maxChecks: 3,
    onFlood: () => floods += 1,
  });
  assertEquals([floods, log.map(({ count }) => count)], [1, [3]]);
});

Deno.test("listenForAudit() throws when something is at the path", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/log`, "");
    await assertCodeAsync(() => listenForAudit(`${folder}/log`, OPTIONS), "unavailable");
  });
});

Deno.test("listenForAudit() throws when the machine has no mkfifo", async () => {
  const code = `
    import { listenForAudit } from "./scripts/permission_audit.ts";
    await listenForAudit("/nowhere/log", { grants: {}, maxChecks: 1, onFlood() {} }).catch(({ code }) => console.log(code));`;
  assertEquals((await inChild(code, { env: { PATH: "/nowhere" } })).stdout, "unavailable\n");
});

const VERSIONS: readonly [version: string, isNew: boolean][] = [
  ["1.46.3", false],
  ["2.0.0", false],
  ["2.5.4", false],
  ["2.5.5", true],
  ["2.5.10", true],
  ["2.6.0", true],
  ["2.9.6", true],
  ["2.9.7+1a2b3c4", true],
  ["2.10.0-rc.1", true],
  ["3.0.0", true],
];
for (const [version, isNew] of VERSIONS) {
  Deno.test(`hasBroker() says ${isNew ? "yes" : "no"} when Deno is ${version}`, () => {
    assertEquals(hasBroker(version), isNew);
  });
}
