import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import fc from "fast-check";
import { sha256Hex } from "../../kernel/digest.ts";
import type { ErrorCode } from "../../kernel/error.ts";
import type { Finding } from "../../kernel/finding.ts";
import { check, freeze, type FrozenFile, readManifest } from "../../kernel/manifest.ts";
import { assertCode, assertCodeAsync } from "../assert_code.ts";
import { protocolOf, writeDraft } from "../draft.ts";
import { inFolder } from "../in_folder.ts";

const FIXTURES = new URL("../../fixtures/manifests/", import.meta.url);
const ON = { frozenOn: "2026-11-30" };

function copyFixture(name: string, folder: string): string {
  const copy = (from: URL, to: string): void => {
    Deno.mkdirSync(to, { recursive: true });
    for (const { name, isDirectory } of Deno.readDirSync(from)) {
      if (isDirectory) copy(new URL(`${name}/`, from), `${to}/${name}`);
      else Deno.writeFileSync(`${to}/${name}`, Deno.readFileSync(new URL(encodeURIComponent(name), from)));
    }
  };
  copy(new URL(`${name}/`, FIXTURES), folder);
  return folder;
}

/** What sha256sum printed for the files of fixtures/manifests/. */
const OLDER = "8b695c3af5d6d51893dc469f7b48e5a3af4b9de5f24c778ae02d12369deb4d84";
const PRESENT = "be70a89b56309f73b59e2a8f5f60061bc94f9de6ff5265ab30a800ec29c5149b";

Deno.test("readManifest() reads the plain older form in any order of keys and spacing", () => {
  inFolder((folder) => {
    const read = readManifest(copyFixture("older", folder));
    assertEquals([read?.sha256, read?.bytes], [OLDER, Deno.readFileSync(`${folder}/manifest.json`)]);
    const { files, ...rest } = read!.manifest;
    assertEquals(rest, { id: "older-v1", status: "frozen-before-the-run", frozenOn: null });
    assertEquals(files.map(({ path, bytes }) => [path, bytes]), [["data/a.txt", 4], ["empty", 0], ["umlaut.txt", 4]]);
  });
});

Deno.test("check() finds nothing when a folder of the older form is as it was frozen", async () => {
  await inFolder(async (folder) => {
    const { id, manifestSha256, files, findings } = await check(copyFixture("older", folder));
    assertEquals([id, manifestSha256, files.length, findings], ["older-v1", OLDER, 3, []]);
  });
});

Deno.test("check() finds nothing when a folder of the present format is as it was frozen", async () => {
  await inFolder(async (folder) => {
    const { id, manifestSha256, files, findings } = await check(copyFixture("present", folder));
    assertEquals([id, manifestSha256, files.length, findings], ["present-v1", PRESENT, 4, []]);
  });
});

Deno.test("freeze() writes the golden manifest again when its files are frozen on its day", async () => {
  await inFolder(async (folder) => {
    const golden = Deno.readFileSync(`${copyFixture("present", folder)}/manifest.json`);
    Deno.removeSync(`${folder}/manifest.json`);
    const frozen = await freeze(folder, ON);
    assertEquals([frozen.sha256, frozen.bytes], [PRESENT, golden]);
    assertEquals(Deno.readFileSync(`${folder}/manifest.json`), golden);
    assertEquals(Deno.statSync(`${folder}/manifest.json`).mode! & 0o777, 0o644);
    assertEquals(readManifest(folder), frozen);
  });
});

Deno.test("freeze() lists files in byte order when UTF-16 orders them otherwise", async () => {
  await inFolder(async (folder) => {
    const names = ["C", "a.b", "a/b", "b", "protocol.json", "run.ts", "z\uffee", "z\u{1f300}"];
    writeDraft(folder, Object.fromEntries(names.filter((name) => !name.includes(".j")).map((name) => [name, name])));
    const { manifest } = await freeze(folder, ON);
    assertEquals(manifest.files.map(({ path }) => path), names);
  });
});

