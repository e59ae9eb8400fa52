import { stringify } from 'yaml';
import type { OpenApiDocument, OpenApiOperation, Unknown } from '../../contract/document.js';
import { eachOperation } from '../../contract/operations.js';
import { standingOf } from '../../contract/standing.js';
import { markup } from '../../text/escape.js';
import { plainAddress, plainFieldAddress, plainGroupAddress, plainSchemaAddress, unknownAnchor } from './addresses.js';
import { type DependentPlace, dependentPlaces } from './dependent-places.js';
import { htmlPage } from './html-page.js';
import { proseToHtmlLine } from './prose.js';

/** The register of open questions, with the places of the document that depend on each question. */
export function unknownsPage(document: OpenApiDocument): string {
  const unknowns = document['x-unknowns'] ?? [];
  const sections = [...new Set(unknowns.map(({ section }) => section))];
  const dependent = dependentPlaces(document);
  const main = `<h1>Open questions</h1>
<p>The source leaves ${unknowns.length} questions open. Until a question is answered, the
contract makes the assumption below it. A <a href="check.html">check of a live server</a> collects evidence. If you know
an answer, <a href="teach.html">teach it</a> to the contract.</p>
${sections
  .map(
    (section) => `<h2 id="section-${markup(section)}">Section ${markup(section)}</h2>
${unknowns
  .filter((unknown) => unknown.section === section)
  .map((unknown) => entry(unknown, linksOf(document, dependent.get(unknown.id) ?? [])))
  .join('\n')}`,
  )
  .join('\n')}`;
  const { version } = document.info;
  const description = 'What the source leaves open, what the contract assumes, and what would settle it.';
  return htmlPage({ title: 'Open questions', description, main, current: 'unknowns.html', version });
}

function entry(
  { id, question, assumed, evidence, observed = [], answer, answered }: Unknown,
  places: readonly string[],
): string {
  const rests = places.length > 0 ? `\n<li><b>Affects:</b> ${places.join(', ')}.</li>` : '';
  const log = observed.map(
    ({ date, by, said }) => `\n<li><b>Seen ${markup(date)}</b>, ${proseToHtmlLine(by)}: ${proseToHtmlLine(said)}</li>`,
  );
  const taught = answered ? answeredLine(answered) : answer === undefined ? '' : answerLine(id, answer);
  return `<section id="${markup(unknownAnchor(id))}">
<h3>${proseToHtmlLine(question)}</h3>
<ul>
<li><b>Assumed:</b> ${proseToHtmlLine(assumed)}</li>
<li><b>To settle it:</b> ${proseToHtmlLine(evidence)}</li>${log.join('')}${rests}${taught}
</ul>
<p><code>${markup(id)}</code></p>
</section>`;
}

/** How to answer the question, with an example of its answer. */
function answerLine(id: string, answer: NonNullable<Unknown['answer']>): string {
  if (answer === 'text') return '\n<li><b>An answer</b> is a text, which only the docs show.</li>';
  const [example] = (answer['examples'] ?? []) as unknown[];
  const text = stringify({ [id]: { value: example } }, { collectionStyle: 'flow', lineWidth: 0 }).trim();
  return `\n<li><b>An answer</b>, for example: <code>${markup(text.slice(2, -2))}</code></li>`;
}

function answeredLine({ value, from = {} }: NonNullable<Unknown['answered']>): string {
  const who = [from.by === undefined ? '' : `by ${from.by}`, from.on === undefined ? '' : `on ${from.on}`].filter(
    Boolean,
  );
  const source = [who.join(' '), from.evidence ?? ''].filter(Boolean).join(': ');
  const text = `<code>${markup(JSON.stringify(value))}</code>${source === '' ? '' : `, ${proseToHtmlLine(source)}`}`;
  return `\n<li><b>Answered:</b> ${text}</li>`;
}

/** Nobody would read more links than this in a row. */
const longest = 3;

function linksOf(document: OpenApiDocument, places: readonly DependentPlace[]): string[] {
  const whole = places.find(({ kind }) => kind === 'document');
  if (whole) return [linkOf(document, whole)];
  const groups = new Set(places.flatMap((place) => (place.kind === 'group' ? [place.tag] : [])));
  const ids = new Set(places.flatMap((place) => (place.kind === 'operation' ? [place.operationId] : [])));
  // The link to a group covers its operations.
  const operations = [...eachOperation(document)]
    .map(({ operation }) => operation)
    .filter(({ operationId, tags: [tag = ''] }) => ids.has(operationId) && !groups.has(tag));
  const others = places.filter(({ kind }) => kind !== 'operation').map((place) => linkOf(document, place));
  if (operations.length <= longest) {
    return shortened([
      ...operations.map(({ operationId }) => linkOf(document, { kind: 'operation', operationId })),
      ...others,
    ]);
  }
  const guesses = [...eachOperation(document)].filter(({ operation }) => standingOf(operation) !== 'stated').length;
  if (operations.length === guesses && operations.every((operation) => standingOf(operation) !== 'stated')) {
    const all = `<a href="index.html#map">all ${guesses} operations that are not stated</a>`;
    return others.length > longest ? [all, `and ${others.length} of their schemas`] : [all, ...others];
  }
  const counts = shortened(countsByGroup(document, operations));
  return [`${operations.length} operations: ${counts.join(', ')}`, ...shortened(others)];
}

function shortened(links: readonly string[]): string[] {
  return links.length > longest ? [...links.slice(0, longest), `and ${links.length - longest} more`] : [...links];
}

function countsByGroup(document: OpenApiDocument, operations: readonly OpenApiOperation[]): string[] {
  const counts = new Map<string, number>();
  for (const {
    tags: [tag = ''],
  } of operations)
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].map(([tag, count]) => `${count} of ${link(plainGroupAddress(tag), groupName(document, tag))}`);
}

function groupName(document: OpenApiDocument, tag: string): string {
  return document.tags?.find(({ name }) => name === tag)?.['x-displayName'] ?? tag;
}

function linkOf(document: OpenApiDocument, place: DependentPlace): string {
  switch (place.kind) {
    case 'document':
      return '<a href="index.html">the whole interface</a>';
    case 'group':
      return link(plainGroupAddress(place.tag), `the group ${groupName(document, place.tag)}`);
    case 'operation':
      return link(plainAddress(place.operationId), place.operationId);
    case 'schema':
      return link(plainSchemaAddress(place.name), place.name);
    case 'field':
      return link(plainFieldAddress(place.schema, ...place.fields), [place.schema, ...place.fields].join('.'));
    case 'component':
      return place.component === 'securitySchemes'
        ? link('authentication.html', 'the key of every request')
        : link('errors.html', `the response ${place.name}`);
  }
}

function link(address: string, text: string): string {
  return `<a href="${markup(address)}">${markup(text)}</a>`;
}
