import type { OpenApiDocument } from '../../contract/document.js';
import { eachOperation } from '../../contract/operations.js';
import { type Standing, standingOf } from '../../contract/standing.js';
import { markup } from '../../text/escape.js';
import { operationPage, plainAddress, plainGroupAddress, referenceAddress } from './addresses.js';
import { htmlPage } from './html-page.js';
import { dayInWords, latestRelease } from './release-date.js';
import {
  groupPicture,
  markPicture,
  meanings,
  type StandingCounts,
  standingMarks,
  standingPicture,
  standingsIn,
} from './standing-picture.js';
import type { WrittenTitle } from './written-pages.js';

/**
 * The first page: what this interface is, how certain it is, and where to find everything.
 *
 * @param changelog the text of `CHANGELOG.md`, which has the release date
 * @param written the hand-written pages
 */
export function indexPage(document: OpenApiDocument, changelog: string, written: readonly WrittenTitle[]): string {
  const { title, version } = document.info;
  const counts = countsOf(document);
  const release = latestRelease(changelog);
  const date =
    release === undefined
      ? 'not released yet'
      : `released on <time datetime="${release.date}">${dayInWords(release.date)}</time>`;
  const main = `${standingMarks(counts)}
<h1>${markup(title)}</h1>
<p>${markup(summaryOf(document))} ${sentence(counts)}</p>
<p class="soft">Version ${markup(version)} of the contract, ${date}.</p>
${stated(document)}
<h2 id="map">What is certain, and what is a guess</h2>
<figure style="display:flex;flex-wrap:wrap;gap:.5rem 2.5rem;align-items:center">
${standingPicture(counts)}
<figcaption style="flex:1 1 18rem">
<ul style="list-style:none;padding:0">
${standingsIn(counts)
  .map((standing) => legend(standing, counts[standing]))
  .join('\n')}
</ul>
</figcaption>
</figure>
<p>The <a href="unknowns.html">open questions</a> list the guesses, and what would settle each of them.</p>
${map(document)}
${everything(document, written)}`;
  return htmlPage({ title, description: summaryOf(document), main, current: 'index.html', version });
}

function summaryOf({ info }: OpenApiDocument): string {
  const { summary } = info as { summary?: string };
  return summary ?? `The HTTP interface "${info.title}".`;
}

function sentence(counts: StandingCounts): string {
  const total = standingsIn(counts).reduce((sum, standing) => sum + counts[standing], 0);
  return `It has ${total} operations. The source fully documents ${counts.stated} of them; each shows its standing.`;
}

function legend(standing: Standing, count: number): string {
  return (
    `<li style="display:flex;gap:.6rem">${markPicture(standing)}<span><strong>${count} ${standing}.</strong> ` +
    `${meanings[standing]}</span></li>`
  );
}

function stated(document: OpenApiDocument): string {
  const entries = [...eachOperation(document)]
    .filter(({ operation }) => standingOf(operation) === 'stated')
    .map(({ path, method, operation }) => {
      const { summary, operationId } = operation;
      const others = [
        link(plainAddress(operationId), 'without scripts'),
        link(operationPage(operationId), 'as Markdown'),
      ].join(' and ');
      return `<dt>${link(referenceAddress(operation), summary)} <span class="standing stated">stated</span></dt>
<dd><code>${method.toUpperCase()} ${breakable(path)}</code><br>
Also ${others}.</dd>`;
    });
  return entries.length === 0
    ? ''
    : `<h2 id="stated">Operations documented in full</h2>\n<dl style="max-width:none">\n${entries.join('\n')}\n</dl>`;
}

/** A path in which a narrow page can break the line after a slash. */
function breakable(path: string): string {
  return markup(path).replaceAll('/', '/<wbr>');
}

/** All groups in document order, below the names of their parents; side by side if there is room. */
function map(document: OpenApiDocument): string {
  const tags = document.tags ?? [];
  const groups = document['x-tagGroups'] ?? [{ name: 'All', tags: tags.map(({ name }) => name) }];
  const sections = groups.map(({ name, tags: names }) => {
    const rows = names.map((tag) => {
      const counts = countsOf(document, tag);
      const words = standingsIn(counts)
        .filter((standing) => counts[standing] > 0)
        .map((standing) => `${counts[standing]}&nbsp;${standing}`);
      const shown = tags.find((each) => each.name === tag)?.['x-displayName'] ?? tag;
      return (
        `<tr><th scope="row">${link(plainGroupAddress(tag), shown)}</th><td>${groupPicture(counts)}</td>` +
        `<td>${words.join(', ')}</td></tr>`
      );
    });
    return `<section style="break-inside:avoid">
<h3 style="margin-top:0;padding-top:1rem">${markup(name)}</h3>
<table style="width:100%"><thead><tr>
<th scope="col">Group</th><th scope="col">Operations</th><th scope="col">Standing</th>
</tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>
</section>`;
  });
  return `<div style="columns:28rem;column-gap:3.5rem">\n${sections.join('\n')}\n</div>`;
}

function everything({ info }: OpenApiDocument, written: readonly WrittenTitle[]): string {
  const copies = ['yaml', 'json']
    .map((form) => `v/${encodeURIComponent(info.version)}/openapi.${form}`)
    .map((path) => link(path, path));
  const guides = written.filter(({ path }) => path !== 'changelog.html').map(({ path, title }) => link(path, title));
  const rows = [
    [link('reference.html', 'Reference'), 'Every operation, with search and samples to copy. Needs JavaScript.'],
    [
      link('plain.html', 'Plain reference'),
      `The same without JavaScript, for reading and printing; also as text, ${link('reference.md', 'reference.md')}.`,
    ],
    ['Guides', `${guides.join(', ')}.`],
    [link('rules.html', 'Rules'), 'Every rule of the check: what it means, why, an example, and what to do.'],
    [
      link('unknowns.html', 'Open questions'),
      'What is not documented, what the contract assumes instead, and what would settle it.',
    ],
    [
      link('openapi.yaml', 'openapi.yaml'),
      `The document in one file, also as ${link('openapi.json', 'openapi.json')}; permanent addresses of this ` +
        `version: ${copies.join(' and ')}.`,
    ],
    [
      link('llms.txt', 'llms.txt'),
      'For language models: a list of all pages, with a Markdown page for each operation.',
    ],
    [link('changelog.html', 'Changes'), 'The changes of each version.'],
  ];
  return (
    '<h2 id="everything">Everything here</h2>\n' +
    `<dl>\n${rows.map(([name, about]) => `<dt>${name}</dt><dd>${about}</dd>`).join('\n')}\n</dl>`
  );
}

function link(path: string, text: string): string {
  return `<a href="${markup(path)}">${markup(text)}</a>`;
}

/** The number of operations of each standing, in total or in one group. */
function countsOf(document: OpenApiDocument, tag?: string): StandingCounts {
  const counts = { stated: 0, answered: 0, named: 0, inferred: 0 };
  for (const { operation } of eachOperation(document)) {
    if (tag === undefined || operation.tags[0] === tag) counts[standingOf(operation)] += 1;
  }
  return counts;
}
