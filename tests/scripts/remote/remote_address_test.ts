import { assertEquals } from "@std/assert/equals";
import { isAddress, readRemoteAddress } from "../../../scripts/remote/remote_address.ts";
import { assertCode } from "../../assert_code.ts";

for (
  const [operand, is] of [
    ["https://example.org/a/", true],
    ["HTTP://127.0.0.1/", true],
    ["file:///etc/passwd", true],
    ["fence-v1", false],
    ["./https:/x", false],
    ["C:\\study", false],
    ["a//b", false],
    ["", false],
  ] as const
) {
  Deno.test(`isAddress() is ${is} when the operand is ${JSON.stringify(operand)}`, () => {
    assertEquals(isAddress(operand), is);
  });
}

for (
  const [text, href] of [
    ["https://example.org/a/", "https://example.org/a/"],
    ["https://example.org/a/manifest.json", "https://example.org/a/"],
    ["https://example.org/manifest.json/manifest.json", "https://example.org/manifest.json/"],
    ["http://127.0.0.1:8000/manifest.json", "http://127.0.0.1:8000/"],
  ] as const
) {
  Deno.test(`readRemoteAddress() gives the folder when the address is ${text}`, () => {
    assertEquals(readRemoteAddress(text).href, href);
  });
}

for (
  const text of [
    "https://example.org/a",
    "https://example.org/a/other.json",
    "http://example.org/a/",
    "https://user:word@example.org/a/",
    "https://example.org/a/?q=1",
    "https://example.org/a/#f",
    "https://example.org/../a/",
    "https://example.org/%2e%2e/a/",
    "https://example.org/a%2fb/",
    "https://example.org/\\a/",
    "file:///etc/",
    "ftp://example.org/a/",
    "data:application/json,{}",
  ]
) {
  Deno.test(`readRemoteAddress() throws publication-origin when the address is ${text}`, () => {
    assertCode(() => readRemoteAddress(text), "publication-origin");
  });
}
