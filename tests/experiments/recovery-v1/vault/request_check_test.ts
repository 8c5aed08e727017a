import { checkInteger, checkQuery } from "../../../../experiments/recovery-v1/vault/request_check.ts";
import { assertCode } from "../../../assert_code.ts";

for (const query of ["x", "é".repeat(512), "🧵".repeat(256), " ", "x".repeat(1_024)]) {
  Deno.test(`checkQuery() takes ${query.length} units of ${JSON.stringify(query[0])}`, () => checkQuery(query));
}
for (
  const [name, query] of [["empty", ""], ["too long", "x".repeat(1_025)], ["too long in bytes", "é".repeat(513)], [
    "half a pair",
    "\ud83e",
  ]]
) {
  Deno.test(`checkQuery() throws vault-request when the query is ${name}`, () => {
    assertCode(() => checkQuery(query!), "vault-request");
  });
}

const bounds = { name: "limit", least: 1, most: 50 };
for (const value of [1, 50]) Deno.test(`checkInteger() takes ${value} of 1 to 50`, () => checkInteger(value, bounds));
for (const value of [0, 51, 1.5, NaN, Infinity, -1, 2 ** 53]) {
  Deno.test(`checkInteger() throws vault-request when ${value} is not in 1 to 50`, () => {
    assertCode(() => checkInteger(value, bounds), "vault-request");
  });
}
