import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { sha256Hex } from "../../kernel/digest.ts";
import { check } from "../../kernel/manifest.ts";
import { OPEN_KERNEL_MODULES } from "../../kernel/module_graph.ts";
import type { DeclaredInput } from "../../kernel/protocol.ts";
import { pinInputs, prepareRunFolder, type RunFolder } from "../../kernel/run_folder.ts";
import { assertCode } from "../assert_code.ts";
import { inChild } from "../in_child.ts";
import { inFolder } from "../in_folder.ts";
import { GOOD_RUN, withDraft } from "../make_draft.ts";

const FILE: DeclaredInput = { kind: "file", optional: false, sha256: null };
const mode = (path: string): number => Deno.lstatSync(path).mode! & 0o7777;
const isThere = (path: string): boolean => {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
};

/** Prepares a run of a draft, changed by `between` after it was checked. */
async function prepare(
  use: (run: RunFolder, experiment: string) => void,
  options: { files?: Record<string, string>; between?: (experiment: string) => void } = {},
): Promise<void> {
  await withDraft(options, async (experiment) => {
    const { id, files } = await check(experiment);
    options.between?.(experiment);
    const run = prepareRunFolder(experiment, { id, files });
    try {
      use(run, experiment);
    } finally {
      assert(run.remove());
    }
  });
}

Deno.test("prepareRunFolder() copies and hashes the checked files", async () => {
  await prepare(({ host, experimentPath, digests, findings }) => {
    assertEquals([experimentPath, findings], ["experiments/draft-v1", []]);
    assertEquals(Deno.readTextFileSync(`${host.frozen}/${experimentPath}/run.ts`), GOOD_RUN);
    assertEquals(digests.get(`${experimentPath}/deep/a.txt`), sha256Hex("a"));
    assertEquals([...digests.keys()].map((path) => path.slice(21)).sort(), [
      "deep/a.txt",
      "empty",
      "protocol.json",
      "run.ts",
    ]);
  }, { files: { "deep/a.txt": "a", "empty": "" } });
});

Deno.test("prepareRunFolder() makes a private folder with empty places", async () => {
  await prepare(({ host }) => {
    const base = host.frozen.slice(0, -"/frozen".length);
    assertEquals(mode(base), 0o700);
    for (const path of [host.scratch, host.storage, host.inputs, host.home]) {
      assertEquals([mode(path), [...Deno.readDirSync(path)]], [0o700, []]);
    }
    assertEquals([[...Deno.readDirSync(host.inputs)], isThere(host.log)], [[], false]);
  });
});

Deno.test("prepareRunFolder() gives files 0444 in a closed folder when the umask is 077 or 0", async () => {
  await withDraft({ files: { "deep/a.txt": "a" } }, async (experiment) => {
    const code = `
      import { prepareRunFolder } from "./kernel/run_folder.ts";
      const files = ["run.ts", "deep/a.txt"].map((path) => ({ path, bytes: 0, sha256: "" }));
      for (const umask of [0o077, 0]) {
        Deno.umask(umask);
        const run = prepareRunFolder(${JSON.stringify(experiment)}, { id: "draft-v1", files });
        const paths = ["/experiments/draft-v1/run.ts", "/experiments/draft-v1/deep/a.txt", "/.."];
        console.log(paths.map((path) => (Deno.statSync(run.host.frozen + path).mode & 0o777).toString(8)).join(), run.remove());
      }`;
    assertEquals((await inChild(code)).stdout, "444,444,700 true\n".repeat(2));
  });
});

