import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { join } from "node:path";
import type { EpisodeRecord } from "../../../../experiments/je-v1/sweep/episode_record.ts";
import { episodeId } from "../../../../experiments/je-v1/sweep/unit.ts";
import { saltHash } from "../../../../experiments/je-v1/verify/commitment.ts";
import { episodePath, readEpisode } from "../../../../scripts/je/episode_files.ts";
import { launchServer } from "../../../../scripts/je/mcp/launch_server.ts";
import type { ServerState } from "../../../../scripts/je/mcp/server.ts";
import { call, hello, type Message, request } from "../../../experiments/recovery-v1/vault/mcp_session.ts";
import { inFolder } from "../../../in_folder.ts";
import { testWhere } from "../../../test_where.ts";
import { clientUnit } from "./client_session.ts";
import { childrenOf, PROC_PROBLEM, shownBy } from "./served_process.ts";

const ORDER = { unit: clientUnit(), salt: "of a campaign" };
const BEGIN = [hello(), request(1, "tools/call", call("list_entries"))];
const SUBMIT = request(2, "tools/call", call("submit"));

/** What a launch came to. */
interface Launched {
  readonly state: ServerState;
  readonly record: EpisodeRecord | null;
  readonly answers: { id: unknown }[];
}

/** Launches a server in a folder. It is told the lines; after as many answers as it has been told requests, `then` is
 * called, and its input ends only where that is not given. */
async function launch(
  folder: string,
  lines: readonly Message[],
  options: { then?: (stop: AbortController) => void; write?: (text: string) => void; isStopped?: boolean } = {},
): Promise<Launched> {
  const stop = new AbortController(), { then, write, isStopped = false } = options;
  let out = "";
  const input = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join("")));
      if (then === undefined) controller.close();
    },
  });
  if (isStopped) stop.abort();
  const state = await launchServer(ORDER, {
    folder,
    input,
    signal: stop.signal,
    write(text) {
      write?.(text);
      out += text;
      if (out.split("\n").length === lines.length + 1) then?.(stop);
    },
  });
  const path = episodePath(folder, episodeId(ORDER.unit, saltHash(ORDER.salt)));
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name),
    record = names.length === 0 ? null : readEpisode(path).record;
  assertEquals(names.length, record === null ? 0 : 1); // nothing else, and nothing half written
  return { state, record, answers: out.split("\n").slice(0, -1).map((line) => JSON.parse(line)) };
}

const played = (
  { state, record, answers }: Launched,
): unknown => [state, record?.termination, record?.rows, answers.length];

Deno.test("launchServer() serves an episode to its submit", () =>
  inFolder(async (folder) => {
    assertEquals(played(await launch(folder, [...BEGIN, SUBMIT])), ["scored", "submitted", 2, 3]);
  }));

Deno.test("launchServer() serves into a folder with a comma and a blank in its name", () =>
  inFolder(async (outer) => {
    const folder = join(outer, "a, b");
    Deno.mkdirSync(folder);
    assertEquals(played(await launch(folder, [...BEGIN, SUBMIT])), ["scored", "submitted", 2, 3]);
  }));

Deno.test("launchServer() takes the end of the input for a stop", () =>
  inFolder(async (folder) => {
    assertEquals(played(await launch(folder, BEGIN)), ["scored", "stopped", 1, 2]);
  }));

Deno.test("launchServer() writes nothing where no tool is called", () =>
  inFolder(async (folder) => {
    assertEquals(played(await launch(folder, BEGIN.slice(0, 1))), ["idle", undefined, undefined, 1]);
  }));

Deno.test("launchServer() writes what was played as stopped when it is told to stop", () =>
  inFolder(async (folder) => {
    const launched = await launch(folder, BEGIN, { then: (stop) => stop.abort() });
    assertEquals(played(launched), ["scored", "stopped", 1, 2]);
  }));

Deno.test("launchServer() writes nothing when it was told to stop before it began", () =>
  inFolder(async (folder) => {
    const { state, record } = await launch(folder, BEGIN, { isStopped: true, then: () => {} });
    assertEquals([state, record], ["idle", null]);
  }));

Deno.test("launchServer() writes what was played as stopped when the client listens no more", () =>
  inFolder(async (folder) => {
    const write = (): never => {
      throw new Deno.errors.BrokenPipe();
    };
    const { state, record } = await launch(folder, BEGIN, { write, then: () => {} });
    assertEquals([state, record?.termination], ["scored", "stopped"]);
  }));

Deno.test("launchServer() throws what the writer throws, once the episode is written", () =>
  inFolder(async (folder) => {
    const failure = new Error("no room"),
      write = (): never => {
        throw failure;
      };
    const thrown = await launch(folder, BEGIN, { write, then: () => {} }).catch((error) => error);
    assertEquals([thrown === failure, [...Deno.readDirSync(folder)].length], [true, 1]);
  }));

const testWithProc = testWhere(PROC_PROBLEM);

testWithProc(
  "launchServer() gives the process one folder, and no other permission and no environment of its own",
  () =>
    inFolder(async (folder) => {
      const seen: ReturnType<typeof shownBy>[] = [];
      const then = (stop: AbortController): void => {
        seen.push(...childrenOf(Deno.pid).map(shownBy).filter(({ args }) => args.includes(`\n${folder}\n`)));
        stop.abort();
      };
      await launch(folder, BEGIN, { then });
      assertEquals(seen.length, 1);
      const { args, environment } = seen[0]!, names = environment.split("\n").map((line) => line.split("=")[0]);
      const granted = args.split("\n").filter((word) => /^(?:-A|-[RWNESI]|--allow|--unstable)/.test(word));
      assertEquals(granted, ["--allow-read=.", "--allow-write=."]);
      const expected = ["HOME", "DENO_DIR", "XDG_CACHE_HOME", "NO_COLOR", "DENO_NO_UPDATE_CHECK", ""];
      assertEquals(names.filter((name) => !expected.includes(name!)), []);
    }),
);

testWithProc("launchServer() writes an unscored episode when the process is killed", () =>
  inFolder(async (folder) => {
    const then = (): void => {
      for (const pid of childrenOf(Deno.pid)) {
        if (shownBy(pid).args.includes(`\n${folder}\n`)) Deno.kill(pid, "SIGKILL");
      }
    };
    const { state, record } = await launch(folder, BEGIN, { then });
    assertEquals([state, record?.termination, record?.unscored?.reason], ["unscored", null, "crash"]);
    assert(!JSON.stringify(record).includes(ORDER.salt));
  }));

testWithProc(
  "launchServer() keeps the result when the process is killed after the end",
  () =>
    inFolder(async (folder) => {
      const then = (): void => {
        for (const pid of childrenOf(Deno.pid)) {
          if (shownBy(pid).args.includes(`\n${folder}\n`)) Deno.kill(pid, "SIGKILL");
        }
      };
      const { state, record } = await launch(folder, [...BEGIN, SUBMIT], { then });
      assertEquals([state, record?.termination], ["scored", "submitted"]);
    }),
);
