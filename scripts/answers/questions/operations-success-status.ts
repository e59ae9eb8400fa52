import type { OpenApiDocument, OpenApiResponse } from '../../contract/document.js';
import { type PlacedOperation, successOf } from '../../contract/operations.js';
import { dropUnused, newExample } from '../examples.js';
import { contradiction, operationsNamed } from '../named.js';
import { mistake, type Teach } from '../teaching.js';

/** Statuses of successful responses without a body (RFC 9110 §15.3.5, §15.3.6). */
const bodyless: ReadonlySet<string> = new Set(['204', '205']);

/** The status with which each operation succeeds, by operationId. */
export const operationsSuccessStatus: Teach<Record<string, number>> = ({ draft, question, value, keepOpen }) => {
  for (const { placed, value: status, at } of operationsNamed(draft, value)) {
    const [old = ''] = successOf(draft.document, placed.operation) ?? [];
    if (old !== String(status)) move(draft.document, placed, String(status), at);
    draft.settleFacet(placed, 'responses', question);
  }
  keepOpen();
};

function move(document: OpenApiDocument, placed: PlacedOperation, status: string, at: string): void {
  const { id, method, operation } = placed;
  const [old = '', response] = successOf(document, operation) ?? [];
  if (operation['x-provenance'].stated.includes('responses')) throw contradiction(at, placed, old, Number(status));
  const moved: OpenApiResponse = { description: '', ...response };
  const isGiven = operation['x-answered']?.includes('operations.payloads');
  if (bodyless.has(status)) {
    if (method === 'get' || (isGiven && moved.content))
      throw mistake(
        at,
        'a status of responses with a body',
        Number(status),
        `${id} returns one${isGiven ? ', as operations.payloads says' : ''}.`,
      );
    delete moved.content;
  } else if (!moved.content && bodyless.has(old) && !isGiven) moved.content = unknownBody(document, id, moved);
  operation.responses = Object.fromEntries(
    Object.entries(operation.responses).map(([each, node]) => (each === old ? [status, moved] : [each, node])),
  );
  if (!moved.content) for (const media of Object.values(response?.content ?? {})) dropUnused(document, media);
}

/** A body of which nothing is known but that there is one. */
function unknownBody(
  document: OpenApiDocument,
  id: string,
  { description }: OpenApiResponse,
): NonNullable<OpenApiResponse['content']> {
  const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}Done`;
  const example = { summary: description, 'x-invented': ['/detail'], value: { detail: description } };
  return {
    'application/json': {
      schema: {
        type: 'object',
        description: 'Fields not documented.',
        'x-unknown': ['operations.payloads'],
        'x-open': true,
        additionalProperties: true,
      },
      examples: newExample(document, name, example) as Record<string, { $ref: string }>,
    },
  };
}
