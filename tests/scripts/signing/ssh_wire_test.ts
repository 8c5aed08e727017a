import { assertEquals } from "@std/assert/equals";
import { fromBase64, joinBytes, readWire, writeWire } from "../../../scripts/signing/ssh_wire.ts";
import { assertCode } from "../../assert_code.ts";

Deno.test("readWire() gives back what writeWire() wrote", () => {
  const reader = readWire(writeWire([7, "text", Uint8Array.of(1, 2)]), "it");
  assertEquals([reader.uint32(), reader.text(), [...reader.bytes()]], [7, "text", [1, 2]]);
  reader.end();
});

const bad: [what: string, data: number[], read: (reader: ReturnType<typeof readWire>) => unknown][] = [
  ["a number is cut", [0, 0, 0], (reader) => reader.uint32()],
  ["a length is more than is left", [0, 0, 0, 2, 65], (reader) => reader.bytes()],
  ["a length is the largest", [255, 255, 255, 255], (reader) => reader.bytes()],
  ["something is left", [1], (reader) => reader.end()],
  ["a text holds a control character", [0, 0, 0, 1, 10], (reader) => reader.text()],
  ["a text holds more than ASCII", [0, 0, 0, 1, 200], (reader) => reader.text()],
  ["a text is long", [0, 0, 4, 1, ...new Uint8Array(1025).fill(65)], (reader) => reader.text()],
];
for (const [what, data, read] of bad) {
  Deno.test(`readWire() throws signature-invalid when ${what}`, () => {
    assertCode(() => read(readWire(Uint8Array.from(data), "it")), "signature-invalid");
  });
}

Deno.test("joinBytes() joins in order", () => {
  assertEquals([...joinBytes([Uint8Array.of(1), new Uint8Array(), Uint8Array.of(2, 3)])], [1, 2, 3]);
});

for (const text of ["AAE", "AAE==", "AAF=", "AA E=", "AAE=\n", "AA-_", "=", "A==="]) {
  Deno.test(`fromBase64() gives null for ${JSON.stringify(text)}`, () => {
    assertEquals(fromBase64(text), null);
  });
}

Deno.test("fromBase64() reads what is written the one right way", () => {
  assertEquals([fromBase64("")?.length, [...fromBase64("AAE=") ?? []], [...fromBase64("+/+/") ?? []]], [
    ...[0, [0, 1]],
    [251, 255, 191],
  ]);
});
