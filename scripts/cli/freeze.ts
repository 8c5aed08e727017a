/** `permafrost freeze`. @module */
import { PermafrostError } from "../../kernel/error.ts";
import { freeze } from "../../kernel/manifest.ts";
import type { Call } from "./command.ts";
import { locateExperiment } from "./locate.ts";

/** Freezes a draft and prints its identity. */
export async function runFreeze({ operands: [operand = ""], values, flags, io }: Call): Promise<0> {
  const frozenOn = values["date"] ?? new Date().toISOString().slice(0, 10);
  const day = new Date(`${frozenOn}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== frozenOn) {
    throw new PermafrostError("usage", `Cannot freeze: --date ${frozenOn} is not a day as YYYY-MM-DD`);
  }
  const { manifest, sha256 } = await freeze(locateExperiment(operand, io.cwd), { frozenOn });
  const files = manifest.files.length;
  io.out(
    flags.has("json")
      ? JSON.stringify({ id: manifest.id, manifestSha256: sha256, files, frozenOn }) + "\n"
      : `${sha256}\n`,
  );
  io.err(`${manifest.id} is frozen with ${files} files as of ${frozenOn}. Publish this digest before you run it.\n`);
  return 0;
}
