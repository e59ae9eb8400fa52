import type { OpenApiDocument, OpenApiOperation, OpenQuestion } from '../../../contract/document.js';
import { textOfPrefix } from '../../../contract/key-prefix.js';
import { eachOperation } from '../../../contract/operations.js';
import {
  groupAddress,
  groupAnchor,
  markdownPath,
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
  operationFacts,
  type PathOperation,
  parameterBlocks,
  requestBlocks,
  responsesTable,
  sampleBlocks,
} from '../pages/operation-blocks.js';
import { schemaBlocks } from '../pages/schema-blocks.js';
import { countsOf, questionLinks, standingMeanings, standingsToShow } from '../pages/standing-text.js';
import { type Block, joinParts, linkTo, section, type TextLine } from '../text/blocks.js';
import { blocksToMarkdown } from '../text/blocks-to-markdown.js';

/** A group of the document: the operations with the same first tag. */
export interface TagGroup {
  tag: string;
  /** Plain text. */
  name: string;
  description: string | undefined;
  unknownIds: readonly string[];
  operations: readonly PathOperation[];
}

/** The whole interface as one page: its standings, all operations by group, and each schema and example once. */
export function referenceBlocks(bundle: OpenApiDocument): Block[] {
  const groups = groupsOf(bundle);
  return [
    { heading: [bundle.info.title], level: 1, id: 'top' },
    ...introBlocks(bundle),
    ...section('How certain this is', 'standing', standingBlocks(bundle)),
    ...section('Groups', 'groups', [{ list: groups.map(groupLine) }]),
    ...groups.flatMap((group) => [
      ...groupHeading(group),
      ...group.operations.flatMap((item) => operationBlocks(bundle, item)),
    ]),
    ...section(
      'Schemas',
      'schemas',
      Object.keys(bundle.components['schemas'] ?? {}).flatMap((name) => schemaBlocks(bundle, name, 3)),
    ),
    ...section(
      'Examples',
      'examples',
      collectExamples(bundle).flatMap((example) => exampleBlocks(example)),
    ),
    ...section('Open questions', 'open-questions', questionBlocks(bundle['x-unknowns'] ?? [])),
  ];
}

/** The groups that have operations, in the order of the tags. Tags that the document does not declare come last. */
export function groupsOf(bundle: OpenApiDocument): TagGroup[] {
  const operations = [...eachOperation(bundle)];
  const tags = bundle.tags ?? [];
  const names = new Set([...tags.map(({ name }) => name), ...operations.map(({ operation }) => firstTagOf(operation))]);
  return [...names].flatMap((tag): TagGroup[] => {
    const groupOperations = operations.filter(({ operation }) => firstTagOf(operation) === tag);
    if (groupOperations.length === 0) return [];
    const declaration = tags.find(({ name }) => name === tag);
    const unknownIds = (declaration as { 'x-unknown'?: string[] } | undefined)?.['x-unknown'] ?? [];
    return [
      {
        tag,
        name: declaration?.['x-displayName'] ?? tag,
        description: declaration?.description,
        unknownIds,
        operations: groupOperations,
      },
    ];
  });
}

function firstTagOf({ tags }: OpenApiOperation): string {
  return tags[0] ?? '';
}

interface SecurityScheme {
  in?: string;
  name?: string;
  description?: string;
  'x-prefix'?: string;
  'x-unknown'?: string[];
}

