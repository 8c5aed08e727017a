import { assertEquals } from "@std/assert/equals";
import { STUDY_BOUNDS } from "../../../../experiments/recovery-v1/study/bounds.ts";
import { childEnvironment, type Machine, processMachine } from "../../../../experiments/recovery-v1/study/machine.ts";
import { inFolder } from "../../../in_folder.ts";

/** Makes a machine whose candidate is a shell script. */
function withMachine<T>(script: string, use: (machine: Machine, folder: string) => Promise<T>): Promise<T> {
  return inFolder(async (folder) => {
    const program = `${folder}/candidate`;
    await Deno.writeTextFile(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const programs = { candidate: program, baseline: program };
    const options = {
      programs,
      runDirectory: `${folder}/run`,
      deno: "/opt/deno/bin/deno",
      bounds: STUDY_BOUNDS,
      now: Date.now,
    };
    return use(await processMachine(options), folder);
  });
}
const CALL = { backend: "candidate", args: ["a b", "é"], dataHome: "/data", timeoutMs: 5_000 } as const;
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

Deno.test("childEnvironment() holds nine names, and none of the launcher's", () => {
  const given = { runDirectory: "/run", deno: "/opt/deno" };
  assertEquals(childEnvironment(given, { backend: "baseline", dataHome: "/data" }), {
    ...{ XDG_DATA_HOME: "/data", HOME: "/run/home/baseline", TMPDIR: "/run/tmp", PATH: "/opt:/usr/bin:/bin" },
    ...{ DENO: "/opt/deno", LANG: "C.UTF-8", TZ: "UTC", NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
  });
});

Deno.test("childEnvironment() puts the root on PATH where Deno lies in it", () => {
  const { PATH } = childEnvironment({ runDirectory: "/run", deno: "/deno" }, {
    backend: "candidate",
    dataHome: "/data",
  });
  assertEquals(PATH, "/:/usr/bin:/bin");
});

Deno.test("processMachine() passes no variable of the launcher on, arguments as they are, and folders that exist", () => {
  const name = "ANTHROPIC_API_KEY";
  const before = Deno.env.get(name);
  Deno.env.set(name, "secret");
  const script = `echo "$1|$2|$${name}|$XDG_DATA_HOME"; [ -d "$HOME" ] && [ -d "$TMPDIR" ] && pwd`;
  return withMachine(script, async (machine, folder) => {
    const { stdout, code } = await machine.run(CALL);
    const work = Deno.realPathSync(`${folder}/run/work`);
    assertEquals([decode(stdout), code], [`a b|é||/data\n${work}\n`, 0]);
  }).finally(() => before === undefined ? Deno.env.delete(name) : Deno.env.set(name, before));
});

Deno.test("processMachine() takes the shorter of both times", () =>
  withMachine("sleep 20", async (machine) => {
    assertEquals((await machine.run({ ...CALL, timeoutMs: 200 })).stop, "timeout");
  }));

Deno.test("processMachine() converses line by line, whole lines only", () =>
  withMachine("while read line; do printf 'he'; printf 'ard %s\\n' \"$line\"; done; printf 'torn'", async (machine) => {
    const { say, hear, close } = machine.converse(CALL);
    await say("one");
    assertEquals(await hear(), "heard one");
    await say("two");
    assertEquals(await hear(), "heard two");
    assertEquals((await close()).code, 0);
    assertEquals(await hear(), null);
  }));

Deno.test("processMachine() ends a conversation that nobody answers at its time", () =>
  withMachine("cat > /dev/null; sleep 20", async (machine) => {
    const { hear, close } = machine.converse({ ...CALL, timeoutMs: 300 });
    assertEquals(await hear(), null);
    assertEquals((await close()).stop, "timeout");
  }));