for (
  const [source, expected] of [["experiment.ts", ["kernel/experiment.ts"]], [
    "json_value.ts",
    OPEN_KERNEL_MODULES,
  ]] as const
) {
  Deno.test(`prepareRunFolder() keeps the place and adds the kernel when a file of this repository names ${source}`, async () => {
    const folder = new URL("../../kernel", import.meta.url).pathname;
    await withDraft({}, async (experiment) => {
      const code = `
        import { prepareRunFolder } from "./kernel/run_folder.ts";
        const files = [{ path: "run.ts", bytes: 0, sha256: "" }];
        const run = prepareRunFolder(Deno.cwd() + "/experiments/x-v1", { id: "x-v1", files });
        console.log(run.experimentPath, [...run.digests.keys()].join(), run.remove());`;
      const place = `${experiment}/experiments/x-v1`;
      Deno.mkdirSync(place, { recursive: true });
      Deno.writeTextFileSync(`${place}/run.ts`, `import "../../kernel/${source}";`);
      const text = code.replace("./kernel/", `${experiment}/kernel/`);
      await new Deno.Command("cp", { args: ["-r", folder, `${experiment}/kernel`] }).output();
      Deno.copyFileSync(`${folder}/../deno.json`, `${experiment}/deno.json`);
      const said = await inChild(text, { cwd: experiment });
      const paths = ["experiments/x-v1/run.ts", ...expected].join();
      assertEquals(said.stdout, `experiments/x-v1 ${paths} true\n`, said.stderr);
    });
  });
}

const DRIFTS: readonly [string, string, (experiment: string) => void][] = [
  ["changed", "a file has other bytes", (folder) => Deno.writeTextFileSync(`${folder}/a.txt`, "b")],
  ["missing", "a file is gone", (folder) => Deno.removeSync(`${folder}/a.txt`)],
  ["changed", "a file is now a link", (folder) => {
    Deno.writeTextFileSync(`${folder}/../a.txt`, "b");
    Deno.removeSync(`${folder}/a.txt`);
    Deno.symlinkSync("../a.txt", `${folder}/a.txt`);
  }],
];
for (const [code, name, between] of DRIFTS) {
  Deno.test(`prepareRunFolder() finds ${code} when ${name} after the check`, async () => {
    await prepare(({ findings }) => {
      assertEquals(findings.map((finding) => [finding.code, finding.at]), [[code, "a.txt"]]);
    }, { files: { "a.txt": "a" }, between });
  });
}

for (
  const [name, make] of Object.entries<(path: string) => unknown>({
    "a folder": (path) => Deno.mkdirSync(path),
    "a pipe": (path) => new Deno.Command("mkfifo", { args: [path] }).outputSync(),
  })
) {
  Deno.test(`prepareRunFolder() throws file-kind when a file is now ${name}`, async () => {
    await withDraft({ files: { "a.txt": "a" } }, async (experiment) => {
      const { id, files } = await check(experiment);
      Deno.removeSync(`${experiment}/a.txt`);
      make(`${experiment}/a.txt`);
      assertCode(() => prepareRunFolder(experiment, { id, files }), "file-kind", "a.txt");
    });
  });
}

Deno.test("prepareRunFolder() copies the checked bytes as a plain file when a link to the same bytes is swapped in", async () => {
  const between = (folder: string): void => {
    Deno.renameSync(`${folder}/a.txt`, `${folder}/../a.txt`);
    Deno.symlinkSync("../a.txt", `${folder}/a.txt`);
  };
  await prepare(({ host, experimentPath, findings }) => {
    assertEquals([findings, Deno.lstatSync(`${host.frozen}/${experimentPath}/a.txt`).isFile], [[], true]);
  }, { files: { "a.txt": "a" }, between });
});

Deno.test("prepareRunFolder() leaves nothing when it throws", async () => {
  await withDraft({}, async (experiment) => {
    const code = `
      import { prepareRunFolder } from "./kernel/run_folder.ts";
      try { prepareRunFolder(${
      JSON.stringify(`${experiment}/gone`)
    }, { id: "x", files: [] }); } catch { console.log("threw"); }
      console.log([...Deno.readDirSync(Deno.env.get("TMPDIR"))].length);`;
    Deno.mkdirSync(`${experiment}/tmp`);
    assertEquals((await inChild(code, { env: { TMPDIR: `${experiment}/tmp` } })).stdout, "threw\n0\n");
  });
});

Deno.test("prepareRunFolder() keeps the scratch that it made when something lies in it, and removes it empty", async () => {
  await withDraft({}, async (experiment) => {
    const { id, files } = await check(experiment);
    const scratch = `${experiment}/../kept`;
    assert(prepareRunFolder(experiment, { id, files, scratch }).remove());
    assertEquals(isThere(scratch), false);
    const run = prepareRunFolder(experiment, { id, files, scratch });
    assertEquals([run.host.scratch, mode(scratch)], [Deno.realPathSync(scratch), 0o700]);
    Deno.writeTextFileSync(`${run.host.scratch}/a`, "mine");
    assert(run.remove());
    assertEquals([isThere(run.host.base), Deno.readTextFileSync(`${scratch}/a`)], [false, "mine"]);
  });
});

