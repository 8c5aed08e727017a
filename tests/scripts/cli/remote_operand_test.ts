import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { sha256Hex } from "../../../kernel/digest.ts";
import { readResult } from "../../../kernel/result.ts";
import { runReproduce } from "../../../scripts/cli/reproduce.ts";
import type { Call, CommandRun } from "../../../scripts/cli/command.ts";
import { refuseOtherOrigin, unarchiveRemote, withRemote } from "../../../scripts/cli/remote_operand.ts";
import { runVerify } from "../../../scripts/cli/verify.ts";
import { serveFolder } from "../../../scripts/serve_folder.ts";
import { assertCode, assertCodeAsync } from "../../assert_code.ts";
import { type Ended, memoryIo } from "../../cli_io.ts";
import { inFolder } from "../../in_folder.ts";
import { testOnLoopback } from "../../loopback_server.ts";
import { smallFiles, withPublished } from "../../published_files.ts";
import { listTree } from "../../small_experiment.ts";

const SMALL = smallFiles();
const DIGEST = sha256Hex(SMALL["manifest.json"]!);

type Given = Partial<Omit<Call, "io" | "flags">> & { cwd: string; isJson?: boolean };

/** Runs a command on a parsed call, in memory. */
async function call(run: CommandRun, { cwd, isJson = false, ...given }: Given): Promise<Ended> {
  const { io, ended } = memoryIo({ cwd });
  const flags = new Set(isJson ? ["json"] : []);
  return ended(await run({ operands: [], values: {}, lists: {}, ...given, flags, io }));
}

/** The scratch folders that are there now; other tests may make some, so names are compared, not numbers. */
function scratchFolders(): string[] {
  const temporary = Deno.makeTempDirSync({ prefix: "permafrost-look-" });
  Deno.removeSync(temporary);
  const parent = temporary.replace(/\/[^/]*$/, "");
  return [...Deno.readDirSync(parent)].map(({ name }) => name).filter((name) => name.startsWith("permafrost-remote-"));
}

testOnLoopback("runVerify() runs what an address publishes, shows the digest, and leaves nothing", async () => {
  await withPublished(SMALL, (origin) =>
    inFolder(async (cwd) => {
      const { code, out, err } = await call(runVerify, { operands: [origin], cwd });
      assertEquals([code, out, listTree(cwd)], [0, "", []]);
      const parts = [
        /Fetched +3 files, \d+ bytes, from http/,
        new RegExp(`Published +manifest\\s+${DIGEST}`),
        /^HOLDS/m,
      ];
      for (const part of parts) assert(part.test(err), `${part} in ${err}`);
    }));
});

testOnLoopback("runVerify() records where the files came from and the manifest's digest in the result", async () => {
  await withPublished(SMALL, (origin) =>
    inFolder(async (cwd) => {
      const values = { output: "r.json", expect: DIGEST };
      assertEquals((await call(runVerify, { operands: [`${origin}manifest.json`], values, cwd })).code, 0);
      const { publication, manifestSha256 } = readResult(`${cwd}/r.json`);
      assertEquals([publication?.origin, manifestSha256], [origin, DIGEST]);
      assertEquals(publication?.files.map(({ path }) => path), ["manifest.json", "protocol.json", "run.ts"]);
      assertEquals(publication?.files[0]?.sha256, DIGEST);
    }));
});

testOnLoopback("runVerify() gives fence-v1 the same digest by its address as by its id", async () => {
  const served = serveFolder(new URL("../../../experiments/fence-v1", import.meta.url).pathname);
  try {
    await inFolder(async (cwd) => {
      const digests: string[] = [];
      for (const operand of [served.origin, "fence-v1"]) {
        const { code, out } = await call(runVerify, { operands: [operand], isJson: true, cwd });
        assertEquals(code, 0);
        digests.push(JSON.parse(out).result.reproductionSha256);
      }
      assertEquals(new Set(digests).size, 1);
    });
  } finally {
    await served.close();
  }
});

testOnLoopback("runVerify() exits 1 and runs nothing when a published file differs", async () => {
  await withPublished({ ...SMALL, "run.ts": SMALL["run.ts"]!.replace("2", "3") }, (origin) =>
    inFolder(async (cwd) => {
      const { code, out, err } = await call(runVerify, { operands: [origin], isJson: true, cwd });
      const { id, manifestSha256, findings } = JSON.parse(out);
      assertEquals([code, id, manifestSha256, findings.length], [1, "small", DIGEST, 1]);
      assertEquals([findings[0].code, findings[0].at], ["published-changed", "run.ts"]);
      assert(err.includes("run.ts") && !err.includes("HOLDS"), err);
    }));
});

testOnLoopback("runVerify() throws publication-origin unasked when the operand is another kind of URL", async () => {
  await inFolder((cwd) =>
    assertCodeAsync(() => call(runVerify, { operands: ["file:///etc/"], cwd }), "publication-origin")
  );
});

