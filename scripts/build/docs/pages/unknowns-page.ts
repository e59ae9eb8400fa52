import { stringify } from 'yaml';
import { answerForm } from '../../../answers/answers-schema.js';
import { methods, type OpenApiDocument, type OpenApiOperation, type OpenQuestion } from '../../../contract/document.js';
import { eachOperation } from '../../../contract/operations.js';
import { standingOf } from '../../../contract/standing.js';
import { nodesOf } from '../../../contract/walk.js';
import { fieldAddress, groupAddress, operationAddress, schemaAddress, unknownAnchor } from '../links/addresses.js';
import { type Block, type Inline, joinParts, linkTo, type TextLine } from '../text/blocks.js';
import type { DocsPage } from './docs-page.js';

/** The sections of the page in order, each with the first words of the ids of its questions. */
const subjects: readonly (readonly [subject: string, ...words: string[]])[] = [
  ['Keys and permissions', 'auth'],
  ['Requests, paths and lists', 'operations', 'lists', 'request', 'service', 'links', 'updates', 'files', 'deletes'],
  ['Errors and limits', 'errors', 'limits'],
  [
    'Partner entries',
    ...['partner-entry', 'partner-entry-update', 'entry', 'media', 'certifications', 'colour', 'the-service'],
    ...['resource-items', 'order', 'approval'],
  ],
  ['Filters', 'filter', 'filter-update', 'filter-maps'],
  ['Events and versions', 'events', 'versioning'],
];

const otherSubject = 'Other resources';

/** The page of all open questions, each with links to the parts of the document that depend on it. */
export function unknownsPage(document: OpenApiDocument): DocsPage {
  const unknowns = document['x-unknowns'] ?? [];
  const placesByQuestion = findDependentPlaces(document);
  const operations = [...eachOperation(document)].map(({ operation }) => operation);
  const questionsBySubject = new Map<string, OpenQuestion[]>(
    [...subjects.map(([name]) => name), otherSubject].map((name) => [name, []]),
  );
  for (const question of unknowns) questionsBySubject.get(subjectOf(question.id))?.push(question);
  const answerCount = unknowns.filter((question) => question.answered).length;
  return {
    path: 'unknowns.html',
    title: 'Open questions',
    description:
      'The questions that the source leaves open, what the contract assumes, and which evidence would answer each.',
    blocks: [
      { heading: ['Open questions'], level: 1, id: 'open-questions' },
      {
        paragraph: [
          `The source leaves ${unknowns.length} questions open`,
          ...(answerCount === 0 ? [] : [`, of which ${answerCount} ${answerCount === 1 ? 'is' : 'are'} answered here`]),
          '. Until a question is answered, the contract makes the assumption below it. A ',
          { to: 'check.html', text: ['check of a live server'] },
          ' collects evidence. If you know an answer, ',
          { to: 'teach.html', text: ['teach it'] },
          ' to the contract.',
        ],
      },
      {
        about: 'questions',
        filterableBlocks: [...questionsBySubject].flatMap(([subject, questions]): Block[] =>
          questions.length === 0
            ? []
            : [
                { heading: [subject], level: 2, id: `about-${subject.toLowerCase().replace(/\W+/g, '-')}` },
                ...questions.flatMap((question) =>
                  questionBlocks(
                    question,
                    joinParts(placeLines(document, operations, placesByQuestion.get(question.id) ?? [])),
                  ),
                ),
              ],
        ),
      },
    ],
  };
}

function subjectOf(id: string): string {
  const [word = ''] = id.split('.', 1);
  return subjects.find(([, ...words]) => words.includes(word))?.[0] ?? otherSubject;
}

function questionBlocks(openQuestion: OpenQuestion, places: TextLine): Block[] {
  const { id, section, question, assumed, evidence, observed = [], answer, answered } = openQuestion;
  const hint = answer === 'text' ? ', which can be any text and changes only the docs' : '';
  const labelLine = (label: string, ...line: TextLine): TextLine => [{ strong: `${label}:` }, ' ', ...line];
  return [
    { heading: [{ prose: question }], level: 3, id: unknownAnchor(id) },
    { paragraph: [{ code: id }, ` · section ${section} of the source`] },
    {
      list: [
        ...(answered ? [labelLine('Answered', ...answerLine(answered))] : []),
        labelLine('Assumed', { prose: assumed }),
        ...observed.map(
          ({ date, by, said }): TextLine => labelLine(`Seen ${date}`, { prose: by }, ': ', { prose: said }),
        ),
        labelLine('To settle it', { prose: evidence }),
        ...(places.length > 0 ? [labelLine('Affects', ...places, '.')] : []),
      ],
    },
    ...(answered
      ? []
      : [{ paragraph: [`An example of an answer${hint}:`] }, { source: exampleFile(openQuestion), language: 'yaml' }]),
  ];
}

/** An answers file with an example of an answer. */
function exampleFile(question: OpenQuestion): string {
  const [value] = answerForm(question).examples;
  return stringify({ answers: { [question.id]: { value } } }, { lineWidth: 0 });
}