function introBlocks(bundle: OpenApiDocument): Block[] {
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

/** Describes how a request sends its key, with a paragraph for each security scheme of the document. */
export function keyBlocks(bundle: OpenApiDocument): Block[] {
  const schemes = Object.values(bundle.components['securitySchemes'] ?? {}) as SecurityScheme[];
  return schemes.map(
    ({ in: place = 'header', name = 'Authorization', description, 'x-prefix': prefix, 'x-unknown': unknownIds }) => ({
      paragraph: [
        `Send the key in the ${place} `,
        { code: name },
        ...(prefix ? [', after ', { code: prefix }] : []),
        prefix && textOfPrefix(prefix) !== prefix ? ' and a space. ' : '. ',
        ...(description === undefined ? [] : [{ prose: description }]),
        ...questionLinks(' Open: ', unknownIds),
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
        'For each operation, the docs say what the interface description documents, and what is a guess.',
      ],
    },
    {
      columns: ['Standing', 'Operations', 'Meaning'],
      rows: standingsToShow(counts).map((standing) => ({
        cells: [[{ standing }], [String(counts[standing])], [standingMeanings[standing]]],
      })),
    },
    {
      paragraph: [
        'A schema is stated if the interface description lists its fields, and inferred otherwise. ',
        'Each part lists the open questions that it depends on. The ',
        { to: 'unknowns.html', text: ['page of open questions'] },
        ' says what the contract assumes until they are answered.',
      ],
    },
  ];
}

function groupLine({ tag, name, operations }: TagGroup): TextLine {
  const links = operations.map(({ operation }) => linkTo(operationAddress(operation.operationId), operation.summary));
  return [{ to: groupAddress(tag), text: [{ strong: name }] }, ': ', ...joinParts(links, ' · ')];
}

export function groupHeading({ tag, name, description, unknownIds }: TagGroup): Block[] {
  return [
    { heading: [name], level: 2, id: groupAnchor(tag) },
    ...(description === undefined ? [] : [{ description }]),
    ...(unknownIds.length === 0 ? [] : [{ paragraph: questionLinks('Open questions: ', unknownIds) }]),
  ];
}

function operationBlocks(bundle: OpenApiDocument, item: PathOperation): Block[] {
  const { operation } = item;
  const id = operationAnchor(operation.operationId);
  const sectionBlocks = (title: string, name: string, blocks: readonly Block[]): Block[] =>
    section(title, `${id}.${name}`, blocks, 4);
  return [
    { heading: [operation.summary], level: 3, id },
    ...operationFacts(item),
    ...(operation['x-unknown'] ? [{ paragraph: questionLinks('Open questions: ', operation['x-unknown']) }] : []),
    ...sectionBlocks('Parameters', 'parameters', parameterBlocks(bundle, operation)),
    ...sectionBlocks('Request body', 'request', requestBlocks(operation)),
    ...sectionBlocks('Responses', 'answers', [responsesTable(bundle, operation)]),
    ...sectionBlocks('Calls', 'calls', sampleBlocks(bundle, operation)),
    {
      paragraph: [
        { to: referenceAddress(operation), text: ['In the reference'] },
        ' · ',
        { to: markdownPath(operationAddress(operation.operationId)), text: ['On its own page'] },
      ],
    },
  ];
}

/** All examples of bodies, by name: those from `components`, and inline examples. */
function collectExamples(bundle: OpenApiDocument): NamedExample[] {
  const examplesByName = new Map<string, NamedExample>();
  for (const { operation } of eachOperation(bundle)) {
    for (const content of contentsOf(bundle, operation))
      for (const example of examplesOf(bundle, content)) examplesByName.set(example.name, example);
  }
  return [...examplesByName.values()];
}

function questionBlocks(unknowns: readonly OpenQuestion[]): Block[] {
  if (unknowns.length === 0) return [];
  const lines = unknowns.map(
    ({ id, section, question, assumed, evidence, observed = [] }): TextLine => [
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

export interface Server {
  url: string;
  description?: string;
  'x-unknown'?: readonly string[];
  variables?: Record<string, { default: string; description?: string }>;
}

export function serverBlocks({ url, description = '', variables = {}, 'x-unknown': ids = [] }: Server): Block[] {
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
  const server: TextLine = ['Server: ', { code: url }, '. ', { prose: description }];
  return [{ paragraph: [...server, ...questionLinks(' Open questions: ', ids)] }, ...values];
}

/** The page `reference.md`: the whole interface as one Markdown document. */
export function referenceMarkdown(bundle: OpenApiDocument): string {
  return blocksToMarkdown(referenceBlocks(bundle), 'reference.html');
}
