/** `permafrost explain`. @module */
import { relative } from "node:path";
import { type Declaration, readProtocol } from "../../kernel/protocol.ts";
import type { Call, Io } from "./command.ts";
import { locateExperiment } from "./locate.ts";
import { pinFiles } from "./pinned_file.ts";
import { readInputs } from "./run_options.ts";
import { handCommand } from "./shell_command.ts";
import { labelled, printJson } from "./terminal.ts";

const MEANINGS = {
  read: "may read",
  write: "may write",
  net: "may connect to or listen on",
  run: "may start",
  env: "may see the variables",
} as const;

const COMPARISONS = { equals: "equals", atLeast: "is at least", atMost: "is at most", oneOf: "is one of" } as const;

/** Says in words what an experiment declares, and prints the exact command alone on standard output. */
export async function runExplain({ operands: [operand = ""], lists, flags, io }: Call): Promise<0> {
  const path = locateExperiment(operand, io.cwd);
  const { id, declaration, document } = await readProtocol(path);
  const inputs = pinFiles(declaration.inputs, readInputs(lists["input"] ?? [], io.cwd));
  const command = handCommand(declaration, { id, folder: relative(io.cwd, path) || ".", inputs });
  const missing = Object.entries(declaration.inputs)
    .filter(([name, { optional }]) => !optional && inputs[name] === undefined).map(([name]) => `--input ${name}=PATH`);
  if (flags.has("json")) printJson(io, { id, declaration, command, missing });
  else {
    say({ id, question: document["question"], declaration }, io);
    const text =
      "the command below prints the rows and the summary, without containment and without a log of attempts" +
      (missing.length > 0 ? `; for one that runs, add ${missing.join(" ")}` : "");
    io.err(labelled(io, "By hand", { text }));
    io.out(command);
  }
  return 0;
}

function say(
  { id, question, declaration }: { id: string; question: unknown; declaration: Declaration },
  io: Io,
): void {
  const { permissions, bounds, determinism, inputs, decision, publication } = declaration;
  const line = (label: string, text: string): void => io.err(labelled(io, label, { text }));
  line("Experiment", id);
  if (typeof question === "string") line("Question", question);
  for (const kind of ["read", "write", "net", "run", "env"] as const) {
    if (permissions[kind].length > 0) line(kind, `${MEANINGS[kind]} ${permissions[kind].join(", ")}`);
  }
  if (Object.values(permissions).every((values) => values.length === 0)) {
    line("Permissions", "none: no file, no network, no program, no variable; its own modules load all the same");
  }
  for (const [name, { kind, optional, sha256 }] of Object.entries(inputs)) {
    const article = optional ? "an optional" : kind === "executable" ? "an" : "a";
    line("Input", `${name}, ${article} ${kind}${sha256 === null ? "" : `, SHA-256 ${sha256}`}`);
  }
  line("Bounds", `${bounds.timeoutMs} ms, ${bounds.outputBytes} bytes of output, ${bounds.memoryMiB} MiB of heap`);
  const time = determinism.clock === null ? "the real clock" : `the clock stands at ${determinism.clock}`;
  line("Random", `seed ${determinism.seed}; ${time}`);
  for (const { id: name, at, ...comparison } of decision) {
    const [kind, wanted] = Object.entries(comparison)[0] ?? [];
    line("Criterion", `${name}: ${at} ${COMPARISONS[kind as keyof typeof COMPARISONS]} ${JSON.stringify(wanted)}`);
  }
  if (declaration.volatile.length > 0) line("Volatile", declaration.volatile.join(", "));
  if (publication !== null) {
    line("Published", `${publication.origin}, comparing before a run is ${publication.beforeRun}`);
  }
}
