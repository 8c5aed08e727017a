/** Runs TypeScript in a process of its own, for what would disturb other tests: PATH, streams, sudden ends. @module */
import { fileURLToPath } from "node:url";

/** What the process printed, and its exit code. */
export interface ChildReport {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How the process is started. */
export interface ChildOptions {
  readonly env?: Record<string, string>;
  /** Text for its standard input; none by default. */
  readonly stdin?: string;
  /** Its working folder; by default the root of the repository. */
  readonly cwd?: string;
}

/** Runs code, whose relative imports start from the working folder, with all permissions. */
export async function inChild(code: string, options: ChildOptions = {}): Promise<ChildReport> {
  const { stdin = "", env = {}, cwd = fileURLToPath(new URL("../", import.meta.url)) } = options;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", "--frozen", code],
    cwd,
    env: { NO_COLOR: "1", ...env },
    ...{ stdin: "piped", stdout: "piped", stderr: "piped" },
  }).spawn();
  const feeding = new Blob([stdin]).stream().pipeTo(child.stdin).catch(() => {});
  const { code: exitCode, stdout, stderr } = await child.output();
  await feeding;
  const decoder = new TextDecoder();
  return { code: exitCode, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
