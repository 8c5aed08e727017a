/** The command `je mcp` as a process of its own, and what Linux shows of processes. @module */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { episodeId, type Unit } from "../../../../experiments/je-v1/sweep/unit.ts";
import { saltHash } from "../../../../experiments/je-v1/verify/commitment.ts";
import { episodePath } from "../../../../scripts/je/episode_files.ts";
import type { Answer, Message } from "../../../experiments/recovery-v1/vault/mcp_session.ts";

const SCRIPT = fileURLToPath(new URL("../../../../scripts/permafrost.ts", import.meta.url));

/** The files of a server in a folder. */
export interface ServerFiles {
  /** The program's arguments after `deno`. */ readonly args: string[];
  /** The arguments of the command after `je`. */ readonly words: string[];
  /** Where the episode goes. */ readonly output: string;
  /** The episode's file. */ readonly path: string;
  /** The salt's file. */ readonly saltFile: string;
}

/** Writes what a server needs into a folder, for this user alone. */
export function serverFiles(folder: string, { unit, salt }: { unit: Unit; salt: string }): ServerFiles {
  const [config, saltFile, output] = ["unit.json", "salt", "out"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const [path, text] of [[config, JSON.stringify(unit)], [saltFile, `${salt}\n`]] as const) {
    Deno.writeTextFileSync(path, text);
    if (Deno.build.os !== "windows") Deno.chmodSync(path, 0o600);
  }
  const words = ["mcp", "--config", config, "--salt-file", saltFile, "--output", output];
  const args = ["run", "-A", "--no-check", "--frozen", "--cached-only", SCRIPT, "je", ...words];
  return { args, words, output, saltFile, path: episodePath(output, episodeId(unit, saltHash(salt))) };
}

/** A server that runs. */
export interface Served extends ServerFiles {
  /** The process. */ readonly child: Deno.ChildProcess;
  /** Says lines. */ readonly say: (...lines: (string | Message)[]) => Promise<void>;
  /** The next answer; fails when there is none. */ readonly next: () => Promise<Answer>;
  /** Closes its standard input. */ readonly close: () => Promise<void>;
  /** Closes its standard output. */ readonly deafen: () => Promise<void>;
  /** Waits for its end: its exit code, and what it wrote to standard error. */
  readonly ended: () => Promise<{ code: number; err: string }>;
  /** All answers so far, as text. */ readonly heard: () => string;
}

/** Starts the command in a folder. */
export function startServed(folder: string, order: { unit: Unit; salt: string }): Served {
  const files = serverFiles(folder, order);
  const child = new Deno.Command(Deno.execPath(), {
    args: files.args,
    env: { NO_COLOR: "1" },
    ...{ stdin: "piped", stdout: "piped", stderr: "piped" },
  }).spawn();
  const writer = child.stdin.getWriter(), reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const err = new Response(child.stderr).text(), encoder = new TextEncoder();
  writer.closed.catch(() => {}); // a server that was killed reads no more
  let heard = "", at = 0;
  return {
    ...files,
    child,
    say: async (...lines) => {
      const text = lines.map((line) => typeof line === "string" ? line : `${JSON.stringify(line)}\n`).join("");
      await writer.write(encoder.encode(text));
    },
    next: async () => {
      for (let end = heard.indexOf("\n", at);; end = heard.indexOf("\n", at)) {
        if (end >= 0) {
          const line = heard.slice(at, end);
          at = end + 1;
          return JSON.parse(line);
        }
        const { done, value } = await reader.read();
        if (done) throw new Error(`no answer: ${await err}`);
        heard += value;
      }
    },
    close: () => writer.close(),
    deafen: () => reader.cancel(),
    ended: async () => {
      await writer.close().catch(() => {});
      for (let next = await reader.read(); !next.done; next = await reader.read()) heard += next.value;
      const { code } = await child.status;
      return { code, err: await err };
    },
    heard: () => heard,
  };
}

/** The problem where processes cannot be looked at. */
export const PROC_PROBLEM = Deno.build.os === "linux" ? "" : "only Linux shows processes as files";

/** The processes that a process has started and that still run. */
export function childrenOf(pid: number): number[] {
  const pids = [...Deno.readDirSync("/proc")].map(({ name }) => Number(name)).filter(Number.isInteger);
  return pids.filter((each) => parentOf(each) === pid);
}

function parentOf(pid: number): number {
  try {
    return Number(/^\d+ \(.*\) \S (\d+)/s.exec(Deno.readTextFileSync(`/proc/${pid}/stat`))?.[1]);
  } catch {
    return -1; // it has ended
  }
}

/** What a process shows of itself: its arguments and its environment, an item a line. */
export function shownBy(pid: number): { args: string; environment: string } {
  const read = (name: string): string => Deno.readTextFileSync(`/proc/${pid}/${name}`).replaceAll("\0", "\n");
  return { args: read("cmdline"), environment: read("environ") };
}

/** Waits until a process has ended. */
export async function untilGone(pid: number): Promise<void> {
  while (parentOf(pid) >= 0 && !/^\d+ \(.*\) Z/s.test(Deno.readTextFileSync(`/proc/${pid}/stat`))) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
