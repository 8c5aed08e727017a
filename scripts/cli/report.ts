/** `permafrost report`. @module */
import { resolve } from "node:path";
import { PermafrostError } from "../../kernel/error.ts";
import { writeExclusive } from "../../kernel/file_write.ts";
import type { Result } from "../../kernel/result.ts";
import { readShown, type Shown } from "../report/operands.ts";
import type { Call } from "./command.ts";
import { labelled, printJson } from "./terminal.ts";

type RowOptions = { readonly verdictField?: string | undefined };
type NamedResult = { readonly name: string; readonly result: Result };

/** A text, and what is said of it beside its place. */
interface Written {
  readonly text: string;
  readonly tests?: number;
  readonly failures?: number;
}

/** The options that name a form, each with what makes it. */
const FORMS: Readonly<Record<string, (shown: readonly Shown[], options: RowOptions) => Promise<Written>>> = {
  output: async (shown, options) => ({ text: (await import("../report/report_page.ts")).reportPage(shown, options) }),
  markdown: async (shown, options) => ({
    text: (await import("../report/markdown.ts")).reportMarkdown(shown, options),
  }),
  junit: async (shown, { verdictField }) => {
    const [only, ...more] = resultsOf(shown, "--junit"), { junitXml } = await import("../report/junit.ts");
    if (more.length > 0) throw usage("--junit takes one result; call it for each", "--junit");
    const text = junitXml(only!.result, verdictField === undefined ? {} : { verdictField });
    const [, tests, failures] = /^<testsuites [^>]*tests="(\d+)" failures="(\d+)"/m.exec(text)!;
    return { text, tests: Number(tests), failures: Number(failures) };
  },
};

/** Writes results, sweeps and episodes in forms for people or for programs, each to a new file or (`=-`) to standard
 * output. Whether a decision is met is in what is written; the exit code is 0 either way. */
export async function runReport({ operands, values, flags, io }: Call): Promise<0> {
  const places = Object.keys(FORMS).flatMap((form) => {
    const place = values[form];
    return place === undefined ? [] : [{ form, place }];
  });
  if (places.length === 0) {
    throw usage("say in which form and where to; add --output FILE, --markdown FILE or --junit FILE", "--output");
  }
  const printed = places.filter(({ place }) => place === "-").length + (flags.has("json") ? 1 : 0);
  if (printed > 1) throw usage("only one thing can go to standard output; give the others a file", "-");
  const shown = await readShown(operands, { cwd: io.cwd }), verdictField = values["verdict"];
  const made: (Written & { form: string; place: string })[] = []; // all of them before the first is written
  for (const { form, place } of places) made.push({ form, place, ...await FORMS[form]!(shown, { verdictField }) });
  for (const { place, text } of made) {
    if (place === "-") io.out(text);
    else writeExclusive(resolve(io.cwd, place), new TextEncoder().encode(text), { mode: 0o644, at: place });
  }
  if (flags.has("json")) {
    const things = shown.map((each) => ({ name: each.name, kind: each.kind }));
    printJson(io, { shown: things, written: made.map(({ text: _, ...rest }) => rest) });
  } else {
    for (const { place, tests, failures } of made.filter(({ place }) => place !== "-")) {
      const counts = tests === undefined ? "" : `, ${tests} testcases, ${failures} failed`;
      io.err(labelled(io, "Report", { text: `${place}${counts}` }));
    }
  }
  return 0;
}

/** The results among what is shown, where nothing else is. */
function resultsOf(shown: readonly Shown[], option: string): NamedResult[] {
  return shown.map((each) => {
    if (each.kind === "result") return each;
    throw usage(`${option} is for results, and ${each.name} is none; --output shows it as a page`, option);
  });
}

function usage(state: string, at: string): PermafrostError {
  return new PermafrostError("usage", `Cannot report: ${state}`, { at });
}
