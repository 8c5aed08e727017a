import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { fileURLToPath } from "node:url";
import { verify } from "../../../kernel/reproduce.ts";
import type { Result } from "../../../kernel/result.ts";
import { makeBundle } from "../../../scripts/bundle/bundle_make.ts";
import { compileBundle, type CompileJob, type CompileReport } from "../../../scripts/bundle/compile.ts";
import { assertCodeAsync } from "../../assert_code.ts";
import { inFolder } from "../../in_folder.ts";
import { listTree, makeFrozen, type SmallParts } from "../../small_experiment.ts";
import { type BundleEnd, runProgram, testBundle } from "./bundle_process.ts";
import { COMPILE_PATHS, testCompile } from "./compile_base.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const REAL = { deno: COMPILE_PATHS.deno, env: { DENORT_BIN: COMPILE_PATHS.base } };
/** Nothing is downloaded: whatever is asked for over the network is refused at once. */
const OFFLINE = { HTTPS_PROXY: "http://127.0.0.1:1", HTTP_PROXY: "http://127.0.0.1:1", DENORT_BIN: "" };

/** Compiles the experiment of a folder into `work/x` beneath another, which then holds that or nothing. */
async function compileInto(
  folder: string,
  { experiment, ...options }: Partial<CompileJob> & { experiment: string },
): Promise<CompileReport> {
  const { declaration, manifestSha256, text, id } = await makeBundle(experiment);
  Deno.mkdirSync(`${folder}/work`);
  const job = { declaration: declaration!, manifestSha256, text: text!, name: `${id}.js`, target: null };
  return await compileBundle({ ...job, output: `${folder}/work/x`, ...options });
}

async function compileAndRun(folder: string, parts: SmallParts): Promise<BundleEnd> {
  await compileInto(folder, { experiment: await makeFrozen(`${folder}/small`, parts), ...REAL });
  return await runMoved(folder);
}

/** Runs an executable alone in another folder, with nothing of the place where it was made. */
async function runMoved(folder: string): Promise<BundleEnd> {
  const away = Deno.makeTempDirSync();
  try {
    Deno.copyFileSync(`${folder}/work/x`, `${away}/x`);
    return await runProgram(`${away}/x`, { folder: away, args: ["--json"], stdin: "" });
  } finally {
    Deno.removeSync(away, { recursive: true });
  }
}

testCompile("compileBundle() makes of fence-v1 an executable with the rows and digest of a run", async () => {
  await inFolder(async (folder) => {
    const experiment = `${ROOT}experiments/fence-v1`;
    const report = await compileInto(folder, { experiment, ...REAL });
    assertEquals([report.tried, listTree(`${folder}/work`)], [true, ["x"]]);
    const { result } = await verify(experiment, { containment: "none" });
    const { code, out, err } = await runMoved(folder);
    const { summary, rows, reproductionSha256 } = JSON.parse(out) as Result;
    assertEquals([code, reproductionSha256], [0, result!.reproductionSha256], err);
    assertEquals([summary, rows], [result!.summary, result!.rows]);
  });
});

/** Tries what an experiment is not allowed; the row says by which error each was refused. */
const PROBE = `
const tries = {
  read: () => Deno.readTextFile("/etc/hostname"),
  beside: () => Deno.readTextFile(Deno.cwd() + "/x"),
  stat: () => Deno.stat("/"),
  write: () => Deno.writeTextFile("/tmp/permafrost-probe", ""),
  here: () => Deno.writeTextFile("w", ""),
  net: () => Deno.connect({ hostname: "127.0.0.1", port: 1 }),
  listen: () => Deno.listen({ hostname: "127.0.0.1", port: 0 }),
  fetch: () => fetch("http://127.0.0.1:1/"),
  run: () => new Deno.Command("/bin/true").output(),
  env: () => Deno.env.get("HOME"),
  sys: () => Deno.hostname(),
  ffi: () => Deno.dlopen("/lib/x.so", {}),
  fs: async () => (await import("node:fs")).readFileSync("/etc/hostname"),
};
const row = {};
for (const [name, attempt] of Object.entries(tries)) {
  try {
    await attempt();
    row[name] = "done";
  } catch (error) {
    row[name] = error.name;
  }
}
console.log(JSON.stringify({ row }));
console.log('{"summary":{"count":2}}');
`;

