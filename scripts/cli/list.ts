/** `permafrost list`. @module */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { readManifest } from "../../kernel/manifest.ts";
import { readProtocol } from "../../kernel/protocol.ts";
import type { Call } from "./command.ts";
import { experimentsFolders } from "./locate.ts";
import { fit, printable } from "./terminal.ts";

interface Listed {
  readonly id: string;
  readonly state: string;
  readonly manifestSha256: string | null;
  readonly question: string;
}

async function describe(folder: string, name: string): Promise<Listed> {
  try {
    const manifest = readManifest(folder);
    const { id, document } = await readProtocol(folder);
    const question = typeof document["question"] === "string" ? document["question"] : "";
    const state = manifest === null ? "draft" : "frozen";
    return { id: manifest?.manifest.id ?? id, state, manifestSha256: manifest?.sha256 ?? null, question };
  } catch (error) {
    if (!(error instanceof PermafrostError)) throw error;
    return { id: name, state: `unreadable (${error.code})`, manifestSha256: null, question: "" };
  }
}

/** Lists the experiments of the present folder, or of the repository that this program is in. */
export async function runList({ flags, io }: Call): Promise<0> {
  const root = experimentsFolders(io.cwd)[0];
  const names = root === undefined
    ? []
    : readdirSync(root).sort().filter((name) =>
      !name.startsWith("_") && !name.startsWith(".") && statSync(join(root, name)).isDirectory()
    );
  const listed: Listed[] = [];
  for (const name of names) listed.push(await describe(join(root!, name), name));
  if (flags.has("json")) io.out(JSON.stringify(listed) + "\n");
  else {
    for (const { id, state, manifestSha256, question } of listed) {
      io.out(`${id}\t${state}\t${manifestSha256 ?? "-"}\n`);
      if (io.isTerminal && question !== "") io.err(`  ${fit(printable(question), io.columns - 3)}\n`);
    }
  }
  if (listed.length === 0) io.err("No experiments are here; permafrost new ID starts one.\n");
  return 0;
}