Deno.test("freeze() leaves out manifest.json and results/ at the top, and only there", async () => {
  await inFolder(async (folder) => {
    writeDraft(folder, { "results/x": "1", "results/a%b": "1", "a/manifest.json": "{}", "a/results/y": "2" });
    Deno.symlinkSync("x", `${folder}/results/link`);
    const { manifest } = await freeze(folder, ON);
    const expected = ["a/manifest.json", "a/results/y", "protocol.json", "run.ts"];
    assertEquals(manifest.files.map(({ path }) => path), expected);
    assertEquals((await check(folder)).findings, []);
  });
});

Deno.test("freeze() agrees with a plain reckoning when the files are any", async () => {
  const name = fc.stringMatching(/^[a-z0-9 ._äß-]{1,8}$/).filter((text) => /^[a-z0-9_äß].*[^ .]$/.test(text))
    .map((text) => `f-${text}`);
  const files = fc.dictionary(
    fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/d/")),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(files, async (drawn) => {
      await inFolder(async (folder) => {
        const all: Record<string, string> = {};
        const taken = new Set<string>();
        for (const [path, text] of Object.entries(drawn)) {
          const parts = path.split("/").map((_, n, all) => all.slice(0, n + 1).join("/"));
          if (parts.some((part) => taken.has(part.toUpperCase()))) continue;
          parts.forEach((part) => taken.add(part.toUpperCase()));
          all[path] = `text ${text}`;
        }
        writeDraft(folder, all);
        const encoder = new TextEncoder();
        const lines = ["protocol.json", "run.ts", ...Object.keys(all)]
          .sort((a, b) => Number(hex(encoder.encode(a)) > hex(encoder.encode(b))) * 2 - 1)
          .map((path) => {
            const bytes = Deno.readFileSync(`${folder}/${path}`);
            return `{"bytes":${bytes.length},"path":${JSON.stringify(path)},"sha256":"${sha256Hex(bytes)}"}`;
          });
        const expected = `{"files":[${lines.join(",")}],"format":"permafrost/manifest@1","frozenOn":"2026-11-30",` +
          `"id":"tiny-v1","status":"frozen"}\n`;
        const { bytes, sha256 } = await freeze(folder, ON);
        assertEquals([new TextDecoder().decode(bytes), sha256], [expected, sha256Hex(expected) as string]);
        assertEquals((await check(folder)).findings, []);
      });
    }),
    { seed: 6901, numRuns: 60 },
  );
});
function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

