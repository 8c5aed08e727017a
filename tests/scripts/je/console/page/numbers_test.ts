import { assertEquals } from "@std/assert/equals";
import { counted, grouped, interval, share, signedShare } from "../../../../../scripts/je/console/page/numbers.ts";

const cases: [name: string, got: string, wanted: string][] = [
  ["share() writes six places", share(977_500), "0.977500"],
  ["share() writes a dash for nothing", share(null), "–"],
  ["signedShare() writes the sign", signedShare(1), "+0.000001"],
  ["signedShare() writes no sign before zero", signedShare(0), "0.000000"],
  ["grouped() sets thousands apart", grouped(1_234_567), "1\u202f234\u202f567"],
  ["grouped() leaves small numbers alone", grouped(-999), "-999"],
  ["interval() writes both ends", interval({ low: -1, high: 1_000_000 }), "-0.000001 to 1.000000"],
  ["counted() writes one", counted(1, "row"), "1 row"],
  ["counted() writes several", counted(0, "row"), "0 rows"],
];
for (const [name, got, wanted] of cases) {
  // deno-lint-ignore permafrost/test-name -- each name of the table starts with a symbol
  Deno.test(name, () => assertEquals(got, wanted));
}
