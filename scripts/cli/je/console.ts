/** `permafrost je console`. @module */
import { resolve } from "node:path";
import { PermafrostError } from "../../../kernel/error.ts";
import { writeExclusive } from "../../../kernel/file_write.ts";
import { PAGE } from "../../je/console/page_text.ts";
import { servePage } from "../../je/console/serve_page.ts";
import type { Call, Io } from "../command.ts";
import { labelled, printJson } from "../terminal.ts";
import { wholeOf } from "./config_options.ts";

const MODE = 0o644;
const MAX_PORT = 65_535;

/** Writes the page, or serves it until a signal asks to stop. */
export async function runConsole(call: Call): Promise<0> {
  const { values: { output, port: asked }, flags, io } = call, port = wholeOf(call, "port", { fallback: 0 });
  if (output !== undefined && asked !== undefined) {
    throw usage("--output writes the page and --port serves it; choose one");
  }
  if (port > MAX_PORT) throw usage(`--port ${port} is no port; it goes to ${MAX_PORT}`);
  if (output !== undefined) return write(output, { isJson: flags.has("json"), io });
  const page = servePage({ port });
  try {
    if (flags.has("json")) printJson(io, { url: page.url });
    else io.out(`${page.url}\n`);
    io.err("Serving the console; Ctrl-C ends it.\n");
    await untilAborted(io.signal);
  } finally {
    await page.close();
  }
  return 0;
}

function write(output: string, { isJson, io }: { isJson: boolean; io: Io }): 0 {
  const bytes = new TextEncoder().encode(PAGE);
  writeExclusive(resolve(io.cwd, output), bytes, { mode: MODE, at: output });
  if (isJson) printJson(io, { output, bytes: bytes.length });
  else io.err(labelled(io, "Console", { text: `${output}, ${bytes.length} bytes` }));
  return 0;
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function usage(state: string): PermafrostError {
  return new PermafrostError("usage", `Cannot open the console: ${state}`, { at: "--output" });
}
