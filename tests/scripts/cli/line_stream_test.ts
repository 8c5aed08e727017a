import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { assertRejects } from "@std/assert/rejects";
import {
  badNotes,
  countsText,
  findSource,
  MAX_NOTES,
  printLines,
  terminalSafe,
} from "../../../scripts/cli/line_stream.ts";
import { assertCode, assertCodeAsync } from "../../assert_code.ts";
import { isObeyed, memoryIo, wideLines } from "../../cli_io.ts";
import { inFolder } from "../../in_folder.ts";

async function readAll(source: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of source) parts.push(new Uint8Array(chunk));
  return await new Blob(parts).text();
}

for (const path of [undefined, "-", "in", "a b/../in"]) {
  Deno.test(`findSource() reads ${path ?? "standard input when there is no path"}`, async () => {
    await inFolder(async (cwd) => {
      Deno.mkdirSync(`${cwd}/a b`);
      Deno.writeTextFileSync(`${cwd}/in`, "é\n");
      assertEquals(await readAll(findSource(path, memoryIo({ cwd, input: "é\n" }).io)), "é\n");
    });
  });
}

Deno.test("findSource() refuses at once what is missing or a folder", () => {
  inFolder((cwd) => {
    const { io } = memoryIo({ cwd });
    assertCode(() => findSource("missing", io), "file-missing", "missing");
    assertCode(() => findSource(".", io), "file-kind", ".");
  });
});

Deno.test("findSource() opens nothing before it is read", () => {
  let isOpen = false;
  const { io } = memoryIo();
  findSource("-", { ...io, input: () => (isOpen = true, new Blob().stream()) });
  assertEquals(isOpen, false);
});

for (
  const [error, code] of [
    [new Deno.errors.IsADirectory("is a folder"), "file-kind"],
    [Object.assign(new Error("bad disk"), { code: "EIO" }), "file-unreadable"],
    [new Deno.errors.NotCapable("no permission"), "file-unreadable"],
  ] as const
) {
  Deno.test(`findSource() passes an error of the system (${error.message}) on as ${code}`, async () => {
    const input = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(error) });
    await assertCodeAsync(() => readAll(findSource(undefined, memoryIo({ input }).io)), code, "standard input");
  });
}

Deno.test("findSource() passes any other error on as it is", async () => {
  const input = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new TypeError("a fault")) });
  await assertRejects(() => readAll(findSource("-", memoryIo({ input }).io)), TypeError, "a fault");
});

async function* pieces(isClosed: { is: boolean }): AsyncGenerator<string, string> {
  try {
    yield await Promise.resolve('[1]\n{"a":2}\n');
    yield "[3]\n";
    return "the counts";
  } finally {
    isClosed.is = true;
  }
}

Deno.test("printLines() prints pieces as they come, and returns what the generator returned", async () => {
  const { io, ended } = memoryIo();
  const counts = await printLines(pieces({ is: false }), {
    io,
    isJson: false,
    toOut: (piece) => piece.replace("1", "9"),
  });
  assertEquals([counts, ended(0).out], ["the counts", '[9]\n{"a":2}\n[3]\n']);
});

Deno.test("printLines() prints one value for --json", async () => {
  const { io, ended } = memoryIo();
  await printLines(pieces({ is: false }), { io, isJson: true, toOut: String });
  assertEquals(ended(0).out, '{"counts":"the counts","lines":[[1],{"a":2},[3]]}\n');
});

Deno.test("printLines() closes the generator when nobody reads any more", async () => {
  const isClosed = { is: false };
  const { io } = memoryIo({
    out: () => {
      throw new Deno.errors.BrokenPipe();
    },
  });
  const printing = () => printLines(pieces(isClosed), { io, isJson: false, toOut: String });
  await assertRejects(printing, Deno.errors.BrokenPipe);
  assert(isClosed.is);
});

Deno.test("badNotes() names the first lines, says once that there are more, and makes all of it safe", () => {
  for (const isTerminal of [false, true]) {
    const { io, ended } = memoryIo({ isTerminal });
    const note = badNotes(io);
    const message = "Cannot read \x1b[2J\u202e\n" + "long ".repeat(100_000);
    for (let line = 1; line <= MAX_NOTES + 20; line++) note({ line, error: { code: "record-invalid", message } });
    const { err } = ended(0);
    assertEquals(err.match(/^bad: line \d+: /gm)?.length, MAX_NOTES);
    assertEquals([err.match(/^bad: more lines/gm)?.length, err.length < 5000, isObeyed(err)], [1, true, false]);
    if (isTerminal) assertEquals(wideLines(err), []);
  }
});

Deno.test("countsText() says how many lines there were and of which kinds", () => {
  const kinds = { conforming: 1, "fact-changed": 0 };
  assertEquals(
    countsText({ lines: 1, bad: 0 }, { kinds, io: memoryIo().io }),
    "1 line: 1 conforming, 0 fact-changed, 0 bad\n",
  );
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`missing-code-evidence-${at}`, at]));
  assertEquals(wideLines(countsText({ lines: 2, bad: 1 }, { kinds: many, io: memoryIo({ isTerminal: true }).io })), []);
});

Deno.test("terminalSafe() escapes on a terminal alone", () => {
  const text = '["\u202e\x9b"]\n';
  assertEquals(terminalSafe(memoryIo().io)(text), text);
  assertEquals(terminalSafe(memoryIo({ isOutTerminal: true }).io)(text), '["\\u202e\\u009b"]\n');
});