for (
  const [name, code, make] of [
    ["an empty folder", "file-exists", (path: string) => Deno.mkdirSync(path)],
    ["a dangling link", "file-exists", (path: string) => Deno.symlinkSync("nowhere", path)],
    ["in a folder that is not there", "file-missing", (path: string) => path],
    ["a path with a comma", "path-invalid", (path: string) => path],
  ] as const
) {
  Deno.test(`prepareRunFolder() throws ${code} and touches nothing when the scratch is ${name}`, async () => {
    await withDraft({}, async (experiment) => {
      const { id, files } = await check(experiment);
      const place = { "file-exists": "kept", "file-missing": "gone/kept", "path-invalid": "a,b" }[code];
      const scratch = `${experiment}/../${place}`;
      make(scratch);
      const before = isThere(scratch);
      assertCode(() => prepareRunFolder(experiment, { id, files, scratch }), code, place.split("/").at(-1));
      assertEquals(isThere(scratch), before);
    });
  });
}

for (const name of ["a,b", "x".repeat(120), "sp ace", "é"]) {
  Deno.test(`prepareRunFolder() uses /tmp when the temporary folder is named ${name.slice(0, 9)}`, async () => {
    await withDraft({}, async (experiment) => {
      const TMPDIR = `${experiment}/${name}`;
      Deno.mkdirSync(TMPDIR);
      const code = `
        import { prepareRunFolder } from "./kernel/run_folder.ts";
        const run = prepareRunFolder(${JSON.stringify(experiment)}, { id: "x", files: [] });
        console.log(run.host.log.replace(/-[^-]*$/, ""), run.remove(), [...Deno.readDirSync(Deno.env.get("TMPDIR"))].length);`;
      assertEquals((await inChild(code, { env: { TMPDIR } })).stdout, "/tmp/permafrost true 0\n");
    });
  });
}

Deno.test("remove() deletes folders when the child has closed them, as another user than root", async () => {
  const isRoot = Deno.uid() === 0;
  await withDraft({}, async (experiment) => {
    const code = `
      import { prepareRunFolder } from "./kernel/run_folder.ts";
      ${isRoot ? `import process from "node:process"; process.setgid(65534); process.setuid(65534);` : ""}
      const run = prepareRunFolder(${JSON.stringify(experiment)}, { id: "x", files: [] });
      Deno.mkdirSync(run.host.scratch + "/a/b", { recursive: true });
      Deno.writeTextFileSync(run.host.scratch + "/a/b/file", "");
      Deno.symlinkSync("/etc", run.host.scratch + "/link");
      for (const path of ["/a/b/file", "/a/b", "/a", ""]) Deno.chmodSync(run.host.scratch + path, 0);
      console.log(run.remove());
      try { Deno.lstatSync(run.host.frozen + "/.."); } catch { console.log("gone"); }`;
    Deno.chmodSync(`${experiment}/..`, 0o755);
    const { stdout, stderr } = await inChild(code);
    assertEquals(stdout, "true\ngone\n", stderr);
  });
});

/** Pins one input and hands over what came of it. */
async function pin(
  path: string,
  use: (seen: ReturnType<typeof pinInputs> & { host: RunFolder["host"] }) => void,
  input: Partial<DeclaredInput> = {},
): Promise<void> {
  await prepare((run) => {
    const seen = pinInputs(run, { declared: { data: { ...FILE, ...input } }, inputs: { data: path } });
    use({ ...seen, host: run.host });
  });
}

Deno.test("pinInputs() copies, hashes and closes an input when it is a file", async () => {
  await inFolder(async (folder) => {
    Deno.writeTextFileSync(`${folder}/a`, "text", { mode: 0o777 });
    await pin(`${folder}/a`, ({ host, pinned, findings }) => {
      assertEquals([pinned, findings], [[{ name: "data", bytes: 4, sha256: sha256Hex("text") }], []]);
      assertEquals([Deno.readTextFileSync(`${host.inputs}/data`), mode(`${host.inputs}/data`)], ["text", 0o444]);
    });
  });
});

