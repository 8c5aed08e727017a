/** `permafrost list`. @module */
import { join } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { readManifest } from "../../kernel/manifest.ts";
import { readProtocol } from "../../kernel/protocol.ts";
import type { Call, Io } from "./command.ts";
import { experimentsFolders, listFolders } from "./locate.ts";
import { fit, pad, printable, printJson } from "./terminal.ts";

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
  const listed: Listed[] = [];
  for (const name of root === undefined ? [] : listFolders(root)) listed.push(await describe(join(root!, name), name));
  if (flags.has("json")) printJson(io, listed);
  else if (io.isOutTerminal) io.out(screen(listed, io));
  else {
    for (const { id, state, manifestSha256 } of listed) {
      io.out(`${printable(id)}\t${state}\t${manifestSha256 ?? "-"}\n`);
    }
  }
  if (listed.length === 0) io.err("No experiments are here; permafrost new ID starts one.\n");
  return 0;
}

/** The list for a terminal: columns, a short digest, and as much as fits of the question, or of why there is none. */
function screen(listed: readonly Listed[], io: Io): string {
  const rows = listed.map(({ id, state, manifestSha256, question }) => [
    printable(id),
    state.split(" ")[0]!,
    manifestSha256 === null ? "-" : `${manifestSha256.slice(0, 12)}…`,
    printable(question.replace(/\s+/g, " ")) || state.split(" ").slice(1).join(" "),
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]!.length)));
  return rows.map((row) => {
    const cells = row.map((text, column) => column < 3 ? pad(text, widths[column]!) : text);
    return fit(cells.join("  "), io.columns - 1).trimEnd() + "\n";
  }).join("");
}
