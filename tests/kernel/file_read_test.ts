import { assertEquals } from "@std/assert/equals";
import { assert } from "@std/assert/assert";
import fs from "node:fs";
import type { ErrorCode } from "../../kernel/error.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { readBounded, streamFile, systemCode, toFileError } from "../../kernel/file_read.ts";
import { assertCode } from "../assert_code.ts";
import { failWith, once, withFsFaults } from "../fs_fault.ts";
import { inFolder } from "../in_folder.ts";

const CHUNK = 128 * 1024;

for (const size of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK]) {
  Deno.test(`readBounded() returns every byte when the file has ${size}`, () => {
    inFolder((folder) => {
      const bytes = Uint8Array.from({ length: size }, (_, i) => (i * 7 + (i >> 9)) & 255);
      Deno.writeFileSync(`${folder}/f`, bytes);
      assert(fs.readFileSync(`${folder}/f`).equals(readBounded(`${folder}/f`, { maxBytes: size })));
    });
  });
}

Deno.test("readBounded() returns bytes of its own when it is called twice", () => {
  inFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/f`, "first");
    Deno.writeTextFileSync(`${folder}/g`, "other");
    const first = readBounded(`${folder}/f`, { maxBytes: 9 });
    readBounded(`${folder}/g`, { maxBytes: 9 });
    assertEquals(new TextDecoder().decode(first), "first");
  });
});

const REFUSED: readonly [string, (folder: string) => void, ErrorCode][] = [
  ["nothing is there", () => {}, "file-missing"],
  ["it is a link to a file", (folder) => {
    Deno.writeTextFileSync(`${folder}/real`, "x");
    Deno.symlinkSync("real", `${folder}/it`);
  }, "file-kind"],
  ["it is a dangling link", (folder) => Deno.symlinkSync("nowhere", `${folder}/it`), "file-kind"],
  ["it is a link to itself", (folder) => Deno.symlinkSync("it", `${folder}/it`), "file-kind"],
  ["it is a folder", (folder) => Deno.mkdirSync(`${folder}/it`), "file-kind"],
  ["it is a pipe without a writer", (folder) => run("mkfifo", `${folder}/it`), "file-kind"],
  ["it is a hard link", (folder) => {
    Deno.writeTextFileSync(`${folder}/real`, "x");
    Deno.linkSync(`${folder}/real`, `${folder}/it`);
  }, "file-kind"],
  ["it is a socket", (folder) => {
    const server = Deno.listen({ transport: "unix", path: `${folder}/first` });
    Deno.linkSync(`${folder}/first`, `${folder}/it`); // closing removes the first name
    server.close();
  }, "file-kind"],
  [
    "it is one byte too large",
    (folder) => Deno.writeTextFileSync(`${folder}/it`, "123456789"),
    "file-too-large",
  ],
];
for (const [name, make, code] of REFUSED) {
  Deno.test(`readBounded() refuses when ${name}`, () => {
    inFolder((folder) => {
      make(folder);
      assertCode(() => readBounded(`${folder}/it`, { maxBytes: 8, at: "data/it" }), code, "data/it");
    });
  });
}

Deno.test("readBounded() refuses when it is a device", () => {
  assertCode(() => readBounded("/dev/zero", { maxBytes: 8 }), "file-kind", "zero");
});

Deno.test("readBounded() refuses when a folder of the path is a file", () => {
  inFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/f`, "x");
    assertCode(() => readBounded(`${folder}/f/it`, { maxBytes: 8 }), "file-missing", "it");
  });
});

Deno.test("readBounded() refuses when the system reports less than the file holds", () => {
  assertCode(() => readBounded("/proc/self/status", { maxBytes: 1e6 }), "file-changed");
});

Deno.test("readBounded() refuses when the name is too long for the system", () => {
  assertCode(() => readBounded(`/tmp/${"x".repeat(300)}`, { maxBytes: 8, at: "x" }), "file-unreadable", "x");
});

Deno.test("readBounded() refuses when the name holds NUL", () => {
  assertCode(() => readBounded("/tmp/a\0b", { maxBytes: 8, at: "x" }), "file-unreadable", "x");
});

Deno.test("readBounded() refuses when a link takes the file's place before it is opened", () => {
  inFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/f`, "1234");
    Deno.writeTextFileSync(`${folder}/other`, "5678");
    const swap = () => {
      Deno.removeSync(`${folder}/f`);
      Deno.symlinkSync("other", `${folder}/f`);
    };
    withFsFaults(
      { openSync: once(swap) },
      () => assertCode(() => readBounded(`${folder}/f`, { maxBytes: 9 }), "file-kind", "f"),
    );
  });
});

Deno.test("readBounded() does not wait when a pipe takes the file's place before it is opened", () => {
  inFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/f`, "1234");
    const swap = () => {
      Deno.removeSync(`${folder}/f`);
      run("mkfifo", `${folder}/f`);
    };
    withFsFaults(
      { openSync: once(swap) },
      () => assertCode(() => readBounded(`${folder}/f`, { maxBytes: 9 }), "file-changed", "f"),
    );
  });
});

