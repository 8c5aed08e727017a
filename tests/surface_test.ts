import { assertEquals } from "@std/assert/equals";
import { existsSync } from "node:fs";
import * as experiment from "../kernel/experiment.ts";
import * as library from "../mod.ts";

/** Every value that mod.ts exports; a name that comes or goes is a change of the library. */
const SURFACE = [
  "BROKER",
  "DEFAULT_BOUNDS",
  "ERROR_CODES",
  "FINDING_CODES",
  "INVOICE_FIELDS",
  "MAX_RAW_BYTES",
  "OPEN_KERNEL_MODULES",
  "PermafrostError",
  "REPAIR_DISPOSITIONS",
  "REPAIR_STATUSES",
  "UNNAMED",
  "canonicalize",
  "check",
  "childArguments",
  "compareBytes",
  "compareResults",
  "decide",
  "describeAccess",
  "digestFiles",
  "evaluateRepair",
  "findContainment",
  "findDifferences",
  "findFoldedTwins",
  "freeze",
  "freezeNameProblem",
  "fromPointer",
  "hidePaths",
  "isGranted",
  "isInstant",
  "isInvoice",
  "isJsonObject",
  "normalizeCandidate",
  "parseStrict",
  "parseStrictBytes",
  "readBounded",
  "readConservationInput",
  "readDeclaration",
  "readJsonFile",
  "readManifest",
  "readOptionalJsonFile",
  "readProtocol",
  "readResult",
  "reproduce",
  "reproduciblePart",
  "reproductionDigest",
  "resolveGrants",
  "resultBytes",
  "runExperimentFolder",
  "schemaCheck",
  "scoreResponse",
  "serializeConservationFindings",
  "sha256File",
  "sha256Hex",
  "sortFindings",
  "toFlags",
  "toPointer",
  "valueAt",
  "verify",
  "verifyConservation",
  "walkTree",
  "writeExclusive",
  "writeResult",
];

Deno.test("mod.ts exports exactly the names of the library", () => {
  assertEquals(Object.keys(library).sort(), SURFACE);
});

Deno.test("experiment.ts exports exactly the names of the child's side", () => {
  assertEquals(Object.keys(experiment).sort(), ["readOrder", "runExperiment"]);
});

Deno.test("mod.ts needs no permission and prints nothing when it is imported", async () => {
  const config = new URL("../deno.json", import.meta.url).pathname;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--quiet", "--config", config, new URL("../mod.ts", import.meta.url).pathname],
    stdin: "null",
  }).output();
  assertEquals([code, stdout.length, new TextDecoder().decode(stderr)], [0, 0, ""]);
});

Deno.test("deno.json exports only files that are there", () => {
  const { exports } = JSON.parse(Deno.readTextFileSync(new URL("../deno.json", import.meta.url)));
  for (const path of Object.values(exports) as string[]) {
    assertEquals(existsSync(new URL(`../${path}`, import.meta.url)), true);
  }
});
