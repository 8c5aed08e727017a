import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import type { ErrorCode } from "../../kernel/error.ts";
import { writeExclusive } from "../../kernel/file_write.ts";
import { freezeNameProblem } from "../../kernel/relative_path.ts";
import { assertCode } from "../assert_code.ts";
import { failWith, type FsAct, type FsName, withFsFaults } from "../fs_fault.ts";
import { inFolder } from "../in_folder.ts";

const isLeftoverName = (name: string): boolean => freezeNameProblem(name) !== null;
const BYTES = new TextEncoder().encode('{"whole":true}\n');
const KERNEL = new URL("../../kernel/", import.meta.url).href;
const NO_HARD_LINKS = { linkSync: failWith("EPERM") };

for (const size of [0, 1, 3 * 2 ** 20 + 1]) {
  Deno.test(`writeExclusive() writes every byte when there are ${size}`, () => {
    inFolder((folder) => {
      const bytes = Uint8Array.from({ length: size }, (_, i) => (i * 13 + (i >> 10)) & 255);
      writeExclusive(`${folder}/f`, bytes);
      assertEquals(Deno.readFileSync(`${folder}/f`), bytes);
      assertEquals(namesIn(folder), ["f"]);
    });
  });
}

for (const umask of [0o000, 0o022, 0o077, 0o777]) {
  for (const mode of [0o600, 0o644, 0o444, 0o666]) {
    Deno.test(`writeExclusive() gives mode ${mode.toString(8)} when the umask is ${umask.toString(8)}`, () => {
      inFolder((folder) => {
        const before = Deno.umask(umask);
        try {
          if (mode === 0o600) writeExclusive(`${folder}/f`, BYTES);
          else writeExclusive(`${folder}/f`, BYTES, { mode });
        } finally {
          Deno.umask(before);
        }
        assertEquals((Deno.statSync(`${folder}/f`).mode ?? 0) & 0o7777, mode);
      });
    });
  }
}

Deno.test("writeExclusive() leaves one name when it is done", () => {
  inFolder((folder) => {
    writeExclusive(`${folder}/f`, BYTES);
    assertEquals(Deno.statSync(`${folder}/f`).nlink, 1);
  });
});

Deno.test("writeExclusive() writes all when the system takes a few bytes a time", () => {
  inFolder((folder) => {
    const few: FsAct = (_, args) => { // the fourth argument is the length
      (args as unknown[])[3] = Math.min(4, BYTES.length - Number(args[2]));
    };
    withFsFaults({ writeSync: few }, () => writeExclusive(`${folder}/f`, BYTES));
    assertEquals(Deno.readFileSync(`${folder}/f`), BYTES);
  });
});

const TAKEN: readonly [string, (path: string) => void][] = [
  ["a file", (path) => Deno.writeTextFileSync(path, "mine")],
  ["an empty file", (path) => Deno.writeTextFileSync(path, "")],
  ["a folder", (path) => Deno.mkdirSync(path)],
  ["a link to a file", (path) => {
    Deno.writeTextFileSync(`${path}.target`, "mine");
    Deno.symlinkSync(`${path}.target`, path);
  }],
  ["a dangling link", (path) => Deno.symlinkSync(`${path}.nowhere`, path)],
  ["a link to itself", (path) => Deno.symlinkSync(path, path)],
  ["a pipe", (path) => void new Deno.Command("mkfifo", { args: [path] }).outputSync()],
];
for (const [name, make] of TAKEN) {
  Deno.test(`writeExclusive() refuses and changes nothing when ${name} is there`, () => {
    inFolder((folder) => {
      make(`${folder}/f`);
      const before = pictureOf(folder);
      assertCode(() => writeExclusive(`${folder}/f`, BYTES, { at: "results/f" }), "file-exists", "results/f");
      assertEquals(pictureOf(folder), before);
    });
  });
  for (const [how, faults] of Object.entries({ "": {}, " and there are no hard links": NO_HARD_LINKS })) {
    Deno.test(`writeExclusive() refuses when ${name} comes up while it writes${how}`, () => {
      inFolder((folder) => {
        let expected: unknown;
        const fsyncSync: FsAct = (call) => {
          if (call > 0) return;
          make(`${folder}/f`);
          expected = pictureOf(folder);
        };
        const write = () => assertCode(() => writeExclusive(`${folder}/f`, BYTES), "file-exists", "f");
        withFsFaults({ ...faults, fsyncSync }, write);
        assertEquals(pictureOf(folder), expected);
      });
    });
  }
}

