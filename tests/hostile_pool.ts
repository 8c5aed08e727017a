/** Processes that run hostile experiments side by side, each with a temporary folder of its own. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { TextLineStream } from "@std/streams/text-line-stream";
import type { Job, Observation } from "./hostile_case.ts";

/** A pool that takes jobs until it is closed. */
export interface HostilePool {
  /** Runs a fixture; one fixture is never run twice at the same time. */
  run(job: Job): Promise<Observation>;
  /** Ends the processes and removes their folders. */
  close(): Promise<void>;
}

const DRIVER = new URL("./hostile_driver.ts", import.meta.url).pathname;

/** Takes from the superuser what an ordinary user lacks: reading and removing whatever the modes forbid. */
const ORDINARY = Deno.uid() === 0 && existsSync("/usr/bin/setpriv")
  ? ["/usr/bin/setpriv", "--bounding-set=-dac_override,-dac_read_search", "--"]
  : [];

/** Starts a pool of so many processes. */
export function startPool(size: number): HostilePool {
  const base = mkdtempSync(`${tmpdir()}/hostile-`);
  const drivers = Array.from({ length: size }, (_, index) => startDriver(`${base}/${index}`));
  return {
    run({ name, ...mode }) {
      const sum = [...name].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 65_521, 7);
      return drivers[sum % size]!.ask({ name, ...mode });
    },
    async close() {
      await Promise.all(drivers.map((driver) => driver.close()));
      rmSync(base, { recursive: true, force: true });
    },
  };
}

function startDriver(base: string): { ask(job: Job): Promise<Observation>; close(): Promise<void> } {
  for (const name of ["tmp", "work"]) mkdirSync(`${base}/${name}`, { recursive: true });
  const [program = "", ...args] = [
    ...ORDINARY,
    Deno.execPath(),
    "run",
    "-A",
    "--quiet",
    "--no-check",
    "--no-lock",
    DRIVER,
  ];
  const child = new Deno.Command(program, {
    args,
    env: { TMPDIR: `${base}/tmp`, HOSTILE_WORK: `${base}/work` },
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream()).getReader();
  let turn: Promise<unknown> = Promise.resolve();
  const exchange = async (job: Job): Promise<Observation> => {
    await writer.write(new TextEncoder().encode(JSON.stringify(job) + "\n"));
    const { value, done } = await lines.read();
    if (done) throw new Error(`the driver ended during ${job.name}`);
    const answer = JSON.parse(value) as Observation | { readonly broken: string };
    if ("broken" in answer) throw new Error(`the driver failed at ${job.name}: ${answer.broken}`);
    return answer;
  };
  return {
    ask(job) {
      const answer = turn.then(() => exchange(job));
      turn = answer.catch(() => {});
      return answer;
    },
    async close() {
      await turn;
      await writer.close();
      await lines.cancel();
      await child.status;
    },
  };
}
