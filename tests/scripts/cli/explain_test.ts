import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { join } from "node:path";
import { isObeyed, runCli, runJson, wideLines } from "../../cli_io.ts";
import { inFolder } from "../../in_folder.ts";
import { copyFence, makeSmall, type SmallParts } from "../../small_experiment.ts";

/** Runs text through sh, with `deno` on PATH, and a surrounding that must not matter. */
async function runShell(text: string, cwd: string): Promise<{ code: number; lines: unknown[]; err: string }> {
  Deno.mkdirSync(`${cwd}/.bin`, { recursive: true });
  const link = `${cwd}/.bin/deno`;
  if (!Deno.lstatSync(`${cwd}/.bin`).isDirectory || ![...Deno.readDirSync(`${cwd}/.bin`)].length) {
    Deno.symlinkSync(Deno.execPath(), link);
  }
  const env = {
    ...Deno.env.toObject(),
    PATH: `${cwd}/.bin:/usr/bin:/bin`,
    TZ: "Asia/Tokyo",
    LC_ALL: "C",
    PROBE: "a b'c",
  };
  const child = new Deno.Command("sh", { cwd, env, stdin: "piped", stdout: "piped", stderr: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const lines = decode(stdout).split("\n").slice(0, -1).map((line) => JSON.parse(line));
  return { code, lines, err: decode(stderr) };
}

/** Checks that the printed command gives the same rows and summary as a run in the sandbox. */
async function assertSame(id: string, { cwd, words = [] }: { cwd: string; words?: string[] }): Promise<void> {
  const { code, out } = await runCli(["explain", id, ...words], { cwd });
  assertEquals(code, 0);
  const { value } = await runJson(["verify", id, ...words], { cwd });
  const { code: exit, lines, err } = await runShell(out, cwd);
  assertEquals(exit, 0, err);
  const rows = lines.filter((line) => Object.hasOwn(line as object, "row"));
  assertEquals(rows, value.result.rows.map((row: unknown) => ({ row })));
  assertEquals(lines.at(-1), { summary: value.result.summary });
}

Deno.test("runExplain() prints a command that gives the rows of fence-v1 from here", async () => {
  const root = join(import.meta.dirname!, "../../..");
  const { out } = await runCli(["explain", "fence-v1"], { cwd: root });
  const { value } = await runJson(["verify", "fence-v1"], { cwd: root });
  await inFolder(async (cwd) => {
    const { lines, err } = await runShell(`cd '${root}' && ${out}`, cwd);
    assertEquals(lines.length, 49 * 2 + 1, err);
    assertEquals(lines.filter((line) => "row" in (line as object)), value.result.rows.map((row: unknown) => ({ row })));
  });
});

for (const folder of ["fence-v1", 'some where/it\'s $HOME `x` "q" *', "-dash", "a,b", "ü 漢"]) {
  Deno.test(`runExplain() prints a command that sh runs with the same rows when the folder is ${folder}`, async () => {
    await inFolder(async (cwd) => {
      await copyFence(`${cwd}/${folder}`);
      await assertSame(`./${folder}`, { cwd });
    });
  });
}

const READ_ORDER = `
  const chunks = []; for await (const chunk of Deno.stdin.readable) chunks.push(...chunk);
  const order = JSON.parse(new TextDecoder().decode(new Uint8Array(chunks)));\n`;
const HARD: { [what: string]: SmallParts } = {
  "scratch, inputs, an unused input and a variable": {
    code: READ_ORDER + `
      const file = order.scratch + "/out.txt";
      Deno.writeTextFileSync(file, Deno.readTextFileSync(order.inputs.data.path) + Deno.env.get("PROBE"));
      const { bytes, sha256 } = order.inputs.data;
      console.log(JSON.stringify({ row: { bytes, sha256, names: Object.keys(order.inputs), seed: order.seed } }));
      console.log(JSON.stringify({ summary: Deno.readTextFileSync(file) }));`,
    block: {
      inputs: { data: { kind: "file" }, other: { kind: "file", optional: true } },
      permissions: { read: ["$INPUT.data", "$INPUT.other", "$SCRATCH"], write: ["$SCRATCH"], env: ["PROBE"] },
      determinism: { seed: 7 },
    },
  },
  "a fixed clock, a seed, a time zone and a locale": {
    code: `console.log(JSON.stringify({ row: [new Date().toString(), Math.random(), performance.now()] }));
      console.log(JSON.stringify({ summary: (1234.5).toLocaleString() + navigator.language }));`,
    block: { determinism: { seed: 3, clock: "2026-05-06T07:08:09Z" } },
  },
  "files with blanks, and a nested entry": {
    code: "",
    files: {
      "sub dir/my run.ts": `const path = new URL("../data/a b.txt", import.meta.url);
        console.log(JSON.stringify({ summary: Deno.readTextFileSync(path) }));`,
      "data/a b.txt": "text",
    },
    block: { entry: "sub dir/my run.ts", permissions: { read: ["data/a b.txt"] } },
  },
};
for (const [what, parts] of Object.entries(HARD)) {
  Deno.test(`runExplain() prints a command that gives the same rows with ${what}`, async () => {
    const had = Deno.env.get("PROBE");
    Deno.env.set("PROBE", "a b'c");
    try {
      await inFolder(async (cwd) => {
        makeSmall(`${cwd}/it's small`, parts);
        Deno.writeTextFileSync(`${cwd}/in put='1' ü.txt`, "input");
        const words = parts.block?.["inputs"] === undefined ? [] : ["--input", "data=in put='1' ü.txt"];
        await assertSame("it's small", { cwd, words });
      });
    } finally {
      if (had === undefined) Deno.env.delete("PROBE");
      else Deno.env.set("PROBE", had);
    }
  });
}

Deno.test("runExplain() says what an experiment declares, in 80 columns, and nothing of it on standard output", async () => {
  const { out, err } = await runCli(["explain", "fence-v1"]);
  assertEquals(wideLines(err), []);
  assert(
    /^Permissions none/m.test(err) && /^Criterion +false-accepts:/m.test(err) && /^Published +https/m.test(err),
    err,
  );
  assert(out.startsWith("cd ") && out.endsWith("run.ts\n"), out);
});

Deno.test("runExplain() names every kind of permission, the inputs and what is volatile", async () => {
  await inFolder(async (cwd) => {
    const sha256 = "ab".repeat(32);
    const block = {
      permissions: { read: ["."], write: ["$SCRATCH"], net: ["example.org:443"], run: ["/usr/bin/true"], env: ["A_B"] },
      inputs: { tool: { kind: "executable", sha256 }, more: { kind: "file", optional: true } },
      volatile: ["/rows/*/latencyMs"],
      decision: [{ id: "x", at: "/summary", oneOf: [1, 2] }],
    };
    makeSmall(`${cwd}/small`, { block });
    const { code, err } = await runCli(["explain", "small"], { cwd });
    assertEquals([code, wideLines(err)], [0, []]);
    const said = [
      "may read .",
      "may write $SCRATCH",
      "listen on example.org:443",
      "may start /usr/bin/true",
      "A_B",
      sha256,
    ];
    for (const part of [...said, "an optional file", "/rows/*/latencyMs", "is one of [1,2]", "--input tool=PATH"]) {
      assert(err.replace(/\n +/g, " ").includes(part), `${part} in ${err}`);
    }
  });
});

Deno.test("runExplain() prints one JSON value when it is asked to", async () => {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/small`, { block: { inputs: { data: { kind: "file" } } } });
    const { code, value } = await runJson(["explain", "small"], { cwd });
    assertEquals([code, Object.keys(value)], [0, ["id", "declaration", "command", "missing"]]);
    assertEquals(value.missing, ["--input data=PATH"]);
  });
});

Deno.test("runExplain() keeps a foreign question printable", async () => {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/small`, { document: { question: "What\n\x1b[31m\x9b is " + "x".repeat(200) } });
    const { err } = await runCli(["explain", "small"], { cwd });
    assertEquals([wideLines(err), isObeyed(err)], [[], false]);
  });
});

Deno.test("runExplain() throws name-refused when the path of an input holds a comma", async () => {
  await inFolder(async (cwd) => {
    makeSmall(`${cwd}/small`, { block: { inputs: { data: { kind: "file" } } } });
    Deno.writeTextFileSync(`${cwd}/a,b`, "");
    const { code, value } = await runJson(["explain", "small", "--input", "data=a,b"], { cwd });
    assertEquals([code, value.error.code, value.error.at], [2, "name-refused", "data"]);
  });
});

for (const name of ["a\x1b[31mb", "a\nb", "a\u202eb"]) {
  Deno.test(`runExplain() throws name-refused when the folder is ${JSON.stringify(name)}`, async () => {
    await inFolder(async (cwd) => {
      makeSmall(`${cwd}/${name}`);
      const { code, value } = await runJson(["explain", name], { cwd });
      assertEquals([code, value.error.code], [2, "name-refused"]);
    });
  });
}
