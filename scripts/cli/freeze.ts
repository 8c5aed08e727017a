/** `permafrost freeze`. @module */
import { PermafrostError } from "../../kernel/error.ts";
import { freeze } from "../../kernel/manifest.ts";
import { parallelDigest } from "../parallel_digest.ts";
import type { Call } from "./command.ts";
import { counted } from "./findings_text.ts";
import { locateExperiment } from "./locate.ts";
import { labelled, printJson } from "./terminal.ts";

/** Freezes a draft and prints its identity. */
export async function runFreeze({ operands: [operand = ""], values, flags, io }: Call): Promise<0> {
  const frozenOn = values["date"] ?? new Date().toISOString().slice(0, 10);
  const day = new Date(`${frozenOn}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== frozenOn) {
    throw new PermafrostError("usage", `Cannot freeze: --date ${frozenOn} is not a day as YYYY-MM-DD`);
  }
  const folder = locateExperiment(operand, io.cwd);
  const { manifest, sha256 } = await freeze(folder, { frozenOn, digest: parallelDigest });
  const files = manifest.files.length;
  if (flags.has("json")) printJson(io, { id: manifest.id, manifestSha256: sha256, files, frozenOn });
  else io.out(`${sha256}\n`);
  io.err(labelled(io, "Frozen", { text: `${manifest.id}, ${counted(files, "file")}, as of ${frozenOn}` }));
  io.err(labelled(io, "Next", { text: "publish this digest, before you run it; it is the experiment's identity" }));
  return 0;
}
