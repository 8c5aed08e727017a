import { assert } from "@std/assert/assert";
import { assertEquals } from "@std/assert/equals";
import { Buffer } from "node:buffer";
import { type ByteDecoder, spellingSource } from "../../../../experiments/recovery-v1/vault/query_spelling.ts";
import { drawFrom } from "../../../json_documents.ts";
import { utf8 } from "./a_vault.ts";
import { drawText, spellText } from "./spelled_json.ts";

const windows1252 = new TextDecoder("windows-1252");
const DECODERS: readonly (readonly [name: string, decode: ByteDecoder])[] = [
  ["latin1", (bytes) => Buffer.from(bytes).toString("latin1")],
  ["windows-1252", (bytes) => windows1252.decode(bytes)],
];
const finds = (text: string, json: string, decode: ByteDecoder): boolean =>
  new RegExp(spellingSource(text, decode)).test(decode(utf8(json)));

for (const [name, decode] of DECODERS) {
  Deno.test(`spellingSource() finds every random spelling of a text when bytes are seen as ${name}`, () => {
    const draw = drawFrom(7);
    for (let round = 0; round < 3_000; round++) {
      const text = drawText(draw) || "x", around = [drawText(draw), drawText(draw)];
      const json = spellText(around[0] + text + around[1], draw);
      assert(finds(text, json, decode), `${JSON.stringify(text)} in ${json}`);
    }
  });

  Deno.test(`spellingSource() tells all 256 byte values apart when bytes are seen as ${name}`, () => {
    assertEquals(new Set(decode(Uint8Array.from({ length: 256 }, (_, at) => at))).size, 256);
  });

  const OTHERS = [["A", '"a"'], ["é", '"e\u0301"'], ["a.c", '"abc"'], ["a+", '"aa"'], ["(", '")"'], ["\n", '"n"'], [
    "🧵",
    '"\\ud83e"',
  ]];
  for (const [text, json] of OTHERS) {
    Deno.test(`spellingSource() does not find ${JSON.stringify(text)} in ${json} when bytes are seen as ${name}`, () => {
      assertEquals(finds(text!, json!, decode), false);
    });
  }
}