function answerLine({ value, from = {} }: NonNullable<OpenQuestion['answered']>): TextLine {
  const author = [from.by === undefined ? '' : `by ${from.by}`, from.on === undefined ? '' : `on ${from.on}`].filter(
    Boolean,
  );
  const source = [author.join(' '), from.evidence ?? ''].filter(Boolean).join(': ');
  return [{ code: JSON.stringify(value) }, ...(source === '' ? [] : [', ', { prose: source }])];
}

/** The maximum number of links in a line: longer lines are hard to read. */
const maxLinks = 3;

function placeLines(
  document: OpenApiDocument,
  allOperations: readonly OpenApiOperation[],
  places: readonly DependentPlace[],
): TextLine[] {
  const documentPlace = places.find(({ kind }) => kind === 'document');
  if (documentPlace) return [[documentPlace.link]];
  const groups = new Set(places.flatMap((place) => (place.kind === 'group' ? [place.name] : [])));
  const ids = new Set(places.flatMap((place) => (place.kind === 'operation' ? [place.name] : [])));
  // Leave out operations whose whole group is linked.
  const operations = allOperations.filter(
    ({ operationId, tags: [tag = ''] }) => ids.has(operationId) && !groups.has(tag),
  );
  const otherLines = places.filter(({ kind }) => kind !== 'operation').map((place): TextLine => [place.link]);
  if (operations.length <= maxLinks) {
    return limitLinks([
      ...operations.map(({ operationId }): TextLine => [linkTo(operationAddress(operationId), operationId)]),
      ...otherLines,
    ]);
  }
  const guessCount = allOperations.filter((operation) => standingOf(operation) !== 'stated').length;
  if (operations.length === guessCount && operations.every((operation) => standingOf(operation) !== 'stated')) {
    const link: TextLine = [linkTo('index.html#map', `all ${guessCount} operations that are not stated`)];
    return otherLines.length > maxLinks ? [link, [`and ${otherLines.length} of their schemas`]] : [link, ...otherLines];
  }
  const [first = [], ...counts] = limitLinks(countsByGroup(document, operations));
  return [[`${operations.length} operations: `, ...first], ...counts, ...limitLinks(otherLines)];
}

function limitLinks(links: readonly TextLine[]): TextLine[] {
  return links.length > maxLinks ? [...links.slice(0, maxLinks), [`and ${links.length - maxLinks} more`]] : [...links];
}

function countsByGroup(document: OpenApiDocument, operations: readonly OpenApiOperation[]): TextLine[] {
  const counts = new Map<string, number>();
  for (const {
    tags: [tag = ''],
  } of operations)
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].map(
    ([tag, count]): TextLine => [`${count} of `, linkTo(groupAddress(tag), groupName(document, tag))],
  );
}

function groupName(document: OpenApiDocument, tag: string): string {
  return document.tags?.find(({ name }) => name === tag)?.['x-displayName'] ?? tag;
}

interface DependentPlace {
  readonly kind: 'document' | 'group' | 'operation' | 'component';
  /** The tag of a group, or the operationId of an operation; empty for other kinds. */
  readonly name: string;
  readonly link: Inline;
}

/** Maps the id of each open question to the places that depend on it, each once, in document order. */
function findDependentPlaces(document: OpenApiDocument): ReadonlyMap<string, readonly DependentPlace[]> {
  const places = new Map<string, Map<string, DependentPlace>>();
  for (const { path, value } of nodesOf(document)) {
    const { 'x-unknown': ids } = value;
    if (!Array.isArray(ids)) continue;
    const place = placeOf(document, path.map(String));
    for (const id of ids.map(String))
      places.set(id, (places.get(id) ?? new Map<string, DependentPlace>()).set(JSON.stringify(place), place));
  }
  return new Map([...places].map(([id, placesByKey]) => [id, [...placesByKey.values()]]));
}

function placeOf(document: OpenApiDocument, keys: readonly string[]): DependentPlace {
  const [topKey, secondKey = '', thirdKey = '', ...rest] = keys;
  const createPlace = (kind: DependentPlace['kind'], to: string, text: string, name = ''): DependentPlace => ({
    kind,
    name,
    link: linkTo(to, text),
  });
  if (topKey === 'tags') {
    const tag = document.tags?.[Number(secondKey)]?.name ?? '';
    return createPlace('group', groupAddress(tag), `the group ${groupName(document, tag)}`, tag);
  }
  const method = topKey === 'paths' ? methods.find((otherMethod) => otherMethod === thirdKey) : undefined;
  const id = method && document.paths[secondKey]?.[method]?.operationId;
  if (id !== undefined) return createPlace('operation', operationAddress(id), id, id);
  if (topKey !== 'components') return createPlace('document', 'index.html', 'the whole interface');
  if (secondKey === 'securitySchemes')
    return createPlace('component', 'authentication.html', 'the key of every request');
  if (secondKey !== 'schemas') return createPlace('component', 'errors.html', `the response ${thirdKey}`);
  const fields = rest.filter((_, index) => rest[index - 1] === 'properties' && rest[index - 2] !== 'properties');
  const address = fields.length === 0 ? schemaAddress(thirdKey) : fieldAddress(thirdKey, ...fields);
  return createPlace('component', address, [thirdKey, ...fields].join('.'));
}