type Make = (folder: string) => void;
const file = (path: string): Make => (folder) => {
  writeDraft(folder, { [path]: "x" });
};
const REFUSED: readonly [what: string, make: Make, code: ErrorCode, at: string, finding: Finding["code"] | null][] = [
  ["a name holds %", file("a%41"), "name-refused", "a%41", "name"],
  ["a folder's name holds %", file("a%/b"), "name-refused", "a%/b", "name"],
  ["a name holds a line feed", file("a\nb"), "name-refused", "a\nb", "name"],
  ["a name holds a control character of Latin 1", file("a\u0085b"), "name-refused", "a\u0085b", "name"],
  ["a name holds a backslash", file("a\\b"), "name-refused", "a\\b", "name"],
  ["a name ends with a space", file("a "), "name-refused", "a ", "name"],
  ["a folder's name ends with a dot", file("a./b"), "name-refused", "a./b", "name"],
  ["a name is not in form C", file("u\u0308"), "name-refused", "u\u0308", "name"],
  ["a name is a device of Windows", file("sub/AUX.txt"), "name-refused", "sub/AUX.txt", "name"],
  [
    "two names are one without case",
    (folder) => writeDraft(folder, { Twin: "", twin: "" }),
    "name-refused",
    "twin",
    "name",
  ],
  [
    "two folders are one without case",
    (folder) => writeDraft(folder, { "S/a": "", "s/b": "" }),
    "name-refused",
    "s",
    "name",
  ],
  ["a name is manifest.json without case", file("Manifest.JSON"), "name-refused", "manifest.json", "name"],
  ["a folder is results without case", file("Results/x"), "name-refused", "results", "name"],
  ["a file is called results", file("results"), "name-refused", "results", "name"],
  ["results is a link to a folder", link("results", "/etc"), "file-kind", "results", "kind"],
  ["a file is a link", link("a", "run.ts"), "file-kind", "a", "kind"],
  ["a file is a dangling link", link("a", "nowhere"), "file-kind", "a", "kind"],
  ["a folder is a link", link("a", "/etc"), "file-kind", "a", "kind"],
  ["the entry is a link", (folder) => swap(folder, "run.ts"), "file-kind", "run.ts", "kind"],
  [
    "a file has a second name inside",
    (folder) => Deno.linkSync(`${folder}/run.ts`, `${folder}/a`),
    "file-kind",
    "a",
    "kind",
  ],
  ["a pipe is there", (folder) => command("mkfifo", `${folder}/a`), "file-kind", "a", "kind"],
  [
    "the entry is missing",
    (folder) => Deno.removeSync(`${folder}/run.ts`),
    "protocol-invalid",
    "/permafrost/entry",
    "module",
  ],
  ["the entry lies in results/", entry("results/run.ts"), "protocol-invalid", "/permafrost/entry", "module"],
  ["the entry is manifest.json", entry("manifest.json"), "protocol-invalid", "/permafrost/entry", "module"],
  [
    "the protocol has comments",
    (folder) => Deno.renameSync(`${folder}/protocol.json`, `${folder}/protocol.jsonc`),
    "protocol-invalid",
    "protocol.jsonc",
    null,
  ],
];
function link(path: string, target: string): Make {
  return (folder) => Deno.symlinkSync(target, `${folder}/${path}`);
}
function swap(folder: string, path: string): void {
  Deno.renameSync(`${folder}/${path}`, `${folder}/other.ts`);
  Deno.symlinkSync("other.ts", `${folder}/${path}`);
}
function entry(path: string): Make {
  return (folder) => {
    writeDraft(folder, { "protocol.json": protocolOf({ entry: path }), ...(path.includes("/") ? { [path]: "" } : {}) });
  };
}
function command(name: string, ...args: string[]): void {
  assert(new Deno.Command(name, { args }).outputSync().success);
}
for (const [what, make, code, at, finding] of REFUSED) {
  Deno.test(`freeze() refuses with ${code} at ${JSON.stringify(at)} when ${what}, and check() says so before`, async () => {
    await inFolder(async (folder) => {
      writeDraft(folder);
      make(folder);
      const { findings, manifestSha256 } = await check(folder);
      assertEquals([findings[0]?.code ?? null, manifestSha256], [finding, null]);
      if (finding === "name" || finding === "kind") assertEquals(findings[0]?.at, at);
      await assertCodeAsync(() => freeze(folder, ON), code, at);
      assertEquals(readManifest(folder), null);
    });
  });
}

Deno.test("freeze() refuses when a socket is there", async () => {
  await inFolder(async (folder) => {
    const server = Deno.listen({ transport: "unix", path: `${writeDraft(folder)}/s` });
    await assertCodeAsync(() => freeze(folder, ON), "file-kind", "s").finally(() => server.close());
  });
});

Deno.test("freeze() refuses when the only second name of a file lies outside", async () => {
  await inFolder(async (folder) => {
    Deno.linkSync(`${writeDraft(`${folder}/in`)}/run.ts`, `${folder}/outside`);
    await assertCodeAsync(() => freeze(`${folder}/in`, ON), "file-kind", "run.ts");
  });
});

for (const frozenOn of ["2026-02-30", "2026-13-01", "30.11.2026", "2026-11-30T00:00:00Z", ""]) {
  Deno.test(`freeze() refuses when the day is ${JSON.stringify(frozenOn)}`, async () => {
    await inFolder(async (folder) => {
      writeDraft(folder);
      await assertCodeAsync(() => freeze(folder, { frozenOn }), "manifest-invalid", "manifest.json#/frozenOn");
      assertEquals(readManifest(folder), null);
    });
  });
}

