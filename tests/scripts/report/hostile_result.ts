/** A result with markup and script in every string. @module */
import type { Result } from "../../../kernel/result.ts";
import { aResult } from "../../a_result.ts";

/** What would do something if it became markup: it names a variable that a page must not have afterwards. */
export const PAYLOADS = [
  "<script>window.harmed = 1</script>",
  "<img src=x onerror='window.harmed = 1'>",
  '"><svg onload="window.harmed = 1">',
  "</div></script></style></title><script>window.harmed = 1</script>",
  "<!--",
  "javascript:window.harmed = 1",
  "[x](javascript:window.harmed=1) `|` <https://x.example>",
  "\u202egnp\u0000\u001b[31m",
] as const;

const names = Object.fromEntries(PAYLOADS.map((text, at) => [`${text} ${at}`, text]));

/** That result. */
export const HOSTILE: Result = aResult({
  id: "tiny-v1",
  rows: [...PAYLOADS, ...PAYLOADS.map((text) => ({ id: text, [text]: { [text]: [text] }, agree: false }))],
  summary: { n: 1, ...names, list: [...PAYLOADS] },
  provenance: {
    ...aResult().provenance,
    modules: PAYLOADS.map((path) => ({ path, sha256: "b".repeat(64) })),
    permissions: {
      declared: { read: [...PAYLOADS], write: [], net: [], run: [], env: [] },
      attempted: PAYLOADS.map((value) => ({ kind: "read", value, count: 1, declared: false })),
    },
  },
  volatile: { ...aResult().volatile, host: PAYLOADS[0], pointers: [] },
}, PAYLOADS.map((text, at) => ({ id: `${text}${at}`, at: "/summary/n", equals: text })));
