/** The program inside of a bundle: checks the parts, runs the code, judges what it printed. @module */
import { collectOutput } from "../../kernel/child_output.ts";
import { decide } from "../../kernel/decision.ts";
import { type ErrorCode, PermafrostError } from "../../kernel/error.ts";
import { parseStrict } from "../../kernel/json_decode.ts";
import { canonicalize } from "../../kernel/json_encode.ts";
import { type Declaration, readDeclaration } from "../../kernel/protocol.ts";
import { reproductionDigest, type Result } from "../../kernel/result.ts";
import { type BundleParts, carriedBytes } from "./parts.ts";
import { checkParts } from "./parts_check.ts";
import { takeStreams } from "./standard_streams.ts";
import { excessRights, findingLines, helpText, verdictLines } from "./runner_text.ts";

/** What the loader, which is the program, hands in. */
export interface BundleProcess {
  /** Imports text as a module. */ readonly load: (text: string) => Promise<unknown>;
  /** Ends the process. */ readonly exit: (code?: number) => never;
}

/** A text of a module stands whole in its address, and so in every line of a stack. */
const MODULE_ADDRESS = /data:text\/javascript;base64,[\w+/=]*/g;
const OPTIONS: readonly string[] = ["--check", "--json", "--help"];

const say = (text: string): void => console.error(text);

/** Runs a bundle by the words that it was started with, and ends the process: by 0 when the decision is met, by 1 when
 * it is not or a part is not as the manifest says, by 2 where it cannot tell. Prints a line of JSON for each row and the
 * summary, or with `--json` one value; words go to standard error. */
export async function runBundle(parts: BundleParts, host: BundleProcess): Promise<void> {
  const { exit } = host, words = new Set(Deno.args), fail = failure(exit);
  try {
    const unknown = Deno.args.find((word) => !OPTIONS.includes(word));
    if (unknown !== undefined) {
      throw new PermafrostError("usage", `Cannot take ${JSON.stringify(unknown)}: --help says what it takes`);
    }
    if (words.has("--help")) return console.log(helpText(parts));
    const findings = checkParts(parts);
    if (findings.length > 0) {
      findingLines(parts, findings).forEach(say);
      exit(1);
    }
    say(`Experiment  ${parts.id}, manifest ${parts.manifestSha256}`);
    say(`Checked     ${parts.files.length} files, every byte as frozen`);
    if (!words.has("--check")) await runCode(parts, { host, fail, isJson: words.has("--json") });
  } catch (error) {
    fail(error);
  }
}

interface CodeOptions {
  readonly host: BundleProcess;
  readonly fail: (error: unknown) => never;
  readonly isJson: boolean;
}

async function runCode(parts: BundleParts, { host: { load, exit }, fail, isJson }: CodeOptions): Promise<void> {
  const { declaration } = readDeclaration(parseStrict(protocolText(parts)), parts.id);
  const { bounds: { timeoutMs, ...bounds }, determinism: { seed, clock }, permissions } = declaration;
  const more = excessRights(permissions);
  if (more.length > 0) say(`note: it was started with more rights than it declares: ${more.join(", ")}`);
  let isOver = false; // to end is to unload, which would end it again
  const stop = (error: unknown): never => {
    isOver = true;
    return fail(error);
  };
  const output = collectOutput(bounds);
  let printed = 0;
  const out = (bytes: Uint8Array): void => {
    try {
      output.feed(bytes);
    } catch (error) {
      stop(error);
    }
    while (!isJson && printed < output.rows.length) print(canonicalize({ row: output.rows[printed++]! }) + "\n");
  };
  const order = JSON.stringify({ format: "permafrost/order@1", id: parts.id, inputs: {}, scratch: null, seed });
  const print = takeStreams({ out, input: needsOrder(declaration) ? null : order });
  Deno.unrefTimer(setTimeout(() => stop(refusal("child-timeout", `it took longer than ${timeoutMs} ms`)), timeoutMs));
  addEventListener("error", ({ error }) => stop(error));
  addEventListener("unhandledrejection", ({ reason }) => stop(reason));
  // A run ends when nothing is left to do, which may be after its module has been evaluated.
  addEventListener("unload", () => {
    if (isOver) return;
    isOver = true;
    try {
      output.end();
      exit(conclude({ parts, declaration, summary: output.summary()!, rows: output.rows }, { print, isJson }));
    } catch (error) {
      stop(error);
    }
  });
  const leave = (code = 0): void => code === 0 ? exit() : stop(refusal("child-crash", `it ended by exit code ${code}`));
  Object.defineProperty(Deno, "exit", { value: leave });
  if (parts.clockUrl !== null && Date.now() !== Date.parse(clock ?? "")) await import(parts.clockUrl);
  await load(parts.code).catch(stop);
}

/** What ran to its end. */
interface Ran extends Pick<Result, "rows" | "summary"> {
  readonly parts: BundleParts;
  readonly declaration: Declaration;
}

/** Judges a whole run, prints what it came to, and gives the exit code. */
function conclude(
  { parts: { id, manifestSha256 }, declaration, summary, rows }: Ran,
  { print, isJson }: { print: (text: string) => void; isJson: boolean },
): 0 | 1 {
  const decision = decide(declaration.decision, { summary, rows: [...rows] });
  const repeated = { id, manifestSha256, decision, summary, rows };
  // Of the rest of a result, the digest takes in nothing but which places are volatile.
  const whole = { ...repeated, volatile: { pointers: declaration.volatile } } as unknown as Result;
  const reproductionSha256 = reproductionDigest(whole);
  print(canonicalize(isJson ? { ...repeated, reproductionSha256 } : { summary }) + "\n");
  verdictLines(decision, reproductionSha256).forEach(say);
  return decision.met ? 0 : 1;
}

/** Whether an order on standard input must say where things are. */
function needsOrder({ inputs, permissions: { read, write } }: Declaration): boolean {
  return Object.keys(inputs).length > 0 || [...read, ...write].some((path) => path.startsWith("$SCRATCH"));
}

function protocolText(parts: BundleParts): string {
  const file = parts.files.find(({ path }) => path === "protocol.json");
  if (file !== undefined) return new TextDecoder().decode(carriedBytes(file));
  throw new PermafrostError("file-missing", "Cannot read the protocol: the bundle has none", { at: "protocol.json" });
}

const refusal = (code: ErrorCode, state: string): PermafrostError =>
  new PermafrostError(code, `Cannot accept the run: ${state}`);

/** Makes what says why there is no result, and ends. */
function failure(exit: BundleProcess["exit"]): (error: unknown) => never {
  return (error) => {
    const crash = (): PermafrostError => refusal("child-crash", error instanceof Error ? `${error.stack}` : `${error}`);
    const { code, message } = error instanceof PermafrostError ? error : crash();
    say(`error: ${message.replaceAll(MODULE_ADDRESS, "bundle").replaceAll("\n", "\n  | ")} [${code}]`);
    return exit(2);
  };
}
