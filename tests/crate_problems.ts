/** What is wrong with a crate, for tests. @module */
import { type Schema, Validator } from "@cfworker/json-schema";
import schema from "../fixtures/ro_crate/crate.schema.json" with { type: "json" };

type Entity = Readonly<Record<string, unknown>> & { readonly "@id": string; readonly "@type": string };

/** Says what a crate breaks: our schema, or that each reference has one entity and each file is a part of the root. */
export function crateProblems(text: string): string[] {
  const crate = JSON.parse(text) as { "@graph": readonly Entity[] };
  const { valid, errors } = new Validator(schema as Schema, "2020-12", false).validate(crate);
  if (!valid) return errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`);
  const graph = crate["@graph"], ids = graph.map((entity) => entity["@id"]), known = new Set(ids);
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} is there twice`);
  const loose = graph.flatMap(({ "@id": from, ...rest }) =>
    Object.entries(rest).flatMap(([name, value]) =>
      [value].flat().flatMap((each) => {
        const id = (each as { "@id"?: string } | null)?.["@id"];
        const isNamed = name === "actionStatus" || from === "ro-crate-metadata.json" && name === "conformsTo";
        return id === undefined || known.has(id) || isNamed ? [] : [`${from} ${name} names ${id}, which is not there`];
      })
    )
  );
  const root = graph.find((entity) => entity["@id"] === "./") as unknown as { hasPart: { "@id": string }[] };
  const parts = new Set(root.hasPart.map((part) => part["@id"]));
  const apart = graph.filter((entity) => entity["@type"] === "File" && !parts.has(entity["@id"]))
    .map((entity) => `${entity["@id"]} is no part of the root`);
  return [...twice, ...loose, ...apart];
}