Deno.test("freeze() refuses and writes nothing when something else writes manifest.json meanwhile", async () => {
  await inFolder(async (folder) => {
    const original = Deno.readDirSync;
    Deno.readDirSync = (path) => {
      Deno.writeTextFileSync(`${folder}/manifest.json`, "theirs");
      return original(path);
    };
    try {
      await assertCodeAsync(() => freeze(writeDraft(folder), ON), "file-exists", "manifest.json");
    } finally {
      Deno.readDirSync = original;
    }
    assertEquals(Deno.readTextFileSync(`${folder}/manifest.json`), "theirs");
  });
});

const AGAIN: readonly [what: string, change: Make, words: readonly string[]][] = [
  ["nothing changed", () => {}, ["unchanged"]],
  ["bytes changed", file("run.ts"), ["run.ts (changed)", "permafrost new tiny-v2 --from tiny-v1"]],
  ["the protocol is broken", (folder) => Deno.writeTextFileSync(`${folder}/protocol.json`, "{"), [
    "protocol.json (changed)",
  ]],
  ["a file came", file("x"), ["x (extra)"]],
];
for (const [what, change, words] of AGAIN) {
  Deno.test(`freeze() refuses a second time with the fix when ${what}`, async () => {
    await inFolder(async (folder) => {
      const { bytes } = await freeze(writeDraft(folder), ON);
      change(folder);
      await assertCodeAsync(() => freeze(folder, ON), "manifest-exists", "manifest.json");
      const { message } = await freeze(folder, ON).then(() => new Error(""), (error: Error) => error);
      for (const word of words) assert(message.includes(word), message);
      assertEquals(Deno.readFileSync(`${folder}/manifest.json`), bytes);
    });
  });
}

const DIGEST_X = { bytes: 1, sha256: sha256Hex("x") as string };
const DRIFT: readonly [what: string, change: Make, findings: readonly (readonly [Finding["code"], string])[]][] = [
  ["nothing changed", () => {}, []],
  ["a byte changed", (folder) => Deno.writeTextFileSync(`${folder}/a`, "y"), [["changed", "a"]]],
  ["a file grew", (folder) => Deno.writeTextFileSync(`${folder}/a`, "xx"), [["changed", "a"]]],
  ["a file went", (folder) => Deno.removeSync(`${folder}/a`), [["missing", "a"]]],
  ["a file came", file("d/new"), [["extra", "d/new"]]],
  ["a file with an odd name came", file("a%"), [["extra", "a%"]]],
  ["protocol.jsonc came", file("protocol.jsonc"), [["extra", "protocol.jsonc"]]],
  ["a file moved", (folder) => Deno.renameSync(`${folder}/a`, `${folder}/b`), [["missing", "a"], ["extra", "b"]]],
  ["a file became a link to its copy", (folder) => swap(folder, "a"), [["kind", "a"], ["extra", "other.ts"]]],
  ["a file became a folder", (folder) => (Deno.removeSync(`${folder}/a`), file("a/b")(folder)), [["missing", "a"], [
    "extra",
    "a/b",
  ]]],
  ["a folder became a file", (folder) => (Deno.removeSync(`${folder}/d`, { recursive: true }), file("d")(folder)), [[
    "extra",
    "d",
  ], ["missing", "d/c"]]],
  [
    "a folder became a link to its copy",
    (folder) => (Deno.renameSync(`${folder}/d`, `${folder}/e`), link("d", "e")(folder)),
    [["kind", "d"], ["missing", "d/c"], ["extra", "e/c"]],
  ],
  ["a file got a second name elsewhere", (folder) => Deno.linkSync(`${folder}/a`, `${folder}/results/a`), [[
    "kind",
    "a",
  ]]],
  ["a pipe took a file's place", (folder) => (Deno.removeSync(`${folder}/a`), command("mkfifo", `${folder}/a`)), [[
    "kind",
    "a",
  ]]],
  [
    "results became a link",
    (folder) => (Deno.removeSync(`${folder}/results`, { recursive: true }), link("results", "d")(folder)),
    [["kind", "results"]],
  ],
  [
    "results became a file",
    (folder) => (Deno.removeSync(`${folder}/results`, { recursive: true }), file("results")(folder)),
    [["extra", "results"]],
  ],
  ["results came", file("results/2.json"), []],
  ["an empty folder came", (folder) => Deno.mkdirSync(`${folder}/nothing`), []],
  ["the protocol is broken", (folder) => Deno.writeTextFileSync(`${folder}/protocol.json`, "{"), [[
    "changed",
    "protocol.json",
  ]]],
];
for (const [what, change, expected] of DRIFT) {
  Deno.test(`check() finds ${expected.map(([code]) => code).join(", ") || "nothing"} when ${what}`, async () => {
    await inFolder(async (folder) => {
      const { sha256 } = await freeze(writeDraft(folder, { a: "x", "d/c": "c", "results/1.json": "" }), ON);
      const protocol = Deno.readTextFileSync(`${folder}/protocol.json`);
      change(folder);
      if (what !== "the protocol is broken") Deno.writeTextFileSync(`${folder}/protocol.json`, protocol);
      const { findings, manifestSha256, files } = await check(folder);
      assertEquals(findings.map(({ code, at }) => [code, at] as const), [...expected]);
      assertEquals([manifestSha256, files.length], [sha256 as string, 4]);
    });
  });
}

