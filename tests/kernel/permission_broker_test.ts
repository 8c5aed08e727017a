import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import {
  type Attempt,
  countAttempts,
  listenForChecks,
  type LogOptions,
  type PermissionLog,
} from "../../kernel/permission_broker.ts";
import type { Grants } from "../../kernel/permissions.ts";
import { inFolder } from "../in_folder.ts";

const GRANTS: Grants = { read: ["/in"], write: [], net: [], run: ["/usr/bin/id"], env: [] };
const OPTIONS: LogOptions = { grants: GRANTS, maxChecks: 1_000, onFlood() {} };
const encoder = new TextEncoder();

/** A conversation with a broker, and its log afterwards. */
async function converse(
  use: (connect: () => Promise<Deno.Conn>, log: PermissionLog) => Promise<unknown>,
  options: Partial<LogOptions> = {},
): Promise<Attempt[]> {
  return await inFolder(async (folder) => {
    const log = listenForChecks(`${folder}/log`, { ...OPTIONS, ...options });
    await use(() => Deno.connect({ transport: "unix", path: `${folder}/log` }), log);
    return await log.close();
  });
}

const check = (id: number, permission: string, value: string | null, pid = 1): string =>
  JSON.stringify({ v: 1, pid, id, datetime: "2026-11-30T00:00:00Z", permission, value }) + "\n";

async function say(connection: Deno.Conn, text: string | Uint8Array): Promise<void> {
  const bytes = typeof text === "string" ? encoder.encode(text) : text;
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
}

/** Reads answers until there are as many as asked for, or the end; returns ids by result. */
async function hear(connection: Deno.Conn, count: number): Promise<string[]> {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(4_096);
  let text = "";
  while (text.split("\n").length <= count) {
    const read = await connection.read(buffer).catch(() => null);
    if (read === null) break;
    text += decoder.decode(buffer.subarray(0, read), { stream: true });
  }
  return text.split("\n").filter((line) => line !== "").map((line) => {
    const { id, result, reason } = JSON.parse(line);
    assertEquals(typeof reason, result === "deny" ? "string" : "undefined");
    return `${id} ${result}`;
  });
}

const attempt = (permission: string, value: string | null, rest: Partial<Attempt> = {}): Attempt => ({
  ...{ permission, value, count: 1, declared: false },
  ...rest,
});

Deno.test("listenForChecks() allows what is declared and denies what is not when asked", async () => {
  const log = await converse(async (connect) => {
    using connection = await connect();
    await say(connection, check(1, "read", "/in/a"));
    assertEquals(await hear(connection, 1), ["1 allow"]);
    await say(connection, check(2, "read", "/etc"));
    assertEquals(await hear(connection, 1), ["2 deny"]);
  });
  assertEquals(log, [attempt("read", "/in/a", { declared: true }), attempt("read", "/etc")]);
});

Deno.test("listenForChecks() answers each request when several come in one chunk", async () => {
  await converse(async (connect) => {
    using connection = await connect();
    await say(connection, check(1, "read", "/in/a") + check(2, "env", "A") + check(3, "read", "/in"));
    assertEquals(await hear(connection, 3), ["1 allow", "2 deny", "3 allow"]);
  });
});

Deno.test("listenForChecks() answers once when a request comes byte by byte", async () => {
  await converse(async (connect) => {
    using connection = await connect();
    for (const byte of encoder.encode(check(1, "read", "/in/\u{1F600}"))) await say(connection, Uint8Array.of(byte));
    assertEquals(await hear(connection, 1), ["1 allow"]);
  });
});

for (
  const [name, text] of Object.entries({
    "text that is not JSON": "nonsense\n",
    "an empty line": "\n",
    "null": "null\n",
    "no permission": '{"id":1,"pid":1}\n',
    "no id": '{"pid":1,"permission":"read","value":"/in"}\n',
    "an object without anything": "{}\n",
    "a value of another type": '{"id":1,"pid":1,"permission":"read","value":7}\n',
    "a line without end": "x".repeat(1_100_000),
  })
) {
  Deno.test(`listenForChecks() closes the connection when it gets ${name}`, async () => {
    await converse(async (connect) => {
      using connection = await connect();
      await say(connection, text).catch(() => {});
      assertEquals(await hear(connection, 1), []);
    });
  });
}

