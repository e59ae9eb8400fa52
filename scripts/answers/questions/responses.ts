import type { MediaType, OpenApiDocument, OpenApiResponse } from '../../contract/document.js';
import { type PlacedOperation, successOf } from '../../contract/operations.js';
import { addExample, changeBodyExamples, dropUnusedExamples } from '../examples.js';
import { contradiction, findOperations, mistake, type Teacher } from '../teaching.js';

/** Statuses of successful responses without a body (RFC 9110 §15.3.5, §15.3.6). */
const bodyless: ReadonlySet<string> = new Set(['204', '205']);

export const operationsSuccessStatus: Teacher<Record<string, number>> = ({ draft, question, value, keepOpen }) => {
  for (const { endpoint, value: status, at } of findOperations({ draft, question }, value)) {
    const [old = ''] = successOf(draft.document, endpoint.operation) ?? [];
    if (old !== String(status)) changeStatus(draft.document, endpoint, String(status), at);
    draft.settleFacet(endpoint, 'responses', question);
  }
  keepOpen();
};

function changeStatus(document: OpenApiDocument, endpoint: PlacedOperation, status: string, at: string): void {
  const { id, method, operation } = endpoint;
  const [old = '', response] = successOf(document, operation) ?? [];
  if (operation['x-provenance'].stated.includes('responses')) throw contradiction(at, endpoint, old, Number(status));
  const newResponse: OpenApiResponse = { description: '', ...response };
  const hasAnswer = operation['x-answered']?.includes('operations.payloads');
  if (bodyless.has(status)) {
    if (method === 'get' || (hasAnswer && newResponse.content))
      throw mistake(
        at,
        'a status of responses with a body',
        Number(status),
        `${id} returns one${hasAnswer ? ', as operations.payloads says' : ''}.`,
      );
    delete newResponse.content;
  } else if (!newResponse.content && bodyless.has(old) && !hasAnswer)
    newResponse.content = unknownBody(document, id, newResponse);
  operation.responses = Object.fromEntries(
    Object.entries(operation.responses).map(([each, node]) => (each === old ? [status, newResponse] : [each, node])),
  );
  if (!newResponse.content)
    for (const media of Object.values(response?.content ?? {})) dropUnusedExamples(document, media);
}

/** A body about which nothing is known except that there is one. */
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
      examples: addExample(document, name, example) as Record<string, { $ref: string }>,
    },
  };
}

/** Whether a directory has one contact request form or a list of them. The register has it before `lists.envelope`. */
export const contactRequestFormActive: Teacher<'one' | 'list'> = ({ draft, question, value }) => {
  const endpoint = draft.operation('listContactRequestForms') as PlacedOperation;
  const { operation } = endpoint;
  draft.settleFacet(endpoint, 'responses', question);
  const [, response] = successOf(draft.document, operation) as [string, OpenApiResponse];
  const body = Object.values(response.content ?? {})[0] as MediaType;
  const { items } = body.schema as { items?: MediaType['schema'] };
  // An answer to operations.payloads may have changed the body already.
  if (value === 'list' || !items) return;
  body.schema = items;
  changeBodyExamples(draft.document, body, ({ value: list, 'x-invented': invented = [], ...rest }) => ({
    ...rest,
    ...(invented.length > 0 && { 'x-invented': invented.map((at) => at.replace(/^\/0(?=\/)/, '')) }),
    value: (list as unknown[])[0],
  }));
  draft.forget(operation, 'lists.envelope');
  operation.summary = 'Get the contact request form';
  operation.description = 'Returns the contact request form that a directory uses.';
  response.description = 'The contact request form.';
};

const media = { csv: 'text/csv', json: 'application/json' } as const;
const words = { csv: 'CSV with a line of column names', json: 'JSON' } as const;

export const reviewExportFormat: Teacher<(keyof typeof media)[]> = ({ draft, question, value }) => {
  const endpoint = draft.operation('exportReviews') as PlacedOperation;
  const [, response] = successOf(draft.document, endpoint.operation) as [string, OpenApiResponse];
  const { content = {} } = response;
  const wanted = value.map((format) => media[format]);
  const missing = wanted.find((each) => !content[each]);
  if (missing !== undefined)
    throw mistake('/value', 'formats that operations.payloads leaves', value, 'Correct one of the two answers.');
  for (const [name, body] of Object.entries(content)) {
    if ((wanted as string[]).includes(name)) continue;
    delete content[name];
    dropUnusedExamples(draft.document, body);
  }
  if (!wanted.includes(media.json)) draft.forget(endpoint.operation, 'lists.envelope');
  const all = value.map((format) => words[format]);
  endpoint.operation.description =
    `Returns all reviews of a directory, for use in another program, as ${all.join(' or ')}.` +
    (all.length > 1 ? ' The request chooses with the `Accept` header.' : '');
  draft.settleFacet(endpoint, 'responses', question);
};