Deno.test("check() gives both sides when a file changed, went or came", async () => {
  await inFolder(async (folder) => {
    await freeze(writeDraft(folder, { a: "x", b: "x" }), ON);
    Deno.writeTextFileSync(`${folder}/a`, "yy");
    Deno.removeSync(`${folder}/b`);
    Deno.writeTextFileSync(`${folder}/c`, "zzz");
    assertEquals((await check(folder)).findings, [
      { code: "changed", at: "a", expected: DIGEST_X, observed: { bytes: 2, sha256: sha256Hex("yy") } },
      { code: "missing", at: "b", expected: DIGEST_X, observed: null },
      { code: "extra", at: "c", expected: null, observed: 3 },
    ]);
  });
});

Deno.test("check() finds changed when the manifest has the digest right and the size wrong", async () => {
  await inFolder(async (folder) => {
    const files = [{ path: "a", bytes: 2, sha256: DIGEST_X.sha256 }];
    Deno.writeTextFileSync(`${folder}/a`, "x");
    Deno.writeTextFileSync(`${folder}/manifest.json`, JSON.stringify({ id: "x", status: "s", files }));
    const { findings } = await check(folder);
    assertEquals(findings, [
      { code: "changed", at: "a", expected: { bytes: 2, sha256: DIGEST_X.sha256 }, observed: DIGEST_X },
    ]);
  });
});

Deno.test("check() and freeze() refuse with file-unreadable when the system does not let them list the folder", async () => {
  await inFolder(async (folder) => {
    const original = Deno.readDirSync;
    Deno.readDirSync = () => {
      throw new Deno.errors.PermissionDenied("simulated");
    };
    try {
      await assertCodeAsync(() => check(writeDraft(folder)), "file-unreadable");
      await assertCodeAsync(() => freeze(folder, ON), "file-unreadable");
    } finally {
      Deno.readDirSync = original;
    }
  });
});

Deno.test("check() lists what a freeze takes when the folder is a draft", async () => {
  await inFolder(async (folder) => {
    const draft = await check(writeDraft(folder, { a: "x", "results/1": "" }));
    assertEquals([draft.id, draft.manifestSha256, draft.findings], ["tiny-v1", null, []]);
    const { manifest } = await freeze(folder, ON);
    assertEquals(draft.files, manifest.files);
  });
});

Deno.test("check() takes a draft whose protocol has comments", async () => {
  await inFolder(async (folder) => {
    const text = `// a draft\n${JSON.stringify(protocolOf())}`;
    const { findings, files } = await check(writeDraft(folder, { "protocol.json": null, "protocol.jsonc": text }));
    assertEquals([findings, files.map(({ path }) => path)], [[], ["protocol.jsonc", "run.ts"]]);
  });
});

