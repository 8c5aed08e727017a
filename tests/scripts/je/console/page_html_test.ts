import { assertEquals } from "@std/assert/equals";
import { createHash } from "node:crypto";
import { pageHtml } from "../../../../scripts/je/console/page_html.ts";
import { assertCode } from "../../../assert_code.ts";

const PARTS = { script: "const a = 1 < 2;", style: "a{b:c}", notice: "Words" };

Deno.test("pageHtml() allows its own script and style by their hashes, and nothing else", () => {
  const html = pageHtml(PARTS), policy = / content="(default-src[^"]+)"/.exec(html)?.[1];
  const hash = (text: string): string => createHash("sha256").update(text).digest("base64");
  assertEquals(policy?.split("; "), [
    "default-src 'none'",
    `script-src 'sha256-${hash(PARTS.script)}'`,
    `style-src 'sha256-${hash(PARTS.style)}'`,
    ...["connect-src 'none'", "base-uri 'none'", "form-action 'none'", "img-src 'none'"],
    ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
  ]);
});

const refused: [name: string, parts: Partial<typeof PARTS>][] = [
  ["script that ends its element", { script: 'a("</SCRIPT>")' }],
  ["script that opens a comment", { script: "a<!--b" }],
  ["style that ends its element", { style: "a{content:'</style>'}" }],
  ["notice that ends its comment", { notice: "a --> b" }],
];
for (const [name, parts] of refused) {
  Deno.test(`pageHtml() refuses a ${name}`, () => assertCode(() => pageHtml({ ...PARTS, ...parts }), "internal"));
}
