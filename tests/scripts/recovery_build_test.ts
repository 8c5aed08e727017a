import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { buildRecovery } from "../../scripts/recovery_build.ts";
import { assertCodeAsync } from "../assert_code.ts";
import { inFolder } from "../in_folder.ts";
import { buildWithoutBundler, builtOnce, type ExecutableOptions, runExecutable } from "./recovery_executables.ts";

const built = await builtOnce();
const ignore = built === null; // without Deno's bundler, which is fetched at its first use
const LAUNCH = Deno.readTextFileSync(new URL("../../scripts/recovery_launch.sh", import.meta.url));

Deno.test({
  name: "buildRecovery() makes the same bytes in any folder, and leaves nothing else there",
  ignore,
  fn: async () => {
    await inFolder(async (folder) => {
      Deno.mkdirSync(`${folder}/a`);
      Deno.writeTextFileSync(`${folder}/a/candidate`, "old");
      const again = await buildRecovery({ outputFolder: `${folder}/a` });
      assertEquals(again, { candidate: `${folder}/a/candidate`, baseline: `${folder}/a/baseline` });
      assertEquals([...Deno.readDirSync(`${folder}/a`)].map(({ name }) => name).sort(), ["baseline", "candidate"]);
      for (const name of ["candidate", "baseline"] as const) {
        assertEquals(Deno.readTextFileSync(again[name]), Deno.readTextFileSync(built![name]));
        assertEquals(Deno.statSync(again[name]).mode! & 0o777, 0o755);
      }
    });
  },
});