Deno.test("listenForChecks() counts equal attempts together when several processes ask", async () => {
  const log = await converse(async (connect) => {
    using first = await connect();
    using second = await connect();
    await say(first, check(1, "read", "/x"));
    await hear(first, 1);
    await say(second, check(1, "read", "/x", 2));
    await hear(second, 1);
  });
  assertEquals(log, [attempt("read", "/x", { count: 2 })]);
});

const RUNS: readonly [string, string[], string[], Attempt[]][] = [
  ["a name follows", [check(1, "run", null), check(2, "run", "/usr/bin/id")], ["1 deny", "2 allow"], [
    attempt("run", "/usr/bin/id", { declared: true }),
  ]],
  ["an undeclared name follows", [check(1, "run", null), check(2, "run", "id")], ["1 deny", "2 deny"], [
    attempt("run", "id"),
  ]],
  ["nothing follows", [check(1, "run", null)], ["1 deny"], [attempt("run", null)]],
  ["something else follows", [check(1, "run", null), check(2, "env", "A")], ["1 deny", "2 deny"], [
    attempt("run", null),
    attempt("env", "A"),
  ]],
  ["the name has a later id", [check(1, "run", null), check(3, "run", "/usr/bin/id")], ["1 deny", "3 allow"], [
    attempt("run", null),
    attempt("run", "/usr/bin/id", { declared: true }),
  ]],
  [
    "the name is of another process",
    [check(1, "run", null), check(2, "run", "/usr/bin/id", 9)],
    ["1 deny", "2 allow"],
    [
      attempt("run", null),
      attempt("run", "/usr/bin/id", { declared: true }),
    ],
  ],
  ["it comes twice", [check(1, "run", null), check(2, "run", null), check(3, "run", "id")], [
    "1 deny",
    "2 deny",
    "3 deny",
  ], [attempt("run", null), attempt("run", "id")]],
];
for (const [name, requests, answers, expected] of RUNS) {
  Deno.test(`listenForChecks() judges run without a name when ${name}`, async () => {
    const log = await converse(async (connect) => {
      using connection = await connect();
      await say(connection, requests.join(""));
      assertEquals(await hear(connection, answers.length), answers);
    });
    assertEquals(log, expected);
  });
}

Deno.test("listenForChecks() calls onFlood once and denies when there are more checks than the bound", async () => {
  let floods = 0;
  const log = await converse(async (connect) => {
    using connection = await connect();
    await say(connection, [1, 2, 3, 4].map((id) => check(id, "read", "/in")).join(""));
    assertEquals(await hear(connection, 4), ["1 allow", "2 allow", "3 deny", "4 deny"]);
  }, { maxChecks: 2, onFlood: () => floods += 1 });
  assertEquals([floods, log], [1, [attempt("read", "/in", { count: 2, declared: true })]]);
});

Deno.test("listenForChecks() ends when a connection stays open", async () => {
  let connection: Deno.Conn | undefined;
  await converse(async (connect) => {
    connection = await connect();
    await say(connection, check(1, "read", "/in") + '{"torn');
    await hear(connection, 1);
  });
  connection?.close();
});

Deno.test("listenForChecks() ends when a process does not read its answers", async () => {
  let connection: Deno.Conn | undefined;
  let writing: Promise<void> | undefined;
  const many = Array.from({ length: 40_000 }, (_, id) => check(id, "read", "/in")).join("");
  await converse(async (connect) => {
    connection = await connect();
    writing = say(connection, many).catch(() => {});
    await Promise.race([writing, new Promise((resolve) => setTimeout(resolve, 100))]);
  }, { maxChecks: 100_000 });
  await writing;
  connection?.close();
});

Deno.test("listenForChecks() removes nothing of a log when nobody connects", async () => {
  assertEquals(await converse(() => Promise.resolve()), []);
});

Deno.test("countAttempts() calls onFlood once when there are more different attempts than it holds", () => {
  let floods = 0;
  const log = countAttempts({ ...OPTIONS, maxChecks: 1_000_000, onFlood: () => floods += 1 });
  for (let i = 0; i < 100_010; i++) log.judge({ permission: "env", value: `${i}` });
  assertEquals([floods, log.list().length], [1, 100_000]);
});

Deno.test("countAttempts() keeps well-formed beginnings when values are long", () => {
  const log = countAttempts(OPTIONS);
  log.judge({ permission: "read", value: "/in/" + "x".repeat(1_019) + "\u{1F600}" + "y".repeat(9_999) });
  const [kept] = log.list();
  assertEquals([kept?.value?.length, kept?.declared], [1_025, true]);
  assert(kept?.value?.isWellFormed());
});
