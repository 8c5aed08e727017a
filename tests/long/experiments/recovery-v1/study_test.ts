import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { isJsonObject, type JsonObject } from "../../../../kernel/json_value.ts";
import { verify } from "../../../../kernel/reproduce.ts";
import { compileFault, type Fault } from "../../../experiments/recovery-v1/candidates/fault.ts";
import { ALL_FAULTS, ANSWER_FAULTS, OWN_PROCESS_FAULTS } from "../../../experiments/recovery-v1/candidates/faults.ts";
import {
  expectedWrongs,
  SOURCES,
  studyPair,
  wrongsOf,
} from "../../../experiments/recovery-v1/candidates/faulty_study.ts";
import { CHANGE_FAULTS, makeSocketFault } from "../../../experiments/recovery-v1/candidates/process_faults.ts";
import { CAN_CONTAIN } from "../../../hostile_table.ts";
import { inFolder } from "../../../in_folder.ts";

const FOLDER = new URL("../../../../experiments/recovery-v1/", import.meta.url).pathname;
const ALL = Array.from({ length: 36 }, (_, index) => index);
/** Both providers; raw text, and escapes of both cases; the fact across two chunks. */
const SOME = [0, 15, 24, 33];
const CONTAINMENTS = ["bwrap", "none"] as const;

Deno.test("runStudy() passes all 553 checks when it studies an untuned pair", () =>
  inFolder(async (folder) => {
    const report = await studyPair(folder);
    assertEquals(wrongsOf(report), { failed: [], changed: [] });
    const { summary } = report.publicExport;
    assertEquals(
      [summary.passed_checks, summary.candidate_state_card_queries_found, summary.baseline_state_card_queries_found],
      [553, 108, 18],
    );
  }));

function testFaults(faults: readonly Fault[], options: { where: string; fixtures: number[]; isForked: boolean }): void {
  const { where, fixtures, isForked } = options;
  for (const fault of faults) {
    Deno.test(`runStudy() fails exactly what it must ${where} when ${fault.name}`, () =>
      inFolder(async (folder) => {
        const report = await studyPair(folder, { fault, fixtures, isForked });
        assertEquals(wrongsOf(report), expectedWrongs(fault, fixtures));
      }));
  }
}

testFaults(ALL_FAULTS, { where: "on four fixtures, in processes,", fixtures: SOME, isForked: false });
testFaults(ANSWER_FAULTS, { where: "on all fixtures", fixtures: ALL, isForked: true });
testFaults(OWN_PROCESS_FAULTS.filter(({ commandTimeoutMs }) => commandTimeoutMs === undefined), {
  ...{ where: "on all fixtures, in processes,", fixtures: ALL, isForked: false },
});

/** Takes a candidate of a fault through the whole kernel: how many rows failed and how, what the decision lacks. */
async function verifyFault(folder: string, { fault, containment }: { fault?: Fault; containment: "bwrap" | "none" }) {
  const write = (name: "candidate" | "baseline", source: string): string => {
    Deno.writeTextFileSync(`${folder}/${name}`, source, { mode: 0o755 });
    return `${folder}/${name}`;
  };
  const source = fault === undefined ? SOURCES.candidate : compileFault(SOURCES.candidate, fault);
  const inputs = { candidate: write("candidate", source), baseline: write("baseline", SOURCES.baseline) };
  const weaker = containment === "none" ? { containment } : { requireContainment: true };
  const { result, findings } = await verify(FOLDER, { inputs, ...weaker });
  assert(result !== null);
  const failures = result.rows.filter(isJsonObject).map(({ failure }) => failure).filter((kind) => kind !== null);
  const { immutability } = (result.summary as JsonObject).public as Record<string, JsonObject>;
  const changed = Object.entries(immutability ?? {}).filter(([, isSame]) => isSame !== true).map(([name]) => name);
  const codes = [...new Set(findings.map(({ code }) => code))].sort();
  return { isMet: result.decision.met, codes, changed, failures: failures.length, kinds: [...new Set(failures)] };
}

for (const containment of CONTAINMENTS) {
  const isLeftOut = containment === "bwrap" && !CAN_CONTAIN;
  const kernelTest = (name: string, fn: (folder: string) => Promise<void>): void => {
    const where = `with containment ${containment}${isLeftOut ? " (left out: no bwrap)" : ""}`;
    Deno.test({ name: `verify() ${name} ${where}`, ignore: isLeftOut, fn: () => inFolder(fn) });
  };
  const good = { isMet: true, codes: [], changed: [], failures: 0, kinds: [] };

  kernelTest("holds when the pair is untuned,", async (folder) => {
    assertEquals(await verifyFault(folder, { containment }), good);
  });

  kernelTest("lets a command reach the machine's loopback only when nothing contains it,", async (folder) => {
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    let connections = 0;
    const accepting = (async () => {
      for await (const connection of listener) {
        connections++;
        connection.close();
      }
    })();
    assertEquals(await verifyFault(folder, { fault: makeSocketFault(listener.addr.port), containment }), good);
    assertEquals(connections, containment === "bwrap" ? 0 : 36);
    listener.close();
    await accepting;
  });

  kernelTest("keeps an executable from changing itself, or sees that it did,", async (folder) => {
    const fault = CHANGE_FAULTS.find(({ changes }) => changes === "candidate_binary_unchanged")!;
    const observed = await verifyFault(folder, { fault, containment });
    const refused = { isMet: false, codes: ["criterion"], changed: [], failures: 36, kinds: ["exit-code"] };
    const done = { ...refused, changed: ["candidate_binary_unchanged"], failures: 0, kinds: [] };
    assertEquals<unknown>(observed, containment === "bwrap" ? refused : done);
  });
}
