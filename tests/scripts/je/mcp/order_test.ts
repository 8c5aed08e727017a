import { assertEquals } from "@std/assert/equals";
import { orderLine, readClientUnit, readOrder } from "../../../../scripts/je/mcp/order.ts";
import { assertCode } from "../../../assert_code.ts";
import { clientUnit } from "./client_session.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

for (const salt of ["", "a\nsalt \u2028 with é"]) {
  Deno.test(`orderLine() is one line that readOrder() reads again, with the salt ${JSON.stringify(salt)}`, () => {
    const order = { unit: clientUnit({ seed: 9 }), salt }, line = orderLine(order);
    assertEquals(line.indexOf("\n"), line.length - 1);
    assertEquals(readOrder(bytes(line.trimEnd())), order);
  });
}

for (
  const [name, line, code] of [
    ["a line that was too long", null, "record-invalid"],
    ["no JSON", bytes("{"), "json-syntax"],
    ["no object", bytes("[]"), "record-invalid"],
    ["no salt", bytes(JSON.stringify({ unit: clientUnit() })), "record-invalid"],
    ["no unit", bytes('{"salt":""}'), "record-invalid"],
  ] as const
) {
  Deno.test(`readOrder() refuses ${name}`, () => {
    assertCode(() => readOrder(line), code);
  });
}

Deno.test("readClientUnit() refuses a model that is no client", () => {
  const unit = clientUnit(), model = { ...unit.model, adapter: "reference" };
  assertCode(() => readClientUnit(JSON.parse(JSON.stringify({ ...unit, model }))), "record-invalid", "/model/adapter");
});
