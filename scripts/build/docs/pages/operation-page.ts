import type { MediaType, OpenApiDocument, OpenQuestion } from '../../../contract/document.js';
import type { Schema } from '../../../contract/schema.js';
import { findReachableSchemas } from '../../../contract/schema-walk.js';
import { standingOf } from '../../../contract/standing.js';
import {
  groupAddress,
  operationAddress,
  operationAnchor,
  referenceAddress,
  unknownAddress,
} from '../links/addresses.js';
import { groupHeading, type TagGroup } from '../reference/reference-blocks.js';
import { type Block, requestText, section, type TextLine } from '../text/blocks.js';
import type { DocsPage } from './docs-page.js';
import {
  contentsOf,
  exampleBlocks,
  examplesOf,
  type NamedExample,
  operationFacts,
  type PathOperation,
  parameterBlocks,
  requestBlocks,
  responsesOf,
  responsesTable,
  sampleTabs,
} from './operation-blocks.js';
import { foldSchemas, newSchemaBlocks } from './schema-blocks.js';
import { typeReferences } from './schema-text.js';

/** The page of one operation: parameters, fields and responses, with calls and examples in a second column. */
export function operationPage(bundle: OpenApiDocument, item: PathOperation, group: TagGroup): DocsPage {
  const { operation } = item;
  const { operationId, summary } = operation;
  return {
    path: operationAddress(operationId),
    title: summary,
    description:
      `${requestText(item)}: parameters, fields, examples and errors. ` +
      `Level of certainty: ${standingOf(operation)}.`,
    parents: [
      { path: 'operations.html', title: 'Operations' },
      { path: groupAddress(group.tag), title: group.name },
    ],
    group: group.tag,
    hasTwoColumns: true,
    blocks: blocksOf(bundle, item),
  };
}

function blocksOf(bundle: OpenApiDocument, item: PathOperation): Block[] {
  const { operation } = item;
  const content = operation.requestBody?.content;
  const responses = responsesOf(bundle, operation);
  const schemas = new Set<string>();
  for (const body of contentsOf(bundle, operation))
    for (const { schema } of Object.values(body ?? {})) findReachableSchemas(bundle, schema, schemas);
  const shownNames = new Set<string>();
  const requestFields = newSchemaBlocks(bundle, schemaNamesIn(content), shownNames);
  const responseRows = responsesTable(bundle, operation, (status, response) =>
    foldSchemas(bundle, schemaNamesIn(response.content), shownNames, !content && status.startsWith('2')),
  );
  const exampleNames = new Set<string>();
  const blocksOfNewExamples = (examples: readonly NamedExample[], status?: string): Block[][] =>
    examples
      .filter(({ name }) => !exampleNames.has(name) && exampleNames.add(name))
      .map((example) => exampleBlocks(example, status));
  const requestExamples = blocksOfNewExamples(examplesOf(bundle, content));
  const responseExamples = responses.flatMap(({ status, response }) =>
    blocksOfNewExamples(examplesOf(bundle, response.content), status),
  );

  return [
    {
      left: [
        { heading: [operation.summary], level: 1, id: operationAnchor(operation.operationId) },
        ...operationFacts(item),
        { tryOut: operation.operationId },
      ],
      right: [
        ...section('Calls', 'calls', [sampleTabs(bundle, operation)]),
        ...section('Examples of the request', 'request-examples', tabBlocks(requestExamples, 'request examples')),
        ...section('Examples of the response', 'response-examples', tabBlocks(responseExamples, 'response examples')),
      ],
      below: [
        ...section('Parameters', 'parameters', parameterBlocks(bundle, operation)),
        ...section('Request body', 'request', [...requestBlocks(operation), ...requestFields]),
        ...section('Responses', 'responses', [responseRows, { paragraph: errorsLine }]),
        ...section('Fields inside', 'fields', newSchemaBlocks(bundle, [...schemas], shownNames)),
        ...section('Open questions', 'open-questions', questionBlocks(bundle, operation['x-unknown'] ?? [])),
        {
          paragraph: [{ to: referenceAddress(operation), text: ['This operation on the page of all operations'] }, '.'],
        },
      ],
    },
  ];
}

const errorsLine: TextLine = ['When a request fails, see the page ', { to: 'errors.html', text: ['Errors'] }, '.'];

function tabBlocks(parts: readonly (readonly Block[])[], about: string): Block[] {
  return parts.length === 0 ? [] : [{ tabs: parts, about }];
}

/** The schema names of bodies; for a body that is a list, the schema name of its items. */
function schemaNamesIn(content: Record<string, MediaType> = {}): string[] {
  return [...new Set(Object.values(content).flatMap(({ schema }) => typeReferences(schema as Schema)))];
}

function questionBlocks(bundle: OpenApiDocument, ids: readonly string[]): Block[] {
  const questionsById = new Map(
    (bundle['x-unknowns'] ?? []).map((openQuestion): [string, OpenQuestion] => [openQuestion.id, openQuestion]),
  );
  const list = ids.map((id): TextLine => {
    const question = questionsById.get(id);
    const link = { to: unknownAddress(id), text: [id] };
    return question ? [link, ': ', { prose: question.question }, ' Assumed: ', { prose: question.assumed }] : [link];
  });
  return list.length === 0 ? [] : [{ list }];
}

export function operationListPage(bundle: OpenApiDocument, groups: readonly TagGroup[]): DocsPage {
  const count = groups.reduce((sum, { operations: places }) => sum + places.length, 0);
  return {
    path: 'operations.html',
    title: 'Operations',
    description: `All ${count} operations of the interface by group, and how much of each is documented.`,
    blocks: [
      { heading: ['Operations'], level: 1, id: 'operations' },
      {
        paragraph: [
          `All ${count} operations by group. Each shows how certain it is; `,
          { to: 'index.html#map', text: ['the first page'] },
          ' explains what these levels mean. All operations on one page: ',
          { to: 'reference.html', text: ['in Redoc'] },
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

function groupBlocks(group: TagGroup): Block[] {
  return [
    ...groupHeading(group),
    {
      columns: ['Operation', 'Standing', 'Request'],
      rows: group.operations.map(({ method, path, operation }) => ({
        cells: [
          [{ to: operationAddress(operation.operationId), text: [operation.summary] }],
          [{ standing: standingOf(operation) }],
          [{ method, path }],
        ],
      })),
    },
  ];
}
