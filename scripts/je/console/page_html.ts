/** The page's HTML round its script and its style. @module */
import { createHash } from "node:crypto";
import { PermafrostError } from "../../../kernel/error.ts";

/** What is in the page beside its frame. */
export interface PageParts {
  /** The text of its module. */ readonly script: string;
  /** Its style. */ readonly style: string;
  /** Words of licenses of what is in the script. */ readonly notice: string;
}

/** Puts the page together. Its policy lets nothing run but this script, nothing style it but this sheet, and nothing be
 * fetched or sent at all.
 * @throws {PermafrostError} internal: script, style or notice would end their element early. */
export function pageHtml({ script, style, notice }: PageParts): string {
  if (/<\/script|<!--/i.test(script) || /<\/style|<!--/i.test(style) || notice.includes("--")) {
    throw new PermafrostError("internal", "Cannot write the page: a part of it would end its element early");
  }
  return `<!-- deno-fmt-ignore-file: made by scripts/je/console/page_build.ts -->
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf({ script, style })}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Permafrost JE console</title>
<!--
${notice.trim()}
-->
<style>${style}</style>
</head>
<body>
<div id="page"><noscript><h1>Permafrost JE console</h1><p>This page is made by the script in it, which needs JavaScript.</p></noscript></div>
<script type="module">${script}</script>
</body>
</html>
`;
}

function policyOf({ script, style }: Pick<PageParts, "script" | "style">): string {
  return [
    "default-src 'none'",
    `script-src 'sha256-${hashOf(script)}'`,
    `style-src 'sha256-${hashOf(style)}'`,
    ...["connect-src 'none'", "base-uri 'none'", "form-action 'none'", "img-src 'none'"],
    ...["require-trusted-types-for 'script'", "trusted-types 'none'"],
  ].join("; ");
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
