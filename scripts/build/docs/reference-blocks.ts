import type { OpenApiDocument, OpenApiOperation, Unknown } from '../../contract/document.js';
import { eachOperation } from '../../contract/operations.js';
import { type Standing, standingOf } from '../../contract/standing.js';
import { groupAnchor, operationAnchor, operationPage, referenceAddress, unknownAddress } from './addresses.js';
import { type Block, type Inline, joined, type Line } from './blocks.js';
import {
  answersTable,
  type Example,
  exampleBlocks,
  examplesOf,
  type OperationPlace,
  operationFacts,
  parameterBlocks,
  requestBlocks,
  responsesOf,
  sampleBlocks,
} from './operation-blocks.js';
import { schemaBlocks } from './schema-blocks.js';
import { openQuestions } from './standing-text.js';

/** A group of the document: those of its operations that name it first. */
export interface Group {
  tag: string;
  /** Text. */
  name: string;
  description: string | undefined;
  unknown: readonly string[];
  places: readonly OperationPlace[];
}

/**
 * The whole interface in one document: how sure it is, each operation by its group, each schema and each example once.
 */
export function referenceBlocks(bundle: OpenApiDocument): Block[] {
  const groups = groupsOf(bundle);
  return [
    { heading: [bundle.info.title], level: 1, id: 'top' },
    ...introduction(bundle),
    ...chapter('How sure this is', 'standing', standingBlocks(bundle)),
    ...chapter('Groups', 'groups', [{ list: groups.map(groupLine) }]),
    ...groups.flatMap((group) => groupBlocks(bundle, group)),
    ...chapter(
      'Schemas',
      'schemas',
      Object.keys(bundle.components['schemas'] ?? {}).flatMap((name) => schemaBlocks(bundle, name, 3)),
    ),
    ...chapter(
      'Examples',
      'examples',
      allExamples(bundle).flatMap((example) => exampleBlocks(example)),
    ),
    ...chapter('Open questions', 'open-questions', questionBlocks(bundle['x-unknowns'] ?? [])),
  ];
}

/** The groups that have operations, in the order of the tags; a tag that is not declared comes last. */
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

function chapter(title: string, id: string, blocks: readonly Block[]): Block[] {
  return blocks.length === 0 ? [] : [{ heading: [title], level: 2, id }, ...blocks];
}

interface SecurityScheme {
  in?: string;
  name?: string;
  description?: string;
  'x-unknown'?: string[];
}

function introduction(bundle: OpenApiDocument): Block[] {
  const schemes = Object.values(bundle.components['securitySchemes'] ?? {}) as SecurityScheme[];
  return [
    {
      paragraph: [
        `Version ${bundle.info.version}. The same as a document for programs: `,
        link('openapi.yaml'),
        ', ',
        link('openapi.json'),
        '.',
      ],
    },
    ...(bundle.info.description === undefined ? [] : [{ description: bundle.info.description }]),
    {
      paragraph: [
        'Every path is appended to the address of a server. Bodies are JSON unless another media type is named.',
      ],
    },
    ...schemes.map(
      ({ in: place = '', name = '', description, 'x-unknown': unknown }): Block => ({
        paragraph: [
          `The key goes into the ${place} `,
          { code: name },
          '. ',
          ...(description === undefined ? [] : [{ prose: description }]),
          ...openQuestions(' Open: ', unknown),
        ],
      }),
    ),
  ];
}

function link(path: string): Inline {
  return { to: path, text: [path] };
}

const meanings: Record<Standing, string> = {
  stated: 'The interface description gives name, method, path and responses.',
  named: 'The interface description gives the name; the rest is inferred.',
  inferred:
    'Not even the name is given; a public reference, the form of other operations, or the name of a group suggests it.',
};

function standingBlocks(bundle: OpenApiDocument): Block[] {
  const standings = [...eachOperation(bundle)].map(({ operation }) => standingOf(operation));
  return [
    {
      paragraph: [
        'The contract rests on an interface description, whose sections are cited with §. ',
        'Each operation says how much of it is stated there.',
      ],
    },
    {
      columns: ['Standing', 'Operations', 'Meaning'],
      rows: (Object.keys(meanings) as Standing[]).map((standing) => ({
        cells: [[{ standing }], [String(standings.filter((each) => each === standing).length)], [meanings[standing]]],
      })),
    },
    {
      paragraph: [
        'A schema is stated where the interface description lists its fields, and inferred otherwise. ',
        'Open questions are named where something rests on them; the ',
        { to: 'unknowns.html', text: ['register'] },
        ' says what is assumed meanwhile.',
      ],
    },
  ];
}

function groupLine({ tag, name, places }: Group): Line {
  const operations = places.map(
    ({ operation }): Line => [{ to: `#${operationAnchor(operation.operationId)}`, text: [operation.summary] }],
  );
  return [{ to: `#${groupAnchor(tag)}`, text: [{ strong: name }] }, ': ', ...joined(operations, ' · ')];
}

function groupBlocks(bundle: OpenApiDocument, { tag, name, description, unknown, places }: Group): Block[] {
  return [
    { heading: [name], level: 2, id: groupAnchor(tag) },
    ...(description === undefined ? [] : [{ description }]),
    ...(unknown.length === 0 ? [] : [{ paragraph: openQuestions('Open questions: ', unknown) }]),
    ...places.flatMap((place) => operationBlocks(bundle, place)),
  ];
}

function operationBlocks(bundle: OpenApiDocument, place: OperationPlace): Block[] {
  const { operation } = place;
  const id = operationAnchor(operation.operationId);
  const part = (title: string, name: string, blocks: readonly Block[]): Block[] =>
    blocks.length === 0 ? [] : [{ heading: [title], level: 4, id: `${id}.${name}` }, ...blocks];
  return [
    { heading: [operation.summary], level: 3, id },
    ...operationFacts(place),
    ...(operation['x-unknown'] ? [{ paragraph: openQuestions('Open questions: ', operation['x-unknown']) }] : []),
    ...part('Parameters', 'parameters', parameterBlocks(bundle, operation)),
    ...part('Request body', 'request', requestBlocks(bundle, operation)),
    ...part('Answers', 'answers', [answersTable(bundle, operation)]),
    ...part('Calls', 'calls', sampleBlocks(bundle, operation)),
    {
      paragraph: [
        { to: referenceAddress(operation), text: ['In the reference'] },
        ' · ',
        { to: operationPage(operation.operationId), text: ['On a page of its own'] },
      ],
    },
  ];
}

/** Each example that the document names or that a body brings along. */
function allExamples(bundle: OpenApiDocument): Example[] {
  const found = new Map<string, Example>();
  for (const { operation } of eachOperation(bundle)) {
    const contents = [
      operation.requestBody?.content,
      ...responsesOf(bundle, operation).map(({ response }) => response.content),
    ];
    for (const content of contents) {
      for (const example of examplesOf(bundle, content)) found.set(example.name, example);
    }
  }
  return [...found.values()];
}

function questionBlocks(unknowns: readonly Unknown[]): Block[] {
  if (unknowns.length === 0) return [];
  const lines = unknowns.map(
    ({ id, section, question, assumed, evidence }): Line => [
      { to: unknownAddress(id), text: [id] },
      ` (§${section}): `,
      { prose: question },
      ' ',
      { strong: 'Assumed:' },
      ' ',
      { prose: assumed },
      ' ',
      { strong: 'It would be settled by:' },
      ' ',
      { prose: evidence },
    ],
  );
  return [{ list: lines }];
}