Deno.test("check() finds identity when the manifest names another experiment than its protocol", async () => {
  await inFolder(async (folder) => {
    const { bytes } = await freeze(writeDraft(folder), ON);
    const text = new TextDecoder().decode(bytes).replace("tiny-v1", "other-v1");
    Deno.writeTextFileSync(`${folder}/manifest.json`, text);
    assertEquals((await check(folder)).findings, [
      { code: "identity", at: "protocol.json#/id", expected: "other-v1", observed: "tiny-v1" },
    ]);
  });
});

Deno.test("freeze() takes the folder's name when the protocol has no id, and keeps it when the folder is renamed", async () => {
  await inFolder(async (folder) => {
    const { id: _, ...document } = protocolOf() as { id: string };
    writeDraft(`${folder}/named`, { "protocol.json": document });
    assertEquals((await freeze(`${folder}/named`, ON)).manifest.id, "named");
    Deno.renameSync(`${folder}/named`, `${folder}/Named (1)`);
    const { id, findings } = await check(`${folder}/Named (1)`);
    assertEquals([id, findings], ["named", []]);
  });
});

Deno.test("freeze() refuses when neither the protocol nor the folder's name gives an id", async () => {
  await inFolder(async (folder) => {
    const { id: _, ...document } = protocolOf() as { id: string };
    writeDraft(`${folder}/Not an id`, { "protocol.json": document });
    await assertCodeAsync(() => freeze(`${folder}/Not an id`, ON), "protocol-invalid", "/id");
  });
});

for (const [id, next] of [["tiny", "tiny-v2"], ["tiny-v1", "tiny-v2"], ["tiny-v9", "tiny-v10"]]) {
  Deno.test(`freeze() names the next version ${next} when ${id} is frozen`, async () => {
    await inFolder(async (folder) => {
      const draft = writeDraft(`${folder}/x`, { "protocol.json": protocolOf({}, { id }) });
      await freeze(draft, ON);
      Deno.writeTextFileSync(`${draft}/run.ts`, " ", { append: true });
      const error = await freeze(draft, ON).then(() => null, (thrown: Error) => thrown);
      assertEquals(error?.message.includes(`permafrost new ${next} --from ${id}`), true);
    });
  });
}

Deno.test("check() finds nothing when a frozen folder was renamed", async () => {
  await inFolder(async (folder) => {
    await freeze(writeDraft(`${folder}/first`), ON);
    Deno.renameSync(`${folder}/first`, `${folder}/First (1)`);
    const { id, findings } = await check(`${folder}/First (1)`);
    assertEquals([id, findings], ["tiny-v1", []]);
  });
});

const PLACES: readonly [what: string, pick: (folder: string) => string, code: ErrorCode][] = [
  ["is missing", (folder) => `${folder}/none`, "file-missing"],
  ["is a file", (folder) => `${folder}/run.ts`, "file-missing"],
  ["is a dangling link", (folder) => (link("dangling", "nowhere")(folder), `${folder}/dangling`), "file-missing"],
  ["has a folder for its manifest", (folder) => (Deno.mkdirSync(`${folder}/manifest.json`), folder), "file-kind"],
  ["has a link for its manifest", (folder) => (link("manifest.json", "run.ts")(folder), folder), "file-kind"],
];
for (const [what, pick, code] of PLACES) {
  Deno.test(`check() and freeze() refuse with ${code} when the folder ${what}`, async () => {
    await inFolder(async (folder) => {
      const place = pick(writeDraft(folder));
      await assertCodeAsync(() => check(place), code);
      await assertCodeAsync(() => freeze(place, ON), code);
    });
  });
}