Deno.test("pinInputs() makes an input executable when it is declared so", async () => {
  await inFolder(async (folder) => {
    Deno.writeTextFileSync(`${folder}/a`, "#!/bin/sh\n", { mode: 0o600 });
    await pin(`${folder}/a`, ({ host }) => assertEquals(mode(`${host.inputs}/data`), 0o555), { kind: "executable" });
  });
});

for (
  const [name, make] of Object.entries<(folder: string) => void>({
    "a link": (folder) => Deno.symlinkSync("real", `${folder}/a`),
    "a hard link": (folder) => Deno.linkSync(`${folder}/real`, `${folder}/a`),
    "large": (folder) => Deno.writeFileSync(`${folder}/a`, new Uint8Array(3_000_001).fill(7)),
    "empty": (folder) => Deno.writeTextFileSync(`${folder}/a`, ""),
  })
) {
  Deno.test(`pinInputs() copies the bytes when an input is ${name}`, async () => {
    await inFolder(async (folder) => {
      Deno.writeTextFileSync(`${folder}/real`, "real");
      make(folder);
      const bytes = Deno.readFileSync(`${folder}/a`);
      await pin(`${folder}/a`, ({ host, pinned }) => {
        assertEquals([pinned[0]?.sha256, pinned[0]?.bytes], [sha256Hex(bytes), bytes.length]);
        assertEquals(Deno.readFileSync(`${host.inputs}/data`), bytes);
        assert(Deno.lstatSync(`${host.inputs}/data`).isFile);
      });
    });
  });
}

Deno.test("pinInputs() finds changed when an input has another digest than the declared one", async () => {
  await inFolder(async (folder) => {
    Deno.writeTextFileSync(`${folder}/a`, "text");
    const sha256 = sha256Hex("other");
    await pin(`${folder}/a`, ({ findings }) => {
      assertEquals(findings, [{ code: "changed", at: "$INPUT.data", expected: sha256, observed: sha256Hex("text") }]);
    }, { sha256 });
  });
});

for (
  const [name, make] of Object.entries<(path: string) => unknown>({
    "a folder": (path) => Deno.mkdirSync(path),
    "a pipe": (path) => new Deno.Command("mkfifo", { args: [path] }).outputSync(),
    "a link to a device": (path) => Deno.symlinkSync("/dev/zero", path),
  })
) {
  Deno.test(`pinInputs() throws file-kind when an input is ${name}`, async () => {
    await inFolder(async (folder) => {
      make(`${folder}/a`);
      await prepare((run) => {
        const options = { declared: { data: FILE }, inputs: { data: `${folder}/a` } };
        assertCode(() => pinInputs(run, options), "file-kind", "$INPUT.data");
      });
    });
  });
}

for (const path of ["/nowhere/file", ""]) {
  Deno.test(`pinInputs() throws input-missing when nothing is at ${JSON.stringify(path)}`, async () => {
    await prepare((run) => {
      assertCode(() => pinInputs(run, { declared: { data: FILE }, inputs: { data: path } }), "input-missing");
    });
  });
}

Deno.test("pinInputs() throws input-missing when an input is not given", async () => {
  await prepare((run) => {
    assertCode(() => pinInputs(run, { declared: { toString: FILE }, inputs: {} }), "input-missing", "toString");
  });
});

Deno.test("pinInputs() throws input-unknown when an input is not declared", async () => {
  await prepare((run) => {
    assertCode(
      () => pinInputs(run, { declared: {}, inputs: { toString: "/etc/hostname" } }),
      "input-unknown",
      "toString",
    );
  });
});

Deno.test("pinInputs() goes without an input when it is optional", async () => {
  await prepare((run) => {
    const { pinned } = pinInputs(run, { declared: { data: { ...FILE, optional: true } }, inputs: {} });
    assertEquals([pinned, [...Deno.readDirSync(run.host.inputs)]], [[], []]);
  });
});
