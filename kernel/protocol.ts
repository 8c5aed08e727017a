/** protocol.json: the author's document, and the one block of it that the kernel reads. @module */
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { PermafrostError } from "./error.ts";
import { readBounded } from "./file_read.ts";
import { readOptionalJsonFile } from "./json_file.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "./json_value.ts";
import schema from "./schema/protocol.schema.json" with { type: "json" };
import { schemaCheck } from "./schema_check.ts";

/** What an experiment may touch; the names are Deno's own. Nothing is granted that is not listed. */
export interface DeclaredPermissions {
  /** Relative paths (`.` is the whole folder), `$SCRATCH…` or `$INPUT.<name>`. */
  readonly read: readonly string[];
  /** `$SCRATCH` or paths beneath it. */
  readonly write: readonly string[];
  /** `host:port`. */
  readonly net: readonly string[];
  /** Absolute paths of programs, or `$INPUT.<name>`. */
  readonly run: readonly string[];
  /** Names of environment variables. */
  readonly env: readonly string[];
}

/** Where a run is stopped without a result. */
export interface Bounds {
  /** Milliseconds from start to end. */
  readonly timeoutMs: number;
  /** Bytes on standard output and standard error together. */
  readonly outputBytes: number;
  /** Bytes of one line on standard output, without its line end. */
  readonly lineBytes: number;
  /** MiB of the JavaScript heap; everything together may take 1,088 MiB more, where the machine can tell. */
  readonly memoryMiB: number;
  /** Permission checks caused. */
  readonly checks: number;
}

/** One rule of the frozen decision: exactly one of the four comparisons. */
export interface Criterion {
  readonly id: string;
  /** JSON Pointer into the result. */
  readonly at: string;
  readonly equals?: JsonValue;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly oneOf?: readonly JsonValue[];
}

/** A file from outside that a run is given. */
export interface DeclaredInput {
  readonly kind: "file" | "executable";
  readonly optional: boolean;
  /** The only digest that is accepted, or null for any file. */
  readonly sha256: string | null;
}

/** The permafrost block with its defaults filled in. */
export interface Declaration {
  readonly entry: string;
  readonly permissions: DeclaredPermissions;
  readonly bounds: Bounds;
  /** `seed` of the random numbers; `clock` is the instant at which time stands still, or null for the real one. */
  readonly determinism: { readonly seed: number; readonly clock: string | null };
  readonly inputs: { readonly [name: string]: DeclaredInput };
  /** JSON Pointers into the result, `*` for any one step. */
  readonly volatile: readonly string[];
  readonly decision: readonly Criterion[];
  readonly publication: { readonly origin: string; readonly beforeRun: "optional" | "required" } | null;
}

/** A protocol that was read: the id it gives, the kernel's block, and the author's whole document. */
export interface Protocol {
  readonly id: string;
  readonly declaration: Declaration;
  readonly document: JsonObject;
}

/** The bounds that hold where a protocol names none. */
export const DEFAULT_BOUNDS: Bounds = {
  timeoutMs: 60_000,
  outputBytes: 8_388_608,
  lineBytes: 1_048_576,
  memoryMiB: 512,
  checks: 100_000,
};

const MAX_PROTOCOL_BYTES = 1_048_576;
const findProblem = schemaCheck(schema as Parameters<typeof schemaCheck>[0]);

/**
 * Reads the kernel's block out of a protocol document and fills in its defaults.
 *
 * @param document The parsed document.
 * @param folderName The id where the document has no `id` of its own.
 * @throws {PermafrostError} protocol-invalid, at the JSON Pointer that is wrong.
 */
