import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { openSnapshot } from "../../../../experiments/recovery-v1/vault/snapshot_open.ts";
import { storeSource } from "../../../../experiments/recovery-v1/vault/source_store.ts";
import { verifyVault } from "../../../../experiments/recovery-v1/vault/verify.ts";
import { assertCodeAsync } from "../../../assert_code.ts";
import { inChild } from "../../../in_child.ts";
import { drain, hex, inVault, MIB, noise, putSnapshot, treeOf } from "./a_vault.ts";

const STORE = `import { storeSource } from "./experiments/recovery-v1/vault/source_store.ts";`;
const SOURCES: readonly [string, number][] = [
  ["an empty source", 0],
  ["one byte", 1],
  ["exactly one chunk", MIB],
  ["a chunk and a byte", MIB + 1],
  ["more than is kept", 9 * MIB + 3],
];

for (const [what, length] of SOURCES) {
  Deno.test(`storeSource() stores ${what} as another writer would`, () =>
    inVault(async (vault, base) => {
      const source = noise(length);
      Deno.writeFileSync(`${base}/source`, source);
      const stored = await storeSource(vault, `${base}/source`);
      const expected = putSnapshot(`${base}/expected`, source);
      assertEquals(treeOf(vault), treeOf(`${base}/expected`));
      const lines = source.reduce((count, byte) => count + Number(byte === 10), Number((source.at(-1) ?? 10) !== 10));
      assertEquals(stored, {
        digest: expected.digest,
        sourceSha256: hex(source),
        bytes: length,
        recordCount: lines,
        newBytes: length,
      });
      assertEquals(hex(await drain((await openSnapshot(vault, stored.digest)).chunks())), hex(source));
    }));
}

Deno.test("storeSource() makes the vault, with private modes", () =>
  inVault(async (_, base) => {
    Deno.writeFileSync(`${base}/source`, noise(10));
    const vault = `${base}/new/gobstopper/vault`, { digest } = await storeSource(vault, `${base}/source`);
    const modes = ["", "/chunks", "/manifests", `/chunks/${hex(noise(10))}`, `/manifests/${digest}`].map((place) =>
      (Deno.statSync(vault + place).mode ?? 0) & 0o7777
    );
    assertEquals(modes, [0o700, 0o700, 0o700, 0o600, 0o600]);
  }));

Deno.test("storeSource() writes nothing again that the vault has", () =>
  inVault(async (vault, base) => {
    Deno.writeFileSync(`${base}/source`, noise(3 * MIB));
    const first = await storeSource(vault, `${base}/source`), names = Object.keys(treeOf(vault));
    const states = names.map((name) => Deno.statSync(`${vault}/${name}`).ino);
    assertEquals(await storeSource(vault, `${base}/source`), { ...first, newBytes: 0 });
    assertEquals(names.map((name) => Deno.statSync(`${vault}/${name}`).ino), states);
  }));

Deno.test("storeSource() stores a chunk that comes again once", () =>
  inVault(async (vault, base) => {
    const source = new Uint8Array(12 * MIB);
    Deno.writeFileSync(`${base}/source`, source);
    const { digest, newBytes } = await storeSource(vault, `${base}/source`);
    assertEquals([newBytes, Object.keys(treeOf(vault)).length], [MIB, 2]);
    assertEquals(hex(await drain((await openSnapshot(vault, digest)).chunks())), hex(source));
  }));

Deno.test("storeSource() writes only the chunks that an appended source adds", () =>
  inVault(async (vault, base) => {
    Deno.writeFileSync(`${base}/source`, noise(3 * MIB));
    await storeSource(vault, `${base}/source`);
    Deno.writeFileSync(`${base}/source`, noise(100), { append: true });
    assertEquals((await storeSource(vault, `${base}/source`)).newBytes, 100);
  }));

/** What may stand in the place of a chunk instead of it. */
const IMPOSTORS: readonly [string, (path: string) => void][] = [
  ["damaged by a bit", (path) => Deno.writeFileSync(path, noise(MIB, 5))],
  ["truncated", (path) => Deno.writeFileSync(path, noise(1000))],
  ["too long", (path) => Deno.writeFileSync(path, noise(MIB + 1))],
  ["a link to the right bytes", (path) => Deno.symlinkSync("../../source", path)],
  ["a dangling link", (path) => Deno.symlinkSync("../../none", path)],
  ["a folder", (path) => Deno.mkdirSync(path)],
];

