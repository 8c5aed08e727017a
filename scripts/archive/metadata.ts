/** What an archive says of itself: RO-Crate 1.1 with Process Run Crate 0.5, CITATION.cff, and a README. @module */
import { canonicalize } from "../../kernel/json_encode.ts";
import type { JsonObject } from "../../kernel/json_value.ts";
import type { Result } from "../../kernel/result.ts";
import { quote } from "../cli/shell_command.ts";
import type { PayloadFile } from "./payload.ts";

/** What is known of what is archived. */
export interface Archived {
  /** The experiment's id. */ readonly id: string;
  /** The digest of its manifest. */ readonly manifestSha256: string;
  /** The day of its freeze; null: its manifest names none. */ readonly frozenOn: string | null;
  /** Its question, from the protocol. */ readonly question: string;
  /** Its authors, from the protocol; none: it names none. */ readonly authors: readonly string[];
  /** The payload beside these words. */ readonly files: readonly PayloadFile[];
  /** Results by their path in the payload. */ readonly results: ReadonlyMap<
    string,
    Pick<Result, "volatile">
  >;
  /** The version of this program. */ readonly version: string;
}

const PROFILE = { "@id": "https://w3id.org/ro/wfrun/process/0.5" };
const MIT = { "@id": "https://spdx.org/licenses/MIT" };
/** RO-Crate's own terms, and the one of its workflow-run vocabulary that is used here. */
const CONTEXT = [
  "https://w3id.org/ro/crate/1.1/context",
  { sha256: "https://w3id.org/ro/terms/workflow-run#sha256" },
];

/** The crate as canonical JSON with a line feed: a File for each of `files`, an action for each result, with times at
 * +00:00, as the profile's validators want. Who ran it is not known and not said. Without a day of the freeze the crate
 * has no `datePublished`. */
export function roCrateText(
  archived: Archived,
  files: readonly Pick<PayloadFile, "path" | "bytes" | "sha256">[] = archived.files,
): string {
  const { id, manifestSha256, results, question, frozenOn, version } = archived;
  const fileEntities = files.map(({ path, bytes, sha256 }) => ({
    ...{ "@id": crateId(path), "@type": "File", name: path, contentSize: String(bytes), sha256 },
  }));
  const manifest = { "@id": crateId(`experiments/${id}/manifest.json`) };
  const software = { "@id": "#permafrost", "@type": "SoftwareApplication", name: "Permafrost", version };
  const actions = [...results].map(([path, result], at): JsonObject => ({
    ...{ "@id": `#run-${at + 1}`, "@type": "CreateAction", name: `Run of ${id}` },
    ...{ instrument: { "@id": software["@id"] }, object: [manifest], result: [{ "@id": crateId(path) }] },
    ...{ startTime: zoned(result.volatile.startedAt), endTime: zoned(result.volatile.finishedAt) },
    actionStatus: { "@id": "http://schema.org/CompletedActionStatus" },
  }));
  const graph: JsonObject[] = [
    {
      ...{ "@id": "ro-crate-metadata.json", "@type": "CreativeWork", about: { "@id": "./" } },
      conformsTo: { "@id": "https://w3id.org/ro/crate/1.1" },
    },
    {
      ...{ "@id": "./", "@type": "Dataset", name: id, description: question },
      ...(frozenOn === null ? {} : { datePublished: frozenOn }),
      ...{ identifier: `sha256:${manifestSha256}`, license: MIT, conformsTo: PROFILE },
      ...{ hasPart: fileEntities.map((entity) => ({ "@id": entity["@id"] })) },
      mentions: [{ "@id": software["@id"] }, ...actions.map((action) => ({ "@id": action["@id"]! }))],
    },
    { ...PROFILE, "@type": "CreativeWork", name: "Process Run Crate", version: "0.5" },
    {
      ...{ ...MIT, "@type": "CreativeWork", name: "MIT License" },
      description:
        "The license of the program in this archive, and of the experiment unless its own files say otherwise.",
    },
    ...[software, ...actions, ...fileEntities],
  ];
  return `${canonicalize({ "@context": CONTEXT, "@graph": graph })}\n`;
}

/** A path as a relative reference that means this path and nothing else (RFC 3986). */
function crateId(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

function zoned(time: string): string {
  return time.replace(/Z$/, "+00:00");
}

/** A string as YAML, double-quoted: JSON's form, with what YAML 1.2 calls not printable escaped too. */
function yamlText(text: string): string {
  return JSON.stringify(text).replace(/[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** CITATION.cff 1.2.0: how to cite the experiment. Authors are those of the protocol; where it names none, they are
 * called the experiment's authors, and nobody is made one. */
export function citationText({ id, manifestSha256, frozenOn, question, authors }: Archived): string {
  return [
    "cff-version: 1.2.0",
    `message: ${yamlText("Cite the experiment by its id and the digest of its manifest.")}`,
    `title: ${yamlText(id)}`,
    `abstract: ${yamlText(question)}`,
    `version: ${yamlText(manifestSha256.slice(0, 16))}`,
    ...(frozenOn === null ? [] : [`date-released: ${frozenOn}`]),
    "type: dataset",
    "license: MIT",
    "identifiers:",
    "  - type: other",
    `    value: ${yamlText(`sha256:${manifestSha256}`)}`,
    "authors:",
    ...(authors.length === 0 ? [`The authors of ${id}`] : authors).map((name) => `  - name: ${yamlText(name)}`),
  ].join("\n") + "\n";
}

/** Ten lines on how to check the archive with stock tools, and how to rerun it. */
export function readmeText({ id, manifestSha256, results }: Archived): string {
  const reproduce = [...results.keys()].map((path) =>
    `    deno run -A --frozen scripts/permafrost.ts reproduce ${quote(path)}`
  );
  return [
    `# ${id}, archived`,
    "",
    "In the folder above this one, with stock tools: every byte is the archived one.",
    "",
    "    sha256sum -c --strict manifest-sha256.txt && sha256sum -c --strict tagmanifest-sha256.txt",
    "",
    `The experiment is its manifest, ${manifestSha256}:`,
    "",
    `    sha256sum experiments/${id}/manifest.json`,
    "",
    "In this folder, with Deno 2.9.6 and no network, its code contained as its protocol declares:",
    "",
    `    deno run -A --frozen scripts/permafrost.ts check ${id}`,
    `    deno run -A --frozen scripts/permafrost.ts verify ${id}`,
    ...reproduce,
    "",
    "That launcher is the one in this archive. Whoever does not trust it uses a launcher of their own on the archive:",
    "",
    "    permafrost verify ARCHIVE.tar",
  ].join("\n") + "\n";
}
