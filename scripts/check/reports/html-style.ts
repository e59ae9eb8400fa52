/** The style of the page, light and dark, for screens of at least 360 pixels. Text has a contrast of at least 4.5. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --page: #f4f5f7; --card: #ffffff; --ink: #1a1f26; --soft: #55606d; --line: #d5dae1; --well: #eef0f3; --link: #0a58b8;
  --good: #15703a; --good-fill: #cdebd7; --good-line: #7fbf96;
  --bad: #b3201f; --bad-fill: #b3201f; --bad-ink: #ffffff;
  --warn: #7d4e00; --warn-fill: #ffd98a; --warn-line: #b07a16;
  --note: #0a58b8; --idle-line: #87919d; --bar: #2f7d5b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0e1216; --card: #171c22; --ink: #e7ecf1; --soft: #a3afbc;
    --line: #2c343d; --well: #20272f; --link: #7ab7ff;
    --good: #6fd695; --good-fill: #173f29; --good-line: #3f8d5e;
    --bad: #ff8a80; --bad-fill: #ff8a80; --bad-ink: #2b0503;
    --warn: #f2c14e; --warn-fill: #5a4108; --warn-line: #c1922d;
    --note: #7ab7ff; --idle-line: #76818d; --bar: #4fb286;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
}
main, footer { max-width: 1360px; margin: 0 auto; padding: 0 16px; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible, pre:focus-visible {
  outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px;
}
h1, h2, h3, p, dl, dd, ul { margin: 0; padding: 0; }
h2 { font-size: 17px; line-height: 1.3; margin-bottom: 12px; }
h3 { font-size: 14px; }
code, pre, .mono {
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; font-size: .88em;
  overflow-wrap: anywhere;
}
.soft { color: var(--soft); }
.count { font-variant-numeric: tabular-nums; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 20px; margin: 16px 0; }
.verdict { border-left: 8px solid var(--tone); padding: 20px 24px; margin-top: 24px; }
.verdict.passed { --tone: var(--good); }
.verdict.failed, .verdict.not-restored { --tone: var(--bad); }
.verdict.no-verdict, .verdict.under-coverage { --tone: var(--warn); }
.verdict p { max-width: 90ch; }
.verdict .kind { color: var(--soft); font-size: 13px; }
.verdict h1 { color: var(--tone); font-size: 30px; line-height: 1.2; margin: 2px 0 6px; }
.facts { display: flex; flex-wrap: wrap; gap: 6px 28px; margin-top: 14px; font-size: 14px; }
.facts dt { color: var(--soft); font-size: 12px; } .facts dd { overflow-wrap: anywhere; }
.numbers { display: grid; gap: 20px 28px; grid-template-columns: repeat(auto-fit, minmax(min(260px, 100%), 1fr)); }
.tally { display: flex; gap: 24px; flex-wrap: wrap; grid-column: 1 / -1; }
.tally b { display: block; font-size: 26px; line-height: 1.1; font-variant-numeric: tabular-nums; }
.tally .violation b { color: var(--bad); }
.tally .drift b { color: var(--warn); }
.tally .observation b { color: var(--note); }
.tally .none b { color: var(--soft); }
.bar .label { display: flex; justify-content: space-between; gap: 12px; font-size: 14px; margin-bottom: 5px; }
.track {
  display: block; height: 10px; border-radius: 5px; background: var(--well); border: 1px solid var(--idle-line);
  overflow: hidden; position: relative;
}
.track i { display: block; height: 100%; background: var(--bar); position: absolute; inset: 0 auto 0 0; }
.matrix {
  display: grid; gap: 5px 16px; grid-template-columns: max-content minmax(0, 1fr) max-content max-content;
  align-items: center;
}
.matrix .row { display: contents; }
.matrix .name { font-size: 14px; }
.matrix .cells { display: flex; flex-wrap: wrap; gap: 4px 9px; }
.matrix .cells a { display: block; line-height: 0; border-radius: 5px; }
.matrix .cells a:hover { outline: 2px solid var(--ink); outline-offset: 1px; }
.matrix .count { font-size: 13px; color: var(--soft); text-align: right; }
.cell { width: 37px; height: 24px; }
.cell rect { stroke-width: 1; }
.cell path { fill: none; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.cell .good rect { fill: var(--good-fill); stroke: var(--good-line); } .cell .good path { stroke: var(--good); }
.cell .violation rect { fill: var(--bad-fill); stroke: var(--bad-fill); }
.cell .violation path { stroke: var(--bad-ink); stroke-width: 2.4; }
.cell .drift rect { fill: var(--warn-fill); stroke: var(--warn-line); }
.cell .drift path { stroke: var(--warn); stroke-width: 1.8; }
.cell .untested rect { fill: none; stroke: var(--idle-line); stroke-dasharray: 3 2; }
.cell .untested path { stroke: var(--soft); }
.cell .out rect { fill: none; stroke: var(--line); } .cell .out path { stroke: var(--idle-line); }
.legend {
  display: flex; flex-wrap: wrap; gap: 8px 20px; margin: 0 0 16px; font-size: 13px; color: var(--soft);
  list-style: none;
}
.legend li { display: flex; align-items: center; gap: 8px; } .legend .half { width: 20px; height: 24px; }
details { border-top: 1px solid var(--line); } details:first-of-type { border-top: 0; }
summary { cursor: pointer; padding: 10px 0; } summary:hover { color: var(--link); }
summary .where { overflow-wrap: anywhere; }
summary .where code { margin-right: 8px; }
summary .where code:nth-child(2) { font-weight: 600; }
.tag {
  display: inline-block; font-size: 12px; font-weight: 600; border: 1px solid currentColor;
  border-radius: 999px; padding: 0 9px; margin-right: 6px; white-space: nowrap;
}
.tag.violation { color: var(--bad); }
.tag.drift { color: var(--warn); }
.tag.observation { color: var(--note); }
.tag.accepted { color: var(--soft); }
.finding { padding: 0 0 16px; } .finding > p { max-width: 90ch; overflow-wrap: anywhere; }
.pairs {
  display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 16px;
  margin: 10px 0; font-size: 14px;
}
.pairs dt { color: var(--soft); }
pre {
  background: var(--well); border-radius: 8px; padding: 12px; margin: 0; overflow-x: auto; white-space: pre;
  overflow-wrap: normal; user-select: all;
}
.reasons { list-style: none; }
.reasons li { padding: 10px 0; border-top: 1px solid var(--line); }
.reasons li:first-child { border-top: 0; padding-top: 0; }
.reasons .ids { display: flex; flex-wrap: wrap; gap: 6px 12px; font-size: 13px; margin-top: 4px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td {
  text-align: left; vertical-align: top; padding: 7px 14px 7px 0; border-top: 1px solid var(--line);
  overflow-wrap: anywhere;
}
thead th {
  border-top: 0; color: var(--soft); font-size: 12px; font-weight: 600; white-space: nowrap;
  overflow-wrap: normal;
}
tbody th { font-weight: 400; }
tbody th code { font-weight: 600; }
tbody th .mono { font-size: 12px; }
.group th { background: var(--well); padding-left: 10px; font-size: 13px; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.state { white-space: nowrap; }
.state.good { color: var(--good); }
.state.violation { color: var(--bad); font-weight: 600; }
.state.drift { color: var(--warn); font-weight: 600; }
.state.untested, .state.out { color: var(--soft); }
tr:target > * { background: var(--well); box-shadow: inset 0 2px var(--link), inset 0 -2px var(--link); }
td ul { padding-left: 18px; }
footer { color: var(--soft); font-size: 13px; padding-bottom: 32px; }
@media (max-width: 760px) {
  .card { padding: 16px; border-radius: 10px; } .verdict h1 { font-size: 25px; }
  .matrix { grid-template-columns: minmax(0, 1fr) max-content max-content; gap: 3px 12px; }
  .matrix .cells { grid-column: 1 / -1; grid-row: auto; order: 1; padding-bottom: 9px; }
  .matrix .row { display: grid; grid-template-columns: subgrid; grid-column: 1 / -1; }
  .pairs { grid-template-columns: minmax(0, 1fr); gap: 0; } .pairs dd { margin-bottom: 6px; }
  table.stack, .stack tbody, .stack tr, .stack td, .stack tbody th { display: block; width: 100%; }
  .stack thead { display: none; }
  .stack tr { border-top: 1px solid var(--line); padding: 10px 0; }
  .stack tr.group { padding: 0; }
  .stack th, .stack td { border: 0; padding: 1px 0; }
  .stack .group th { padding: 4px 10px; }
  .stack td.number { text-align: left; }
  .stack td[data-label]::before {
    content: attr(data-label) ' '; color: var(--soft); font-weight: 400; font-size: 13px;
  }
}
@media print { body { background: #fff; } .card { break-inside: avoid; } }
`;
