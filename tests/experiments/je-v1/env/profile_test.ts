import { assertEquals } from "@std/assert/equals";
import { assertNotEquals } from "@std/assert/not-equals";
import { BUCKET_LIMIT, profileOf } from "../../../../experiments/je-v1/env/profile.ts";
import type { Dimension, Where } from "../../../../experiments/je-v1/env/view.ts";
import { indexOf } from "../../../../experiments/je-v1/env/world_index.ts";
import { entryOf, smallWorld } from "../small_world.ts";

const INDEX = indexOf(smallWorld("JE-15"));
const pairs = (dimension: Dimension, where: Where) =>
  profileOf(INDEX, dimension, { where }).buckets.map(({ value, count, share_bps }) => `${value} ${count} ${share_bps}`);

const REVIEWED: Where = { period: "2031-03" };
const ROWS: readonly [Dimension, Where, string[]][] = [
  ["account", REVIEWED, [
    ...["1000 3 4285", "1900 3 4285", "2000 2 2857", "6000 2 2857", "1700 1 1428", "2100 1 1428", "4100 1 1428"],
    "6100 1 1428",
  ]],
  ["account_pair", { period: "2031-03", source: "ap" }, ["6000>2000 1 5000", "6100>2000 1 5000"]],
  ["user", { period: "2031-02" }, ["U-01 24 8571", "U-02 4 1428"]],
  ["user_account", { period: "2031-02", user: "U-02" }, ["U-02|2000 4 10000", "U-02|6000 4 10000"]],
  ["weekday", { account: "1900" }, ["Mon 1 3333", "Thu 1 3333", "Wed 1 3333"]],
  ["amount_band", REVIEWED, ["10^4 6 8571", "10^3 1 1428"]],
  ["first_digit", REVIEWED, ["9 3 4285", "1 2 2857", "5 1 1428", "7 1 1428"]],
  ["source", REVIEWED, ["manual 4 5714", "ap 2 2857", "ic 1 1428"]],
];
for (const [dimension, where, buckets] of ROWS) {
  Deno.test(`profileOf() divides by ${dimension}, most frequent first`, () =>
    assertEquals(pairs(dimension, where), buckets));
}

Deno.test("profileOf() counts earlier periods and the entries under review, not those around", () => {
  const { n } = profileOf(INDEX, "source", { where: {} });
  assertEquals(n, 28 + 7);
});

Deno.test("profileOf() gives quartiles that are amounts of entries", () => {
  const { quartiles } = profileOf(INDEX, "source", { where: { period: "2031-02" } });
  assertEquals(quartiles, [1000, 1006, 1013, 1020, 1027]);
});

Deno.test("profileOf() has no quartiles and no values when no entry is meant", () => {
  const { n, buckets, quartiles, other } = profileOf(INDEX, "user", { where: { user: "U-99" } });
  assertEquals([n, buckets, quartiles, other], [0, [], null, { values: 0, count: 0 }]);
});

Deno.test("profileOf() counts the values beyond its limit together", () => {
  const entries = Array.from({ length: 130 }, (_, at) => {
    const id = `JE-${String(at).padStart(8, "0")}`;
    return entryOf(id, [["6000", 10, 10]], { prepared_by: `U-${String(at % 120).padStart(3, "0")}` });
  });
  const index = indexOf(smallWorld("JE-15", { entries, context: [], history: [] }));
  const { buckets, other } = profileOf(index, "user", { where: {} });
  assertEquals([buckets.length, buckets[0], other], [
    BUCKET_LIMIT,
    { value: "U-000", count: 2, share_bps: 153 },
    { values: 20, count: 20 },
  ]);
});

Deno.test("profileOf() puts an entry without amount in a band of its own", () => {
  const index = indexOf(smallWorld("JE-15", { entries: [entryOf("JE-00000001", [["6000", 0, 0]])], history: [] }));
  const value = (dimension: Dimension) => profileOf(index, dimension, { where: {} }).buckets[0]!.value;
  assertEquals([value("amount_band"), value("first_digit")], ["0", "0"]);
});

Deno.test("profileOf() makes its id from the question, whatever the order of its parts", () => {
  const idOf = (where: Where) => profileOf(INDEX, "user", { where }).evidence_id;
  assertEquals(idOf({ user: "U-01", period: "2031-03" }), idOf({ period: "2031-03", user: "U-01" }));
  assertNotEquals(idOf({ user: "U-01" }), idOf({ user: "U-02" }));
  assertNotEquals(idOf({}), profileOf(INDEX, "source", { where: {} }).evidence_id);
  assertEquals(/^P-[0-9A-Z]{8}$/.test(idOf({})), true);
});
