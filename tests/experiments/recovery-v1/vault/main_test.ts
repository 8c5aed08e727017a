import { assertEquals } from "@std/assert/equals";
import { CANDIDATE } from "../../../../experiments/recovery-v1/vault/main.ts";
import { inFolder } from "../../../in_folder.ts";
import { builtOnce, type ExecutableOptions, runExecutable } from "../../../scripts/recovery_executables.ts";
import { CODEX_RECORDS, runWords, type SeededVault, withVault } from "./seeded_vault.ts";

const built = await builtOnce();
const ignore = built === null; // without Deno's bundler, which is fetched at its first use
const ZERO = "0".repeat(64);

const WORDS: readonly [string, (seeded: SeededVault) => string[]][] = [
  ["show", ({ codex }) => ["show", codex]],
  ["search-snapshot", ({ codex }) => ["search-snapshot", codex, "--query", "--needle", "--limit", "50"]],
  ["search-snapshot for other writing", ({ codex }) => ["search-snapshot", codex, "--query", "é漢🧵"]],
  ["search-snapshot for blanks and quotes", ({ codex }) => ["search-snapshot", codex, "--query", " \"'$(x)` * \n"]],
  ["read-snapshot", ({ codex }) => ["read-snapshot", codex, "--record", "1", "--max-bytes", "16384"]],
  ["recall", ({ codex }) => ["recall", "--sha", codex, "--query", "fence"]],
  ["list", () => ["list"]],
  ["verify", () => ["verify"]],
  ["an error", () => ["show", ZERO]],
  ["an error of the command line", () => ["show", "--nope"]],
  ["no word", () => []],
];
for (const [name, words] of WORDS) {
  Deno.test({
    name: `main.ts does as an executable what it does in memory for ${name}`,
    ignore,
    fn: async () => {
      await withVault(async (seeded) => {
        const { vault, place } = seeded, given = [...words(seeded), "--json"];
        const expected = await runWords(given, { edition: CANDIDATE, vault });
        assertEquals(await runExecutable(built!.candidate, given, { env: { XDG_DATA_HOME: place } }), expected);
      });
    },
  });
}

/** Runs a copy of the candidate under another name, with another working folder. */
async function runCopy(path: string, { place, codex }: SeededVault, options: ExecutableOptions & { as?: string } = {}) {
  Deno.copyFileSync(built!.candidate, path);
  return await runExecutable(options.as ?? path, ["show", codex, "--json"], {
    ...options,
    env: { XDG_DATA_HOME: place, ...options.env },
  });
}

for (const name of ["a b", "#1?x=%41", "é漢🧵", "-x", 'it\'s "$(id)"', "candidate.ts", "http:x"]) {
  Deno.test({
    name: `main.ts runs as an executable named ${name}`,
    ignore,
    fn: async () => {
      await withVault(async (seeded) => {
        const end = await runCopy(`${seeded.place}/${name}`, seeded);
        assertEquals([end.code, end.err, JSON.parse(end.out).record_count], [0, "", 3]);
      });
    },
  });

  Deno.test({
    name: `main.ts reads a vault in a folder named ${name}`,
    ignore,
    fn: async () => {
      await withVault(async ({ place, codex }) => {
        Deno.mkdirSync(`${place}/${name}`);
        Deno.renameSync(`${place}/gobstopper`, `${place}/${name}/gobstopper`);
        const env = { XDG_DATA_HOME: `${place}/${name}` };
        const end = await runExecutable(built!.candidate, ["show", codex, "--json"], { env });
        assertEquals([end.code, end.err, JSON.parse(end.out || "{}").record_count], [0, "", 3]);
      });
    },
  });
}

Deno.test({
  name: "main.ts runs by a relative path, and by its name on PATH",
  ignore,
  fn: async () => {
    await withVault(async (seeded) => {
      const { place } = seeded;
      const relative = await runCopy(`${place}/c`, seeded, { cwd: place, as: "./c" });
      assertEquals([relative.code, relative.err], [0, ""]);
      const found = await runExecutable("/bin/sh", ["-c", "c list"], {
        env: { XDG_DATA_HOME: place, PATH: `${place}:/usr/bin:/bin` },
      });
      assertEquals([found.code, found.err], [0, ""]);
    });
  },
});

