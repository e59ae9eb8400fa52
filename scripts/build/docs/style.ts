/**
 * The style of our own pages, embedded in each: light or dark by the reader's setting, from a width of 360 pixels, with
 * system fonts. All text has a contrast of at least 4.5, and no information is in colour alone.
 */
export const style = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --ink: #1b2128; --soft: #55606d; --line: #d8dde3; --well: #f3f5f7; --link: #0a58b8; --mark: #fff3c4;
  --stated: #11683a; --named: #0a58b8; --inferred: #805000;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12161b; --ink: #e4e9ee; --soft: #a3afbc; --line: #313a44; --well: #1b2128; --link: #7ab7ff;
    --mark: #3f3713;
    --stated: #6fd695; --named: #7ab7ff; --inferred: #f2c14e;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 16px/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
}
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: .5rem; padding: .3rem .8rem; background: var(--page); z-index: 1; }
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible {
  outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px;
}
header, main, footer, .contents { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
header {
  display: flex; flex-wrap: wrap; gap: .3rem 1.6rem; align-items: baseline; padding-top: 1rem; padding-bottom: 1rem;
}
header > a { font-weight: 700; color: var(--ink); text-decoration: none; }
header nav { display: flex; flex-wrap: wrap; gap: .1rem 1.2rem; font-size: .94rem; }
header nav a, .contents a { text-decoration: none; }
header nav a:hover, .contents a:hover { text-decoration: underline; }
header nav a[aria-current] {
  color: var(--ink); font-weight: 600; text-decoration: underline; text-decoration-thickness: 2px;
}
main { border-top: 1px solid var(--line); padding-top: 1.5rem; padding-bottom: 3rem; }
footer {
  border-top: 1px solid var(--line); color: var(--soft); font-size: .88rem; padding-top: 1rem; padding-bottom: 2rem;
}
footer p, footer nav { margin: 0; } footer nav { display: flex; flex-wrap: wrap; gap: 0 1.2rem; }
h1, h2, h3, h4, h5 { line-height: 1.25; text-wrap: balance; margin: 2em 0 .5em; overflow-wrap: anywhere; }
h1 { font-size: 1.9rem; margin-top: 0; } h2 { font-size: 1.45rem; } h3 { font-size: 1.2rem; }
h4 { font-size: 1.02rem; } h5 { font-size: .95rem; }
p, ul, ol, dl, blockquote { max-width: 44rem; margin: .7em 0; overflow-wrap: break-word; }
li { margin: .15em 0; } li > p { margin: 0; }
ul, ol { padding-left: 1.4rem; }
dd { margin: 0 0 .6em; } dt { font-weight: 600; }
blockquote { border-left: 3px solid var(--line); padding-left: 1rem; margin-left: 0; color: var(--soft); }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace; font-size: .9em; }
code { overflow-wrap: anywhere; } :is(th, td) code { overflow-wrap: break-word; }
code { border-radius: 3px; } :not(pre, h1, h2, h3, h4) > code { background: var(--well); padding: .08em .28em; }
/* Long lines wrap: nothing is hidden, and copied text is unchanged. */
pre {
  background: var(--well); border: 1px solid var(--line); border-radius: 6px; padding: .7rem .9rem; margin: .7em 0;
  max-width: 60rem; line-height: 1.45; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2;
}
.table { overflow-x: auto; max-width: 100%; margin: .8em 0; }
table { border-collapse: collapse; font-size: .94em; min-width: min(100%, 30rem); }
th, td {
  text-align: left; vertical-align: top; padding: .4rem 1rem .4rem 0; border-bottom: 1px solid var(--line);
  min-width: 4rem;
}
td { max-width: 40rem; overflow-wrap: break-word; }
th:last-child, td:last-child { padding-right: 0; }
thead th { color: var(--soft); font-size: .82rem; white-space: nowrap; }
tbody th { font-weight: 600; } tbody th > a:only-child { color: inherit; text-decoration: none; }
tbody th > a:hover { text-decoration: underline; }
figure { margin: 1em 0; } svg { max-width: 100%; height: auto; }
.standing {
  display: inline-block; border: 1px solid currentColor; border-radius: 999px; padding: 0 .55em; font-size: .78rem;
  font-weight: 600; line-height: 1.5; white-space: nowrap;
}
.standing.stated, .standing.answered { color: var(--stated); }
.standing.named { color: var(--named); border-style: dashed; }
.standing.inferred { color: var(--inferred); border-style: dotted; }
.soft { color: var(--soft); }
:target { background: var(--mark); }
tr:has(:target) { background: var(--mark); }
.contents { font-size: .92rem; }
.contents ul { list-style: none; margin: .2em 0; padding-left: .9rem; }
.contents summary { cursor: pointer; padding: .1rem 0; }
@media (min-width: 75rem) {
  body:has(.beside) :is(header, footer) { max-width: 97rem; }
  .beside {
    display: grid; grid-template-columns: 19rem minmax(0, 1fr); max-width: 97rem; margin: 0 auto; align-items: start;
    border-top: 1px solid var(--line);
  }
  .beside main { border-top: 0; margin: 0; padding-left: 2rem; max-width: none; }
  .beside .contents {
    position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 1.5rem 1.25rem; width: 100%;
    border-right: 1px solid var(--line);
  }
}
/* Narrow screens: name, type and standing on one line, the description below. */
@media (max-width: 40rem) {
  .fields :is(table, tbody, tr, td:last-child) { display: block; min-width: 0; }
  .fields thead { position: absolute; left: -999rem; }
  .fields tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
  .fields :is(th, td) { display: inline; border: 0; padding: 0 .6rem 0 0; overflow-wrap: anywhere; }
}
@media print {
  :root {
    --page: #fff; --ink: #000; --soft: #333; --line: #999; --well: #f5f5f5; --link: #000;
    --stated: #000; --named: #000; --inferred: #000;
  }
  header nav, footer nav, .skip, .contents { display: none; }
  body { font-size: 10pt; } pre { font-size: 8pt; }
  header, main, footer { max-width: none; padding-left: 0; padding-right: 0; }
  a { text-decoration: none; }
  h1, h2, h3, h4, h5, thead, dt { break-after: avoid; }
  tr, pre, li, dd { break-inside: avoid; }
  p, li { orphans: 3; widows: 3; }
  .table { overflow: visible; }
  :target, tr:has(:target) { background: none; }
}
`;
