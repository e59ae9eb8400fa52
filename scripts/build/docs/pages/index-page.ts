import type { OpenApiDocument } from '../../../contract/document.js';
import { eachOperation } from '../../../contract/operations.js';
import { type Standing, standingOf } from '../../../contract/standing.js';
import { escapeHtml } from '../../../text/escape.js';
import { groupAddress, operationAddress } from '../links/addresses.js';
import { keyBlocks } from '../reference/reference-blocks.js';
import { type Block, type Card, joinParts, linkTo, section, type TextLine } from '../text/blocks.js';
import type { DocsPage, PageLink } from './docs-page.js';
import { formatDate, latestRelease } from './release-date.js';
import { countsOf, type StandingCounts, standingMeanings, standingsToShow, sumCounts } from './standing-text.js';

/**
 * The first page: the quick start, how certain this interface is, and where to find everything.
 *
 * @param guides the hand-written pages: the first page repeats the quick start, and takes its date from the changelog
 */
export function indexPage(document: OpenApiDocument, guides: readonly DocsPage[]): DocsPage {
  const [quickStart, changelog] = ['quick-start.html', 'changelog.html'].map((path) => markdownOf(guides, path));
  const { title, version } = document.info;
  const counts = countsOf(document);
  const cards = tasks.filter(({ to }) => guides.some(({ path }) => path === to));
  const release = latestRelease(changelog ?? '');
  const date = release === undefined ? 'not released yet' : `released on ${formatDate(release.date)}`;
  return {
    path: 'index.html',
    title: 'Overview',
    description: summaryOf(document),
    blocks: [
      { heading: [title], level: 1, id: 'top' },
      { paragraph: [`${summaryOf(document)} ${countsSentence(counts)} Version ${version} of the contract, ${date}.`] },
      ...(cards.length === 0 ? [] : [{ cards }]),
      ...keyBlocks(document),
      ...(quickStart === undefined
        ? []
        : section('Quick start', 'quick-start', [{ markdown: quickStart.replace(/^#.*\n/, '') }])),
      ...statedOperationBlocks(document),
      { heading: ['What is certain, and what is a guess'], level: 2, id: 'map' },
      {
        html: pictureHtml(counts),
        textBlocks: [{ list: standingsToShow(counts).map((each) => meaningLine(each, counts)) }],
      },
      {
        paragraph: [
          'The ',
          linkTo('unknowns.html', 'open questions'),
          ' list the guesses, and what would confirm or refute each of them.',
        ],
      },
      ...groupMapBlocks(document),
      ...section('Our reading', 'our-reading', [{ paragraph: readingLine }]),
      { heading: ['Everything here'], level: 2, id: 'everything' },
      { list: contentLines(guides.filter(({ path }) => path !== 'changelog.html')) },
    ],
  };
}

/** The tasks with which most readers come, each with the guide that begins it. */
const tasks: readonly Card[] = [
  { to: 'client.html', title: 'Call the service', text: 'A typed method for each operation.' },
  { to: 'mock-and-sandbox.html', title: 'Work without the service', text: 'Two servers on your own machine.' },
  { to: 'check.html', title: 'Check a server', text: 'One command says where it differs from the contract.' },
  { to: 'teach.html', title: 'Teach what you know', text: 'Answers to open questions change the whole contract.' },
];

const readingLine: TextLine = [
  'The source gives most fields a name and a type, and does not explain them. A part that is ',
  { standing: 'stated' },
  ' except its meaning is in the source under this name. Its description is our reading of the name, and so a guess.',
];

function markdownOf(guides: readonly DocsPage[], path: string): string | undefined {
  const [block] = guides.find((page) => page.path === path)?.blocks ?? [];
  return block && 'markdown' in block ? block.markdown : undefined;
}

export function summaryOf({ info }: OpenApiDocument): string {
  const { summary } = info as { summary?: string };
  return summary ?? `The HTTP interface "${info.title}".`;
}

function countsSentence(counts: StandingCounts): string {
  const total = sumCounts(counts);
  return (
    `It has ${total} operations, and says which parts of each are documented and which are guesses. The ` +
    `interface description, the source of the contract, fully documents ${counts.stated} of them.`
  );
}

function meaningLine(standing: Standing, counts: StandingCounts): TextLine {
  return [{ strong: `${counts[standing]} ${standing}.` }, ` ${standingMeanings[standing]}`];
}

function pictureHtml(counts: StandingCounts): string {
  const legend = standingsToShow(counts).map((standing) => {
    const text = `<strong>${counts[standing]} ${standing}.</strong> ${standingMeanings[standing]}`;
    return `<li>${squarePicture(standing)}<span>${text}</span></li>`;
  });
  return `<figure class="picture">
${squareDefinitions(counts)}
${standingsPicture(counts)}
<figcaption><ul>
${legend.join('\n')}
</ul></figcaption>
</figure>`;
}

function statedOperationBlocks(document: OpenApiDocument): Block[] {
  const lines = [...eachOperation(document)]
    .filter(({ operation }) => standingOf(operation) === 'stated')
    .map(
      ({ path, method, operation }): TextLine => [
        linkTo(operationAddress(operation.operationId), operation.summary),
        ' ',
        { standing: 'stated' },
        ' ',
        { method, path },
      ],
    );
  return lines.length === 0
    ? []
    : [{ heading: ['Operations documented in full'], level: 2, id: 'stated' }, { list: lines }];
}

/** A list of all groups in document order, below the headings of `x-tagGroups`. */
function groupMapBlocks(document: OpenApiDocument): Block[] {
  const tags = document.tags ?? [];
  const groups = document['x-tagGroups'] ?? [{ name: 'All', tags: tags.map(({ name }) => name) }];
  const nameOf = (tag: string): string => tags.find(({ name }) => name === tag)?.['x-displayName'] ?? tag;
  const countsText = (tag: string): string => {
    const counts = countsOf(document, tag);
    const standings = standingsToShow(counts).filter((standing) => counts[standing] > 0);
    return standings.map((standing) => `${counts[standing]} ${standing}`).join(', ');
  };
  const html = groups.map(({ name, tags: names }) => {
    const rows = names.map(
      (tag) =>
        `<tr><th scope="row"><a href="${escapeHtml(groupAddress(tag))}">${escapeHtml(nameOf(tag))}</a></th>` +
        `<td>${groupPicture(countsOf(document, tag))}</td><td>${countsText(tag)}</td></tr>`,
    );
    return `<section>
<h3>${escapeHtml(name)}</h3>
<table><thead><tr>
<th scope="col">Group</th><th scope="col">Operations</th><th scope="col">Standing</th>
</tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>
</section>`;
  });
  const textBlocks = groups.flatMap(({ name, tags: names }): Block[] => [
    { paragraph: [{ strong: name }] },
    { list: names.map((tag): TextLine => [linkTo(groupAddress(tag), nameOf(tag)), `: ${countsText(tag)}`]) },
  ]);
  return [{ html: `<div class="map">\n${html.join('\n')}\n</div>`, textBlocks }];
}

function contentLines(guides: readonly PageLink[]): TextLine[] {
  const links = guides.map(({ path, title }) => linkTo(path, title));
  return [
    [linkTo('operations.html', 'Operations'), ' and ', linkTo('schemas.html', 'schemas'), ', a page for each.'],
    [linkTo('reference.html', 'Everything on one page'), ', displayed by Redoc, which needs JavaScript.'],
    ['Guides: ', ...joinParts(links), '.'],
    [linkTo('names.html', 'Names in requests and in responses'), ', side by side.'],
    [
      linkTo('rules.html', 'Rules'),
      ' of the check: what each rule means, the reason for it, an example, and what to do.',
    ],
    [linkTo('unknowns.html', 'Open questions'), ': what the contract assumes for each, and what would answer it.'],
    [
      ...[linkTo('openapi.yaml'), ' and ', linkTo('openapi.json'), ': the document in one file; '],
      ...[linkTo('openapi-3.0.yaml'), ' and ', linkTo('openapi-3.0.json'), ' for tools that do not read OpenAPI 3.1.'],
    ],
    [
      ...[linkTo('.redocly.lint-ignore.yaml'), ', ', linkTo('spectral.yaml'), ' and ', linkTo('spectral-ibm.yaml')],
      ': what linters find in the document, and why it stays.',
    ],
    [
      linkTo('reference.md'),
      ' and ',
      linkTo('llms.txt'),
      ': the reference as one text, and a list of all pages for language models. Each page also exists as Markdown: ',
      'write .md instead of .html in its address.',
    ],
    [linkTo('changelog.html', 'Changes'), ' of each version.'],
  ];
}

/** The side of a square, and the distance from its left edge to that of the next square, in pixels. */
const [squareSide, squareDistance] = [16, 20];

/** The squares that all pictures of the page repeat, one per standing. They differ in colour and shape. */
function squareDefinitions(counts: StandingCounts): string {
  const marks = standingsToShow(counts).map(
    (standing) => `<g id="${squareIdOf(standing)}" class="${standing}">${squareShapeOf(standing)}</g>`,
  );
  return ['<svg width="0" height="0" aria-hidden="true" focusable="false"><defs>', ...marks, '</defs></svg>'].join(
    '\n',
  );
}

/** The HTML id of the square of a standing. It is short, because a page repeats it some two hundred times. */
function squareIdOf(standing: Standing): string {
  return `m${standing.slice(0, 1)}`;
}

function squareShapeOf(standing: Standing): string {
  const frame =
    `<rect x="1" y="1" width="${squareSide - 2}" height="${squareSide - 2}" rx="2" fill="none" stroke="currentColor" ` +
    'stroke-width="2"';
  if (standing === 'stated') return `<rect width="${squareSide}" height="${squareSide}" rx="3" fill="currentColor"/>`;
  if (standing === 'answered')
    return `${frame}/><circle cx="${squareSide / 2}" cy="${squareSide / 2}" r="4" fill="currentColor"/>`;
  if (standing === 'named')
    return `${frame}/><path d="M1 ${squareSide - 1}V1h1L${squareSide - 1} ${squareSide - 2}v1z" fill="currentColor"/>`;
  return `${frame}/>`;
}

/** A picture with one square per operation, the most certain first, and with a description for screen readers. */
function standingsPicture(counts: StandingCounts): string {
  const total = sumCounts(counts);
  const standings = standingsToShow(counts);
  const countsText = standings.map((standing) => `${counts[standing]} ${standing}`).join(', ');
  return squaresSvg(counts, {
    columns: 20,
    scale: 1,
    attributes: 'role="img" aria-labelledby="picture-title picture-description"',
    label: `<title id="picture-title">The parts of the interface that are ${standings.slice(0, -1).join(', ')} and \
${standings.at(-1)}</title>
<desc id="picture-description">${total} squares, one for each operation: ${countsText}.</desc>`,
  });
}

/** The picture of one group. It has no description for screen readers, since the text next to it says the same. */
function groupPicture(counts: StandingCounts): string {
  // The class keeps the picture's size in a narrow column, so that rows can be compared.
  const attributes = 'class="row" aria-hidden="true" focusable="false"';
  return squaresSvg(counts, { columns: 7, scale: 0.75, attributes, label: '' });
}

/** A single square. It has no description for screen readers, since the text next to it says the same. */
function squarePicture(standing: Standing): string {
  return (
    `<svg width="${squareSide}" height="${squareSide}" aria-hidden="true" ` +
    `focusable="false"><use href="#${squareIdOf(standing)}"/></svg>`
  );
}

interface PictureOptions {
  /** Squares per row. */
  columns: number;
  scale: number;
  attributes: string;
  /** HTML attributes or elements that describe the picture for screen readers. */
  label: string;
}

function squaresSvg(counts: StandingCounts, { columns, scale, attributes, label }: PictureOptions): string {
  const standings = standingsToShow(counts).flatMap((standing) => Array<Standing>(counts[standing]).fill(standing));
  const squareUses = standings.map((standing, index) => {
    const [x, y] = [(index % columns) * squareDistance, Math.floor(index / columns) * squareDistance];
    return `<use href="#${squareIdOf(standing)}"${x ? ` x="${x}"` : ''}${y ? ` y="${y}"` : ''}/>`;
  });
  const width = Math.min(columns, Math.max(standings.length, 1)) * squareDistance - (squareDistance - squareSide);
  const height = Math.max(Math.ceil(standings.length / columns), 1) * squareDistance - (squareDistance - squareSide);
  return (
    `<svg viewBox="0 0 ${width} ${height}" width="${width * scale}" height="${height * scale}" ` +
    `${attributes}>${label}${squareUses.join('')}</svg>`
  );
}
