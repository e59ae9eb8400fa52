import type { OpenApiDocument, OpenApiOperation, Unknown } from '../../../contract/document.js';
import { eachOperation } from '../../../contract/operations.js';
import {
  groupAddress,
  groupAnchor,
  markdownTwin,
  operationAddress,
  operationAnchor,
  referenceAddress,
  unknownAddress,
} from '../links/addresses.js';
import {
  contentsOf,
  exampleBlocks,
  examplesOf,
  type NamedExample,
  type OperationPlace,
  operationFacts,
  parameterBlocks,
  requestBlocks,
  responsesTable,
  sampleBlocks,
} from '../pages/operation-blocks.js';
import { schemaBlocks } from '../pages/schema-blocks.js';
import { countsOf, meanings, openQuestions, standingsIn } from '../pages/standing-text.js';
import { type Block, joined, type Line, linkTo, section } from '../text/blocks.js';
import { blocksToMarkdown } from '../text/blocks-to-markdown.js';

/** A group of the document: the operations whose first tag it is. */
export interface Group {
  tag: string;
  /** Plain text. */
  name: string;
  description: string | undefined;
  unknown: readonly string[];
  places: readonly OperationPlace[];
}

/** The whole interface in one document: its certainty, each operation in its group, each schema and example once. */
export function referenceBlocks(bundle: OpenApiDocument): Block[] {
  const groups = groupsOf(bundle);
  return [
    { heading: [bundle.info.title], level: 1, id: 'top' },
    ...introduction(bundle),
    ...section('How certain this is', 'standing', standingBlocks(bundle)),
    ...section('Groups', 'groups', [{ list: groups.map(groupLine) }]),
    ...groups.flatMap((group) => [
      ...groupHead(group),
      ...group.places.flatMap((place) => operationBlocks(bundle, place)),
    ]),
    ...section(
      'Schemas',
      'schemas',
      Object.keys(bundle.components['schemas'] ?? {}).flatMap((name) => schemaBlocks(bundle, name, 3)),
    ),
    ...section(
      'Examples',
      'examples',
      allExamples(bundle).flatMap((example) => exampleBlocks(example)),
    ),
    ...section('Open questions', 'open-questions', questionBlocks(bundle['x-unknowns'] ?? [])),
  ];
}

/** The groups that have operations, in the order of the tags; undeclared tags come last. */
export function groupsOf(bundle: OpenApiDocument): Group[] {
  const places = [...eachOperation(bundle)];
  const declared = bundle.tags ?? [];
  const names = new Set([...declared.map(({ name }) => name), ...places.map(({ operation }) => firstTag(operation))]);
  return [...names].flatMap((tag): Group[] => {
    const own = places.filter(({ operation }) => firstTag(operation) === tag);
    if (own.length === 0) return [];
    const found = declared.find(({ name }) => name === tag);
    const unknown = (found as { 'x-unknown'?: string[] } | undefined)?.['x-unknown'] ?? [];
    return [{ tag, name: found?.['x-displayName'] ?? tag, description: found?.description, unknown, places: own }];
  });
}

function firstTag({ tags }: OpenApiOperation): string {
  return tags[0] ?? '';
}

interface SecurityScheme {
  in?: string;
  name?: string;
  description?: string;
  'x-prefix'?: string;
  'x-unknown'?: string[];
}

function introduction(bundle: OpenApiDocument): Block[] {
  return [
    {
      paragraph: [
        `Version ${bundle.info.version}. The same interface as an OpenAPI document: `,
        linkTo('openapi.yaml'),
        ', ',
        linkTo('openapi.json'),
        '.',
      ],
    },
    ...(bundle.info.description === undefined ? [] : [{ description: bundle.info.description }]),
    {
      paragraph: [
        'Append each path to the address of the server. Bodies are JSON unless a different media type is given.',
      ],
    },
    ...keyBlocks(bundle),
  ];
}

/** How a request sends its key, by each scheme of the document. */
export function keyBlocks(bundle: OpenApiDocument): Block[] {
  const schemes = Object.values(bundle.components['securitySchemes'] ?? {}) as SecurityScheme[];
  return schemes.map(
    ({ in: place = 'header', name = 'Authorization', description, 'x-prefix': prefix, 'x-unknown': unknown }) => ({
      paragraph: [
        `Send the key in the ${place} `,
        { code: name },
        ...(prefix ? [', after ', { code: prefix }, ' and a space. '] : ['. ']),
        ...(description === undefined ? [] : [{ prose: description }]),
        ...openQuestions(' Open: ', unknown),
      ],
    }),
  );
}