testCompile("compileBundle() bakes in no right that is not declared", async () => {
  await inFolder(async (folder) => {
    const { code, out, err } = await compileAndRun(folder, { code: PROBE });
    const names = [
      "read",
      "beside",
      "stat",
      "write",
      "here",
      "net",
      "listen",
      "fetch",
      "run",
      "env",
      "sys",
      "ffi",
      "fs",
    ];
    assertEquals(JSON.parse(out).rows, [Object.fromEntries(names.map((name) => [name, "NotCapable"]))], err);
    assertEquals([code, /more rights/.test(err)], [0, false]);
  });
});

testCompile("compileBundle() bakes in the rights that are declared, and no others of their kind", async () => {
  await inFolder(async (folder) => {
    const code = `const ask = async (name, more) => (await Deno.permissions.query({ name, ...more })).state;
      console.log(JSON.stringify({ summary: [
        await ask("net", { host: "127.0.0.1:81" }), await ask("net", { host: "127.0.0.1:82" }), await ask("net"),
        await ask("run", { command: "/bin/true" }), await ask("run", { command: "/bin/false" }),
        await ask("env", { variable: "STUDY_A" }), await ask("env", { variable: "STUDY_B" }),
      ] }));`;
    const permissions = { net: ["127.0.0.1:81"], run: ["/bin/true"], env: ["STUDY_A"] };
    const { out, err } = await compileAndRun(folder, { code, block: { permissions } });
    const [yes, no] = ["granted", "denied"];
    const states = JSON.parse(out || "{}").summary?.map((state: string) => state === "prompt" ? no : state);
    assertEquals(states, [yes, no, no, yes, no, yes, no], err);
  });
});

testCompile("compileBundle() bakes in the seed: two starts draw the same numbers", async () => {
  await inFolder(async (folder) => {
    const code = `console.log(JSON.stringify({ summary: [Math.random(), Math.random()] }));`;
    const first = await compileAndRun(folder, { code, block: { determinism: { seed: 5 } } });
    assertEquals(await runMoved(folder), first);
  });
});

testCompile("compileBundle() makes nothing of a base binary of another Deno", async () => {
  await inFolder(async (folder) => {
    const options = { experiment: await makeFrozen(`${folder}/small`), env: REAL.env };
    await assertCodeAsync(() => compileInto(folder, options), "unavailable");
    assertEquals(listTree(`${folder}/work`), []);
  });
});

const REFUSED: readonly [string, (folder: string) => Partial<CompileJob>, RegExp][] = [
  [
    "no base binary is here, nor can be downloaded",
    (folder) => ({ env: { ...OFFLINE, DENO_DIR: folder } }),
    /cannot be downloaded/,
  ],
  ["DENORT_BIN names nothing", (folder) => ({ env: { DENORT_BIN: `${folder}/none` } }), /names no file/],
  ["DENORT_BIN names a folder", (folder) => ({ env: { DENORT_BIN: folder } }), /names no file/],
  ["DENORT_BIN names a text", (folder) => ({ env: { DENORT_BIN: `${folder}/small/run.ts` } }), /names no program/],
  ["DENORT_BIN names another program", () => ({ env: { DENORT_BIN: "/bin/true" } }), /DENORT_BIN is no base binary/],
  ["DENORT_BIN names Deno itself", () => ({ env: { DENORT_BIN: Deno.execPath() } }), /DENORT_BIN|cannot use/],
  ["DENORT_BIN names a program for another platform", () => ({
    env: { DENORT_BIN: Deno.execPath() },
    target: Deno.build.os === "darwin" ? "x86_64-unknown-linux-gnu" : "aarch64-apple-darwin",
  }), /a program for .*, not the base binary/],
  ["--deno names nothing", () => ({ deno: "/nowhere/deno" }), /names no Deno/],
  ["--deno names another program", () => ({ deno: "/bin/true" }), /names no Deno/],
];
for (const [what, options, says] of REFUSED) {
  testBundle(`compileBundle() is unavailable, says why and leaves nothing when ${what}`, async () => {
    await inFolder(async (folder) => {
      const experiment = await makeFrozen(`${folder}/small`);
      let message = "";
      await assertCodeAsync(async () => {
        await compileInto(folder, { experiment, ...options(folder) }).catch((error) => {
          message = error.message;
          throw error;
        });
      }, "unavailable");
      assert(says.test(message) && !message.includes(folder), message);
      assertEquals(listTree(`${folder}/work`), []);
    });
  });
}
