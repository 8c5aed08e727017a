import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { join } from "node:path";
import { briefOf } from "../../../../experiments/je-v1/env/brief.ts";
import { TOOL_SCHEMAS } from "../../../../experiments/je-v1/env/tool_schemas.ts";
import { prepareUnit, type Unit } from "../../../../experiments/je-v1/sweep/unit.ts";
import { briefText } from "../../../../scripts/je/brief_text.ts";
import { readEpisode } from "../../../../scripts/je/episode_files.ts";
import { type Ended, runCli } from "../../../cli_io.ts";
import { alone, call, hello, request } from "../../../experiments/recovery-v1/vault/mcp_session.ts";
import { inFolder } from "../../../in_folder.ts";
import { testWhere } from "../../../test_where.ts";
import { clientUnit, reference } from "../../je/mcp/client_session.ts";
import {
  childrenOf,
  PROC_PROBLEM,
  type ServerFiles,
  serverFiles,
  shownBy,
  startServed,
  untilGone,
} from "../../je/mcp/served_process.ts";

const SALT = "the salt of a campaign 5c1e";

/** Deno is found by PATH in none of these. The clients leave the timers running by which they would kill a server that
 * does not end. */
const how = { sanitizeOps: false, sanitizeResources: false };

/** The part of both clients that the tests use. */
type AnyClient = Pick<ModernClient, "listTools" | "callTool" | "getPrompt" | "getInstructions" | "close">;

type Connect = (transport: { command: string; args: string[] }) => Promise<{ client: AnyClient; version?: string }>;

