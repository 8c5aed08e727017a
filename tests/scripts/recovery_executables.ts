/** The two executables, built once for a test file, and runs of executables. @module */
import { inChild } from "../in_child.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { buildRecovery, type RecoveryExecutables } from "../../scripts/recovery_build.ts";

/** The executables in a folder that goes with the process; null where Deno's bundler cannot be had. */
export async function builtOnce(): Promise<RecoveryExecutables | null> {
  const folder = Deno.makeTempDirSync();
  addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  try {
    return await buildRecovery({ outputFolder: folder });
  } catch (error) {
    if (error instanceof PermafrostError && error.code === "unavailable") return null;
    throw error;
  }
}

/** How an executable ended. */
export interface ExecutableEnd {
  /** The exit code. */
  readonly code: number;
  /** Standard output. */
  readonly out: string;
  /** Standard error. */
  readonly err: string;
}

/** How an executable is run. */
export interface ExecutableOptions {
  /** Its whole environment, beside PATH and DENO, which names the binary of this process; null removes one. */
  readonly env?: Readonly<Record<string, string | null>>;
  /** Its working folder. */
  readonly cwd?: string;
  /** Its standard input. */
  readonly stdin?: string;
}

/** Runs an executable to its end. */
export async function runExecutable(
  path: string,
  words: readonly string[],
  options: ExecutableOptions = {},
): Promise<ExecutableEnd> {
  const given = { PATH: "/usr/local/bin:/usr/bin:/bin", DENO: Deno.execPath(), ...options.env };
  const env = Object.fromEntries(Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== null));
  const child = new Deno.Command(path, {
    args: [...words],
    clearEnv: true,
    env,
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    ...{ stdin: "piped", stdout: "piped", stderr: "piped" },
  }).spawn();
  const feeding = new Blob([options.stdin ?? ""]).stream().pipeTo(child.stdin).catch(() => {});
  const { code, stdout, stderr } = await child.output();
  await feeding;
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

/** Builds in a process whose Deno has no cache and no registry; gives what that printed. */
export async function buildWithoutBundler(folder: string): Promise<string> {
  const code = `import { buildRecovery } from "./scripts/recovery_build.ts";
    console.log(await buildRecovery({ outputFolder: "${folder}/out" }).catch((error) => error.code));`;
  const env = { DENO_DIR: `${folder}/cache`, HOME: folder, NPM_CONFIG_REGISTRY: "http://127.0.0.1:1/" };
  const { stdout, stderr } = await inChild(code, { env });
  return stdout.trim() || stderr;
}
