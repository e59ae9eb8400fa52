import type { MediaType, OpenApiDocument, Unknown } from '../../../contract/document.js';
import type { Schema } from '../../../contract/schema.js';
import { schemasBehind } from '../../../contract/schema-walk.js';
import { standingOf } from '../../../contract/standing.js';
import {
  groupAddress,
  operationAddress,
  operationAnchor,
  referenceAddress,
  unknownAddress,
} from '../links/addresses.js';
import { type Group, groupHead } from '../reference/reference-blocks.js';
import { type Block, type Line, section } from '../text/blocks.js';
import type { DocsPage } from './docs-page.js';
import {
  contentsOf,
  exampleBlocks,
  examplesOf,
  type NamedExample,
  type OperationPlace,
  operationFacts,
  parameterBlocks,
  requestBlocks,
  responsesOf,
  responsesTable,
  sampleTabs,
} from './operation-blocks.js';
import { schemaBlocks } from './schema-blocks.js';
import { nameOf } from './schema-text.js';

/** Everything about one operation, on one page: its calls and examples stand beside its parameters and fields. */
export function operationPage(bundle: OpenApiDocument, place: OperationPlace, group: Group): DocsPage {
  const { operation, method, path } = place;
  const { operationId, summary } = operation;
  return {
    path: operationAddress(operationId),
    title: summary,
    description:
      `${method.toUpperCase()} ${path}: parameters, fields, examples and errors. ` +
      `Standing: ${standingOf(operation)}.`,
    above: [
      { path: 'operations.html', title: 'Operations' },
      { path: groupAddress(group.tag), title: group.name },
    ],
    group: group.tag,
    wide: true,
    blocks: blocksOf(bundle, place),
  };
}

function blocksOf(bundle: OpenApiDocument, place: OperationPlace): Block[] {
  const { operation } = place;
  const content = operation.requestBody?.content;
  const responses = responsesOf(bundle, operation);
  const schemas = new Set<string>();
  for (const body of contentsOf(bundle, operation))
    for (const { schema } of Object.values(body ?? {})) schemasBehind(bundle, schema, schemas);
  const success = responses.find(({ status }) => /^2/.test(status));
  const ofRequest = namesIn(content);
  const ofResponse = namesIn(success?.response.content).filter((name) => !ofRequest.includes(name));
  const others = [...schemas].filter((name) => !ofRequest.includes(name) && !ofResponse.includes(name));
  const shown = new Set<string>();
  const fresh = (examples: readonly NamedExample[], status?: string): Block[][] =>
    examples.filter(({ name }) => !shown.has(name) && shown.add(name)).map((example) => exampleBlocks(example, status));
  const fields = (names: readonly string[]): Block[] => names.flatMap((name) => schemaBlocks(bundle, name, 3));
  const requestExamples = fresh(examplesOf(bundle, content));
  const responseExamples = responses.flatMap(({ status, response }) =>
    fresh(examplesOf(bundle, response.content), status),
  );

  return [
    {
      left: [
        { heading: [operation.summary], level: 1, id: operationAnchor(operation.operationId) },
        ...operationFacts(place),
        { tryOut: operation.operationId },
      ],
      right: [
        ...section('Calls', 'calls', [sampleTabs(bundle, operation)]),
        ...section('Examples of the request', 'request-examples', tabs(requestExamples, 'request examples')),
        ...section('Examples of the response', 'response-examples', tabs(responseExamples, 'response examples')),
      ],
      below: [
        ...section('Parameters', 'parameters', parameterBlocks(bundle, operation)),
        ...section('Request body', 'request', [...requestBlocks(bundle, operation), ...fields(ofRequest)]),
        ...section('Responses', 'responses', [
          responsesTable(bundle, operation),
          { paragraph: errorsLine },
          ...fields(ofResponse),
        ]),
        ...section('Fields inside', 'fields', fields(others)),
        ...section('Open questions', 'open-questions', questions(bundle, operation['x-unknown'] ?? [])),
        {
          paragraph: [{ to: referenceAddress(operation), text: ['This operation on the page of all operations'] }, '.'],
        },
      ],
    },
  ];
}

const errorsLine: Line = [{ to: 'errors.html', text: ['Errors'] }, ' says what a client can rely on.'];

function tabs(parts: readonly (readonly Block[])[], about: string): Block[] {
  return parts.length === 0 ? [] : [{ tabs: parts, about }];
}

/** The named schemas of a body itself: of the whole, or of its items. */
function namesIn(content: Record<string, MediaType> = {}): string[] {
  const references = Object.values(content).flatMap(({ schema }) => {
    const { $ref, items } = schema as Schema;
    return [$ref ?? items?.$ref].filter((each) => each !== undefined);
  });
  return [...new Set(references.map(nameOf))];
}

function questions(bundle: OpenApiDocument, ids: readonly string[]): Block[] {
  const register = new Map((bundle['x-unknowns'] ?? []).map((unknown): [string, Unknown] => [unknown.id, unknown]));
  const list = ids.map((id): Line => {
    const unknown = register.get(id);
    const link = { to: unknownAddress(id), text: [id] };
    return unknown ? [link, ': ', { prose: unknown.question }, ' Assumed: ', { prose: unknown.assumed }] : [link];
  });
  return list.length === 0 ? [] : [{ list }];
}

/** The list of all operations, by group. */
export function operationList(bundle: OpenApiDocument, groups: readonly Group[]): DocsPage {
  const count = groups.reduce((sum, { places }) => sum + places.length, 0);
  return {
    path: 'operations.html',
    title: 'Operations',
    description: `All ${count} operations of the interface by group, each with its standing.`,
    blocks: [
      { heading: ['Operations'], level: 1, id: 'operations' },
      {
        paragraph: [
          `All ${count} operations by group. Each shows how certain it is; `,
          { to: 'index.html#map', text: ['the first page'] },
          ' explains the words. The same on one page: ',
          { to: 'reference.html', text: ['made by Redoc'] },
          ', ',
          { to: 'openapi.yaml', text: ['as OpenAPI'] },
          '.',
        ],
      },
      ...(bundle.info.description === undefined ? [] : [{ description: bundle.info.description }]),
      ...groups.flatMap(groupBlocks),
    ],
  };
}

function groupBlocks(group: Group): Block[] {
  return [
    ...groupHead(group),
    {
      columns: ['Operation', 'Standing', 'Request'],
      rows: group.places.map(({ method, path, operation }) => ({
        cells: [
          [{ to: operationAddress(operation.operationId), text: [operation.summary] }],
          [{ standing: standingOf(operation) }],
          [{ code: `${method.toUpperCase()} ${path}` }],
        ],
      })),
    },
  ];
}