const modern = (mode: "auto" | "legacy" | { pin: string }): Connect => async (transport) => {
  const client = new ModernClient({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(new ModernTransport({ ...transport, stderr: "ignore" }));
  const version = client.getNegotiatedProtocolVersion();
  return { client, ...(version === undefined ? {} : { version }) };
};
const older: Connect = async (transport) => {
  const client = new OlderClient({ name: "test", version: "1" });
  await client.connect(new OlderTransport({ ...transport, stderr: "ignore" }));
  return { client: client as unknown as AnyClient };
};

const CLIENTS: readonly [string, string, Connect, Unit][] = [
  ["the 2.x client, which asks first", "2026-07-28", modern("auto"), clientUnit({ seed: 4 })],
  ["the 2.x client of one revision", "2026-07-28", modern({ pin: "2026-07-28" }), clientUnit({ task_id: "JE-07" })],
  ["the 2.x client in the older era", "2025-11-25", modern("legacy"), clientUnit({ tools_withheld: ["compute"] })],
  ["the 1.x client", "2025-11-25", older, clientUnit({ task_id: "JE-12" })],
];

/** Starts a server for an official client, lets it be used, and ends it. */
async function withClient<T>(
  files: ServerFiles,
  connect: Connect,
  use: (client: AnyClient, version: string | undefined) => Promise<T>,
): Promise<T> {
  const { client, version } = await connect({ command: Deno.execPath(), args: files.args });
  try {
    return await use(client, version);
  } finally {
    await client.close();
  }
}

/** Runs a je command on an episode's file. */
function judge(name: string, { path, saltFile }: ServerFiles): Promise<Ended> {
  return runCli(["je", name, path, "--salt-file", saltFile]);
}

for (const [name, expected, connect, unit] of CLIENTS) {
  Deno.test({
    name: `runMcp() lets ${name} play an episode to its submit, as a reference agent does`,
    ...how,
    fn: async () => {
      await inFolder(async (folder) => {
        const files = serverFiles(folder, { unit, salt: SALT }), { tools_enabled, step_budget } = unit.run_config;
        const { episode, calls } = reference(unit, { salt: SALT }),
          { world } = prepareUnit(unit, { salt: SALT }).instance;
        await withClient(files, connect, async (client, version) => {
          const brief = briefText(briefOf(world, { tools_enabled, step_budget }));
          assertEquals([version ?? expected, client.getInstructions()], [expected, brief]);
          const { messages } = await client.getPrompt({ name: "brief" });
          assertEquals(messages, [{ role: "user", content: { type: "text", text: brief } }]);
          const { tools } = await client.listTools();
          assertEquals(
            tools.map((tool) => [tool.name, tool.description, tool.inputSchema]),
            tools_enabled.map((each) => {
              const { description, parameters } = TOOL_SCHEMAS[each];
              return [each, description, parameters];
            }) as unknown as typeof tools[number]["inputSchema"][][],
          );
          for (const [at, params] of calls.entries()) {
            const { content, structuredContent, isError } = await client.callTool(params);
            const envelope = episode.observations.get(episode.rows[at]!.observation_hash)!;
            assertEquals(structuredContent as unknown, envelope);
            const [{ text }] = content as unknown as [{ text: string }];
            assertEquals([isError, JSON.parse(text)], [!envelope.ok, structuredContent]);
          }
          assertEquals(readEpisode(files.path).record.termination, "submitted"); // before the client goes
        });
        const { record, rows } = readEpisode(files.path);
        assertEquals(record.trajectory_hash, episode.record.trajectory_hash);
        assertEquals([record.score, record.unscored, record.episode_id.length], [episode.record.score, null, 64]);
        assertEquals(record.provider, {
          adapter: "mcp",
          protocol_version: expected,
          client: { name: "test", version: "1" },
        });
        assert(rows.every(({ latency_ms, tokens_in }) => latency_ms !== null && tokens_in === null));
        for (const command of ["replay", "score"]) {
          assertEquals([command, (await judge(command, files)).code], [command, 0]);
        }
      });
    },
  });
}

Deno.test({
  name: "runMcp() answers an official client's wrong calls with the environment's errors, and a withheld tool as none",
  ...how,
  fn: async () => {
    await inFolder(async (folder) => {
      const unit = clientUnit({ tools_withheld: ["compute"] }), files = serverFiles(folder, { unit, salt: SALT });
      await withClient(files, modern("auto"), async (client) => {
        const codes: unknown[] = [];
        for (
          const params of [
            { name: "compute", arguments: { op: "add", ints: [1, 2] } },
            { name: "nowhere", arguments: { op: "add", ints: [1, 2] } },
            { name: "__proto__" },
            { name: "get_entry", arguments: { je_id: 1 } },
            { name: "get_entry", arguments: { je_id: "JE-00000000" } },
            { name: "list_entries", arguments: { cursor: "C0" } },
          ]
        ) {
          const { isError, structuredContent } = await client.callTool(params);
          const { error, steps_used } = structuredContent as { error: { code: string }; steps_used: number };
          codes.push([isError, error.code, steps_used]);
        }
        const expected = ["unknown_tool", "unknown_tool", "unknown_tool", "invalid_args", "not_found", "bad_cursor"];
        assertEquals(codes, expected.map((code, at) => [true, code, at + 1]));
      });
    });
  },
});

const order = { unit: clientUnit({ seed: 918_273_645_012 }), salt: SALT };
const START = [hello(), request(1, "tools/call", call("list_entries"))];

testWhere(PROC_PROBLEM)(
  "runMcp() shows seed, salt and ledger in no answer and nowhere of its processes",
  () =>
    inFolder(async (folder) => {
      const served = startServed(folder, order), { calls } = reference(order.unit, { salt: SALT });
      await served.say(hello(), ...["tools/list", "prompts/list"].map((method, id) => request(id, method)));
      await served.say(
        alone("d", "server/discover"),
        request("p", "prompts/get", { name: "brief" }),
        request("x", "tools/call", call("ledger")),
        request("r", "resources/list"),
        "{\n",
      );
      for (let answers = 0; answers < 8; answers++) await served.next();
      const pids = [served.child.pid, ...childrenOf(served.child.pid)], shown = pids.map(shownBy);
      for (const [id, params] of calls.entries()) await served.say(request(id, "tools/call", params));
      const { code, err } = await served.ended(), { record } = readEpisode(served.path);
      assertEquals([pids.length, code, record.termination], [2, 0, "submitted"]);
      const { header, reveal, score, salt_hash, episode_id } = record, places = JSON.stringify(shown);
      const secrets = [
        ...[String(order.unit.seed), SALT, salt_hash, episode_id, reveal!.nonce, header!.world_hash],
        ...[header!.ledger_commitment, String(score!.total), '"gold"', "key_facts", "claim_dimensions", "admissible"],
        ...reveal!.sealed.entries.map((entry) => JSON.stringify(entry)),
      ];
      assertEquals(secrets.filter((secret) => (served.heard() + err + places).includes(secret)), []);
      assert(served.heard().includes(calls[1]!.name)); // what is searched is what was said
      assert(places.includes("unit.json"));
      assert(err.includes("Not apart")); // this process has started it, and is the same user's
    }),
);

for (
  const [name, lines] of [
    ["in the middle of a call", [...START, '{"jsonrpc":"2.0","id":2,"method":"tools/ca']],
    ["with a call that nobody hears the answer of", START],
  ] as const
) {
  Deno.test(`runMcp() writes a stopped episode when its client goes ${name}`, () =>
    inFolder(async (folder) => {
      const served = startServed(folder, order);
      await served.say(hello());
      await served.next();
      await served.say(...lines.slice(1));
      await served.deafen();
      const { code } = await served.ended(), { record } = readEpisode(served.path);
      assertEquals([code, record.termination, record.rows], [0, "stopped", 1]);
      assertEquals([...Deno.readDirSync(served.output)].length, 1);
    }));
}

const testWithSignals = testWhere(Deno.build.os === "windows" ? "Windows has no such signals" : "");
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  testWithSignals(`runMcp() writes a stopped episode at ${signal}, whole`, () =>
    inFolder(async (folder) => {
      const served = startServed(folder, order);
      await served.say(...START);
      for (const _ of START) await served.next();
      served.child.kill(signal);
      const { code } = await served.ended(), { record } = readEpisode(served.path);
      assertEquals([code, record.termination, record.rows], [0, "stopped", 1]);
      assertEquals([...Deno.readDirSync(served.output)].length, 1);
      assertEquals((await judge("score", served)).code, 0);
    }));
}

testWhere(PROC_PROBLEM || (Deno.uid() === 0 ? "" : "only root can be two users"))(
  "runMcp() keeps its files and its environment from a user that is not its own",
  () =>
    inFolder(async (folder) => {
      const served = startServed(folder, order), open = join(folder, "open");
      for (const [path, mode] of [[folder, 0o755], [open, 0o644]] as const) {
        if (path === open) Deno.writeTextFileSync(open, "open");
        Deno.chmodSync(path, mode);
      }
      await served.say(...START, request(2, "tools/call", call("submit")));
      for (const _ of [1, 2, 3]) await served.next();
      const pids = [served.child.pid, ...childrenOf(served.child.pid)], other = { uid: 65_534, gid: 65_534 };
      const canRead = (path: string): boolean =>
        new Deno.Command("cat", { args: [path], cwd: "/", ...other, stdout: "null", stderr: "null" }).outputSync()
          .success;
      const kept = [
        join(folder, "unit.json"),
        served.saltFile,
        served.path,
        ...pids.map((pid) => `/proc/${pid}/environ`),
      ];
      assertEquals([canRead(open), pids.length, kept.filter(canRead)], [true, 2, []]);
      assertEquals((await served.ended()).code, 0);
    }),
);

testWhere(PROC_PROBLEM)(
  "runMcp() leaves a whole episode behind when it is killed while its client does not listen",
  () =>
    inFolder(async (folder) => {
      const served = startServed(folder, order), ids = Array.from({ length: 2000 }, (_, id) => id);
      await served.say(...START);
      for (const _ of START) await served.next();
      const [server] = childrenOf(served.child.pid);
      const flood = served.say(...ids.map((id) => request(id, "tools/list"))).catch(() => {}); // more than the pipes hold
      served.child.kill("SIGKILL");
      await Promise.all([flood, served.ended()]);
      await untilGone(server!);
      const { record } = readEpisode(served.path);
      assertEquals([record.termination, record.rows], ["stopped", 1]);
    }),
);

testWhere(PROC_PROBLEM)(
  "runMcp() leaves a whole episode behind even when it is killed itself",
  () =>
    inFolder(async (folder) => {
      const served = startServed(folder, order);
      await served.say(...START);
      for (const _ of START) await served.next();
      const [server] = childrenOf(served.child.pid);
      served.child.kill("SIGKILL");
      await served.ended();
      await untilGone(server!);
      const { record } = readEpisode(served.path);
      assertEquals([record.termination, record.rows], ["stopped", 1]);
    }),
);

/** Runs the command in memory, on files of this folder; its client says the text. */
function serve(
  files: ServerFiles,
  { input = "", words = files.words }: { input?: string; words?: string[] } = {},
): Promise<
  Ended
> {
  return runCli(["je", ...words], { input });
}

Deno.test("runMcp() exits 1 and writes nothing where no tool is called", () =>
  inFolder(async (folder) => {
    const files = serverFiles(folder, order), { code, out, err } = await serve(files, { input: "garbage\n" });
    assertEquals([code, JSON.parse(out).error.code], [1, -32700]);
    assert(err.includes("not begun"));
    assertEquals([...Deno.readDirSync(files.output)], []);
  }));

Deno.test("runMcp() refuses a unit that has a result, and leaves that alone", () =>
  inFolder(async (folder) => {
    const files = serverFiles(folder, order), input = START.map((line) => `${JSON.stringify(line)}\n`).join("");
    assertEquals((await serve(files, { input })).code, 0);
    const before = Deno.readTextFileSync(files.path), again = await serve(files, { input });
    assertEquals([again.code, again.out, /\[file-exists\]/.test(again.err)], [2, "", true]);
    assertEquals(Deno.readTextFileSync(files.path), before);
  }));

Deno.test("runMcp() lets one server play a unit, so that none explores for another", () =>
  inFolder(async (folder) => {
    const [first, second] = [startServed(folder, order), startServed(folder, order)];
    await first.say(...START);
    for (const _ of START) await first.next();
    await second.say(...START);
    await second.next(); // the handshake: to be asked what it offers a server needs no claim
    const { code, err } = await second.ended();
    assertEquals([code, /\[file-exists\]/.test(err), second.heard().split("\n").length], [2, true, 2]);
    assertEquals((await first.ended()).code, 0);
    assertEquals([readEpisode(first.path).record.rows, [...Deno.readDirSync(first.output)].length], [1, 1]);
  }));

Deno.test("runMcp() plays a unit again whose episode has no result", () =>
  inFolder(async (folder) => {
    const files = serverFiles(folder, order);
    Deno.mkdirSync(files.output, { mode: 0o700 });
    Deno.writeTextFileSync(files.path, "damaged");
    const input = START.map((line) => `${JSON.stringify(line)}\n`).join("");
    assertEquals((await serve(files, { input })).code, 0);
    assertEquals(readEpisode(files.path).record.termination, "stopped");
  }));

/** What is done to the files, and the code of the error. */
const REFUSED: readonly [string, (files: ServerFiles, folder: string) => string[] | void, string][] = [
  ["no config", ({ words }) => words.filter((_, at) => at !== 1 && at !== 2), "usage"],
  ["no folder", ({ words }) => words.slice(0, -2), "usage"],
  ["--json", ({ words }) => [...words, "--json"], "usage"],
  ["a config that others may read", (_, folder) => Deno.chmodSync(join(folder, "unit.json"), 0o644), "usage"],
  ["a salt that the group may read", ({ saltFile }) => Deno.chmodSync(saltFile, 0o640), "usage"],
  ["a folder that others may enter", ({ output }) => {
    Deno.mkdirSync(output);
    Deno.chmodSync(output, 0o711);
  }, "usage"],
  ["a config that is not there", (_, folder) => Deno.removeSync(join(folder, "unit.json")), "file-missing"],
  ["a config that is no JSON", (_, folder) => Deno.writeTextFileSync(join(folder, "unit.json"), "{"), "json-syntax"],
  [
    "a config that is no unit",
    (_, folder) => Deno.writeTextFileSync(join(folder, "unit.json"), "{}"),
    "record-invalid",
  ],
  ["an empty salt", ({ saltFile }) => Deno.writeTextFileSync(saltFile, "\n"), "record-invalid"],
  ["a file in place of the folder", ({ output }) => Deno.writeTextFileSync(output, ""), "file-exists"],
];
for (const [name, change, code] of REFUSED) {
  const needsModes = / may /.test(name) && Deno.build.os === "windows";
  testWhere(needsModes ? "Windows has no modes" : "")(
    `runMcp() refuses ${name}, and says nothing to the client`,
    () =>
      inFolder(async (folder) => {
        const files = serverFiles(folder, order), words = change(files, folder) ?? files.words;
        const ended = await serve(files, { words, input: `${JSON.stringify(START[0])}\n` });
        assertEquals([ended.code, ended.err.match(/\[([a-z-]+)\]\n$/)?.[1]], [2, code]);
        if (name !== "--json") assertEquals(ended.out, "");
        assert(!ended.err.includes(SALT) && !ended.err.includes(String(order.unit.seed)));
      }),
  );
}
