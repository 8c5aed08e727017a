import { assertEquals } from "@std/assert/equals";
import {
  readExpected,
  readRemoteBounds,
  refuseRemoteOptions,
  REMOTE_OPTIONS,
} from "../../../scripts/cli/remote_options.ts";
import { assertCode } from "../../assert_code.ts";

const DIGEST = "ab".repeat(32);

for (const { name } of REMOTE_OPTIONS) {
  Deno.test(`refuseRemoteOptions() throws usage when --${name} is given`, () => {
    assertCode(() => refuseRemoteOptions({ [name]: "1" }), "usage", `--${name}`);
  });
}

Deno.test("refuseRemoteOptions() lets other options pass", () => refuseRemoteOptions({ live: "x", output: "y" }));

for (
  const [given, expected] of [[{}, null], [{ expect: DIGEST }, DIGEST], [
    { expect: DIGEST.toUpperCase() },
    DIGEST,
  ]] as const
) {
  Deno.test(`readExpected() gives ${expected} when the values are ${JSON.stringify(given)}`, () => {
    assertEquals(readExpected(given), expected);
  });
}

for (const text of ["", "ab", DIGEST + "a", DIGEST.replace("a", "g"), ` ${DIGEST}`, `sha256:${DIGEST}`]) {
  Deno.test(`readExpected() throws usage when the digest is ${JSON.stringify(text)}`, () => {
    assertCode(() => readExpected({ expect: text }), "usage", "--expect");
  });
}

Deno.test("readRemoteBounds() gives nothing when nothing is given", () => assertEquals(readRemoteBounds({}), {}));

Deno.test("readRemoteBounds() gives one file's patience to a silence, and all files ten minutes at least", () => {
  assertEquals(readRemoteBounds({ "fetch-timeout": "700" }), {
    requestTimeoutMs: 700,
    idleTimeoutMs: 700,
    totalTimeoutMs: 600_000,
  });
  assertEquals(readRemoteBounds({ "fetch-timeout": "700000", "max-bytes": "5" }), {
    requestTimeoutMs: 700_000,
    idleTimeoutMs: 700_000,
    totalTimeoutMs: 700_000,
    maxBytes: 5,
  });
});

for (const name of ["fetch-timeout", "max-bytes"]) {
  for (const text of ["", "0", "-1", "1.5", "1e3", "x", "9".repeat(16), "9".repeat(17)]) {
    Deno.test(`readRemoteBounds() throws usage when --${name} is ${JSON.stringify(text)}`, () => {
      assertCode(() => readRemoteBounds({ [name]: text }), "usage", `--${name}`);
    });
  }
}
