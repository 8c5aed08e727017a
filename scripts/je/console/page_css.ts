/** The looks of the page, for light and for dark, for narrow windows and for paper. @module */

/** Its rules, without those of charts. */
export const PAGE_CSS: string = `
:root {
  color-scheme: light dark;
  --ground: #f6f7f9; --card: #ffffff; --ink: #1b1f24; --quiet: #57606a; --line: #d5dae0; --edge: #868f99;
  --accent: #1f5fa8; --on-accent: #ffffff; --bad: #b3261e; --bad-ground: #fdf0ef; --warn: #7d4e00; --good: #1a7040;
  --soft: #edf1f6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12161b; --card: #1a2027; --ink: #e6eaef; --quiet: #a3acb7; --line: #39424e; --edge: #7d8894;
    --accent: #7fb2f0; --on-accent: #0d1620; --bad: #ff9a92; --bad-ground: #2b1b1b; --warn: #f0b26a; --good: #6fd39a;
    --soft: #242c36;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
body { margin: 0; }
#page { max-width: 76rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0; letter-spacing: -0.01em; }
h3 { font-size: 1.0625rem; line-height: 1.35; margin: 0 0 0.75rem; }
h4 { font-size: 1rem; margin: 1rem 0 0.5rem; }
h5 { font-size: 0.875rem; margin: 0.75rem 0 0.25rem; color: var(--quiet); }
p { margin: 0 0 0.75rem; }
header > p { color: var(--quiet); margin: 0.25rem 0 1rem; }
footer { color: var(--quiet); font-size: 0.875rem; margin-top: 2rem; }
a { color: var(--accent); }
code, pre, .code { font-family: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace; font-size: 0.875em; }
code { overflow-wrap: anywhere; }
[hidden] { display: none !important; }
.only-read {
  position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; border: 0;
}
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
:focus:not(:focus-visible) { outline: none; }

.tabs { display: flex; gap: 0.25rem; border-bottom: 1px solid var(--line); }
.tab {
  font: inherit; color: var(--quiet); background: none; border: 0; border-bottom: 3px solid transparent;
  padding: 0.5rem 1rem; margin-bottom: -1px; cursor: pointer; border-radius: 4px 4px 0 0;
}
.tab:hover { color: var(--ink); }
.tab[aria-selected="true"] { color: var(--ink); font-weight: 600; border-bottom-color: var(--accent); }
.panel { padding-top: 1.25rem; }

.columns { display: grid; grid-template-columns: minmax(0, 7fr) minmax(0, 5fr); gap: 1.25rem; align-items: start; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.25rem 1.25rem; margin: 0 0 1.25rem; }
.pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 1.25rem; }
.pair > .field { display: grid; grid-template-rows: subgrid; grid-row: span 4; align-content: start; }
::placeholder { color: var(--quiet); opacity: 1; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(30rem, 100%), 1fr)); gap: 0 1.25rem; }
.tier { font-weight: 400; color: var(--quiet); margin-left: 0.5rem; }
.told { margin: 0; padding-left: 0.75rem; border-left: 3px solid var(--line); }
.field { margin-bottom: 1rem; }
label, legend { font-weight: 600; font-size: 0.9375rem; }
.hint { color: var(--quiet); font-size: 0.875rem; margin: 0 0 0.375rem; overflow-wrap: anywhere; }
.group { border: 0; padding: 0; margin: 0 0 1rem; min-width: 0; }
.group legend { padding: 0; }
.choices { display: flex; flex-wrap: wrap; gap: 0.125rem 1.25rem; margin-bottom: 0.5rem; }
.choice { display: flex; align-items: center; gap: 0.5rem; min-height: 2rem; }
.choice label { font-weight: 400; overflow-wrap: anywhere; }
.choice input { width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--accent); flex: none; }
.choice:has(:disabled) label { color: var(--quiet); }
input, select, textarea { font: inherit; color: var(--ink); background: var(--card); max-width: 100%; }
input[type="text"], input[type="search"], select, textarea {
  border: 1px solid var(--edge); border-radius: 5px; padding: 0.375rem 0.625rem; min-height: 2.5rem; width: 100%;
}
input.number { max-width: 14rem; font-variant-numeric: tabular-nums; }
input[type="file"] { font-size: 0.9375rem; width: 100%; }
input[type="file"]::file-selector-button {
  font: inherit; color: var(--ink); background: var(--soft); border: 1px solid var(--edge); border-radius: 5px;
  padding: 0.375rem 0.75rem; margin-right: 0.75rem; cursor: pointer;
}
textarea { resize: vertical; line-height: 1.4; }
textarea.code { font-size: 0.8125rem; white-space: pre; overflow: auto; }
[aria-invalid="true"]:not([type="checkbox"]) { border: 2px solid var(--bad) !important; }
.problem, .warning, .good { margin: 0.375rem 0; font-size: 0.9375rem; overflow-wrap: anywhere; }
.problem { color: var(--bad); font-weight: 600; }
.warning { color: var(--warn); }
.good { color: var(--good); }
.summary { border: 2px solid var(--bad); border-radius: 8px; padding: 0.875rem 1.25rem; margin: 0 0 1.25rem; background: var(--bad-ground); }
.summary h3 { margin-bottom: 0.25rem; }
.summary ul, .remarks { margin: 0; padding-left: 1.25rem; }
.summary a { color: var(--bad); }
.remarks { color: var(--quiet); font-size: 0.875rem; }
.verdict { font-weight: 600; padding: 0.625rem 1rem; border-left: 4px solid var(--good); background: var(--card); border-radius: 0 6px 6px 0; }
.verdict.bad { border-left-color: var(--bad); }
.buttons { display: flex; flex-wrap: wrap; gap: 0.625rem; align-items: center; margin-top: 0.75rem; }
button { font: inherit; cursor: pointer; }
.card button, .pages button {
  color: var(--ink); background: var(--card); border: 1px solid var(--edge); border-radius: 5px; padding: 0.375rem 0.875rem; min-height: 2.25rem;
}
.card button:hover, .pages button:hover { background: var(--soft); }
.card button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
.card button.main:hover { filter: brightness(0.92); }
.card button[aria-disabled="true"], .pages button[aria-disabled="true"] { color: var(--quiet); border-style: dashed; cursor: default; background: none; }
.file { font-weight: 400; flex: 1 1 14rem; min-width: 0; }

.scrolled { overflow-x: auto; margin: 0 0 1rem; border-radius: 4px; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: 0 0 0.375rem; }
th, td { text-align: left; vertical-align: top; padding: 0.375rem 0.625rem; border-bottom: 1px solid var(--line); }
thead th { color: var(--quiet); font-weight: 600; vertical-align: bottom; border-bottom-color: var(--edge); }
thead td { border-bottom-color: var(--edge); }
tbody th { font-weight: 600; min-width: 4.5rem; }
tbody th.number { min-width: 0; }
th.number, td.number { text-align: right; white-space: nowrap; }
thead th.number { white-space: normal; }
td .foreign, th .foreign { display: inline-block; max-width: 26rem; overflow-wrap: break-word; }
.long { min-width: 16rem; }
caption { position: sticky; left: 0; max-width: min(70rem, calc(100vw - 4rem)); }
td button.quiet { min-height: 1.75rem; padding: 0.0625rem 0.625rem; font-size: 0.875rem; }
thead .order { border: 0; background: none; padding: 0; min-height: 1.5rem; color: var(--quiet); font-weight: 600; text-align: inherit; text-decoration: underline dotted; text-underline-offset: 0.2em; }
thead .order:hover { color: var(--ink); background: none; }
[aria-sort="ascending"] .order::after { content: " \\2191"; }
[aria-sort="descending"] .order::after { content: " \\2193"; }
.filter { display: grid; grid-template-columns: auto minmax(8rem, 22rem); justify-content: start; gap: 0.125rem 0.75rem; align-items: center; margin-bottom: 0.625rem; }
.filter .hint { grid-column: 1 / -1; margin: 0.25rem 0 0; }
.pages { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-bottom: 1rem; }
.pages .hint { margin: 0 0.5rem; }
.figures { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; margin: 0 0 1rem; }
.figures dt { color: var(--quiet); font-size: 0.8125rem; }
.figures dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
.card > dl:not(.figures) { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr); gap: 0.25rem 0.75rem; font-size: 0.875rem; margin: 0 0 1rem; }
.card > dl:not(.figures) dt { color: var(--quiet); }
.card > dl:not(.figures) dd { margin: 0; overflow-wrap: anywhere; }
.drawing { margin: 0 0 0.5rem; }
details { margin: 0 0 0.75rem; }
summary { cursor: pointer; color: var(--accent); padding: 0.25rem 0; width: fit-content; }
pre { background: var(--soft); border-radius: 5px; padding: 0.75rem; overflow: auto; max-height: 32rem; margin: 0 0 0.75rem; }
@media (max-width: 60rem) {
  .columns { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 36rem) {
  #page { padding: 1rem 0.75rem 2rem; }
  .pair { grid-template-columns: minmax(0, 1fr); }
  .card { padding: 0.875rem 0.875rem 1rem; }
  .card > dl:not(.figures) { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .card > dl:not(.figures) dd { margin-bottom: 0.5rem; }
  .filter { grid-template-columns: minmax(0, 1fr); }
  .tab { flex: 1; padding: 0.625rem 0.5rem; }
  input.number { max-width: none; }
}
@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { animation: none !important; transition: none !important; scroll-behavior: auto !important; }
}
@media (forced-colors: active) {
  .tab[aria-selected="true"] { border-bottom-color: Highlight; }
}
@media print {
  :root { --ground: #fff; --card: #fff; --ink: #000; --quiet: #333; --line: #bbb; --edge: #777; --soft: #f3f3f3; --accent: #123f73; --bad: #8f1c16; --bad-ground: #fff; --warn: #5e3a00; --good: #12552f; }
  html { font-size: 11pt; }
  #page { max-width: none; padding: 0; }
  .tabs, .buttons, .pages, .filter label, .filter input, .choose, button:not(.order), summary, footer, input[type="file"] { display: none !important; }
  .columns { display: block; }
  .card { break-inside: avoid-page; border-color: var(--line); padding: 0.5rem 0.75rem; }
  .episode, .aggregate .card { break-inside: auto; }
  .drawing, tr { break-inside: avoid; }
  .scrolled, pre { overflow: visible; max-height: none; }
  pre { white-space: pre-wrap; }
  table { font-size: 8pt; }
  td .foreign, th .foreign { max-width: 13rem; }
  .long { min-width: 8rem; }
  .long .foreign { overflow-wrap: anywhere; }
  thead .order { text-decoration: none; }
  th, td { padding: 0.15rem 0.35rem; }
  th.number, td.number { white-space: normal; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
`;
