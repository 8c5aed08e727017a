import { readFileSync, writeFileSync } from "node:fs";
import { assertEquals } from "@std/assert/equals";
import { ERROR_CODES, FINDING_CODES, verify } from "../kernel/mod.ts";
import { fits, HOSTILE, listHostile, type Mode, type Outcome } from "./hostile_case.ts";
import { copyFixture } from "./hostile_copy.ts";
import { startPool } from "./hostile_pool.ts";
import { CAN_CONTAIN, type Row, testRows } from "./hostile_table.ts";
import { inFolder } from "./in_folder.ts";

const CASES = listHostile();
const CONTAINED: Mode = { containment: "bwrap", attemptLog: "broker", errors: "swallowed" };
const BARE: Mode = { containment: "none", attemptLog: "broker", errors: "swallowed" };
const AUDITED: Mode = { containment: "none", attemptLog: "audit", errors: "let out" };
/** What containment has nothing to do with is run in one alone; tests/long runs everything in every mode. */
const ANYWHERE = /^(?:output|end|decision|protocol|static|changed|extra|removed|manifest|link|pipe|flood|stack)-/;

const ROWS: Row[] = CASES.filter(({ expected }) => !expected.slow).flatMap((one) => {
  const isAnywhere = ANYWHERE.test(one.name) && CAN_CONTAIN;
  return [CONTAINED, ...(isAnywhere ? [] : [BARE]), AUDITED].filter((mode) => mode !== AUDITED || one.hasAttempts)
    .filter((mode) => fits(one, mode)).map((mode) => ({ one, mode }));
});
Deno.test("expected.json names known codes, and its reasons, when read for every fixture", () => {
  const known = { ...ERROR_CODES, ...FINDING_CODES };
  const problems = CASES.flatMap(({ name, expected }) =>
    [expected, ...expected.unless ?? []].filter(({ exit, codes, why, errors }: Outcome & Partial<Mode>) =>
      codes.some((code) => !Object.hasOwn(known, code)) || (exit === 0) !== (codes.length === 0) ||
      (why === undefined && (exit === 0 || (errors === undefined && exit !== expected.exit)))
    ).map(({ codes }) => `${name}: ${codes}`)
  );
  assertEquals(problems, []);
  assertEquals(CASES.length > 150, true);
});

// Each experiment is a folder that must stand alone (the graph gate lets no import out of it), so the entry is copied.
Deno.test("run.ts is one and the same text when attempts.ts stands beside it", () => {
  const folder = new URL("../fixtures/hostile/", import.meta.url);
  const loaded = CASES.filter(({ hasAttempts }) => hasAttempts);
  const texts = new Set(loaded.map(({ name }) => readFileSync(new URL(`${name}/run.ts`, folder), "utf8")));
  assertEquals([loaded.length > 50, texts.size], [true, 1]);
});

const UNCONTAINED: readonly [name: string, seen: RegExp][] = [
  ["daemon-unmarked", /a process is left/],
  ["shell-outside", /a file is left: permafrost-hostile-shell/],
  ["scratch-links", /text of a file outside can be read/],
];
for (const [name, seen] of UNCONTAINED) {
  Deno.test({
    name: `startPool() sees that ${seen.source} when nothing contains ${name}`,
    ignore: Deno.build.os !== "linux",
    async fn() {
      const pool = startPool(1);
      const { left } = await pool.run({ ...BARE, name });
      await pool.close();
      assertEquals(left.filter((text) => seen.test(text)).length, 1);
    },
  });
}

const TALKING = CASES.filter(({ name }) => /^(?:net-(?!listen|udp|unix)|import-remote)/.test(name));
for (const { name } of TALKING) {
  Deno.test({
    name: `verify() lets no connection through when ${name} tries with a server in reach`,
    ignore: Deno.build.os !== "linux",
    fn: () =>
      inFolder(async (base) => {
        const server = Deno.listen({ hostname: "127.0.0.1", port: 0 });
        let connections = 0;
        const accepting = (async () => {
          for await (const connection of server) {
            connections += 1;
            connection.close();
          }
        })();
        const folder = copyFixture(name, { base, letsOut: false });
        const { port } = server.addr as Deno.NetAddr;
        const text = readFileSync(`${folder}/attempts.ts`, "utf8");
        writeFileSync(`${folder}/attempts.ts`, text.replaceAll(/4599\d/g, String(port)));
        const { findings } = await verify(folder, { containment: "none" });
        server.close();
        await accepting;
        assertEquals([...new Set(findings.map(({ code }) => code))], ["violation"]);
        assertEquals(connections, 0);
      }),
  });
}

const COMMANDS: readonly [name: string, exit: number, code: string][] = [
  ["net-fetch", 1, "violation"],
  ["static-text", 1, "module"],
  ["storage-local", 1, "storage"],
  ["decision-forged", 1, "criterion"],
  ["end-exit-code", 2, "child-crash"],
  ["loop-endless", 2, "child-timeout"],
  ["protocol-duplicate", 2, "json-duplicate-key"],
];
for (const [name, exit, code] of COMMANDS) {
  Deno.test(`permafrost exits ${exit} and prints ${code} when told to verify ${name}`, async () => {
    const script = new URL("../scripts/permafrost.ts", import.meta.url).pathname;
    const { code: status, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", "--no-check", script, "verify", `${HOSTILE}${name}`, "--json"],
      stderr: "null",
    }).output();
    const said = JSON.parse(new TextDecoder().decode(stdout)) as {
      readonly error?: { readonly code: string };
      readonly findings?: readonly { readonly code: string }[];
    };
    assertEquals(status, exit);
    assertEquals(said.error?.code ?? said.findings?.[0]?.code, code);
  });
}

// Last: its processes outlive a test, which the sanitizers of other tests would see.
testRows(ROWS);
