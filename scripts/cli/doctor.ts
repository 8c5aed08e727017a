/** `permafrost doctor`. @module */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "../../kernel/containment.ts";
import { PermafrostError } from "../../kernel/error.ts";
import { runExperimentFolder, type RunOptions } from "../../kernel/run.ts";
import type { Call } from "./command.ts";
import { colors, labelled, printJson } from "./terminal.ts";

interface Diagnosis {
  readonly name: string;
  readonly state: "good" | "weaker" | "missing";
  readonly text: string;
}

const PROTOCOL = { permafrost: { format: "permafrost/protocol@1", entry: "run.js" } };
const ENTRY = `try { Deno.env.get("PROBE"); } catch {}\nconsole.log('{"summary":1}');\n`;

/** Runs a probe that tries one undeclared access, and tells whether the attempt was seen. */
async function probe(options: RunOptions): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), "permafrost-doctor-"));
  try {
    Deno.writeTextFileSync(join(folder, "protocol.json"), JSON.stringify({ id: "probe", ...PROTOCOL }));
    Deno.writeTextFileSync(join(folder, "run.js"), ENTRY);
    const { findings } = await runExperimentFolder(folder, options);
    return findings.some(({ at }) => at === "env:PROBE") ? null : "an undeclared access was not seen";
  } catch (error) {
    if (error instanceof PermafrostError) return error.message;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function diagnose(signal: AbortSignal): Promise<Diagnosis[]> {
  const broker = await probe({ containment: "none", signal });
  const contained = findProgram("bwrap") === null
    ? "bubblewrap (bwrap) is not installed; Debian's package is bubblewrap"
    : await probe({ requireContainment: true, signal });
  signal.throwIfAborted();
  const program = (name: string, use: string): Diagnosis =>
    findProgram(name) === null
      ? { name, state: "weaker", text: `not found: ${use}` }
      : { name, state: "good", text: use };
  return [
    { name: "deno", state: "good", text: `${Deno.version.deno}, V8 ${Deno.version.v8}, ${Deno.build.target}` },
    {
      name: "broker",
      state: broker === null ? "good" : "missing",
      text: broker ?? "decides every access and sees every attempt, also one that the code swallows",
    },
    {
      name: "bubblewrap",
      state: contained === null ? "good" : "weaker",
      text: contained ?? "contains the run: no network, no files but the experiment's",
    },
    program("prlimit", "bounds memory beside the JavaScript heap, and the size of files"),
    program("setpriv", "ends an uncontained run together with its launcher"),
    program("mkfifo", "carries Deno's audit log where the broker cannot be used"),
  ];
}

/** Tries each layer of the sandbox. Exit 1 when a run here is weaker than it could be. */
export async function runDoctor({ flags, io }: Call): Promise<0 | 1> {
  const diagnoses = await diagnose(io.signal);
  if (flags.has("json")) printJson(io, diagnoses);
  const { green, yellow, red } = colors(io);
  const marks = { good: green("✓"), weaker: yellow("-"), missing: red("✗") };
  for (const { name, state, text } of diagnoses) io.err(labelled(io, name, { text, mark: marks[state] }));
  return diagnoses.every(({ state }) => state === "good") ? 0 : 1;
}