for (const [what, make] of IMPOSTORS) {
  Deno.test(`storeSource() refuses an existing chunk that is ${what}, and writes no manifest`, () =>
    inVault(async (vault, base) => {
      Deno.writeFileSync(`${base}/source`, noise(MIB));
      Deno.mkdirSync(`${vault}/chunks`);
      const at = `chunks/${hex(noise(MIB))}`;
      make(`${vault}/${at}`);
      const state = (): unknown => ({ ...Deno.lstatSync(`${vault}/${at}`), atime: null });
      const before = state();
      await assertCodeAsync(() => storeSource(vault, `${base}/source`), "vault-damaged", at);
      assertEquals(state(), before);
      assertEquals([...Deno.readDirSync(`${vault}/manifests`)], []);
      assertEquals([...Deno.readDirSync(base)].map(({ name }) => name).sort(), ["source", "vault"]);
    }));
}

/** Runs storeSource() in a process where something happens to the source after the n-th part was read. */
async function storeWhile(base: string, act: string): Promise<string> {
  const report = await inChild(`${STORE}
    import { PermafrostError } from "./kernel/error.ts";
    const source = "${base}/source", read = Deno.FsFile.prototype.readSync;
    let reads = 0;
    Deno.FsFile.prototype.readSync = function (buffer) {
      const count = read.call(this, buffer);
      reads++;
      ${act}
      return count;
    };
    try {
      console.log((await storeSource("${base}/vault", source)).digest);
    } catch (error) {
      console.log(error instanceof PermafrostError ? error.code : error);
    }`);
  assertEquals(report.stderr, "");
  return report.stdout.trim();
}

const APPEND = `Deno.writeTextFileSync(source, "more\\n", { append: true });`;

Deno.test("storeSource() stores what the source had when it was opened, when another appends", () =>
  inVault(async (vault, base) => {
    const source = noise(3 * MIB);
    Deno.writeFileSync(`${base}/source`, source);
    const digest = await storeWhile(base, APPEND);
    assertEquals(digest, putSnapshot(`${base}/expected`, source).digest);
    assertEquals(treeOf(vault), treeOf(`${base}/expected`));
  }));

const CHANGES: readonly [string, string][] = [
  ["becomes shorter", "if (reads === 1) Deno.truncateSync(source, 1_500_000);"],
  ["is emptied", "if (reads === 1) Deno.truncateSync(source, 0);"],
  [
    "is overwritten at its beginning after that was read",
    `if (reads === 2) {
      const file = Deno.openSync(source, { write: true });
      file.writeSync(new Uint8Array(100));
      file.close();
    }`,
  ],
  [
    "is rewritten with other bytes of equal size",
    "if (reads === 2) Deno.writeFileSync(source, new Uint8Array(3 << 20));",
  ],
];

for (const [what, act] of CHANGES) {
  Deno.test(`storeSource() refuses a source that ${what}`, () =>
    inVault(async (vault, base) => {
      Deno.writeFileSync(`${base}/source`, noise(3 * MIB));
      assertEquals(await storeWhile(base, act), "file-changed");
      assertEquals([...Deno.readDirSync(`${vault}/manifests`)], []);
      assertEquals((await verifyVault(vault)).is_sound, true);
    }));
}

Deno.test("storeSource() stores the first file when another takes its name meanwhile", () =>
  inVault(async (_, base) => {
    Deno.writeFileSync(`${base}/source`, noise(3 * MIB));
    Deno.writeFileSync(`${base}/other`, noise(3 * MIB, 9));
    const act = `if (reads === 1) Deno.renameSync("${base}/other", source);`;
    assertEquals(await storeWhile(base, act), putSnapshot(`${base}/expected`, noise(3 * MIB)).digest);
  }));

