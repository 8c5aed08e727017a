/** Runs `deno compile` on a bundle. @module */
import { closeSync, linkSync, openSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { systemCode, toFileError } from "../../kernel/file_read.ts";
import type { Declaration } from "../../kernel/protocol.ts";
import { fileTarget } from "./base_binary.ts";
import { compileArguments, type CompileTarget } from "./compile_arguments.ts";

/** How long a new executable may take to check itself. */
const START_MS = 60_000;

/** What is compiled, by what. */
export interface CompileJob {
  /** What is declared. */ readonly declaration: Declaration;
  /** The experiment's identity, which the executable must name when it is tried. */ readonly manifestSha256: string;
  /** The bundle's text. */ readonly text: string;
  /** The bundle's file name, which the executable keeps. */ readonly name: string;
  /** The absolute path of the executable, where nothing is. */ readonly output: string;
  /** The platform; null for this one. */ readonly target: CompileTarget | null;
  /** The path of a Deno; by default the one that runs this. */ readonly deno?: string;
  /** Variables for Deno beside this process's own; an empty DENORT_BIN stands for none. */
  readonly env?: Readonly<Record<string, string>>;
  /** Ends it early. */ readonly signal?: AbortSignal;
}

/** What was made. */
export interface CompileReport {
  /** The version of Deno in it. */ readonly version: string;
  /** Its size in bytes. */ readonly bytes: number;
  /** Whether it was started here and checked itself; an executable for another platform is not. */
  readonly tried: boolean;
}

/** Makes an executable of a bundle: Deno's base binary with the bundle and the declared permissions in it. What is made
 * for this platform is started once with `--check`, in an empty environment, before it gets its name. Deno downloads the
 * base binary of its own version, unless DENORT_BIN names one.
 * @throws {PermafrostError} unavailable where there is no Deno at the path, no base binary can be had, or what
 * DENORT_BIN names is none; internal where Deno fails otherwise; file-exists, file-write; as compileArguments. */
export async function compileBundle(job: CompileJob): Promise<CompileReport> {
  const { output, name, declaration, target, deno = Deno.execPath() } = job;
  const executable = basename(output), signal = job.signal && { signal: job.signal };
  const args = compileArguments(declaration, { bundle: name, output: `out/${executable}`, target });
  const { version, host } = await askDeno(deno);
  const { DENORT_BIN: base = "", ...inherited } = { ...Deno.env.toObject(), ...job.env };
  if (base !== "") refuseBase(base, { version, target: target ?? host });
  const folder = makeFolder(output);
  try {
    await Deno.writeTextFile(join(folder, name), job.text);
    await Deno.mkdir(join(folder, "out"));
    const env = { ...inherited, ...(base !== "" && { DENORT_BIN: base }), NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" };
    const command = new Deno.Command(deno, { args, cwd: folder, clearEnv: true, env, stdin: "null", ...signal });
    const { success, stderr } = await command.output();
    if (!success) throw refusal(new TextDecoder().decode(stderr), { version, hasBase: base !== "" });
    const made = join(folder, "out", executable), isHere = (target ?? host) === Deno.build.target;
    if (isHere && !await startsItself(made, job.manifestSha256)) {
      const what = base === "" ? "what Deno downloaded" : "DENORT_BIN";
      throw unavailable(`${what} is no base binary of Deno ${version}: the executable made of it does not start`);
    }
    const { size } = await Deno.stat(made);
    takeName(made, output);
    return { version, bytes: size, tried: isHere };
  } finally {
    await Deno.remove(folder, { recursive: true }).catch(() => {});
  }
}

const unavailable = (state: string): PermafrostError =>
  new PermafrostError("unavailable", `Cannot compile it: ${state}`);

/** The version of a Deno, and the platform that it compiles for. */
async function askDeno(deno: string): Promise<{ version: string; host: string }> {
  try {
    const { stdout } = await new Deno.Command(deno, { args: ["--version"], env: { NO_COLOR: "1" } }).output();
    const [, version, host] = /^deno (\d\S*) \(.*?, ([\w-]+)\)/.exec(new TextDecoder().decode(stdout)) ?? [];
    if (version !== undefined && host !== undefined) return { version, host };
  } catch { /* not a program */ }
  throw unavailable("--deno names no Deno that can be started here; give the path of its binary");
}

function refuseBase(path: string, { version, target }: { version: string; target: string }): void {
  const found = fileTarget(path);
  if (found === target) return;
  const what = found === "missing" ? "no file" : found === null ? "no program" : `a program for ${found}`;
  throw unavailable(`DENORT_BIN names ${what}, not the base binary (denort) of Deno ${version} for ${target}`);
}

function refusal(text: string, { version, hasBase }: { version: string; hasBase: boolean }): PermafrostError {
  const reason = text.replace(/^error: /, "").split("\n\nStack backtrace")[0]!.replaceAll(/\s*\n\s*/g, "; ").trim();
  if (hasBase) return unavailable(`Deno ${version} cannot use what DENORT_BIN names: ${reason}`);
  if (/base binary|denort|download|error sending request/i.test(text)) {
    const fix = "get denort of that version elsewhere and set DENORT_BIN to its path, or compile where the network is";
    return unavailable(`the base binary (denort) of Deno ${version} is not here and cannot be downloaded; ${fix}`);
  }
  return new PermafrostError("internal", `Cannot compile it: deno compile failed: ${reason}`);
}

/** Lets an executable check itself: whether it ends well and names the manifest. */
async function startsItself(path: string, manifestSha256: string): Promise<boolean> {
  try {
    const command = new Deno.Command(path, {
      args: ["--check"],
      ...{ clearEnv: true, env: { NO_COLOR: "1" }, stdin: "null" },
      signal: AbortSignal.timeout(START_MS),
    });
    const { success, stderr } = await command.output();
    return success && new TextDecoder().decode(stderr).includes(`manifest ${manifestSha256}`);
  } catch {
    return false;
  }
}

/** A private folder beside the output, so that the executable can get its name at once. */
function makeFolder(output: string): string {
  try {
    return Deno.makeTempDirSync({ dir: dirname(output), prefix: ".permafrost-compile-" });
  } catch (error) {
    throw toFileError(error, { verb: "write", at: basename(output), otherwise: "file-write" });
  }
}

function takeName(made: string, output: string): void {
  try {
    linkSync(made, output);
  } catch (error) {
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(systemCode(error))) {
      throw toFileError(error, { verb: "write", at: basename(output), otherwise: "file-write" });
    }
    closeSync(openSync(output, "wx")); // no hard links here: an empty file claims the name
    renameSync(made, output);
  }
}
