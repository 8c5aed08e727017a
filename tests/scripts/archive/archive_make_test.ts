import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { BSDTAR, GNU_SHA256SUM, GNU_TAR, OTHER_USER, PYTHON } from "../../archive_tools.ts";
import { assertCodeAsync } from "../../assert_code.ts";
import { crateProblems } from "../../crate_problems.ts";
import { inFolder } from "../../in_folder.ts";
import { FENCE, madeArchive, ROOT } from "../../made_archive.ts";
import { withSignedExperiment } from "../../signed_experiment.ts";
import { testWhere } from "../../test_where.ts";
import { sha256Hex } from "../../../kernel/digest.ts";
import { compareBytes } from "../../../kernel/relative_path.ts";
import { walkTree } from "../../../kernel/tree_walk.ts";
import { makeArchive } from "../../../scripts/archive/archive_make.ts";
import { unpackArchive } from "../../../scripts/archive/unpack.ts";

/** Runs a line of shell in a folder; its words are `$1` and so on. Fails with what it said. */
function sh(
  script: string,
  cwd: string,
  options: { words?: readonly string[]; env?: Record<string, string> } = {},
): string {
  const { words = [], env = {} } = options;
  const { code, stdout, stderr } = new Deno.Command("sh", { args: ["-c", script, "sh", ...words], cwd, env })
    .outputSync();
  assertEquals(code, 0, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

/** Every file of a tree with its digest, and whether it may be executed. */
function treeOf(folder: string): string[] {
  return walkTree(folder).map(({ path }) => {
    const place = `${folder}/${path}`, isExecutable = (Deno.statSync(place).mode! & 0o100) !== 0;
    return `${sha256Hex(Deno.readFileSync(place))} ${isExecutable ? "x" : "-"} ${path}`;
  });
}

Deno.test("makeArchive() gives a bag without findings, with its digest and size", async () => {
  const { report, bytes, places } = await madeArchive();
  assertEquals(report.written, { sha256: sha256Hex(bytes), bytes: bytes.length, files: places.length });
  inFolder((folder) => {
    Deno.writeFileSync(`${folder}/x.tar`, bytes);
    assertEquals(unpackArchive(`${folder}/x.tar`, `${folder}/out`).findings, []);
  });
});

Deno.test("makeArchive() gives a crate that is as its schema says, and lists every payload file but itself", async () => {
  const { bytes, places } = await madeArchive();
  const textOf = (name: string): string => {
    const { at, bytes: size } = places.find(({ path }) => path === `fence-v1/${name}`)!;
    return new TextDecoder().decode(bytes.subarray(at, at + size));
  };
  const crate = textOf("data/ro-crate-metadata.json");
  assertEquals(crateProblems(crate), []);
  const entities = JSON.parse(crate)["@graph"] as Record<string, string>[];
  const files = entities.filter((entity) => entity["@type"] === "File").map(({ sha256, name }) =>
    `${sha256}  data/${name}`
  );
  const listed = textOf("manifest-sha256.txt").trimEnd().split("\n");
  assertEquals(files.sort(), listed.filter((line) => !line.endsWith("  data/ro-crate-metadata.json")).sort());
});

const EXTRACTORS = {
  "GNU tar": [GNU_TAR, 'tar -xf "$1" -C "$2"'],
  "bsdtar": [BSDTAR, 'bsdtar -xf "$1" -C "$2"'],
  "Python's tarfile": [
    PYTHON,
    'python3 -c "import sys, tarfile; tarfile.open(sys.argv[1]).extractall(sys.argv[2])" "$1" "$2"',
  ],
} as const;
for (const [name, [problem, script]] of Object.entries(EXTRACTORS)) {
  testWhere(problem)(`makeArchive() gives an archive that ${name} extracts as unpackArchive() does`, async () => {
    const { bytes } = await madeArchive();
    inFolder((folder) => {
      Deno.writeFileSync(`${folder}/x.tar`, bytes);
      Deno.mkdirSync(`${folder}/theirs`);
      sh(script, folder, { words: [`${folder}/x.tar`, `${folder}/theirs`] });
      unpackArchive(`${folder}/x.tar`, `${folder}/ours`);
      const ours = treeOf(`${folder}/ours`);
      assert(ours.length > 500);
      assertEquals(treeOf(`${folder}/theirs`), ours);
    });
  });
}

testWhere(GNU_TAR || GNU_SHA256SUM)("makeArchive() gives the bytes of GNU tar on the extracted tree", async () => {
  const { bytes, report } = await madeArchive();
  inFolder((folder) => {
    Deno.writeFileSync(`${folder}/x.tar`, bytes);
    sh("mkdir tree && tar -xf x.tar -C tree", folder);
    const paths = walkTree(`${folder}/tree`).map(({ path }) => path).sort(compareBytes);
    Deno.writeTextFileSync(`${folder}/names`, paths.join("\n") + "\n");
    sh(
      "cd tree && tar --format=ustar --mtime=@0 --owner=0 --group=0 --numeric-owner --no-recursion --record-size=512 " +
        "--mode=u=rwX,go=rX -cf ../y.tar -T ../names",
      folder,
    );
    assertEquals(sha256Hex(Deno.readFileSync(`${folder}/y.tar`)), report.written?.sha256);
    const check = "sha256sum -c --strict --quiet";
    sh(`cd tree/fence-v1 && ${check} manifest-sha256.txt && ${check} tagmanifest-sha256.txt`, folder);
  });
});

Deno.test("makeArchive() writes nothing when a frozen byte has changed", () =>
  inFolder(async (folder) => {
    sh('cp -r "$1" .', folder, { words: [FENCE] });
    Deno.writeTextFileSync(`${folder}/fence-v1/run.ts`, "// changed\n", { append: true });
    const { findings, written } = await makeArchive(`${folder}/fence-v1`, { output: `${folder}/x.tar`, results: [] });
    assertEquals([findings.map(({ code, at }) => `${code} ${at}`), written], [["changed run.ts"], null]);
    assertEquals([...Deno.readDirSync(folder)].map(({ name }) => name), ["fence-v1"]);
  }));

Deno.test("makeArchive() carries a result where commands look for it, and says so in crate and README", () =>
  withSignedExperiment({}, async ({ cwd, folder, resultPath }) => {
    Deno.writeTextFileSync(`${folder}/results/r.json.sig`, "signature");
    await makeArchive(folder, { output: `${cwd}/x.tar`, results: [resultPath] });
    const { bag, findings, experiment } = unpackArchive(`${cwd}/x.tar`, `${cwd}/out`);
    assertEquals([findings, [...Deno.readDirSync(`${experiment}/results`)].map(({ name }) => name).sort()], [
      [],
      ["r.json", "r.json.sig"],
    ]);
    const [crate, words] = ["ro-crate-metadata.json", "README.md"].map((name) =>
      Deno.readTextFileSync(`${bag}/data/${name}`)
    );
    assertEquals([crateProblems(crate!), words!.includes("reproduce experiments/small/results/r.json\n")], [[], true]);
  }));

Deno.test("makeArchive() gives the same bytes for the same results in any order of names, and others for others", () =>
  withSignedExperiment({}, async ({ cwd, folder, resultPath }) => {
    Deno.copyFileSync(resultPath, `${cwd}/a.json`);
    const digests: (string | undefined)[] = [];
    for (const results of [[resultPath, `${cwd}/a.json`], [`${cwd}/a.json`, resultPath], [resultPath]]) {
      const { written } = await makeArchive(folder, { output: `${cwd}/${digests.length}.tar`, results });
      digests.push(written?.sha256);
    }
    assertEquals([digests[0] === digests[1], digests[0] === digests[2]], [true, false]);
  }));

Deno.test("makeArchive() refuses what no reader of archives would take", () =>
  withSignedExperiment({}, async ({ cwd, folder, resultPath }) => {
    Deno.copyFileSync(resultPath, `${cwd}/R.json`);
    const make = () => makeArchive(folder, { output: `${cwd}/x.tar`, results: [resultPath, `${cwd}/R.json`] });
    await assertCodeAsync(make, "archive-invalid", "small/data/experiments/small/results/r.json");
  }));

/** Copies what an archive is made from, as a clone would be. */
function cloneInto(folder: string, umask: string): void {
  Deno.mkdirSync(folder, { recursive: true });
  for (const part of ["kernel", "scripts", "experiments", "deno.json", "deno.lock", "LICENSE", "mod.ts"]) {
    sh(`umask ${umask}; cp -r "$1" .`, folder, { words: [ROOT + part] });
  }
}

const WORDS = 'exec "$1" run --no-prompt -A scripts/permafrost.ts archive fence-v1 --output "$2" --json';
const digestOf = (json: string): string => JSON.parse(json).written.sha256;

Deno.test("makeArchive() gives the same bytes from clones in other folders, zones, locales, umasks, and with other modes", async () => {
  const { report } = await madeArchive();
  inFolder((folder) => {
    const words = [Deno.execPath(), `${folder}/x.tar`];
    cloneInto(`${folder}/one`, "077");
    const env = { TZ: "Asia/Tokyo", LANG: "de_DE.UTF-8", LC_ALL: "de_DE.UTF-8" };
    assertEquals(digestOf(sh(`umask 077; ${WORDS}`, `${folder}/one`, { words, env })), report.written?.sha256);
    cloneInto(`${folder}/another deep/place`, "000");
    sh("chmod -R a+rwx .", `${folder}/another deep/place`);
    const other = { words: [Deno.execPath(), `${folder}/y.tar`], env: { TZ: "America/St_Johns", LC_ALL: "C" } };
    assertEquals(digestOf(sh(`umask 000; ${WORDS}`, `${folder}/another deep/place`, other)), report.written?.sha256);
    if (Deno.build.os !== "windows") assertEquals(Deno.statSync(`${folder}/x.tar`).mode! & 0o777, 0o644);
  });
});

testWhere(OTHER_USER)(
  "makeArchive() gives the same bytes for another user, with the same packages in the cache",
  async () => {
    const { report } = await madeArchive();
    inFolder((folder) => {
      cloneInto(`${folder}/clone`, "022");
      const { npmCache } = JSON.parse(sh('"$1" info --json', folder, { words: [Deno.execPath()] })) as {
        npmCache: string;
      };
      sh(
        'mkdir home && cp "$1" home/deno && mkdir home/cache && cp -r "$2" home/cache/npm && chown -R 65534 . && chmod 755 .',
        folder,
        {
          words: [Deno.execPath(), npmCache],
        },
      );
      const env = { HOME: `${folder}/home`, DENO_DIR: `${folder}/home/cache`, USER: "nobody" };
      const made = sh(
        `${WORDS.replace("exec", "exec setpriv --reuid=65534 --regid=65534 --clear-groups")}`,
        `${folder}/clone`,
        {
          words: [`${folder}/home/deno`, `${folder}/home/x.tar`],
          env,
        },
      );
      assertEquals(digestOf(made), report.written?.sha256);
    });
  },
);
