import { assertEquals } from "@std/assert/equals";
import { verify } from "../../../kernel/reproduce.ts";
import { isJsonObject, type JsonObject } from "../../../kernel/json_value.ts";
import { inFolder } from "../../in_folder.ts";

const FOLDER = new URL("../../../experiments/recovery-v1/", import.meta.url).pathname;

Deno.test("runExperiment() gives 553 rows and the export also for an executable that refuses everything", () =>
  inFolder(async (folder) => {
    const path = `${folder}/refuser`;
    Deno.writeTextFileSync(path, "#!/bin/sh\necho refused >&2\nexit 1\n", { mode: 0o755 });
    const progress: string[] = [];
    const inputs = { candidate: path, baseline: path };
    const report = await verify(FOLDER, { inputs, onProgress: (done, total) => progress.push(`${done}/${total}`) });
    const rows = report.result?.rows.filter(isJsonObject) ?? [];
    const passed = rows.filter((row) => row.passed === true).map(({ check }) => check);
    const invalid = Array.from({ length: 9 }, (_, index) => `invalid_input_${index}`);
    const drift = report.findings.filter(({ code }) => code !== "criterion");
    assertEquals([drift, rows.length, passed], [[], 553, [...invalid, "integrity_fail_closed"]]);
    const kinds = new Set(rows.filter((row) => row.passed === false).map(({ failure }) => failure));
    assertEquals(kinds, new Set(["exit-code", "mcp-protocol"]));
    const { summary, immutability } = (report.result?.summary as JsonObject).public as Record<string, JsonObject>;
    assertEquals([summary?.total_checks, summary?.passed_checks, summary?.candidate_state_card_queries_found], [
      553,
      10,
      0,
    ]);
    assertEquals(Object.values(immutability ?? {}), Array(6).fill(true));
    const unmet = report.result?.decision.criteria.filter(({ met }) => !met).map(({ id }) => id);
    assertEquals(unmet, ["checks-passed", "checks-failed", "targets-found", "records-recovered", "cards-recalled"]);
    assertEquals([report.result?.decision.met, progress.at(-1)], [false, "553/553"]);
    assertEquals(report.attempted.filter(({ declared }) => !declared), []);
  }));

Deno.test("runExperiment() refuses to start by hand, where nothing is pinned", async () => {
  const args = ["run", "--no-config", "--no-lock", "--no-prompt", "--no-check", `${FOLDER}run.ts`];
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, stdin: "null" }).output();
  assertEquals([code, stdout.length], [1, 0]);
  assertEquals(new TextDecoder().decode(stderr).includes("needs both executables"), true);
});
