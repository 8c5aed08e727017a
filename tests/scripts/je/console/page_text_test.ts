import { assertEquals } from "@std/assert/equals";
import { PAGE, PAGE_POLICY } from "../../../../scripts/je/console/page_text.ts";

Deno.test("PAGE is console.html", () => {
  assertEquals(PAGE, Deno.readTextFileSync(new URL("../../../../scripts/je/console/console.html", import.meta.url)));
});

Deno.test("PAGE_POLICY begins with nothing being allowed", () => {
  assertEquals(PAGE_POLICY.startsWith("default-src 'none'; script-src 'sha256-"), true);
});

const kinds: [name: string, pattern: RegExp, count: number][] = [
  ["one script", /<script/gi, 1],
  ["one style sheet", /<style/gi, 1],
  ["no link", /<link/gi, 0],
  ["no picture", /<img/gi, 0],
  ["no base", /<base/gi, 0],
];
for (const [name, pattern, count] of kinds) {
  Deno.test(`PAGE has ${name} in its frame`, () => {
    const frame = PAGE.replace(/(<script type="module">)[^]*(<\/script>)/, "$1$2").replace(
      /(<style>)[^]*(<\/style>)/,
      "$1$2",
    );
    assertEquals([...frame.matchAll(pattern)].length, count);
  });
}
