/** What an archive says of itself: RO-Crate 1.1 with Process Run Crate 0.5, CITATION.cff, and a README. @module */
import { canonicalize } from "../../kernel/json_encode.ts";
import type { Result } from "../../kernel/result.ts";
import type { PayloadFile } from "./payload.ts";

/** What is known of what is archived. */
export interface Archived {
  /** The experiment's id. */ readonly id: string;
  /** The digest of its manifest. */ readonly manifestSha256: string;
  /** The day of its freeze. */ readonly frozenOn: string;
  /** Its question, from the protocol. */ readonly question: string;
  /** The payload beside these words. */ readonly files: readonly PayloadFile[];
  /** Results by their path in the payload. */ readonly results: ReadonlyMap<string, Result>;
  /** The version of this program. */ readonly version: string;
}

/** The crate as canonical JSON with a line feed. Times are given with +00:00, as the profile's validators want. */
export function roCrateText(archived: Archived): string {
  const { id, files, results, question, frozenOn, version } = archived;
  const fileEntities = files.map(({ path, bytes, sha256 }) => ({
    ...{ "@id": encodeURI(path), "@type": "File", name: path, contentSize: String(bytes), sha256 },
  }));
  const software = { "@id": "#permafrost", "@type": "SoftwareApplication", name: "Permafrost", version };
  const actions = [...results].map(([path, result], at) => ({
    ...{
      "@id": `#run-${at + 1}`,
      "@type": "CreateAction",
      name: `Run of ${id}`,
      instrument: { "@id": software["@id"] },
    },
    ...{ startTime: zoned(result, "startedAt"), endTime: zoned(result, "finishedAt") },
    ...{ object: [{ "@id": `experiments/${id}/manifest.json` }], result: [{ "@id": encodeURI(path) }] },
    actionStatus: "http://schema.org/CompletedActionStatus",
  }));
  const graph = [
    {
      ...{ "@id": "ro-crate-metadata.json", "@type": "CreativeWork", about: { "@id": "./" } },
      conformsTo: { "@id": "https://w3id.org/ro/crate/1.1" },
    },
    {
      ...{ "@id": "./", "@type": "Dataset", name: id, description: question, datePublished: frozenOn },
      ...{ license: { "@id": "LICENSE" }, conformsTo: { "@id": "https://w3id.org/ro/wfrun/process/0.5" } },
      ...{ hasPart: fileEntities.map((entity) => ({ "@id": entity["@id"] })) },
      mentions: actions.map((action) => ({ "@id": action["@id"] })),
    },
    ...[software, ...actions, ...fileEntities],
  ];
  return `${canonicalize({ "@context": "https://w3id.org/ro/crate/1.1/context", "@graph": graph })}\n`;
}

function zoned(result: Result, name: "startedAt" | "finishedAt"): string {
  return String((result.volatile as Record<string, unknown>)[name] ?? "").replace(/Z$/, "+00:00");
}

/** CITATION.cff: how to cite the experiment. */
export function citationText({ id, manifestSha256, frozenOn, question, version }: Archived): string {
  const quoted = (text: string): string => JSON.stringify(text);
  return [
    "cff-version: 1.2.0",
    `message: ${quoted("Cite the experiment by its id and the digest of its manifest.")}`,
    `title: ${quoted(id)}`,
    `abstract: ${quoted(question)}`,
    `version: ${quoted(manifestSha256.slice(0, 16))}`,
    `date-released: ${frozenOn}`,
    "type: dataset",
    "license: MIT",
    "identifiers:",
    "  - type: other",
    `    value: ${quoted(`sha256:${manifestSha256}`)}`,
    "authors:",
    `  - name: ${quoted(`Permafrost ${version}`)}`,
  ].join("\n") + "\n";
}

/** Ten lines on how to check the archive with stock tools, and how to rerun it. */
export function readmeText({ id, manifestSha256, results }: Archived): string {
  const reproduce = [...results.keys()].map((path) =>
    `    deno run -A --frozen scripts/permafrost.ts reproduce ${path}`
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