function standingBlocks(bundle: OpenApiDocument): Block[] {
  const counts = countsOf(bundle);
  return [
    {
      paragraph: [
        'The contract is based on an interface description, whose sections are cited with §. ',
        'Each operation shows which of its parts are stated there.',
      ],
    },
    {
      columns: ['Standing', 'Operations', 'Meaning'],
      rows: standingsIn(counts).map((standing) => ({
        cells: [[{ standing }], [String(counts[standing])], [meanings[standing]]],
      })),
    },
    {
      paragraph: [
        'A schema is stated if the interface description lists its fields, and inferred otherwise. ',
        'Open questions are listed at the parts that depend on them; the ',
        { to: 'unknowns.html', text: ['register'] },
        ' says what the contract assumes until they are settled.',
      ],
    },
  ];
}

function groupLine({ tag, name, places }: Group): Line {
  const operations = places.map(({ operation }) => linkTo(operationAddress(operation.operationId), operation.summary));
  return [{ to: groupAddress(tag), text: [{ strong: name }] }, ': ', ...joined(operations, ' · ')];
}

/** The heading of a group, and what the document says of it. */
export function groupHead({ tag, name, description, unknown }: Group): Block[] {
  return [
    { heading: [name], level: 2, id: groupAnchor(tag) },
    ...(description === undefined ? [] : [{ description }]),
    ...(unknown.length === 0 ? [] : [{ paragraph: openQuestions('Open questions: ', unknown) }]),
  ];
}

function operationBlocks(bundle: OpenApiDocument, place: OperationPlace): Block[] {
  const { operation } = place;
  const id = operationAnchor(operation.operationId);
  const part = (title: string, name: string, blocks: readonly Block[]): Block[] =>
    section(title, `${id}.${name}`, blocks, 4);
  return [
    { heading: [operation.summary], level: 3, id },
    ...operationFacts(place),
    ...(operation['x-unknown'] ? [{ paragraph: openQuestions('Open questions: ', operation['x-unknown']) }] : []),
    ...part('Parameters', 'parameters', parameterBlocks(bundle, operation)),
    ...part('Request body', 'request', requestBlocks(bundle, operation)),
    ...part('Responses', 'answers', [responsesTable(bundle, operation)]),
    ...part('Calls', 'calls', sampleBlocks(bundle, operation)),
    {
      paragraph: [
        { to: referenceAddress(operation), text: ['In the reference'] },
        ' · ',
        { to: markdownTwin(operationAddress(operation.operationId)), text: ['On its own page'] },
      ],
    },
  ];
}

/** All examples: the components that bodies use, and the inline examples of bodies. */
function allExamples(bundle: OpenApiDocument): NamedExample[] {
  const found = new Map<string, NamedExample>();
  for (const { operation } of eachOperation(bundle)) {
    for (const content of contentsOf(bundle, operation))
      for (const example of examplesOf(bundle, content)) found.set(example.name, example);
  }
  return [...found.values()];
}

function questionBlocks(unknowns: readonly Unknown[]): Block[] {
  if (unknowns.length === 0) return [];
  const lines = unknowns.map(
    ({ id, section, question, assumed, evidence, observed = [] }): Line => [
      { to: unknownAddress(id), text: [id] },
      ` (§${section}): `,
      { prose: question },
      ' ',
      { strong: 'Assumed:' },
      ' ',
      { prose: assumed },
      ' ',
      { strong: 'To settle it:' },
      ' ',
      { prose: evidence },
      ...observed.flatMap(({ date, by, said }) => [' ', { strong: `Seen ${date}` }, `, ${by}: `, { prose: said }]),
    ],
  );
  return [{ list: lines }];
}

/** A server of the document. */
export interface Server {
  url: string;
  description?: string;
  'x-unknown'?: readonly string[];
  variables?: Record<string, { default: string; description?: string }>;
}

/** Describes a server and its variables. */
export function serverText({ url, description = '', variables = {}, 'x-unknown': ids = [] }: Server): Block[] {
  const values = Object.entries(variables).map(
    ([name, variable]): Block => ({
      paragraph: [
        { code: `{${name}}` },
        ': ',
        { prose: variable.description ?? '' },
        ' (',
        { code: variable.default },
        ')',
      ],
    }),
  );
  const server: Line = ['Server: ', { code: url }, '. ', { prose: description }];
  return [{ paragraph: [...server, ...openQuestions(' Open questions: ', ids)] }, ...values];
}

/** The page `reference.md`: the whole interface as one Markdown document. */
export function referenceMarkdown(bundle: OpenApiDocument): string {
  return blocksToMarkdown(referenceBlocks(bundle), 'reference.html');
}
