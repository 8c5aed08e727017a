import { assertEquals } from "@std/assert/equals";

const ROOT = new URL("../../../../", import.meta.url), PAGE = new URL("scripts/je/console/page/", ROOT);

/** The modules of the page, each with its text. */
function modulesOf(folder: URL): [path: string, text: string][] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }): [string, string][] => {
    const url = new URL(isDirectory ? `${name}/` : name, folder);
    return isDirectory ? modulesOf(url) : [[url.href.slice(PAGE.href.length), Deno.readTextFileSync(url)]];
  });
}
const MODULES = modulesOf(PAGE);

const refused: [name: string, pattern: RegExp][] = [
  [
    "text as markup",
    /innerHTML|outerHTML|insertAdjacentHTML|setHTML|parseFromString|createContextualFragment|document\.write/,
  ],
  ["text as code", /\beval\b|\bFunction\(|import\(|javascript:|setTimeout\(["'`]/],
  [
    "the network",
    /\bfetch\b|XMLHttpRequest|WebSocket|EventSource|sendBeacon|RTCPeerConnection|\bWorker\b|importScripts/,
  ],
  ["what the browser would keep", /localStorage|sessionStorage|indexedDB|document\.cookie|\bcaches\b/],
  ["Deno or node", /\bDeno\b\.|["']node:|\bprocess\.(?:env|argv|exit|cwd|nextTick)/],
  ["style on elements", /\.style\b|cssText|style: ["'`]/],
];
for (const [name, pattern] of refused) {
  Deno.test(`main() and what it is made of never use ${name}`, () => {
    const found = MODULES.flatMap(([path, text]) =>
      text.split("\n").filter((line) => pattern.test(line.replace(/\/\*\*.*|^ \*.*|\/\/ .*/, ""))).map((
        line,
      ) => [path, line.trim()])
    );
    assertEquals(found, []);
  });
}

Deno.test("main() is made of what was looked at", () => {
  assertEquals(MODULES.length >= 25 && MODULES.some(([path]) => path === "results/results_view.ts"), true);
});
