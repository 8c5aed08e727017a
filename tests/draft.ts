import { dirname } from "node:path";

/** The smallest protocol: its kernel's block can be added to. */
export function protocolOf(block: Record<string, unknown> = {}, rest: Record<string, unknown> = {}): unknown {
  return { id: "tiny-v1", ...rest, permafrost: { format: "permafrost/protocol@1", entry: "run.ts", ...block } };
}

/** Writes files, given as text or as a value for JSON, below a folder; null leaves one of the defaults out. */
export function writeDraft(folder: string, files: Record<string, unknown> = {}): string {
  const all = { "protocol.json": protocolOf(), "run.ts": "export {};\n", ...files };
  for (const [path, content] of Object.entries(all)) {
    if (content === null) continue;
    Deno.mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
    Deno.writeTextFileSync(`${folder}/${path}`, typeof content === "string" ? content : JSON.stringify(content));
  }
  return folder;
}