const MEANWHILE: readonly [what: string, change: (path: string) => void, code: ErrorCode][] = [
  ["goes", (path) => Deno.removeSync(path), "file-missing"],
  ["becomes a folder", (path) => (Deno.removeSync(path), Deno.mkdirSync(path)), "file-kind"],
  ["becomes a link", (path) => (Deno.removeSync(path), Deno.symlinkSync("/etc/hostname", path)), "file-kind"],
  ["becomes a pipe", (path) => (Deno.removeSync(path), command("mkfifo", path)), "file-kind"],
];
for (const [what, change, code] of MEANWHILE) {
  Deno.test(`check() refuses with ${code} when a file ${what} between listing and hashing`, async () => {
    await inFolder(async (folder) => {
      await freeze(writeDraft(folder, { "last/a": "x" }), ON);
      const original = Deno.lstatSync;
      let isDone = false;
      Deno.lstatSync = (path) => {
        const info = original(path);
        if (String(path).endsWith("last/a") && !isDone) {
          isDone = true;
          change(`${folder}/last/a`);
        }
        return info;
      };
      try {
        await assertCodeAsync(() => check(folder), code, "last/a");
      } finally {
        Deno.lstatSync = original;
      }
      assert(isDone);
    });
  });
}

const HASH = "0".repeat(64);
function manifestOf(change: Record<string, unknown>, files: unknown = [{ path: "a", bytes: 1, sha256: HASH }]): string {
  return JSON.stringify({ id: "x", status: "any words", files, ...change });
}
function fileOf(change: Record<string, unknown>): string {
  return manifestOf({}, [{ path: "b", bytes: 1, sha256: HASH }, { path: "a", bytes: 1, sha256: HASH, ...change }]);
}
const PRESENT_TEXT = `{"files":[{"bytes":1,"path":"a","sha256":"${HASH}"},{"bytes":2,"path":"b","sha256":"${HASH}"}],` +
  `"format":"permafrost/manifest@1","frozenOn":"2026-11-30","id":"x","status":"frozen"}\n`;
function present(from: string | RegExp, to: string): string {
  const text = PRESENT_TEXT.replace(from, to);
  assert(text !== PRESENT_TEXT);
  return text;
}
const BAD: readonly [text: string, at: string][] = [
  ["[]", ""],
  ["{}", ""],
  [manifestOf({ id: "X" }), "/id"],
  [manifestOf({ id: 1 }), "/id"],
  [manifestOf({ id: "a".repeat(65) }), "/id"],
  [manifestOf({ status: "" }), "/status"],
  [manifestOf({ files: {} }), "/files"],
  [manifestOf({ files: [] }), "/files"],
  [manifestOf({ files: [1] }), "/files/0"],
  [manifestOf({ files: [{}] }), "/files/0"],
  [fileOf({ path: "" }), "/files/1/path"],
  [fileOf({ path: "/etc/passwd" }), "/files/1/path"],
  [fileOf({ path: "../a" }), "/files/1/path"],
  [fileOf({ path: "a/../../b" }), "/files/1/path"],
  [fileOf({ path: "./a" }), "/files/1/path"],
  [fileOf({ path: "a//b" }), "/files/1/path"],
  [fileOf({ path: "a\u0000" }), "/files/1/path"],
  [fileOf({ path: "a%2fb" }), "/files/1/path"],
  [fileOf({ path: "a\\b" }), "/files/1/path"],
  [fileOf({ path: "manifest.json" }), "/files/1/path"],
  [fileOf({ path: "results/1" }), "/files/1/path"],
  [fileOf({ path: "results" }), "/files/1/path"],
  [fileOf({ path: "b" }), "/files/1/path"],
  [fileOf({ path: "B" }), "/files/0/path"],
  [fileOf({ path: "Manifest.json" }), "/files"],
  [fileOf({ path: 1 }), "/files/1/path"],
  [fileOf({ bytes: -1 }), "/files/1/bytes"],
  [fileOf({ bytes: 1.5 }), "/files/1/bytes"],
  [fileOf({ bytes: "1" }), "/files/1/bytes"],
  [fileOf({ bytes: 2 ** 53 }), "/files/1/bytes"],
  [fileOf({ sha256: "A".repeat(64) }), "/files/1/sha256"],
  [fileOf({ sha256: "0".repeat(63) }), "/files/1/sha256"],
  [fileOf({ mode: 1 }), "/files/1/mode"],
  [present("manifest@1", "manifest@2"), "/format"],
  [present('"frozenOn":"2026-11-30",', ""), ""],
  [present("2026-11-30", "2026-11-31"), "/frozenOn"],
  [present("2026-11-30", "2026-1-30"), "/frozenOn"],
  [present('"frozen"', '"thawed"'), "/status"],
  [present(/}\n$/, ',"extra":1}\n'), "/extra"],
  [present("\n", ""), ""],
  [present("\n", "\n\n"), ""],
  [present("\n", "\r\n"), ""],
  [present('{"files"', '{ "files"'), ""],
  [present('"bytes":1', '"bytes":1.0'), ""],
  [present('"a"', '"\\u0061"'), ""],
  [present(/(\{"bytes":1.*?\}),(\{.*?\})/, "$2,$1"), ""],
  [present(/^\{("files".*),"format":"permafrost\/manifest@1"/, '{"format":"permafrost/manifest@1",$1'), ""],
];
for (const [text, at] of BAD) {
  Deno.test(`readManifest() refuses at ${JSON.stringify(at)} when the text is ${text.replaceAll(HASH, "0…").slice(0, 90)}`, () => {
    inFolder((folder) => {
      Deno.writeTextFileSync(`${folder}/manifest.json`, text);
      assertCode(() => readManifest(folder), "manifest-invalid", `manifest.json#${at}`);
    });
  });
}

