/** `permafrost fence`. @module */
import { resolve } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { openGold } from "../fence_gold.ts";
import { fenceLines } from "../fence_lines.ts";
import type { Call, Io } from "./command.ts";

async function open(path: string, io: Io): Promise<ReadableStream<Uint8Array>> {
  try {
    return (await Deno.open(resolve(io.cwd, path), { read: true })).readable;
  } catch (cause) {
    const code = cause instanceof Deno.errors.NotFound ? "file-missing" : "file-unreadable";
    throw new PermafrostError(
      code,
      `Cannot open ${path}: ${code === "file-missing" ? "no such file" : "it cannot be read"}`,
      {
        at: path,
        cause,
      },
    );
  }
}

/** Normalizes JSON Lines of model outputs. Exit 1 when a line could not be read. */
export async function runFence({ operands: [path], values, io }: Call): Promise<0 | 1> {
  const gold = values["gold"] === undefined ? undefined : await openGold(await open(values["gold"], io));
  const source = path === undefined || path === "-" ? io.input() : await open(path, io);
  const lines = fenceLines(source, { field: values["field"] ?? "text", ...(gold && { gold }) });
  for (;;) {
    const { done, value } = await lines.next();
    if (!done) {
      io.out(value);
      continue;
    }
    const scored = gold === undefined ? "" : `, ${value.accepted} accepted`;
    io.err(`${value.lines} lines, ${value.framed} with a candidate${scored}, ${value.bad} bad\n`);
    return value.bad === 0 ? 0 : 1;
  }
}
