/** protocol.json: the author's document, and the one block of it that the kernel reads. @module */
import { basename, resolve } from "node:path";
import { PermafrostError } from "./error.ts";
import { readOptionalJsonFile } from "./json_file.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "./json_value.ts";
import schema from "./schema/protocol.schema.json" with { type: "json" };
import { schemaCheck } from "./schema_check.ts";

/** What an experiment may touch, by Deno's own names; nothing is granted that is not listed. `read`: relative paths
 * (`.` is the whole folder), `$SCRATCH…`, `$INPUT.<name>`; `write`: `$SCRATCH…`; `net`: `host:port`; `run`: absolute
 * paths of programs, `$INPUT.<name>`; `env`: names of variables. */
export type DeclaredPermissions = Readonly<Record<"read" | "write" | "net" | "run" | "env", readonly string[]>>;

/** Where a run is stopped without a result, unless its protocol names other bounds. */
export const DEFAULT_BOUNDS = {
  timeoutMs: 60_000, // from start to end
  outputBytes: 8_388_608, // on standard output and standard error together
  lineBytes: 1_048_576, // of one line on standard output, without its line end
  memoryMiB: 512, // of the JavaScript heap; all together may take 1,088 MiB more, where this can be told
  checks: 100_000, // permission checks caused
} as const;

/** The bounds of {@linkcode DEFAULT_BOUNDS}, each a whole number in the unit of its name. */
export type Bounds = Readonly<Record<keyof typeof DEFAULT_BOUNDS, number>>;

/** A rule of the frozen decision: an id of its own, a JSON Pointer into summary or rows, exactly one comparison. */
export type Criterion = Readonly<
  { id: string; at: string; equals?: JsonValue; atLeast?: number; atMost?: number; oneOf?: readonly JsonValue[] }
>;

/** A file from outside: whether it may be run, whether it may be absent, and the only digest accepted (null: any). */
export type DeclaredInput = Readonly<{ kind: "file" | "executable"; optional: boolean; sha256: string | null }>;

/** The permafrost block with its defaults filled in. */
export interface Declaration {
  /** The module that runs. */ readonly entry: string;
  /** What it may touch. */ readonly permissions: DeclaredPermissions;
  /** Where it is stopped. */ readonly bounds: Bounds;
  /** Seed of random numbers; instant at which time stands still (null: the real one). */
  readonly determinism: { readonly seed: number; readonly clock: string | null };
  /** The inputs by name. */ readonly inputs: { readonly [name: string]: DeclaredInput };
  /** JSON Pointers into the result, `*` for any one step. */ readonly volatile: readonly string[];
  /** The criteria, in their order. */ readonly decision: readonly Criterion[];
  /** Where the frozen bytes are published, and whether a run needs them compared. */
  readonly publication: { readonly origin: string; readonly beforeRun: "optional" | "required" } | null;
}

/** A protocol's id (else the folder's name, else `unnamed`), the kernel's block, and the author's whole document. */
export type Protocol = Readonly<{ id: string; declaration: Declaration; document: JsonObject }>;

/** The id where neither the document nor the folder's name gives one; as a draft it runs, frozen it cannot be. */
export const UNNAMED = "unnamed";
const findProblem = schemaCheck(schema);
const NO_INPUT: DeclaredInput = { kind: "file", optional: false, sha256: null };

type Partly<T> = T extends readonly unknown[] ? T : T extends object ? { readonly [K in keyof T]?: Partly<T[K]> } : T;

/** Reads the kernel's block of a protocol document and fills in its defaults; `folderName` is the id where it has none.
 * @throws {PermafrostError} protocol-invalid, at the JSON Pointer that is wrong. */
export function readDeclaration(document: JsonValue, folderName: string): Protocol {
  const named = isJsonObject(document) ? { id: folderName, ...document } : document;
  const problem = findProblem(named);
  if (problem !== null) refuse(...problem);
  const { id, permafrost } = named as unknown as { id: string; permafrost: Partly<Declaration> };
  const { permissions, bounds, determinism, inputs = {}, publication = null } = permafrost;
  const declaration: Declaration = {
    entry: permafrost.entry!,
    permissions: { read: [], write: [], net: [], run: [], env: [], ...permissions },
    bounds: { ...DEFAULT_BOUNDS, ...bounds },
    determinism: { seed: 1, clock: null, ...determinism },
    inputs: Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, { ...NO_INPUT, ...input }])),
    volatile: permafrost.volatile ?? [],
    decision: permafrost.decision ?? [],
    publication: publication && { origin: "", beforeRun: "optional", ...publication },
  };
  refuseAcrossFields(declaration);
  return { id, declaration, document: document as JsonObject };
}

/** Refuses what the schema cannot say: repetitions, undeclared inputs, ports, addresses and instants. */
function refuseAcrossFields({ permissions, inputs, decision, determinism, publication }: Declaration): void {
  for (const [kind, values] of Object.entries(permissions) as [string, string[]][]) {
    for (const [index, value] of values.entries()) {
      const at = `/permafrost/permissions/${kind}/${index}`, name = /^\$INPUT\.(.*)$/.exec(value)?.[1];
      const input = name !== undefined && Object.hasOwn(inputs, name) ? inputs[name] : undefined;
      if (values.indexOf(value) < index) refuse(at, `${value} is listed twice`);
      if (name !== undefined && input === undefined) refuse(at, `${value} is not declared under inputs`);
      if (kind === "run" && input?.kind === "file") refuse(at, `${value} is declared as a file, not an executable`);
    }
  }
  const twin = decision.findIndex(({ id }, index) => decision.findIndex((other) => other.id === id) < index);
  if (twin >= 0) refuse(`/permafrost/decision/${twin}/id`, "it is the id of another criterion");
  const { origin = null } = publication ?? {}, { clock } = determinism;
  if (origin !== null && (!URL.canParse(origin) || new URL(origin).href !== origin || origin.includes("%"))) {
    refuse("/permafrost/publication/origin", "the address is not in its normal form, or holds a %");
  }
  if (clock !== null && !isInstant(clock)) refuse("/permafrost/determinism/clock", "there is no such day or time");
}

/** Tells whether a text in the form of a UTC day or instant (ISO 8601) is one; 30 February and hour 24 are not. */
export function isInstant(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 19));
}

function refuse(at: string, problem: string): never {
  throw new PermafrostError("protocol-invalid", `Cannot read the protocol: at ${at || "its root"}, ${problem}`, { at });
}

/** Reads protocol.json in the folder of an experiment, or protocol.jsonc (comments, trailing commas), never both.
 * @throws {PermafrostError} file-*, json-* at `file#pointer`, protocol-invalid at a JSON Pointer or `protocol.jsonc`. */
export function readProtocol(folder: string): Promise<Protocol> {
  return Promise.try(() => {
    const [strict, commented] = ["protocol.json", "protocol.jsonc"].map((at) =>
      readOptionalJsonFile(`${folder}/${at}`, { maxBytes: 1_048_576, at })
    );
    if (strict && commented) refuse("protocol.jsonc", "there is a protocol.json too; keep one of them");
    const file = strict ?? commented, name = basename(resolve(folder));
    if (file) return readDeclaration(file.value, /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) ? name.slice(0, 64) : UNNAMED);
    const state = "no protocol.json is there; name the folder of an experiment, or make one with permafrost new";
    throw new PermafrostError("file-missing", `Cannot read the protocol: ${state}`, { at: "protocol.json" });
  });
}