const onCall = (wanted: number, code: string): FsAct => (call, args) => {
  if (call === wanted) failWith(code)(call, args);
};
const FAILING: readonly [string, Partial<Record<FsName, FsAct>>, ErrorCode][] = [
  ["the folder may not be written to", { openSync: onCall(0, "EACCES") }, "file-write"],
  ["the file system is read-only", { openSync: onCall(0, "EROFS") }, "file-write"],
  ["the disk is full", { writeSync: onCall(0, "ENOSPC") }, "file-write"],
  ["the quota is used up", { writeSync: onCall(0, "EDQUOT") }, "file-write"],
  ["the disk fails", { writeSync: onCall(0, "EIO") }, "file-write"],
  ["the mode cannot be set for lack of a working disk", { fchmodSync: onCall(0, "EIO") }, "file-write"],
  ["the file cannot be synced", { fsyncSync: onCall(0, "EIO") }, "file-write"],
  ["the name does not fit the folder", { linkSync: onCall(0, "ENOSPC") }, "file-write"],
  ["the temporary cannot be removed", { unlinkSync: onCall(0, "EIO") }, "file-write"],
  ["the folder cannot be synced", { fsyncSync: onCall(1, "EIO") }, "file-write"],
  ["the name cannot be claimed", { ...NO_HARD_LINKS, openSync: onCall(1, "ENOSPC") }, "file-write"],
  ["the temporary cannot be renamed", { ...NO_HARD_LINKS, renameSync: onCall(0, "EIO") }, "file-write"],
  [
    "the renamed file's folder cannot be synced",
    { ...NO_HARD_LINKS, fsyncSync: onCall(1, "EIO") },
    "file-write",
  ],
];
for (const [name, faults, code] of FAILING) {
  Deno.test(`writeExclusive() fails with ${code} and leaves nothing when ${name}`, () => {
    inFolder((folder) => {
      withFsFaults(faults, () => assertCode(() => writeExclusive(`${folder}/f`, BYTES), code, "f"));
      assertEquals(namesIn(folder), []);
      writeExclusive(`${folder}/f`, BYTES); // and nothing hinders the next attempt
    });
  });
}

const FORGIVEN: readonly [string, Partial<Record<FsName, FsAct>>][] = [
  ["there are no hard links (EPERM)", NO_HARD_LINKS],
  ["there are no hard links (ENOTSUP)", { linkSync: failWith("ENOTSUP") }],
  ["there are no permission bits", { fchmodSync: failWith("EPERM") }],
  ["the folder cannot be synced at all", { fsyncSync: onCall(1, "EINVAL") }],
  ["the folder may not be read", { openSync: onCall(1, "EACCES") }],
];
for (const [name, faults] of FORGIVEN) {
  Deno.test(`writeExclusive() writes the whole file when ${name}`, () => {
    inFolder((folder) => {
      withFsFaults(faults, () => writeExclusive(`${folder}/f`, BYTES));
      assertEquals(pictureOf(folder), [["f", "file", 1, 0o600, new TextDecoder().decode(BYTES)]]);
    });
  });
}

Deno.test("writeExclusive() syncs the bytes before the name and the name before it returns", () => {
  inFolder((folder) => {
    const order: string[] = [];
    const note = (name: string): FsAct => () => void order.push(name);
    const names = ["writeSync", "fchmodSync", "fsyncSync", "linkSync", "unlinkSync"] as const;
    const faults = Object.fromEntries(names.map((name) => [name, note(name)]));
    withFsFaults(faults, () => writeExclusive(`${folder}/f`, BYTES));
    assertEquals(order, ["writeSync", "fchmodSync", "fsyncSync", "linkSync", "unlinkSync", "fsyncSync"]);
  });
});