for (const name of ["candidate", "baseline"] as const) {
  Deno.test({
    name: `buildRecovery() makes ${name} one file, of no machine and no other module`,
    ignore,
    fn: () => {
      const text = Deno.readTextFileSync(built![name]);
      assert(text.startsWith(LAUNCH));
      assertEquals(text.match(/^\s*(?:import|export) .*/gm)?.filter((line) => /["']/.test(line)) ?? [], []);
      assertEquals(text.includes(new URL("../../", import.meta.url).pathname), false);
    },
  });
}

Deno.test({
  name: "buildRecovery() leaves search and read out of the baseline",
  ignore,
  fn: () => {
    const text = Deno.readTextFileSync(built!.baseline);
    assertEquals(["search-snapshot", "read_snapshot", "vault/search.ts"].filter((part) => text.includes(part)), []);
  },
});

Deno.test("buildRecovery() says that it is unavailable where the bundler cannot be had", async () => {
  assertEquals(await inFolder(buildWithoutBundler), "unavailable");
});

Deno.test({
  name: "buildRecovery() refuses a file in the place of the folder",
  ignore,
  fn: async () => {
    await inFolder(async (folder) => {
      Deno.writeTextFileSync(`${folder}/f`, "");
      await assertCodeAsync(() => buildRecovery({ outputFolder: `${folder}/f` }), "file-exists");
    });
  },
});

Deno.test("recovery_launch.sh is a comment to JavaScript", () => {
  assertEquals([LAUNCH.split("*/").length, LAUNCH.endsWith("\n*/;\n")], [2, true]);
});

/** What a program may do that has the launch lines: each is tried, or asked for. */
const PROBE = `
const tried = async (call) => { try { await call(); return true; } catch (error) { return error.name !== "NotCapable" ? error.name : false; } };
const [place, target] = Deno.args.slice(-2);
const granted = async (name) => (await Deno.permissions.query({ name })).state === "granted";
console.log(JSON.stringify({
  readVault: await tried(() => Deno.readTextFile(place + "/gobstopper/vault/f")),
  readBeside: await tried(() => Deno.readTextFile(place + "/beside")),
  readOutside: await tried(() => Deno.readTextFile("/etc/hostname")),
  readTarget: await tried(() => Deno.stat(target)),
  writeVault: await tried(() => Deno.writeTextFile(place + "/gobstopper/vault/w", "")),
  writeTarget: await tried(() => Deno.writeTextFile(target, "")),
  writeBeside: await tried(() => Deno.writeTextFile(place + "/w", "")),
  net: await tried(() => Deno.connect({ hostname: "127.0.0.1", port: 1 })),
  listen: await tried(() => Deno.listen({ port: 0 }).close()),
  run: await tried(() => new Deno.Command("/bin/true").output()),
  env: await tried(() => Deno.env.get("PATH")),
  place: await tried(() => Deno.env.get("HOME")),
  sys: await tried(() => Deno.hostname()),
  code: await tried(() => import("data:text/javascript," + "import%20%22file:///etc/hostname%22")),
  all: await Promise.all(["read", "write", "net", "env", "run", "ffi", "sys"].map(granted)),
}));`;
const NONE = {
  ...{
    readVault: true,
    readBeside: false,
    readOutside: false,
    readTarget: false,
    writeVault: false,
    writeTarget: false,
  },
  ...{
    writeBeside: false,
    net: false,
    listen: false,
    run: false,
    env: false,
    place: true,
    sys: false,
    code: "TypeError",
  },
  all: [false, false, false, false, false, false, false],
};
const GRANTS: readonly [string, string[], Partial<typeof NONE>][] = [
  ["show", ["show"], {}],
  ["search-snapshot", ["search-snapshot", "x", "--query", "snapshot"], {}],
  ["mcp", ["mcp", "--allow-transcript-content"], {}],
  ["an unknown command", ["-x"], {}],
  ["snapshot", ["snapshot", "--provider", "codex"], { writeVault: true, readTarget: true }],
  ["restore", ["restore", "0"], { writeTarget: true, readTarget: true }],
];
for (const [name, words, more] of GRANTS) {
  Deno.test(`recovery_launch.sh grants no more than it must for ${name}`, async () => {
    await inFolder(async (folder) => {
      const place = `${folder}/data`, target = `${folder}/other/target`, probe = `${folder}/probe`;
      for (const path of [`${place}/gobstopper/vault`, `${folder}/other`]) Deno.mkdirSync(path, { recursive: true });
      for (const path of [`${place}/gobstopper/vault/f`, `${place}/beside`, target]) Deno.writeTextFileSync(path, "");
      Deno.writeTextFileSync(probe, LAUNCH + PROBE, { mode: 0o755 });
      const env = { XDG_DATA_HOME: place, HOME: folder, DENO_AUDIT_PERMISSIONS: `${folder}/audit`, OTEL_DENO: "true" };
      const before = [...Deno.readDirSync(folder)].map((entry) => entry.name).sort();
      const { out, err } = await runExecutable(probe, [...words, place, target], { env, cwd: folder });
      assertEquals([JSON.parse(out || "null"), err], [{ ...NONE, ...more }, ""]);
      assertEquals([...Deno.readDirSync(folder)].map((entry) => entry.name).sort(), before); // no cache, no audit
    });
  });
}

type Place = [string, ExecutableOptions, [number, string]];
const PLACES: readonly Place[] = [
  ["no program at DENO", { env: { DENO: "/nowhere/deno" } }, [127, "unavailable"]],
  ["no Deno on PATH", { env: { DENO: null, PATH: "/usr/bin:/bin" } }, [127, "unavailable"]],
  ["a comma in XDG_DATA_HOME", { env: { XDG_DATA_HOME: "/a,b" } }, [2, "usage"]],
  ["a line feed in HOME", { env: { HOME: "/a\nb" } }, [2, "usage"]],
  ["neither variable", {}, [2, "vault-missing"]],
  ["relative variables", { env: { XDG_DATA_HOME: "a", HOME: "b" } }, [2, "vault-missing"]],
  ["no vault", { env: { HOME: "/nowhere" } }, [2, "vault-missing"]],
  ["a broker in the environment, which is not asked", {
    env: { HOME: "/nowhere", DENO_PERMISSION_BROKER_PATH: "/nowhere/socket" },
  }, [2, "vault-missing"]],
];
for (const [name, options, [code, reason]] of PLACES) {
  Deno.test({
    name: `recovery_launch.sh ends with a clear reason for ${name}`,
    ignore,
    fn: async () => {
      const end = await runExecutable(built!.candidate, ["show", "0".repeat(64), "--json"], options);
      assertEquals([end.code, end.out, end.err.split(": ")[0]], [code, "", reason]);
      assertEquals(end.err.indexOf("\n"), end.err.length - 1);
    },
  });
}

Deno.test({
  name: "recovery_launch.sh refuses a source or target with a comma",
  ignore,
  fn: async () => {
    const env = { HOME: "/nowhere" };
    for (const words of [["snapshot", "a,b"], ["restore", "0".repeat(64), "a,b"]]) {
      const { code, out, err } = await runExecutable(built!.candidate, words, { env });
      assertEquals([code, out, err.split(": ")[0]], [2, "", "usage"]);
    }
  },
});
