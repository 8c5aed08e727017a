/** `--live ORIGIN`: published bytes compared before a run. @module */
import type { FrozenFile } from "../../kernel/manifest.ts";
import { readProtocol } from "../../kernel/protocol.ts";
import type { PublicationCheck } from "../../kernel/run.ts";
import { checkPublication } from "../publication.ts";
import type { Io } from "./command.ts";

/** Makes the comparison that a run calls with its frozen files. */
export function compareLive(folder: string, { origin, io }: { origin: string; io: Io }) {
  return async (files: readonly FrozenFile[]): Promise<PublicationCheck> => {
    const { declaration } = await readProtocol(folder);
    const allowedOrigin = declaration.publication?.origin ?? null;
    const { findings, fetched, rehearsal } = await checkPublication({
      origin,
      files,
      allowedOrigin,
      signal: io.signal,
    });
    if (rehearsal) io.err("The origin is this machine: a rehearsal, which shows nothing about what is public.\n");
    return { findings, record: { origin, files: fetched.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })) } };
  };
}
