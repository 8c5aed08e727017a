/** The candidate: a program that reads a vault in every way that the interface knows. @module */
import { LIST_TOOL, READ_TOOL, recallTool, SEARCH_TOOL, SHOW_TOOL } from "./mcp_tools.ts";
import { processIo } from "./process_io.ts";
import { type Edition, runProgram } from "./program.ts";
import { LIST, READ, recallCommand, RESTORE, SEARCH, SHOW, SNAPSHOT, VERIFY } from "./program_commands.ts";
import { recall } from "./recall.ts";

/** What the candidate can do. */
export const CANDIDATE: Edition = {
  name: "candidate",
  commands: [SHOW, SEARCH, READ, recallCommand(recall), LIST, SNAPSHOT, RESTORE, VERIFY],
  tools: [LIST_TOOL, READ_TOOL, recallTool(recall), SEARCH_TOOL, SHOW_TOOL],
};

if (import.meta.main) Deno.exitCode = await runProgram(Deno.args, { edition: CANDIDATE, io: processIo() });
