/** `permafrost report`. @module */
import { resolve } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { writeExclusive } from "../../kernel/file_write.ts";
import { readResult } from "../../kernel/result.ts";
import { junitXml } from "../report/junit.ts";
import type { Call } from "./command.ts";
import { labelled, printJson } from "./terminal.ts";

/** Writes a result in a form for other programs, to a new file or (`-`) to standard output. Whether the decision is met
 * is in what is written; the exit code is 0 either way. */
export async function runReport({ operands: [operand = ""], values, flags, io }: Call): Promise<0> {
  const place = values["junit"], verdictField = values["verdict"];
  if (place === undefined) {
    throw new PermafrostError("usage", "Cannot report: say in which form and where to; add --junit FILE", {
      at: "--junit",
    });
  }
  if (place === "-" && flags.has("json")) {
    throw new PermafrostError("usage", "Cannot report: --json and --junit - would share standard output; choose one");
  }
  const result = readResult(resolve(io.cwd, operand));
  const xml = junitXml(result, verdictField === undefined ? {} : { verdictField });
  const [, tests = "0", failures = "0"] = /^<testsuites [^>]*tests="(\d+)" failures="(\d+)"/m.exec(xml) ?? [];
  if (place === "-") io.out(xml);
  else writeExclusive(resolve(io.cwd, place), new TextEncoder().encode(xml), { mode: 0o644, at: place });
  if (flags.has("json")) {
    printJson(io, { id: result.id, output: place, tests: Number(tests), failures: Number(failures) });
  } else if (place !== "-") {
    io.err(labelled(io, "Report", { text: `${place}, ${tests} testcases, ${failures} failed` }));
  }
  return await Promise.resolve(0);
}