Deno.test("writeExclusive() refuses when the folder is missing", () => {
  inFolder((folder) => assertCode(() => writeExclusive(`${folder}/none/f`, BYTES), "file-missing", "f"));
});

Deno.test("writeExclusive() refuses when the folder is a file", () => {
  inFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/a`, "x");
    assertCode(() => writeExclusive(`${folder}/a/f`, BYTES), "file-missing", "f");
  });
});

Deno.test("writeExclusive() passes over leftovers when a killed writer had the same process id", () => {
  inFolder((folder) => {
    const leftovers = [0, 1, 2].map((n) => `.permafrost-write-${Deno.pid}-${n}.tmp`);
    for (const name of leftovers) Deno.writeTextFileSync(`${folder}/${name}`, "part");
    assert(leftovers.every(isLeftoverName));
    writeExclusive(`${folder}/f`, BYTES);
    assertEquals(namesIn(folder), [...leftovers, "f"].sort());
    assertEquals(leftovers.map((name) => Deno.readTextFileSync(`${folder}/${name}`)), [
      "part",
      "part",
      "part",
    ]);
  });
});

Deno.test("writeExclusive() keeps the temporary private when the file will be readable by all", () => {
  inFolder((folder) => {
    let mode: number | null = null;
    const writeSync: FsAct = () => {
      mode = Deno.statSync(`${folder}/${namesIn(folder)[0]}`).mode;
    };
    withFsFaults({ writeSync }, () => writeExclusive(`${folder}/f`, BYTES, { mode: 0o644 }));
    assertEquals((mode ?? 0) & 0o7777, 0o600);
  });
});

const KILLS: readonly [name: FsName, call: number, links: boolean, left: "none" | "whole" | "empty"][] = [
  ["openSync", 0, true, "none"],
  ["writeSync", 0, true, "none"],
  ["writeSync", 1, true, "none"],
  ["fchmodSync", 0, true, "none"],
  ["fsyncSync", 0, true, "none"],
  ["linkSync", 0, true, "none"],
  ["unlinkSync", 0, true, "whole"],
  ["openSync", 1, true, "whole"],
  ["fsyncSync", 1, true, "whole"],
  ["closeSync", 0, true, "whole"],
  ["openSync", 1, false, "none"],
  ["renameSync", 0, false, "empty"], // the one gap, on file systems without hard links
  ["openSync", 2, false, "whole"],
];
for (const [name, call, links, left] of KILLS) {
  const where = links ? "" : " without hard links";
  Deno.test(`writeExclusive() leaves ${left} when killed before call ${call} of ${name}${where}`, () =>
    inFolder(async (folder) => {
      const script = `
        import { writeExclusive } from "${KERNEL}file_write.ts";
        import fs from "node:fs";
        const original = fs.${name};
        let calls = 0;
        fs.${name} = (...args) => {
          if (calls++ === ${call}) Deno.kill(Deno.pid, "SIGKILL");
          if ("${name}" === "writeSync") args[3] = 5;
          return original(...args);
        };
        if (!${links}) fs.linkSync = () => { throw Object.assign(new Error("none"), { code: "EPERM" }) };
        writeExclusive("${folder}/f", new TextEncoder().encode(${JSON.stringify(new TextDecoder().decode(BYTES))}));`;
      const { signal } = await startDeno(script).output();
      assertEquals(signal, "SIGKILL");
      const present = namesIn(folder).filter((entry) => !isLeftoverName(entry));
      assertEquals(present, left === "none" ? [] : ["f"]);
      if (left === "none") return writeExclusive(`${folder}/f`, BYTES);
      assertEquals(Deno.readFileSync(`${folder}/f`), left === "whole" ? BYTES : new Uint8Array(0));
      assertCode(() => writeExclusive(`${folder}/f`, BYTES), "file-exists");
    }));
}

Deno.test("writeExclusive() lets exactly one win when twenty processes write at once", () =>
  inFolder(async (folder) => {
    const children = Array.from({ length: 20 }, (_, i) => {
      const script = `
        import { writeExclusive } from "${KERNEL}file_write.ts";
        const bytes = new Uint8Array(2 ** 20).fill(${i + 1});
        Deno.stdin.readSync(new Uint8Array(1)); // the start: all see the end of their input
        try { writeExclusive("${folder}/f", bytes); Deno.exit(40) }
        catch (error) { Deno.exit(error.code === "file-exists" ? 41 : 42) }`;
      Deno.writeTextFileSync(`${folder}/writer-${i}.ts`, script);
      const args = ["run", "-A", "--no-check", "--no-config", "--no-lock", `${folder}/writer-${i}.ts`];
      return new Deno.Command(Deno.execPath(), { args, stdin: "piped", stdout: "null", stderr: "null" })
        .spawn();
    });
    await Promise.all(children.map((child) => child.stdin.close()));
    const codes = (await Promise.all(children.map((child) => child.status))).map(({ code }) => code);
    assertEquals([...codes].sort(), [40, ...Array(19).fill(41)]);
    const winner = codes.indexOf(40) + 1;
    const bytes = Deno.readFileSync(`${folder}/f`);
    assert(bytes.length === 2 ** 20 && bytes.every((byte) => byte === winner));
    assertEquals(namesIn(folder).filter(isLeftoverName), []);
  }));

const MOUNT_PROBLEM = inFolder((folder) => {
  if (Deno.uid() !== 0) return "not root";
  if (!mount(folder, "size=64k")) return "mount is refused here";
  return umount(folder) ? null : "umount is refused here";
});
const mounted = MOUNT_PROBLEM === null ? "" : ` (left out: ${MOUNT_PROBLEM})`;

Deno.test({
  name: `writeExclusive() fails and leaves nothing when a small disk is full${mounted}`,
  ignore: MOUNT_PROBLEM !== null,
  fn: () =>
    inFolder((folder) => {
      assert(mount(folder, "size=64k"));
      try {
        assertCode(() => writeExclusive(`${folder}/f`, new Uint8Array(65_537)), "file-write", "f");
        assertEquals(namesIn(folder), []);
        writeExclusive(`${folder}/f`, new Uint8Array(40_000));
        assertCode(() => writeExclusive(`${folder}/g`, new Uint8Array(40_000)), "file-write", "g");
        assertEquals(namesIn(folder), ["f"]);
      } finally {
        umount(folder);
      }
    }),
});

Deno.test({
  name: `writeExclusive() fails when the folder is mounted read-only${mounted}`,
  ignore: MOUNT_PROBLEM !== null,
  fn: () =>
    inFolder((folder) => {
      assert(mount(folder, "ro"));
      try {
        assertCode(() => writeExclusive(`${folder}/f`, BYTES), "file-write", "f");
      } finally {
        umount(folder);
      }
    }),
});

function mount(folder: string, options: string): boolean {
  try {
    return new Deno.Command("mount", { args: ["-t", "tmpfs", "-o", options, "tmpfs", folder] }).outputSync()
      .success;
  } catch {
    return false;
  }
}

function umount(folder: string): boolean {
  return new Deno.Command("umount", { args: [folder] }).outputSync().success;
}

function startDeno(script: string): Deno.Command {
  const args = ["eval", "--no-check", "--no-config", "--no-lock", script];
  return new Deno.Command(Deno.execPath(), { args, stdout: "null", stderr: "null" });
}

function namesIn(folder: string): string[] {
  return Array.from(Deno.readDirSync(folder), (entry) => entry.name).sort();
}

function pictureOf(folder: string): unknown[] {
  return namesIn(folder).filter((name) => !isLeftoverName(name)).map((name) => {
    const info = Deno.lstatSync(`${folder}/${name}`);
    const kind = info.isFile ? "file" : info.isDirectory ? "folder" : info.isSymlink ? "link" : "other";
    const content = info.isFile ? Deno.readTextFileSync(`${folder}/${name}`) : "";
    return [name, kind, info.isDirectory ? 0 : info.nlink, (info.mode ?? 0) & 0o7777, content];
  });
}