const UNREADABLE: readonly [text: string, code: ErrorCode, at: string][] = [
  ["", "json-empty", "manifest.json#"],
  [`\ufeff${PRESENT_TEXT}`, "json-bom", "manifest.json#"],
  [manifestOf({}).replace('"id"', '"id":"y","id"'), "json-duplicate-key", "manifest.json#/id"],
];
for (const [text, code, at] of UNREADABLE) {
  Deno.test(`readManifest() refuses with ${code} when the text is ${JSON.stringify(text).slice(0, 40)}`, () => {
    inFolder((folder) => {
      Deno.writeTextFileSync(`${folder}/manifest.json`, text);
      assertCode(() => readManifest(folder), code, at);
    });
  });
}

Deno.test("readManifest() takes the canonical text when every byte is in its place", () => {
  inFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/manifest.json`, PRESENT_TEXT);
    assertEquals(readManifest(folder)?.sha256, sha256Hex(PRESENT_TEXT));
  });
});

Deno.test("readManifest() gives null when the folder or its manifest is missing", () => {
  inFolder((folder) => assertEquals([readManifest(folder), readManifest(`${folder}/none`)], [null, null]));
});

Deno.test("readManifest() reads the older form alike when keys and spacing are any", () => {
  const files: FrozenFile[] = [{ path: "a", bytes: 1, sha256: HASH }, { path: "b/c", bytes: 0, sha256: HASH }];
  const shuffled = <T>(items: readonly T[]) => fc.shuffledSubarray([...items], { minLength: items.length });
  const space = fc.stringMatching(/^[ \t\r\n]{0,4}$/);
  const object = (members: [string, string][]) =>
    fc.tuple(shuffled(members), space).map(([parts, gap]) =>
      `{${gap}${parts.map(([key, text]) => `${gap}"${key}"${gap}:${gap}${text}`).join(`${gap},`)}${gap}}`
    );
  const entries = files.map((file) => object(Object.entries(file).map(([key, value]) => [key, JSON.stringify(value)])));
  const text = fc.tuple(...entries).chain((texts) => shuffled(texts)).chain((texts) =>
    object([["id", '"x"'], ["status", '"s"'], ["files", `[${texts.join(" ,\n")}]`], ["more", "[1]"]])
  );
  inFolder((folder) => {
    fc.assert(
      fc.property(text, (written) => {
        Deno.writeTextFileSync(`${folder}/manifest.json`, written);
        const read = readManifest(folder);
        assertEquals(read?.manifest, { id: "x", status: "s", frozenOn: null, files });
        assertEquals(read?.sha256, sha256Hex(written));
      }),
      { seed: 6901, numRuns: 200 },
    );
  });
});
