/** `permafrost explain`. @module */
import { relative } from "node:path";
import { resolveGrants } from "../../kernel/permissions.ts";
import { type Declaration, readProtocol } from "../../kernel/protocol.ts";
import { childArguments } from "../../kernel/sandbox.ts";
import type { Call } from "./command.ts";
import { wrap } from "./help.ts";
import { locateExperiment } from "./locate.ts";
import { paint, printable } from "./terminal.ts";

const MEANINGS = {
  read: "may read",
  write: "may write",
  net: "may connect to or listen on",
  run: "may start",
  env: "may see the variables",
} as const;

/** Quotes a word for a POSIX shell; placeholders of variables stay open to it. */
function quote(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (/^[\w@%+=:,./$-]+$/.test(word)) return `"${word.replaceAll("$INPUT.", "$INPUT_")}"`;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The plain command that a run amounts to, as lines for a POSIX shell. */
export function handCommand(declaration: Declaration, { id, folder }: { id: string; folder: string }): string {
  const names = Object.keys(declaration.inputs);
  const places = {
    experiment: folder,
    scratch: "$SCRATCH",
    inputs: Object.fromEntries(names.map((name) => [name, `$INPUT.${name}`])),
  };
  const { permissions, determinism: { seed } } = declaration;
  const usesScratch = [...permissions.read, ...permissions.write].some((path) => path.startsWith("$SCRATCH"));
  const grants = resolveGrants(permissions, places);
  const words = childArguments(declaration, { grants, entryPath: `${folder}/${declaration.entry}` });
  const order = JSON.stringify({
    format: "permafrost/order@1",
    id,
    inputs: {},
    scratch: usesScratch ? "SCRATCH" : null,
    seed,
  });
  const preload = words.findIndex((word) => word.startsWith("--preload="));
  const clock = preload < 0 ? null : words[preload]!.slice(10);
  if (clock !== null) words[preload] = "--preload=$CLOCK";
  const lines = [
    ...(clock === null ? [] : [`CLOCK=${quote(clock)}`]),
    ...(usesScratch ? ["SCRATCH=$(mktemp -d)"] : []),
    ...names.map((name) => `INPUT_${name}=PATH-OF-${name.toUpperCase()}`),
    `printf '%s' ${usesScratch ? quote(order).replace('"SCRATCH"', `"'"$SCRATCH"'"`) : quote(order)} |`,
  ];
  let line = " ";
  for (const word of ["deno", ...words].map(quote)) {
    if (line !== " " && line.length + word.length + 3 > 80) {
      lines.push(`${line} \\`);
      line = "   ";
    }
    line += ` ${word}`;
  }
  return [...lines, line, ""].join("\n");
}

/** Says in words what an experiment declares, and prints the exact command alone on standard output. */
export async function runExplain({ operands: [operand = ""], flags, io }: Call): Promise<0> {
  const path = locateExperiment(operand, io.cwd);
  const { id, declaration, document } = await readProtocol(path);
  const folder = relative(io.cwd, path) || ".";
  const command = handCommand(declaration, { id, folder });
  const { permissions, bounds, determinism, inputs, decision, publication } = declaration;
  const say = (label: string, text: string): void =>
    io.err(`${paint(io, "bold", label.padEnd(12))}${wrap(printable(text), { width: io.columns - 1, indent: 12 })}\n`);
  say("Experiment", id);
  if (typeof document["question"] === "string") say("Question", document["question"]);
  for (const kind of ["read", "write", "net", "run", "env"] as const) {
    if (permissions[kind].length > 0) say(kind, `${MEANINGS[kind]} ${permissions[kind].join(", ")}`);
  }
  const isClosed = Object.values(permissions).every((values) => values.length === 0);
  if (isClosed) {
    say("Permissions", "none: no file, no network, no program, no variable; its own modules load all the same");
  }
  for (const [name, { kind, optional }] of Object.entries(inputs)) {
    say("Input", `${name}, ${optional ? "an optional" : "a"} ${kind}`);
  }
  say("Bounds", `${bounds.timeoutMs} ms, ${bounds.outputBytes} bytes of output, ${bounds.memoryMiB} MiB of heap`);
  say(
    "Random",
    `seed ${determinism.seed}; ${
      determinism.clock === null ? "the real clock" : `the clock stands at ${determinism.clock}`
    }`,
  );
  for (const { id: name, at, ...comparison } of decision) {
    say("Criterion", `${name}: ${at} ${JSON.stringify(comparison)}`);
  }
  if (publication !== null) {
    say("Published", `${publication.origin}, comparing before a run is ${publication.beforeRun}`);
  }
  const extra = Object.keys(inputs).length > 0 ? " Put the inputs' paths where it says PATH-OF." : "";
  say(
    "By hand",
    `the command below prints the rows and the summary, without containment and without a log of attempts.${extra}`,
  );
  io.out(flags.has("json") ? JSON.stringify({ id, declaration, command }) + "\n" : command);
  return 0;
}
