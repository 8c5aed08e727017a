import { assertEquals } from "@std/assert/equals";
import { assertRejects } from "@std/assert/rejects";
import { LimitedBytesTransformStream } from "@std/streams/limited-bytes-transform-stream";
import { TextLineStream } from "@std/streams/text-line-stream";
import { toArrayBuffer } from "@std/streams/to-array-buffer";
import { toJson } from "@std/streams/to-json";
import { toText } from "@std/streams/to-text";

const encode = (text: string) => new TextEncoder().encode(text);

const LINES: ReadonlyArray<[name: string, chunks: string[], lines: string[], allowCR?: true]> = [
  ["nothing", [], []],
  ["lines that span chunks", ["sn", "ow\nic", "e\n"], ["snow", "ice"]],
  ["a last line without an ending", ["snow\nice"], ["snow", "ice"]],
  ["empty lines", ["\n\na\n\n"], ["", "", "a", ""]],
  ["both endings", ["a\r\nb\nc"], ["a", "b", "c"]],
  ["an ending that spans chunks", ["a\r", "\nb"], ["a", "b"]],
  ["carriage returns alone as text", ["a\rb\n", "c\r"], ["a\rb", "c\r"]],
  ["two carriage returns before the end", ["a\r\r\nb"], ["a\r", "b"]],
  ["carriage returns alone when allowed", ["a\rb\r", "c\r\n", "\rd\r"], ["a", "b", "c", "", "d"], true],
  ["an ending that spans chunks when carriage returns are allowed", ["a\r", "\nb\n"], ["a", "b"], true],
];

for (const [name, chunks, lines, allowCR] of LINES) {
  Deno.test(`TextLineStream() splits ${name}`, async () => {
    const stream = allowCR ? new TextLineStream({ allowCR }) : new TextLineStream();
    assertEquals(await Array.fromAsync(ReadableStream.from(chunks).pipeThrough(stream)), lines);
  });
}

async function limit(chunks: string[], stream: LimitedBytesTransformStream): Promise<string[]> {
  const bytes = ReadableStream.from(chunks).pipeThrough(new TextEncoderStream()).pipeThrough(stream);
  return (await Array.fromAsync(bytes)).map((chunk) => new TextDecoder().decode(chunk));
}

const LIMITS: ReadonlyArray<[name: string, sizeBytes: number, chunks: string[]]> = [
  ["all chunks when they come to the bound", 6, ["abc", "def"]],
  ["the first chunk when the bound is its size", 3, ["abc"]],
  ["the first chunk when the bound is within the second", 5, ["abc"]],
];

for (const [name, sizeBytes, chunks] of LIMITS) {
  Deno.test(`LimitedBytesTransformStream() passes on ${name}`, async () => {
    assertEquals(await limit(["abc", "def"], new LimitedBytesTransformStream(sizeBytes)), chunks);
  });
}

Deno.test("LimitedBytesTransformStream() fails with a RangeError when that is asked and the bound is exceeded", async () => {
  await assertRejects(
    () => limit(["abc", "def"], new LimitedBytesTransformStream(5, { error: true })),
    RangeError,
  );
});

Deno.test("LimitedBytesTransformStream() passes all on when an error is asked and the bound is kept", async () => {
  assertEquals(await limit(["abc"], new LimitedBytesTransformStream(3, { error: true })), ["abc"]);
});

Deno.test("toText() joins the chunks when they are texts", async () => {
  assertEquals(await toText(ReadableStream.from(["co", "ld"])), "cold");
});

Deno.test("toText() decodes the chunks when a character spans them", async () => {
  const bytes = encode("é🧊");
  assertEquals(
    await toText(ReadableStream.from([bytes.slice(0, 1), bytes.slice(1, 4), bytes.slice(4)])),
    "é🧊",
  );
});

Deno.test("toText() puts a replacement when the bytes end within a character", async () => {
  assertEquals(await toText(ReadableStream.from([encode("aé").slice(0, 2)])), "a\uFFFD");
});

Deno.test("toJson() parses the chunks when they are texts or bytes", async () => {
  assertEquals(await toJson(ReadableStream.from(['{"a"', ":1}"])), { a: 1 });
  assertEquals(await toJson(ReadableStream.from([encode("[1,"), encode("2]")])), [1, 2]);
});

Deno.test("toJson() rejects with a SyntaxError when the text is not JSON", async () => {
  await assertRejects(() => toJson(ReadableStream.from(["{"])), SyntaxError);
});

Deno.test("toArrayBuffer() joins the chunks in order", async () => {
  const buffer = await toArrayBuffer(ReadableStream.from([new Uint8Array([1, 2]), new Uint8Array([3])]));
  assertEquals(new Uint8Array(buffer), new Uint8Array([1, 2, 3]));
});
