/** The looks of charts, for light and for dark. @module */
import { TEXT_PX } from "./chart_frame.ts";

/** Colours by what they stand for; every sign and text has 4.5:1 on its ground, lines that carry meaning 3:1. */
export const CHART_CSS: string = `
:root {
  --chart-ink: #1b1f24; --chart-quiet: #57606a; --chart-line: #d5dae0; --chart-base: #57606a;
  --chart-bar: #4c7ab8; --chart-mark: #12233a;
  --call-list: #57606a; --call-open: #2a66b0; --call-ask: #7a3fa3; --call-reckon: #00707a;
  --call-decide: #9a5200; --call-submit: #1a7040; --call-failed: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --chart-ink: #e6eaef; --chart-quiet: #a3acb7; --chart-line: #39424e; --chart-base: #a3acb7;
    --chart-bar: #5b8fd0; --chart-mark: #f2f5f8;
    --call-list: #a3acb7; --call-open: #7fb2f0; --call-ask: #cfa2f0; --call-reckon: #5fcbd4;
    --call-decide: #f0b26a; --call-submit: #6fd39a; --call-failed: #ff9a92;
  }
}
@media print {
  :root {
    --chart-ink: #000; --chart-quiet: #333; --chart-line: #ccc; --chart-base: #333; --chart-bar: #7a9cc9; --chart-mark: #000;
    --call-list: #444; --call-open: #1d4f8f; --call-ask: #5f2f82; --call-reckon: #00565e;
    --call-decide: #7a4100; --call-submit: #12552f; --call-failed: #8f1c16;
  }
}
.chart { display: block; max-width: 100%; height: auto; }
.chart-text { font-family: system-ui, sans-serif; font-size: ${TEXT_PX}px; fill: var(--chart-ink); }
.chart-tick, .chart-value { font-variant-numeric: tabular-nums; }
.chart-tick { fill: var(--chart-quiet); }
.chart-grid { stroke: var(--chart-line); }
.chart-base { stroke: var(--chart-base); }
.chart-bar { fill: var(--chart-bar); }
.chart-interval { stroke: var(--chart-mark); stroke-width: 1.5; }
.chart-dot { fill: var(--chart-bar); stroke: var(--chart-mark); }
.chart-sign { fill: currentColor; }
.chart-ring { fill: none; stroke: currentColor; stroke-width: 1.5; }
.chart-cited, .chart-premature { stroke: currentColor; stroke-width: 3; }
.chart-premature { stroke: var(--call-failed); }
.chart-list { color: var(--call-list); }
.chart-open { color: var(--call-open); }
.chart-ask { color: var(--call-ask); }
.chart-reckon { color: var(--call-reckon); }
.chart-decide { color: var(--call-decide); }
.chart-submit { color: var(--call-submit); }
.chart-failed { color: var(--call-failed); }
`;