testOnLoopback("runVerify() throws usage when a folder is given with --expect", async () => {
  await inFolder((cwd) =>
    assertCodeAsync(() => call(runVerify, { operands: ["."], values: { expect: DIGEST }, cwd }), "usage", "--expect")
  );
});

testOnLoopback("withRemote() deletes its scratch folder also when what uses it throws", async () => {
  await withPublished(SMALL, async (origin) => {
    const { io } = memoryIo();
    let seen = "";
    const use = ({ folder }: { folder: string }): Promise<0> => {
      seen = folder;
      throw new RangeError("used");
    };
    const given: Call = { operands: [origin], values: {}, lists: {}, flags: new Set(), io };
    const thrown = await withRemote(origin, given, { use }).then(() => null, (error) => error);
    assert(thrown instanceof RangeError, String(thrown));
    const [, name = ""] = /\/(permafrost-remote-[^/]+)\//.exec(seen) ?? [];
    assert(name !== "" && !scratchFolders().includes(name), seen);
  });
});

testOnLoopback("unarchiveRemote() makes a folder of the id's name and prints it", async () => {
  await withPublished(SMALL, (origin) =>
    inFolder(async (cwd) => {
      const { code, out } = await call(unarchiveRemote, { operands: [origin], cwd });
      assertEquals([code, out], [0, "small\n"]);
      const files = ["manifest.json", "protocol.json", "run.ts"].map((name) => `small/experiments/small/${name}`);
      assertEquals(listTree(cwd), ["small", "small/experiments", "small/experiments/small", ...files]);
    }));
});

testOnLoopback("unarchiveRemote() keeps nothing and exits 1 when a file differs", async () => {
  await withPublished({ ...SMALL, "run.ts": "x" }, (origin) =>
    inFolder(async (cwd) => {
      const { code, out } = await call(unarchiveRemote, { operands: [origin, "here"], isJson: true, cwd });
      assertEquals([code, JSON.parse(out).findings[0].code, listTree(cwd)], [1, "published-size", []]);
    }));
});

for (const [given, taken] of [["here", "here"], [undefined, "small"]] as const) {
  testOnLoopback(`unarchiveRemote() throws file-exists and overwrites nothing when ${taken} is there`, async () => {
    await withPublished(SMALL, (origin) =>
      inFolder(async (cwd) => {
        Deno.mkdirSync(`${cwd}/${taken}`);
        const operands = given === undefined ? [origin] : [origin, given];
        await assertCodeAsync(() => call(unarchiveRemote, { operands, cwd }), "file-exists", taken);
        assertEquals(listTree(cwd), [taken]);
      }));
  });
}

testOnLoopback("unarchiveRemote() throws file-missing when the folder to put it into is not there", async () => {
  await withPublished(
    SMALL,
    (origin) =>
      inFolder((cwd) =>
        assertCodeAsync(() => call(unarchiveRemote, { operands: [origin, "no/such"], cwd }), "file-missing")
      ),
  );
});

/** What a protocol wants, where the files came from, and whether they may run. */
const ORIGINS: Readonly<Record<string, readonly [Parameters<typeof refuseOtherOrigin>[0], string, boolean, boolean]>> =
  {
    "the protocol names none": [null, "https://other.example/", false, true],
    "it is the protocol's": [
      { origin: "https://a.example/x/", beforeRun: "required" },
      "https://a.example/x/",
      false,
      true,
    ],
    "it is a rehearsal": [{ origin: "https://a.example/x/", beforeRun: "required" }, "http://127.0.0.1:9/", true, true],
    "the protocol only suggests one": [
      { origin: "https://a.example/", beforeRun: "optional" },
      "https://b.example/",
      false,
      true,
    ],
    "the protocol requires another": [
      { origin: "https://a.example/", beforeRun: "required" },
      "https://b.example/",
      false,
      false,
    ],
  };
for (const [when, [publication, origin, rehearsal, runs]] of Object.entries(ORIGINS)) {
  Deno.test(`refuseOtherOrigin() ${runs ? "lets it run" : "throws publication-origin"} when ${when}`, () => {
    const judge = () => refuseOtherOrigin(publication, { origin, rehearsal });
    if (runs) judge();
    else assertCode(judge, "publication-origin");
  });
}

testOnLoopback("runReproduce() runs what an address publishes when the protocol wants its bytes compared", async () => {
  const publication = { origin: "https://a.example/x/", beforeRun: "required" };
  const block = { format: "permafrost/protocol@1", entry: "run.ts", publication };
  const files = smallFiles({ "protocol.json": JSON.stringify({ id: "small", permafrost: block }) });
  await withPublished(files, (origin) =>
    inFolder(async (cwd) => {
      assertEquals((await call(runVerify, { operands: [origin], values: { output: "r.json" }, cwd })).code, 0);
      const { code, out } = await call(runReproduce, { operands: ["r.json", origin], isJson: true, cwd });
      assertEquals([code, JSON.parse(out).reproduced], [0, true]);
    }));
});