export function readDeclaration(document: JsonValue, folderName: string): Protocol {
  const problem = findProblem(document);
  if (problem !== null) refuse(problem.at, problem.problem);
  const root = document as JsonObject;
  const block = root["permafrost"] as JsonObject;
  const { permissions = {}, bounds = {}, determinism = {}, inputs = {}, volatile = [], decision = [] } =
    block as Record<string, JsonObject>;
  const declaration: Declaration = {
    entry: String(block["entry"]),
    permissions: { read: [], write: [], net: [], run: [], env: [], ...permissions },
    bounds: { ...DEFAULT_BOUNDS, ...bounds },
    determinism: { seed: 1, clock: null, ...determinism },
    inputs: Object.fromEntries(
      Object.entries(inputs as Record<string, JsonObject>).map(([name, input]) => [name, {
        kind: input["kind"],
        optional: input["optional"] ?? false,
        sha256: input["sha256"] ?? null,
      } as DeclaredInput]),
    ),
    volatile: volatile as unknown as string[],
    decision: decision as unknown as Criterion[],
    publication:
      (isJsonObject(block["publication"]) ? { beforeRun: "optional", ...block["publication"] } : null) as Declaration[
        "publication"
      ],
  };
  checkAcrossFields(declaration);
  const id = typeof root["id"] === "string" ? root["id"] : folderName;
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id)) {
    refuse("/id", `the folder name ${JSON.stringify(id)} is no id; add "id" with lower-case words joined by -`);
  }
  return { id, declaration, document: root };
}

/** Refuses what the schema cannot say: undeclared placeholders, repeated ids, instants and ports that are none. */
function checkAcrossFields({ permissions, inputs, decision, determinism, publication }: Declaration): void {
  for (const kind of ["read", "run"] as const) {
    permissions[kind].forEach((value, index) => {
      if (!value.startsWith("$INPUT.")) return;
      const input = inputs[value.slice(7)];
      const at = `/permafrost/permissions/${kind}/${index}`;
      if (input === undefined) refuse(at, `${value} is not declared under inputs`);
      if (kind === "run" && input.kind !== "executable") {
        refuse(at, `${value} is declared as a file, not an executable`);
      }
    });
  }
  permissions.net.forEach((value, index) => {
    const port = Number(value.slice(value.lastIndexOf(":") + 1));
    if (port > 65_535) refuse(`/permafrost/permissions/net/${index}`, "a port is at most 65535");
  });
  const ids = new Set<string>();
  decision.forEach(({ id }, index) => {
    if (ids.has(id)) refuse(`/permafrost/decision/${index}/id`, `${JSON.stringify(id)} is the id of another criterion`);
    ids.add(id);
  });
  const origin = publication?.origin ?? null;
  if (origin !== null && (!URL.canParse(origin) || new URL(origin).href !== origin || origin.includes("%"))) {
    refuse("/permafrost/publication/origin", "the address is not in its normal form");
  }
  const { clock } = determinism;
  if (clock !== null) {
    const instant = new Date(clock);
    const valid = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(clock.slice(0, 19));
    if (!valid) refuse("/permafrost/determinism/clock", "there is no such day or time");
  }
}

function refuse(at: string, problem: string): never {
  throw new PermafrostError("protocol-invalid", `Cannot read the protocol: at ${at || "its root"}, ${problem}`, { at });
}

/**
 * Reads an experiment folder's protocol.json, or protocol.jsonc (comments, trailing commas) of a draft.
 *
 * @param folder Path of the experiment.
 * @throws {PermafrostError} file-missing, file-kind, file-too-large (1 MiB), json-* with line and column,
 * protocol-invalid at a JSON Pointer, or at `protocol.jsonc` when both files are there.
 */
export async function readProtocol(folder: string): Promise<Protocol> {
  const name = basename(folder);
  const strict = readOptionalJsonFile(`${folder}/protocol.json`, { maxBytes: MAX_PROTOCOL_BYTES, at: "protocol.json" });
  const hasComments = existsSync(`${folder}/protocol.jsonc`);
  if (strict !== null && hasComments) {
    const message = "Cannot read the protocol: both protocol.json and protocol.jsonc are there; keep one";
    throw new PermafrostError("protocol-invalid", message, { at: "protocol.jsonc" });
  }
  if (strict !== null) return readDeclaration(strict.value, name);
  const at = hasComments ? "protocol.jsonc" : "protocol.json";
  const bytes = readBounded(`${folder}/${at}`, { maxBytes: MAX_PROTOCOL_BYTES, at });
  const { parse } = await import("@std/jsonc/parse");
  let document: JsonValue;
  try {
    document = parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as JsonValue;
  } catch (cause) {
    throw new PermafrostError("json-syntax", `Cannot read ${at}: ${(cause as Error).message}`, { at, cause });
  }
  return readDeclaration(document, name);
}
