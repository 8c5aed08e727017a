/** The baseline: behaves like the older release, which can neither search nor read, and which recalls little. @module */
import { recallGoals } from "./baseline_recall.ts";
import { LIST_TOOL, recallTool, SHOW_TOOL } from "./mcp_tools.ts";
import { processIo } from "./process_io.ts";
import { type Edition, runProgram } from "./program.ts";
import { LIST, recallCommand, RESTORE, SHOW, SNAPSHOT, VERIFY } from "./program_commands.ts";

/** What the baseline can do. */
export const BASELINE: Edition = {
  name: "baseline",
  commands: [SHOW, recallCommand(recallGoals), LIST, SNAPSHOT, RESTORE, VERIFY],
  tools: [LIST_TOOL, recallTool(recallGoals), SHOW_TOOL],
};

if (import.meta.main) Deno.exitCode = await runProgram(Deno.args, { edition: BASELINE, io: processIo() });
