/** `permafrost compile`. @module */
import { relative, resolve } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { readProtocol } from "../../kernel/protocol.ts";
import { makeBundle } from "../bundle/bundle_make.ts";
import { compileBundle } from "../bundle/compile.ts";
import { compileArguments, readTarget } from "../bundle/compile_arguments.ts";
import { neededOutput, sayFindings } from "./bundle.ts";
import type { Call } from "./command.ts";
import { locateExperiment } from "./locate.ts";
import { quote } from "./shell_command.ts";
import { labelled, printJson } from "./terminal.ts";

/** Makes one executable of a frozen experiment, and prints the exact commands that do so. Exit 1, and no file, where the
 * present bytes are not the frozen ones. */
export async function runCompile({ operands: [operand = ""], values, flags, io }: Call): Promise<0 | 1> {
  const folder = locateExperiment(operand, io.cwd);
  const output = neededOutput(values["output"], { command: "compile", io, folder });
  const target = values["target"] === undefined ? null : readTarget(values["target"]);
  const isWindows = target?.includes("windows") ?? Deno.build.os === "windows";
  if (isWindows && !output.endsWith(".exe")) {
    throw new PermafrostError("usage", "Cannot compile for Windows: end the name of --output in .exe", {
      at: "--output",
    });
  }
  const { id, declaration: declared } = await readProtocol(folder);
  const name = `${id}.js`, shown = relative(io.cwd, output);
  const args = compileArguments(declared, { bundle: name, output: shown, target });
  const deno = values["deno"] === undefined ? "deno" : values["deno"];
  const command = `permafrost bundle ${quote(operand)} --output ${name} &&\n${[deno, ...args].map(quote).join(" ")}\n`;
  if (!flags.has("json")) io.out(command);
  const report = await makeBundle(folder, { signal: io.signal });
  const { manifestSha256, declaration, text, findings } = report;
  if (text === null || declaration === null) return sayFindings(report, { isJson: flags.has("json"), io });
  const path = deno.includes("/") ? resolve(io.cwd, deno) : deno;
  const job = { declaration, manifestSha256, text, name, output, target, signal: io.signal };
  const made = await compileBundle({ ...job, ...(values["deno"] !== undefined && { deno: path }) });
  if (flags.has("json")) printJson(io, { id, manifestSha256, output: shown, target, ...made, command, findings });
  else {
    io.err(labelled(io, "Experiment", { text: `${id}, manifest ${manifestSha256}` }));
    const tried = made.tried ? "it was started and checked itself" : "not started here: it is for another platform";
    io.err(labelled(io, "Executable", { text: `${shown}, ${made.bytes} bytes, with Deno ${made.version}; ${tried}` }));
  }
  return 0;
}
