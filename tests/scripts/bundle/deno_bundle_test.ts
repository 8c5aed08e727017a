import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { fileURLToPath } from "node:url";
import { bundleModules } from "../../../scripts/bundle/deno_bundle.ts";
import { assertCodeAsync } from "../../assert_code.ts";
import { inChild } from "../../in_child.ts";
import { inFolder } from "../../in_folder.ts";
import { testBundle } from "./bundle_process.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

testBundle("bundleModules() names packages by name and version, not by their place on this machine", async () => {
  const text = await bundleModules("scripts/bundle/runner.ts", { cwd: ROOT, config: true });
  const places = text.match(/^\/\/ .*\.[jt]s(?:on)?$/gm)!;
  const packages = places.filter((line) => line.startsWith("// npm:"));
  assert(packages.includes("// npm:@cfworker/json-schema/4.1.6/dist/esm/validator.js"), packages.join());
  const own = places.filter((line) => !packages.includes(line));
  assertEquals(own.filter((line) => !/^\/\/ (?:kernel|scripts)\/[\w/.]+$/.test(line)), []);
});

testBundle("bundleModules() leaves no import but of built-in modules", async () => {
  const text = await bundleModules("scripts/bundle/runner.ts", { cwd: ROOT, config: true });
  const imports = [...text.matchAll(/^import .* from "(.*)";$/gm)].map(([, name]) => name!);
  assertEquals(imports.filter((name) => !name.startsWith("node:")), []);
});

testBundle("bundleModules() refuses sources that the bundler cannot read", async () => {
  await inFolder(async (cwd) => {
    Deno.writeTextFileSync(`${cwd}/a.ts`, "let let = ;");
    await assertCodeAsync(() => bundleModules("a.ts", { cwd, config: false }), "internal", "a.ts");
    await assertCodeAsync(() => bundleModules("none.ts", { cwd, config: false }), "internal", "none.ts");
  });
});

Deno.test("bundleModules() is unavailable when the bundler cannot be had", async () => {
  await inFolder(async (folder) => {
    const code = `import { bundleModules } from "./scripts/bundle/deno_bundle.ts";
      const options = { cwd: "scripts/bundle", config: false };
      console.log(await bundleModules("parts.ts", options).catch((error) => error.code));`;
    const env = { DENO_DIR: `${folder}/cache`, HOME: folder, NPM_CONFIG_REGISTRY: "http://127.0.0.1:1/" };
    const { stdout, stderr } = await inChild(code, { env });
    assertEquals(stdout, "unavailable\n", stderr);
  });
});
