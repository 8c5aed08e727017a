import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { fileURLToPath } from "node:url";
import { bundleModules } from "../../../scripts/bundle/deno_bundle.ts";
import { assertCodeAsync } from "../../assert_code.ts";
import { inChild } from "../../in_child.ts";
import { inFolder } from "../../in_folder.ts";
import { withServer } from "../../loopback_server.ts";
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

testBundle("bundleModules() finds the bundler when several processes fetch it at the same time", async () => {
  await inFolder(async (folder) => {
    const { name, version, bytes, integrity } = await packBundler(folder);
    let origin = "";
    const answer = (path: string): Response => {
      if (path === "bundler.tgz") return new Response(bytes);
      const dist = { tarball: `${origin}bundler.tgz`, integrity };
      return Response.json({
        name,
        "dist-tags": { latest: version },
        versions: { [version]: { name, version, dist } },
      });
    };
    await withServer(answer, async (served) => {
      origin = served;
      const code = `import { bundleModules } from "./scripts/bundle/deno_bundle.ts";
        const options = { cwd: "scripts/bundle", config: false };
        console.log((await bundleModules("parts.ts", options)).length > 0);`;
      const env = { DENO_DIR: `${folder}/cache`, HOME: folder, NPM_CONFIG_REGISTRY: origin };
      const all = await Promise.all(Array.from({ length: 4 }, () => inChild(code, { env })));
      assertEquals(all.map(({ stdout, stderr }) => stdout.trim() || stderr), Array(4).fill("true"));
    });
  });
});

/** Packs the bundler that Deno keeps here as the npm package that it was. */
async function packBundler(folder: string) {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  const kept = `${JSON.parse(new TextDecoder().decode(stdout)).denoDir}/dl`;
  const [, place = "", version = ""] = [...Deno.readDirSync(kept)].map(({ name }) =>
    /^(esbuild-([\d.]+)-\d+)$/.exec(name)
  )
    .find((found) => found !== null)!;
  const [{ name: file }] = [...Deno.readDirSync(`${kept}/${place}`)] as [Deno.DirEntry];
  const name = file.replace("esbuild-", "@esbuild/");
  Deno.mkdirSync(`${folder}/package/bin`, { recursive: true });
  Deno.copyFileSync(`${kept}/${place}/${file}`, `${folder}/package/bin/esbuild`);
  Deno.writeTextFileSync(`${folder}/package/package.json`, JSON.stringify({ name, version }));
  await new Deno.Command("tar", { args: ["-czf", "b.tgz", "package"], cwd: folder }).output();
  const bytes = Deno.readFileSync(`${folder}/b.tgz`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-512", bytes));
  return { name, version, bytes, integrity: `sha512-${digest.toBase64()}` };
}