Deno.test({
  name: "main.ts finds the vault below HOME",
  ignore,
  fn: async () => {
    await withVault(async ({ place, codex }) => {
      Deno.mkdirSync(`${place}/h/.local/share`, { recursive: true });
      Deno.renameSync(`${place}/gobstopper`, `${place}/h/.local/share/gobstopper`);
      for (const XDG_DATA_HOME of [null, "", "relative"]) {
        const end = await runExecutable(built!.candidate, ["show", codex], {
          env: { HOME: `${place}/h`, XDG_DATA_HOME },
        });
        assertEquals([end.code, end.err], [0, ""]);
      }
      assertEquals([...Deno.readDirSync(`${place}/h`)].map(({ name }) => name), [".local"]); // and no cache of Deno's
    });
  },
});

Deno.test({
  name: "main.ts makes a vault, takes a snapshot into it and restores that, byte for byte",
  ignore,
  fn: async () => {
    await inFolder(async (folder) => {
      const source = `${CODEX_RECORDS.join("\n")}\n{"torn`, run = { cwd: `${folder}/w`, env: { HOME: folder } };
      Deno.mkdirSync(`${folder}/w`);
      Deno.writeTextFileSync(`${folder}/w/a b.jsonl`, source);
      const taken = await runExecutable(built!.candidate, ["snapshot", "a b.jsonl", "--json"], run);
      assertEquals([taken.code, taken.err], [0, ""]);
      const { sha256, path, record_count } = JSON.parse(taken.out);
      assertEquals([path, record_count], [`${Deno.realPathSync(folder)}/w/a b.jsonl`, 4]);
      for (const target of ["copy", `${folder}/other copy`]) {
        const { code, err } = await runExecutable(built!.candidate, ["restore", sha256, target], run);
        assertEquals([code, err], [0, ""]);
        assertEquals(Deno.readTextFileSync(target.startsWith("/") ? target : `${folder}/w/${target}`), source);
      }
      assertEquals([...Deno.readDirSync(`${folder}/w`)].map(({ name }) => name).sort(), ["a b.jsonl", "copy"]);
      const again = await runExecutable(built!.candidate, ["restore", sha256, "copy", "--json"], run);
      assertEquals([again.code, again.out, again.err.split(": ")[0]], [2, "", "file-exists"]);
      assertEquals((await runExecutable(built!.candidate, ["verify"], run)).code, 0);
    });
  },
});

Deno.test({
  name: "main.ts serves the protocol until its input ends, and the baseline too",
  ignore,
  fn: async () => {
    await withVault(async ({ place }) => {
      const stdin = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n{"jsonrpc":"2.0","id":2,"method":"ping"}';
      for (const path of [built!.candidate, built!.baseline]) {
        const end = await runExecutable(path, ["mcp"], { stdin, env: { XDG_DATA_HOME: place } });
        const answers = [1, 2].map((id) => `{"jsonrpc":"2.0","id":${id},"result":{}}\n`);
        assertEquals(end, { code: 0, out: answers.join(""), err: "" });
      }
    });
  },
});

Deno.test({
  name: "main.ts changes nothing in a vault that it reads, which may be read-only",
  ignore,
  fn: async () => {
    await withVault(async (seeded) => {
      const { place, vault } = seeded;
      const state = (): string => {
        const files = ["chunks", "manifests"].flatMap((folder) => {
          return [...Deno.readDirSync(`${vault}/${folder}`)].map(({ name }) => `${folder}/${name}`);
        });
        return JSON.stringify([...files.sort(), "index.jsonl", "."].map((at) => {
          const { mtime, ctime, size } = Deno.statSync(`${vault}/${at}`);
          return [at, mtime, ctime, size];
        }));
      };
      const before = state();
      for (const [, words] of WORDS) {
        await runExecutable(built!.candidate, words(seeded), { env: { XDG_DATA_HOME: place } });
      }
      assertEquals(state(), before);
    });
  },
});
