import type { OpenApiDocument, Unknown } from '../../contract/document.js';
import { schemasBehind } from '../../contract/schema-walk.js';
import { plainAddress, referenceAddress, unknownAddress } from './addresses.js';
import type { Block, Line } from './blocks.js';
import { blocksToMarkdown } from './blocks-to-markdown.js';
import {
  type Example,
  exampleBlocks,
  examplesOf,
  type OperationPlace,
  operationFacts,
  parameterBlocks,
  requestBlocks,
  responsesOf,
  responsesTable,
  sampleBlocks,
} from './operation-blocks.js';
import { schemaBlocks } from './schema-blocks.js';

/** The page `operations/<operationId>.md`: everything about one operation, on one page. */
export function operationMarkdown(bundle: OpenApiDocument, place: OperationPlace): string {
  const { operation } = place;
  const content = operation.requestBody?.content;
  const responses = responsesOf(bundle, operation);
  const schemas = new Set<string>();
  for (const body of [content, ...responses.map(({ response }) => response.content)])
    for (const { schema } of Object.values(body ?? {})) schemasBehind(bundle, schema, schemas);
  const shown = new Set<string>();
  const fresh = (examples: readonly Example[], status?: string): Block[] =>
    examples
      .filter(({ name }) => !shown.has(name) && shown.add(name))
      .flatMap((example) => exampleBlocks(example, status));

  const blocks: Block[] = [
    { heading: [operation.summary], level: 1, id: 'operation' },
    ...operationFacts(place),
    { paragraph: elsewhere(operation) },
    ...section('Open questions', questions(bundle, operation['x-unknown'] ?? [])),
    ...section('Parameters', parameterBlocks(bundle, operation)),
    ...section('Request body', [...requestBlocks(bundle, operation), ...fresh(examplesOf(bundle, content))]),
    ...section('Responses', [
      responsesTable(bundle, operation),
      ...responses.flatMap(({ status, response }) => fresh(examplesOf(bundle, response.content), status)),
    ]),
    ...section('Calls', sampleBlocks(bundle, operation)),
    ...section(
      'Fields',
      [...schemas].flatMap((name) => schemaBlocks(bundle, name, 3)),
    ),
  ];
  return blocksToMarkdown(blocks, '../');
}

function section(title: string, blocks: readonly Block[]): Block[] {
  return blocks.length === 0 ? [] : [{ heading: [title], level: 2, id: `section-${title}` }, ...blocks];
}

function elsewhere(operation: OperationPlace['operation']): Line {
  return [
    'Also in the ',
    { to: referenceAddress(operation), text: ['reference'] },
    ' and on the ',
    { to: plainAddress(operation.operationId), text: ['page without scripts'] },
    '.',
  ];
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
