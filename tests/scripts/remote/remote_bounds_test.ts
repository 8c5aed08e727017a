import { refuseExcess } from "../../../scripts/remote/remote_bounds.ts";
import { assertCode } from "../../assert_code.ts";

const fileOf = (path: string, bytes = 1) => ({ path, bytes, sha256: "0".repeat(64) });
const AT = "manifest.json#/files";
const BOUNDS = { maxFiles: 3, maxBytes: 10 };

Deno.test("refuseExcess() lets a manifest pass when it is just within the bounds", () => {
  refuseExcess({ files: [fileOf("a", 4), fileOf("b/c", 4), fileOf("b.c", 2)] }, BOUNDS);
});

for (
  const [when, files, code] of [
    ["there is a file too many", ["a", "b", "c", "d"].map((path) => fileOf(path)), "tree-too-large"],
    ["there is a byte too many", [fileOf("a", 5), fileOf("b", 6)], "tree-too-large"],
    ["one file has a terabyte", [fileOf("a", 1e12)], "tree-too-large"],
    [
      "sizes add up beyond what numbers hold exactly",
      ["a", "b"].map((path) => fileOf(path, 2 ** 53 - 1)),
      "tree-too-large",
    ],
    ["a file stands above another one", [fileOf("a"), fileOf("a/b")], "manifest-invalid"],
    ["a file stands far above another one", [fileOf("a/b"), fileOf("a/b/c/d")], "manifest-invalid"],
  ] as const
) {
  Deno.test(`refuseExcess() throws ${code} when ${when}`, () => {
    assertCode(() => refuseExcess({ files }, BOUNDS), code, AT);
  });
}
