import { assertEquals } from "@std/assert/equals";
import { vaultPlace } from "../../../../experiments/recovery-v1/vault/vault_place.ts";
import { assertCode } from "../../../assert_code.ts";

const PLACES: readonly [string, Record<string, string>, string][] = [
  ["XDG_DATA_HOME first", { XDG_DATA_HOME: "/data", HOME: "/home/a" }, "/data/gobstopper/vault"],
  ["HOME without XDG_DATA_HOME", { HOME: "/home/a" }, "/home/a/.local/share/gobstopper/vault"],
  ["HOME when XDG_DATA_HOME is empty", { XDG_DATA_HOME: "", HOME: "/h" }, "/h/.local/share/gobstopper/vault"],
  ["HOME when XDG_DATA_HOME is relative", { XDG_DATA_HOME: "data", HOME: "/h" }, "/h/.local/share/gobstopper/vault"],
  ["XDG_DATA_HOME without HOME", { XDG_DATA_HOME: "/data" }, "/data/gobstopper/vault"],
  ["XDG_DATA_HOME without the slash at its end", { XDG_DATA_HOME: "/data/" }, "/data/gobstopper/vault"],
];

for (const [what, env, path] of PLACES) {
  Deno.test(`vaultPlace() takes ${what}`, () => assertEquals(vaultPlace(env), path));
}

const UNUSABLE: readonly [string, Record<string, string>][] = [
  ["neither is set", {}],
  ["both are empty", { XDG_DATA_HOME: "", HOME: "" }],
  ["both are relative", { XDG_DATA_HOME: "./data", HOME: "home" }],
  ["a NUL is in it", { HOME: "/home\0" }],
];

for (const [what, env] of UNUSABLE) {
  Deno.test(`vaultPlace() refuses when ${what}`, () => assertCode(() => vaultPlace(env), "vault-missing"));
}