const LARGE = 3 * CHUNK;
const CHANGES: readonly [string, number, (path: string) => void][] = [
  ["grows by a byte", 4, (path) => Deno.writeTextFileSync(path, "x", { append: true })],
  ["shrinks by a byte", 4, (path) => Deno.truncateSync(path, 3)],
  ["becomes empty", 4, (path) => Deno.truncateSync(path, 0)],
  ["grows from nothing", 0, (path) => Deno.writeTextFileSync(path, "x")],
  ["is large and grows", LARGE, (path) => Deno.writeTextFileSync(path, "x", { append: true })],
  ["is large and shrinks", LARGE, (path) => Deno.truncateSync(path, LARGE - 1)],
  ["is large and is replaced", LARGE, (path) => {
    Deno.removeSync(path);
    Deno.writeFileSync(path, new Uint8Array(LARGE));
  }],
  ["is large and is written to in place", LARGE, (path) => {
    const file = Deno.openSync(path, { write: true });
    file.writeSync(Uint8Array.of(1));
    file.utimeSync(1, 1);
    file.close();
  }],
  ["is large and is removed", LARGE, (path) => Deno.removeSync(path)],
];
for (const [name, size, change] of CHANGES) {
  const code = name.endsWith("removed") ? "file-missing" : "file-changed";
  Deno.test(`readBounded() refuses with ${code} when the file ${name} while it is read`, () => {
    inFolder((folder) => {
      Deno.writeFileSync(`${folder}/f`, new Uint8Array(size));
      const act = () => change(`${folder}/f`);
      withFsFaults(
        { readSync: once(act) },
        () => assertCode(() => readBounded(`${folder}/f`, { maxBytes: 1e6 }), code, "f"),
      );
    });
  });
}

Deno.test("readBounded() refuses with file-unreadable when the system fails to read", () => {
  inFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/f`, "1234");
    withFsFaults(
      { readSync: failWith("EIO") },
      () => assertCode(() => readBounded(`${folder}/f`, { maxBytes: 9 }), "file-unreadable", "f"),
    );
  });
});

Deno.test("readBounded() refuses with file-unreadable when Deno may not read there", async () => {
  const url = new URL("../../kernel/file_read.ts", import.meta.url).href;
  const code = `import { readBounded } from ${JSON.stringify(url)};
    try { readBounded("/etc/hostname", { maxBytes: 99 }) } catch (error) { console.log(error.code, error.at) }`;
  const args = ["run", "--no-prompt", "--no-config", "--no-check", "--ext=ts", "-"];
  const child = new Deno.Command(Deno.execPath(), { args, stdin: "piped", stdout: "piped", stderr: "null" })
    .spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(code));
  await writer.close();
  assertEquals(new TextDecoder().decode((await child.output()).stdout), "file-unreadable hostname\n");
});

Deno.test("streamFile() passes chunks with their offsets when the file is larger than one", () => {
  inFolder((folder) => {
    Deno.writeFileSync(`${folder}/f`, new Uint8Array(2 * CHUNK + 5));
    const seen: number[][] = [];
    const take = (chunk: Uint8Array, offset: number, size: number) => void seen.push([offset, chunk.length, size]);
    assertEquals(streamFile(`${folder}/f`, { take }), 2 * CHUNK + 5);
    const size = 2 * CHUNK + 5;
    assertEquals(seen, [[0, CHUNK, size], [CHUNK, CHUNK, size], [2 * CHUNK, 5, size]]);
  });
});

Deno.test("streamFile() keeps the message free of the path when it refuses", () => {
  inFolder((folder) => {
    try {
      streamFile(`${folder}/sub/none`, { take: () => {} });
    } catch (error) {
      assert(error instanceof PermafrostError && !error.message.includes(folder) && error.at === "none");
      return;
    }
    throw new Error("it should have refused");
  });
});

const SYSTEM: readonly [string, ErrorCode][] = [
  ["ENOENT", "file-missing"],
  ["ENOTDIR", "file-missing"],
  ["ELOOP", "file-kind"],
  ["EACCES", "file-unreadable"],
  ["EIO", "file-unreadable"],
];
for (const [reason, code] of SYSTEM) {
  Deno.test(`toFileError() gives ${code} when the system says ${reason}`, () => {
    const cause = Object.assign(new Error("raw"), { code: reason });
    const error = toFileError(cause, { verb: "read", at: "x", otherwise: "file-unreadable" });
    assertEquals([error.code, error.at, error.cause], [code, "x", cause]);
  });
}

Deno.test("toFileError() returns the same error when it is coded already", () => {
  const error = new PermafrostError("usage", "Cannot x: y");
  assert(toFileError(error, { verb: "read", at: "x", otherwise: "file-write" }) === error);
});

Deno.test("systemCode() gives a text when what was thrown is no error", () => {
  assertEquals([systemCode(null), systemCode(new TypeError("x"))], ["undefined", "TypeError"]);
});

function run(command: string, ...args: string[]): void {
  assert(new Deno.Command(command, { args }).outputSync().success);
}
