/** The looks of a report, for light, dark, small windows and paper. @module */

/** Beside the colours of charts. Text has 4.5:1 on its ground everywhere. */
export const PAGE_CSS: string = `
:root {
  --ground: #ffffff; --raised: #f5f7f9; --ink: #1b1f24; --quiet: #57606a; --line: #d0d7de; --strong-line: #6e7781;
  --link: #0a57b0; --good: #146c36; --bad: #b3261e; --focus: #0a57b0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14181d; --raised: #1d232a; --ink: #e6eaef; --quiet: #a3acb7; --line: #353e49; --strong-line: #8b949e;
    --link: #84b6f4; --good: #6fd39a; --bad: #ff9a92; --focus: #84b6f4;
  }
}
* { box-sizing: border-box; }
html { font: 100%/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
body { max-width: 70rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 2.5rem 0 .75rem; padding-top: .75rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
h3 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; }
h4 { font-size: 1rem; margin: 1.25rem 0 .5rem; }
p { max-width: 45rem; margin: .5rem 0; }
a { color: var(--link); }
code { font: .875em/1.45 ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; white-space: pre-wrap; }
.quiet, figcaption { color: var(--quiet); }
.good { color: var(--good); } .bad { color: var(--bad); }
.banner { font-size: 1.1rem; padding: .6rem .9rem; background: var(--raised); border-left: .3rem solid var(--strong-line); max-width: none; }
.banner.is-good { border-color: var(--good); } .banner.is-bad { border-color: var(--bad); }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 1rem 0 0; padding: 0; }
dl { margin: .75rem 0; }
dl div { display: grid; grid-template-columns: 11rem 1fr; gap: 0 1rem; padding: .2rem 0; }
dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
figure { margin: 1rem 0; }
.picture { overflow-x: auto; } .picture .chart { min-width: 36rem; width: 100%; max-width: 44rem; }
.scroll { overflow-x: auto; margin: .5rem 0 1rem; }
table { border-collapse: collapse; min-width: 60%; }
caption { text-align: left; color: var(--quiet); padding: 0 0 .4rem; caption-side: top; }
th, td { text-align: left; vertical-align: top; padding: .3rem .9rem .3rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
th, td { overflow-wrap: break-word; max-width: 28rem; font-variant-numeric: tabular-nums; }
th code, td code { overflow-wrap: break-word; } td details { min-width: 16rem; }
thead th { color: var(--quiet); border-bottom-color: var(--strong-line); white-space: nowrap; }
.rows { max-height: 40rem; overflow: auto; }
.rows thead th { position: sticky; top: 0; background: var(--ground); }
summary { cursor: pointer; overflow-wrap: anywhere; }
.tools { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; margin: .5rem 0; }
.tools .field { display: grid; gap: .15rem; } .tools .field label { color: var(--quiet); }
.tools .line { display: flex; gap: .4rem; align-items: center; min-height: 2.25rem; }
input, select, button { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--strong-line); border-radius: .3rem; padding: .3rem .6rem; min-height: 2.25rem; }
input[type="search"] { min-width: min(18rem, 80vw); }
input[type="checkbox"] { min-height: 0; width: 1.1rem; height: 1.1rem; }
button { cursor: pointer; } button:disabled { color: var(--quiet); border-color: var(--line); cursor: default; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; } .skip:focus { position: static; }
[hidden] { display: none !important; }
footer { margin-top: 3rem; padding-top: .75rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: .9rem; }
@media (max-width: 40rem) { dl div { grid-template-columns: 1fr; } }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print {
  :root { --ground: #fff; --raised: #fff; --ink: #000; --quiet: #333; --line: #bbb; --strong-line: #555; --link: #000; --good: #0b4d25; --bad: #8f1c16; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav, .tools, .skip { display: none; }
  .scroll, .rows, .picture { overflow: visible; max-height: none; }
  .rows thead th { position: static; }
  table { font-size: 8pt; min-width: 0; } th, td, thead th, th code, td code { overflow-wrap: anywhere; white-space: normal; }
  th, td { padding-right: .4rem; } td details { min-width: 0; } .picture .chart { min-width: 0; }
  h2, h3 { break-after: avoid; } tr, figure { break-inside: avoid; }
}
`;
