/** Bundles of small experiments, made and run as processes. @module */
import { PermafrostError } from "../../../kernel/error.ts";
import { bundleModules } from "../../../scripts/bundle/deno_bundle.ts";
import { makeBundle } from "../../../scripts/bundle/bundle_make.ts";
import { makeFrozen, type SmallParts } from "../../small_experiment.ts";
import { testWhere } from "../../test_where.ts";

/** Why no bundle can be made here; empty where it can: Deno's bundler is fetched at its first use. */
export const BUNDLER_PROBLEM: string = await bundleModules("scripts/bundle/parts.ts", {
  cwd: new URL("../../../", import.meta.url).pathname,
  config: true,
}).then(() => "", (error) => {
  if (error instanceof PermafrostError && error.code === "unavailable") return "Deno's bundler is not here";
  throw error;
});

/** Registers a test that needs bundles, left out by name where none can be made. */
export const testBundle: ReturnType<typeof testWhere> = testWhere(BUNDLER_PROBLEM);

/** The flags of every run that no permission or bound changes. */
export const RUN_FLAGS: readonly string[] = [
  ...["--quiet", "--no-prompt", "--no-config", "--no-lock", "--no-remote", "--no-npm", "--cached-only"],
  ...["--node-modules-dir=none", "--no-code-cache", "--seed=1"],
];

/** How a bundle ended. */
export interface BundleEnd {
  /** The exit code. */ readonly code: number;
  /** Standard output. */ readonly out: string;
  /** Standard error. */ readonly err: string;
}

/** How a bundle is run. */
export interface BundleRun {
  /** Its words. */ readonly words?: readonly string[];
  /** Flags beside {@linkcode RUN_FLAGS}. */ readonly flags?: readonly string[];
  /** Its standard input; empty unless told. */ readonly stdin?: string;
}

/** Runs the text of a bundle from a folder, in an empty environment but for Deno's own needs. */
export async function runText(folder: string, { text, ...options }: BundleRun & { text: string }): Promise<BundleEnd> {
  const path = `${folder}/bundle.js`;
  Deno.writeTextFileSync(path, text);
  return await runProgram(Deno.execPath(), {
    ...{ folder, stdin: options.stdin ?? "" },
    args: ["run", ...RUN_FLAGS, ...options.flags ?? [], path, ...options.words ?? []],
  });
}

/** Runs a program to its end, in an empty environment but for a home and no colours. */
export async function runProgram(
  program: string,
  { folder, args, stdin }: { folder: string; args: readonly string[]; stdin: string },
): Promise<BundleEnd> {
  const child = new Deno.Command(program, {
    ...{ args: [...args], cwd: folder, clearEnv: true },
    env: { HOME: folder, DENO_DIR: `${folder}/.deno`, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
    ...{ stdin: "piped", stdout: "piped", stderr: "piped" },
  }).spawn();
  const feeding = new Blob([stdin]).stream().pipeTo(child.stdin).catch(() => {});
  const { code, stdout, stderr } = await child.output();
  await feeding;
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

/** Makes the bundle of a small experiment, frozen in a folder. */
export async function bundleSmall(folder: string, parts: SmallParts = {}): Promise<string> {
  const { text, findings } = await makeBundle(await makeFrozen(`${folder}/small`, parts));
  if (text === null) throw new Error(`no bundle: ${JSON.stringify(findings)}`);
  return text;
}

/** Makes and runs the bundle of a small experiment. */
export async function runSmall(folder: string, parts: SmallParts, options: BundleRun = {}): Promise<BundleEnd> {
  return await runText(folder, { text: await bundleSmall(folder, parts), ...options });
}
