import { assertEquals } from "@std/assert/equals";
import { bodyOf, factOf, labelOf, numberOf, textOf, valueText } from "../../../../experiments/je-v1/env/doc_text.ts";
import type { Doc, Scalar } from "../../../../experiments/je-v1/env/model.ts";

function aDoc(fields: Record<string, Scalar>, total: number | null = 119_000): Doc {
  const parts: Omit<Doc, "body"> = {
    ...{ doc_id: "D-00000000", kind: "invoice", issued_on: "2031-06-01", party: "V-101", currency: "USD" },
    ...{ total_minor: total, fields, supersedes: null },
  };
  return { ...parts, body: bodyOf(parts, ["Thank you."]) };
}

Deno.test("bodyOf() says every field, the total and the prose in lines", () => {
  const doc = aDoc({
    invoice_number: "INV-1",
    unit_price_minor: 1_000_00,
    signed: false,
    signed_on: null,
    quantity: 3,
  });
  assertEquals(doc.body.split("\n"), [
    ...["Invoice number: INV-1", "Unit price: USD 1,000.00", "Signed: no", "Signed on: -", "Quantity: 3"],
    ...["Total: USD 1,190.00", "Thank you."],
  ]);
});

for (
  const [name, value] of Object.entries({
    a_minor: 5,
    day: "2031-06-01",
    yes: true,
    no: false,
    count: -3,
    word: "a: b",
  })
) {
  Deno.test(`factOf() reads ${name} from the body when the field is illegible`, () => {
    const doc = aDoc({ [name]: value });
    doc.fields[name] = null;
    assertEquals(factOf(doc, name), value);
  });
}

Deno.test("factOf() reads the total from the body when it is illegible", () => {
  assertEquals(factOf({ ...aDoc({}), total_minor: null }, "total_minor"), 119_000);
});

Deno.test("factOf() is null when neither record nor body says a field", () => {
  assertEquals([factOf(aDoc({ gone: null }), "gone"), factOf(aDoc({}), "other")], [null, null]);
});

Deno.test("factOf() takes the first line with the label only", () => {
  const doc = aDoc({ price_minor: 100 });
  doc.fields.price_minor = null;
  doc.body += "\nPrice: USD 9.00";
  assertEquals(factOf(doc, "price_minor"), 100);
});

Deno.test("numberOf() and textOf() give their kind or null", () => {
  const doc = aDoc({ word: "w", count: 2 });
  assertEquals([numberOf(doc, "word"), numberOf(doc, "count"), textOf(doc, "count"), textOf(doc, "no")], [
    null,
    2,
    "2",
    null,
  ]);
});

Deno.test("labelOf() leaves the unit out", () => assertEquals(labelOf("unit_cost_minor"), "Unit cost"));

Deno.test("valueText() writes money with the document's currency", () => {
  assertEquals([valueText("x_minor", 5, "KWD"), valueText("x_minor", 5, null)], ["KWD 0.005", "5"]);
});
