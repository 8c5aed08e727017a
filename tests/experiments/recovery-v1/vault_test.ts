import { assertEquals } from "@std/assert/equals";
import { Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { builtOnce } from "../../scripts/recovery_executables.ts";
import { CODEX_RECORDS, type SeededVault, withVault } from "./vault/seeded_vault.ts";

const built = await builtOnce();
/** Ignored without Deno's bundler, which is fetched at its first use. The clients leave the timers running by which
 * they would kill a server that does not end. */
const how = { ignore: built === null, sanitizeOps: false, sanitizeResources: false };

/** What a session of an official client is made with. */
interface Connection {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

/** The part of both clients that the tests use. */
interface Session {
  readonly version: string | undefined;
  readonly names: () => Promise<string[]>;
  // deno-lint-ignore no-explicit-any -- what a tool answers is what its tests look at
  readonly call: (name: string, given: Record<string, unknown>) => Promise<any>;
  readonly close: () => Promise<void>;
}

function sessionOf(client: ModernClient | OlderClient, version: string | undefined): Session {
  return {
    version,
    names: async () => (await client.listTools()).tools.map(({ name }: { name: string }) => name),
    call: (name, given) => client.callTool({ name, arguments: given }),
    close: () => client.close(),
  };
}

async function connectModern(connection: Connection, mode: "auto" | "legacy" | { pin: string }): Promise<Session> {
  const client = new ModernClient({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(new ModernTransport(connection));
  return sessionOf(client, client.getNegotiatedProtocolVersion());
}

async function connectOlder(connection: Connection): Promise<Session> {
  const client = new OlderClient({ name: "test", version: "1" }), transport = new OlderTransport(connection);
  await client.connect(transport);
  return sessionOf(client, undefined);
}

const CLIENTS: readonly [string, string | undefined, (connection: Connection) => Promise<Session>][] = [
  ["the 2.x client, which asks first", "2026-07-28", (connection) => connectModern(connection, "auto")],
  ["the 2.x client of one revision", "2026-07-28", (connection) => connectModern(connection, { pin: "2026-07-28" })],
  ["the 2.x client in the older era", "2025-11-25", (connection) => connectModern(connection, "legacy")],
  ["the 1.x client", undefined, connectOlder],
];

const connectionOf = ({ place }: SeededVault, args: string[]): Connection => ({
  command: built!.candidate,
  args: ["mcp", ...args],
  env: { PATH: "/usr/bin:/bin", DENO: Deno.execPath(), XDG_DATA_HOME: place },
});

for (const [name, version, connect] of CLIENTS) {
  Deno.test({
    name: `mcp serves ${name}`,
    ...how,
    fn: async () => {
      await withVault(async (seeded) => {
        const session = await connect(connectionOf(seeded, ["--allow-transcript-content"]));
        try {
          const { codex: sha } = seeded;
          assertEquals(session.version, version);
          const all = ["list_snapshots", "read_snapshot", "recall", "search_snapshot", "show_snapshot"];
          assertEquals(await session.names(), all);
          const found = await session.call("search_snapshot", { sha, query: "needle", limit: 5 });
          assertEquals(JSON.parse(found.content[0].text).matches[0].match_count, 2);
          const page = await session.call("read_snapshot", { sha, record: 1, offset: 0, max_bytes: 4096 });
          assertEquals(JSON.parse(page.content[0].text).content, CODEX_RECORDS[1]);
          const refused = await session.call("show_snapshot", { sha: "abc" });
          assertEquals([refused.isError, refused.content[0].text.split(": ")[0]], [true, "vault-request"]);
          const unknown = await session.call("apply", {}).catch((error) => error.code);
          assertEquals(unknown, -32602);
        } finally {
          await session.close();
        }
      });
    },
  });

  Deno.test({
    name: `mcp offers no content to ${name} by default, and denies it`,
    ...how,
    fn: async () => {
      await withVault(async (seeded) => {
        const session = await connect(connectionOf(seeded, []));
        try {
          assertEquals(await session.names(), ["list_snapshots", "show_snapshot"]);
          for (const tool of ["search_snapshot", "read_snapshot", "recall"]) {
            const given = { sha: seeded.codex, query: "needle", record: 0 };
            const denied = await session.call(tool, given).catch((error) => error);
            assertEquals([denied.code, /denied/.test(denied.message)], [-32602, true]);
          }
        } finally {
          await session.close();
        }
      });
    },
  });
}
