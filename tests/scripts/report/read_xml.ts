/** Reads XML by Python's parser (expat), which is not ours. @module */

/** An element that was read. */
export interface ReadElement {
  /** Its name. */ readonly tag: string;
  /** Its attributes. */ readonly attributes: { readonly [name: string]: string };
  /** Its text before its first element. */ readonly text: string;
  /** Its elements. */ readonly children: readonly ReadElement[];
}

const CODE = `
import json, sys
import xml.etree.ElementTree as tree
def show(e): return {"tag": e.tag, "attributes": e.attrib, "text": e.text or "", "children": [show(c) for c in e]}
print(json.dumps(show(tree.fromstring(sys.stdin.buffer.read()))))
`;

async function runPython(code: string, stdin: string): Promise<{ success: boolean; out: string; err: string }> {
  const child = new Deno.Command("python3", {
    args: ["-I", "-c", code],
    ...{ stdin: "piped", stdout: "piped", stderr: "piped" },
  }).spawn();
  const feeding = new Blob([stdin]).stream().pipeTo(child.stdin).catch(() => {});
  const { success, stdout, stderr } = await child.output();
  await feeding;
  const decoder = new TextDecoder();
  return { success, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

/** Why no XML can be read here; empty where it can. */
export const PYTHON_PROBLEM: string = await runPython("import xml.etree.ElementTree", "")
    .then(({ success }) => success, () => false)
  ? ""
  : "no python3 to read it";

/** Parses a document; throws where it is not well-formed. */
export async function parseXml(text: string): Promise<ReadElement> {
  const { success, out, err } = await runPython(CODE, text);
  if (!success) throw new Error(`not well-formed: ${err}`);
  return JSON.parse(out);
}
