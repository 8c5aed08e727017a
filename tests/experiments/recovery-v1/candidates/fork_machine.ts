/** A machine that forks the commands of Python executables, where starting them anew would take most of the time. @module */
import type { CommandOutcome } from "../../../../experiments/recovery-v1/study/command.ts";
import {
  childEnvironment,
  type Machine,
  type MachineOptions,
  processMachine,
} from "../../../../experiments/recovery-v1/study/machine.ts";

interface Answer {
  /** Its exit code. */ readonly code: number;
  /** Whether a signal ended it. */ readonly isSignal: boolean;
  /** In hexadecimal digits. */ readonly stdout: string;
  /** In hexadecimal digits. */ readonly stderr: string;
}

/** Opens a machine whose commands are forked by one server, one after the other. The bounds are the server's own, and conversations
 * are processes as ever. */
export function openForkMachine(options: MachineOptions): Machine & AsyncDisposable {
  const { programs, runDirectory, now } = options;
  let processes: Promise<Machine> | undefined; // it makes folders, which must not be there before the study
  const withProcesses = (): Promise<Machine> => processes ??= processMachine(options);
  const server = new Deno.Command(new URL("fork_server.py", import.meta.url), {
    ...{ stdin: "piped", stdout: "piped", stderr: "inherit" },
  }).spawn();
  const writer = server.stdin.getWriter();
  const reader = server.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  const readLine = async (): Promise<string> => {
    while (!rest.includes("\n")) {
      const { value, done } = await reader.read();
      if (done) throw new Error("the server has ended");
      rest += value;
    }
    const end = rest.indexOf("\n"), line = rest.slice(0, end);
    rest = rest.slice(end + 1);
    return line;
  };
  const ask = async (question: object): Promise<Answer> => {
    await writer.write(new TextEncoder().encode(JSON.stringify(question) + "\n"));
    return JSON.parse(await readLine());
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    killer: "none",
    converse: (invocation) => {
      const talk = withProcesses().then((machine) => machine.converse(invocation));
      return {
        say: async (line) => await (await talk).say(line),
        hear: async () => await (await talk).hear(),
        close: async () => await (await talk).close(),
      };
    },
    run: (invocation): Promise<CommandOutcome> => {
      const { backend, args } = invocation, env = childEnvironment(options, invocation);
      const next = last.then(async () => {
        await withProcesses();
        const startedAtMs = now();
        const answer = await ask({ program: programs[backend], args, env, cwd: `${runDirectory}/work` });
        const [stdout, stderr] = [Uint8Array.fromHex(answer.stdout), Uint8Array.fromHex(answer.stderr)];
        return { ...answer, stdout, stderr, stop: null, durationMs: now() - startedAtMs };
      });
      last = next.catch(() => {});
      return next;
    },
    [Symbol.asyncDispose]: async () => {
      await last;
      await writer.close();
      await reader.cancel();
      await server.status;
    },
  };
}
