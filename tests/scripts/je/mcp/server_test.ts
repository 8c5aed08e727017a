import { assertEquals } from "@std/assert/equals";
import { basename } from "node:path";
import { episodeId } from "../../../../experiments/je-v1/sweep/unit.ts";
import { saltHash } from "../../../../experiments/je-v1/verify/commitment.ts";
import { byteLines } from "../../../../scripts/byte_lines.ts";
import { episodePath, readEpisode, writeEpisode } from "../../../../scripts/je/episode_files.ts";
import { orderLine } from "../../../../scripts/je/mcp/order.ts";
import { MAX_LINE_BYTES } from "../../../../scripts/je/mcp/serve.ts";
import { runServer, type ServerState } from "../../../../scripts/je/mcp/server.ts";
import { assertCodeAsync } from "../../../assert_code.ts";
import { call, hello, type Message, request } from "../../../experiments/recovery-v1/vault/mcp_session.ts";
import { inFolder } from "../../../in_folder.ts";
import { clientUnit, reference } from "./client_session.ts";

const SALT = "a secret of the campaign";

/** Runs a server in a folder; its order is this text, or that of a unit with a salt. */
async function run(
  folder: string,
  lines: readonly Message[],
  options: { unit?: ReturnType<typeof clientUnit>; order?: string; write?: (line: string) => void } = {},
): Promise<{ state: ServerState; out: string }> {
  const { unit = clientUnit(), order = orderLine({ unit, salt: SALT }), write } = options;
  const said = order + lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  let out = "";
  const state = await runServer(folder, {
    input: byteLines(new Blob([said]).stream(), MAX_LINE_BYTES),
    write: (line) => {
      write?.(line);
      out += line;
      return Promise.resolve();
    },
    nowMs: () => 0,
  });
  return { state, out };
}

const pathOf = (folder: string, unit = clientUnit()): string => episodePath(folder, episodeId(unit, saltHash(SALT)));
const SUBMIT = [hello(), request(1, "tools/call", call("submit"))];

Deno.test("runServer() writes the episode that is played, under the unit's id", async () => {
  await inFolder(async (folder) => {
    const { state, out } = await run(folder, SUBMIT), { record } = readEpisode(pathOf(folder));
    assertEquals([state, out.split("\n").length - 1, record.termination], ["scored", 2, "submitted"]);
    assertEquals([record.model.adapter, record.salt_hash], ["mcp", saltHash(SALT)]);
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), [basename(pathOf(folder))]);
  });
});

Deno.test("runServer() has written the episode before the last call is answered", async () => {
  await inFolder(async (folder) => {
    const seen: boolean[] = [];
    const look = (): void => {
      seen.push([...Deno.readDirSync(folder)].length > 0);
    };
    await run(folder, SUBMIT, { write: look });
    assertEquals(seen, [false, true]);
  });
});

Deno.test("runServer() writes an episode without a submit as stopped, with its score", async () => {
  await inFolder(async (folder) => {
    const { calls } = reference(clientUnit()),
      lines = calls.slice(0, 9).map((each, id) => request(id, "tools/call", each));
    assertEquals((await run(folder, [hello(), ...lines])).state, "scored");
    const { record, rows } = readEpisode(pathOf(folder));
    assertEquals([record.termination, rows.length, record.unscored], ["stopped", 9, null]);
  });
});

Deno.test("runServer() writes nothing where no tool is called", async () => {
  await inFolder(async (folder) => {
    assertEquals((await run(folder, SUBMIT.slice(0, 1))).state, "idle");
    assertEquals([...Deno.readDirSync(folder)], []);
  });
});

Deno.test("runServer() does not begin what has a result", async () => {
  await inFolder(async (folder) => {
    const unit = clientUnit(), { episode } = reference(unit, { salt: SALT });
    const other = {
      ...episode,
      record: { ...episode.record, model: unit.model, episode_id: episodeId(unit, saltHash(SALT)) },
    };
    writeEpisode(folder, other);
    const before = Deno.readTextFileSync(pathOf(folder));
    const { state, out } = await run(folder, SUBMIT);
    assertEquals([state, out.split("\n").length - 1], ["taken", 1]); // the handshake is answered
    assertEquals(Deno.readTextFileSync(pathOf(folder)), before);
  });
});

Deno.test("runServer() writes an unscored episode where it fails itself, and what failed", async () => {
  await inFolder(async (folder) => {
    const fail = (): never => {
      throw new Error("the pipe is odd");
    };
    assertEquals((await run(folder, SUBMIT.slice(0, 1), { write: fail })).state, "unscored");
    const { record } = readEpisode(pathOf(folder));
    assertEquals(record.unscored, { reason: "crash", detail: "the pipe is odd" });
    assertEquals([record.rows, record.header?.salt_hash], [0, saltHash(SALT)]);
  });
});

Deno.test("runServer() keeps the result where it fails after the end", async () => {
  await inFolder(async (folder) => {
    let written = 0;
    const fail = (): void => {
      if (++written === 2) throw new Error("the pipe is odd");
    };
    assertEquals((await run(folder, SUBMIT, { write: fail })).state, "scored");
    assertEquals(readEpisode(pathOf(folder)).record.termination, "submitted");
  });
});

for (
  const [name, order] of [
    ["nothing", ""],
    ["a client's line", `${JSON.stringify(hello())}\n`],
    ["a line that is too long", `"${"x".repeat(MAX_LINE_BYTES)}"\n`],
  ] as const
) {
  Deno.test(`runServer() refuses ${name} as its order`, async () => {
    await inFolder((folder) => assertCodeAsync(() => run(folder, [], { order }), "record-invalid"));
  });
}
