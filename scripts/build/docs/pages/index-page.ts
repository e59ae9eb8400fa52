import type { OpenApiDocument } from '../../../contract/document.js';
import { eachOperation } from '../../../contract/operations.js';
import { type Standing, standingOf } from '../../../contract/standing.js';
import { markup } from '../../../text/escape.js';
import { groupAddress, operationAddress } from '../links/addresses.js';
import { keyBlocks } from '../reference/reference-blocks.js';
import { type Block, joined, type Line, section } from '../text/blocks.js';
import type { DocsPage, PageLink } from './docs-page.js';
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

/**
 * The first page: the quick start, how certain this interface is, and where to find everything.
 *
 * @param written the hand-written pages: the quick start is shown whole, the changelog has the release date
 */
export function indexPage(document: OpenApiDocument, written: readonly DocsPage[]): DocsPage {
  const [quickStart, changelog] = ['quick-start.html', 'changelog.html'].map((path) => markdownOf(written, path));
  const { title, version } = document.info;
  const counts = countsOf(document);
  const release = latestRelease(changelog ?? '');
  const date = release === undefined ? 'not released yet' : `released on ${dayInWords(release.date)}`;
  return {
    path: 'index.html',
    title: 'Overview',
    description: summaryOf(document),
    blocks: [
      { heading: [title], level: 1, id: 'top' },
      { paragraph: [`${summaryOf(document)} ${sentence(counts)} Version ${version} of the contract, ${date}.`] },
      ...keyBlocks(document),
      ...(quickStart === undefined
        ? []
        : section('Quick start', 'quick-start', [{ markdown: quickStart.replace(/^#.*\n/, '') }])),
      ...statedBlocks(document),
      { heading: ['What is certain, and what is a guess'], level: 2, id: 'map' },
      { html: picture(counts), inWords: [{ list: standingsIn(counts).map((each) => meaning(each, counts)) }] },
      {
        paragraph: [
          'The ',
          { to: 'unknowns.html', text: ['open questions'] },
          ' list the guesses, and what would settle each of them.',
        ],
      },
      ...map(document),
      { heading: ['Everything here'], level: 2, id: 'everything' },
      { list: everything(written.filter(({ path }) => path !== 'changelog.html')) },
    ],
  };
}

function markdownOf(written: readonly DocsPage[], path: string): string | undefined {
  const [block] = written.find((page) => page.path === path)?.blocks ?? [];
  return block && 'markdown' in block ? block.markdown : undefined;
}

/** The summary of the document, or its title. */
export function summaryOf({ info }: OpenApiDocument): string {
  const { summary } = info as { summary?: string };
  return summary ?? `The HTTP interface "${info.title}".`;
}

function sentence(counts: StandingCounts): string {
  const total = standingsIn(counts).reduce((sum, standing) => sum + counts[standing], 0);
  return `It has ${total} operations. The source fully documents ${counts.stated} of them; each shows its standing.`;
}

function meaning(standing: Standing, counts: StandingCounts): Line {
  return [{ strong: `${counts[standing]} ${standing}.` }, ` ${meanings[standing]}`];
}

function picture(counts: StandingCounts): string {
  const legend = standingsIn(counts).map((standing) => {
    const words = `<strong>${counts[standing]} ${standing}.</strong> ${meanings[standing]}`;
    return `<li>${markPicture(standing)}<span>${words}</span></li>`;
  });
  return `<figure class="picture">
${standingMarks(counts)}
${standingPicture(counts)}
<figcaption><ul>
${legend.join('\n')}
</ul></figcaption>
</figure>`;
}

function statedBlocks(document: OpenApiDocument): Block[] {
  const lines = [...eachOperation(document)]
    .filter(({ operation }) => standingOf(operation) === 'stated')
    .map(
      ({ path, method, operation }): Line => [
        { to: operationAddress(operation.operationId), text: [operation.summary] },
        ' ',
        { standing: 'stated' },
        ' ',
        { code: `${method.toUpperCase()} ${path}` },
      ],
    );
  return lines.length === 0
    ? []
    : [{ heading: ['Operations documented in full'], level: 2, id: 'stated' }, { list: lines }];
}

/** All groups in document order, below the names of their parents. */
function map(document: OpenApiDocument): Block[] {
  const tags = document.tags ?? [];
  const groups = document['x-tagGroups'] ?? [{ name: 'All', tags: tags.map(({ name }) => name) }];
  const nameOf = (tag: string): string => tags.find(({ name }) => name === tag)?.['x-displayName'] ?? tag;
  const words = (tag: string): string => {
    const counts = countsOf(document, tag);
    const shown = standingsIn(counts).filter((standing) => counts[standing] > 0);
    return shown.map((standing) => `${counts[standing]} ${standing}`).join(', ');
  };
  const html = groups.map(({ name, tags: names }) => {
    const rows = names.map(
      (tag) =>
        `<tr><th scope="row"><a href="${markup(groupAddress(tag))}">${markup(nameOf(tag))}</a></th>` +
        `<td>${groupPicture(countsOf(document, tag))}</td><td>${words(tag)}</td></tr>`,
    );
    return `<section>
<h3>${markup(name)}</h3>
<table><thead><tr>
<th scope="col">Group</th><th scope="col">Operations</th><th scope="col">Standing</th>
</tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>
</section>`;
  });
  const inWords = groups.flatMap(({ name, tags: names }): Block[] => [
    { paragraph: [{ strong: name }] },
    { list: names.map((tag): Line => [{ to: groupAddress(tag), text: [nameOf(tag)] }, `: ${words(tag)}`]) },
  ]);
  return [{ html: `<div class="map">\n${html.join('\n')}\n</div>`, inWords }];
}

function everything(guides: readonly PageLink[]): Line[] {
  const link = (to: string, text = to): Line => [{ to, text: [text] }];
  const links = guides.map(({ path, title }) => link(path, title));
  return [
    [...link('operations.html', 'Operations'), ' and ', ...link('schemas.html', 'schemas'), ', a page for each.'],
    [...link('reference.html', 'Everything on one page'), ', made by Redoc. It needs JavaScript.'],
    ['Guides: ', ...joined(links, ', '), '.'],
    [...link('names.html', 'Names in requests and in responses'), ', side by side.'],
    [...link('rules.html', 'Rules'), ' of the check: what each means, why, an example, and what to do.'],
    [...link('unknowns.html', 'Open questions'), ': what the contract assumes, and what would settle each.'],
    [...link('openapi.yaml'), ' and ', ...link('openapi.json'), ': the document in one file.'],
    [
      ...link('reference.md'),
      ' and ',
      ...link('llms.txt'),
      ': the whole as text, and a list of all pages for language models. Each page has a Markdown twin: write .md ',
      'instead of .html.',
    ],
    [...link('changelog.html', 'Changes'), ' of each version.'],
  ];
}

/** The number of operations of each standing, in total or in one group. */
function countsOf(document: OpenApiDocument, tag?: string): StandingCounts {
  const counts = { stated: 0, answered: 0, named: 0, inferred: 0 };
  for (const { operation } of eachOperation(document)) {
    if (tag === undefined || operation.tags[0] === tag) counts[standingOf(operation)] += 1;
  }
  return counts;
}