Deno.test("storeSource() stores whole records of a source that another process appends to", () =>
  inVault(async (vault, base) => {
    const writer = new Deno.Command("sh", {
      args: ["-c", 'while test -e "$1"; do echo "a record of 24 bytes...." >>"$1"; done', "sh", `${base}/source`],
    });
    Deno.writeFileSync(`${base}/source`, new TextEncoder().encode("a record of 24 bytes....\n".repeat(80_000)));
    const child = writer.spawn();
    try {
      let last = 0;
      for (let round = 0; round < 4; round++) {
        const { digest, bytes, recordCount } = await storeSource(vault, `${base}/source`);
        const stored = await drain((await openSnapshot(vault, digest)).chunks());
        assertEquals(hex(stored), hex("a record of 24 bytes....\n".repeat(bytes / 25)));
        assertEquals(recordCount, bytes / 25);
        assert(bytes >= last, "a later snapshot has no fewer bytes");
        last = bytes;
      }
    } finally {
      Deno.removeSync(`${base}/source`);
      child.kill("SIGKILL");
      await child.status;
    }
  }));

/** Runs code in a process whose vault, at the variable `vault`, lies on a disk of some 3 MiB; null where none can be made. */
async function onSmallDisk(base: string, code: string): Promise<string | null> {
  const script = 'mount -t tmpfs -o size=3100k none "$1" || exit 99; cd "$2" && shift 2 && exec "$@"';
  const root = new URL("../../../../", import.meta.url).pathname;
  Deno.mkdirSync(`${base}/disk`);
  Deno.writeTextFileSync(`${base}/program.ts`, code.replaceAll('"./', `"${root}`));
  const run = [Deno.execPath(), "run", "-A", "--no-check", "--no-config", "--no-lock", `${base}/program.ts`];
  const args = ["-rm", "sh", "-c", script, "sh", `${base}/disk`, root, ...run];
  const { code: exitCode, stdout, stderr } = await new Deno.Command("unshare", { args }).output();
  const text = new TextDecoder();
  if (exitCode === 99 || text.decode(stderr).startsWith("unshare:")) return null;
  assertEquals([text.decode(stderr), exitCode], ["", 0]);
  return text.decode(stdout);
}

const CAN_MOUNT = await inVault(async (_, base) => {
  try {
    return await onSmallDisk(base, "console.log(1)") === "1\n";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
});
const NO_DISK = CAN_MOUNT ? "" : " (ignored: no small disk can be mounted here)";

Deno.test({
  name: `storeSource() leaves whole chunks and no manifest when the disk is full${NO_DISK}`,
  ignore: !CAN_MOUNT,
  fn: () =>
    inVault(async (_, base) => {
      Deno.writeFileSync(`${base}/source`, noise(5 * MIB));
      Deno.writeFileSync(`${base}/small`, noise(1000));
      const out = await onSmallDisk(
        base,
        `${STORE}
        import { verifyVault } from "./experiments/recovery-v1/vault/verify.ts";
        const vault = "${base}/disk/vault", codes = [];
        for (const name of ["source", "source", "small"]) {
          try { codes.push((await storeSource(vault, "${base}/" + name)).bytes); } catch (error) { codes.push(error.code); }
        }
        const { findings, is_sound, chunks, good_snapshots } = await verifyVault(vault);
        const kinds = [...new Set(findings.map(({ kind }) => kind))].sort();
        console.log(JSON.stringify({ codes, kinds, is_sound, chunks, good_snapshots }));`,
      );
      assertEquals(JSON.parse(out ?? ""), {
        codes: ["file-write", "file-write", 1000],
        kinds: ["unindexed", "unreferenced"],
        is_sound: true,
        chunks: 4,
        good_snapshots: 1,
      });
    }),
});

Deno.test({
  name: `storeSource() never leaves a part under a digest when a file may not grow further`,
  ignore: !(await new Deno.Command("sh", { args: ["-c", "command -v prlimit"] }).output()).success,
  fn: () =>
    inVault(async (vault, base) => { // the system ends the process amid its write, or refuses the write
      Deno.writeFileSync(`${base}/source`, noise(3 * MIB));
      const root = new URL("../../../../", import.meta.url).pathname;
      const code = `${STORE} await storeSource("${vault}", "${base}/source");`;
      const args = ["--fsize=500000", Deno.execPath(), "eval", "--no-check", "--no-lock", code];
      const { success } = await new Deno.Command("prlimit", { args, cwd: root, stderr: "null" }).output();
      assertEquals(success, false);
      const report = await verifyVault(vault);
      assertEquals([report.chunks, report.good_snapshots, report.is_sound], [0, 0, true]);
    }),
});
