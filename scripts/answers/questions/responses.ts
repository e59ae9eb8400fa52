import type { MediaType, OpenApiDocument, OpenApiResponse } from '../../contract/document.js';
import { isSameJson } from '../../contract/json.js';
import { hasBody, type PlacedOperation, successesOf, successOf } from '../../contract/operations.js';
import { addExample, capitalize, changeBodyExamples, dropUnusedExamples } from '../examples.js';
import { contradiction, findOperations, mistake, type Teacher } from '../teaching.js';

/** Statuses of successful responses without a body (RFC 9110 §15.3.5, §15.3.6). */
const bodylessStatuses: ReadonlySet<string> = new Set(['204', '205']);

/** Success statuses by operationId: one status, or a list that begins with the usual status. */
export const operationsSuccessStatus: Teacher<Record<string, number | number[]>> = (answer) => {
  const { draft, question, value, keepOpen } = answer;
  for (const { endpoint, value: givenStatuses, at } of findOperations(answer, value)) {
    const statuses = [givenStatuses].flat().map(String);
    const knownStatuses = successesOf(draft.document, endpoint.operation).map(([status]) => status);
    if (!isSameJson(sortUsualFirst(statuses), knownStatuses)) setStatuses(draft.document, endpoint, statuses, at);
    draft.settleFacet(endpoint, 'responses', question);
  }
  keepOpen();
};

/** The statuses in the order of `successesOf`. */
function sortUsualFirst([usualStatus = '', ...otherStatuses]: readonly string[]): string[] {
  return [usualStatus, ...otherStatuses.sort()];
}

function setStatuses(
  document: OpenApiDocument,
  endpoint: PlacedOperation,
  statuses: readonly string[],
  pointer: string,
): void {
  const { id, method, operation } = endpoint;
  const [usualStatus = ''] = statuses;
  const successes = successesOf(document, operation);
  const [oldText = '', response] = successes.find(([, response]) => hasBody(response)) ?? successes[0] ?? [];
  if (operation['x-provenance'].stated.includes('responses'))
    throw contradiction(pointer, endpoint, oldText, statuses.length > 1 ? statuses.map(Number) : Number(usualStatus));
  const content = response?.content;
  const hasAnswer = operation['x-answered']?.includes('operations.payloads');
  const statusesWithBody = statuses.filter((status) => !bodylessStatuses.has(status));
  const bodylessStatus = statuses.find((status) => bodylessStatuses.has(status));
  const advice = `${id} returns a body${hasAnswer ? ', as operations.payloads says' : ''}. Choose another status.`;
  if (bodylessStatus !== undefined && (method === 'get' || (hasAnswer && content && statusesWithBody.length === 0)))
    throw mistake(pointer, 'a status whose responses have a body', Number(bodylessStatus), advice);
  const { content: _, ...bare }: OpenApiResponse = { description: '', ...response };
  const others = Object.entries(operation.responses).filter(([status]) => !/^2\d\d$/.test(status));
  const isNew = statusesWithBody.length > 0 && !content && bodylessStatuses.has(oldText) && !hasAnswer;
  const body = isNew ? unknownBody(document, id, bare) : content;
  const fullResponse = body ? { ...bare, content: body } : bare;
  const sharedResponse =
    statusesWithBody.length > 1 ? shareResponse(document, `${capitalize(id)}Success`, fullResponse) : fullResponse;
  operation.responses = Object.fromEntries([
    ...statuses.map((status) => [status, bodylessStatuses.has(status) ? bare : sharedResponse]),
    ...others,
  ]);
  if (statuses.some((status) => status < usualStatus)) operation['x-usual-status'] = usualStatus;
  else delete operation['x-usual-status'];
  if (statusesWithBody.length === 0)
    for (const media of Object.values(content ?? {})) dropUnusedExamples(document, media);
}

/** Puts a response into the components, so that a later answer changes it once for all statuses that refer to it. */
function shareResponse(document: OpenApiDocument, name: string, response: OpenApiResponse): { $ref: string } {
  document.components['responses'] ??= {};
  document.components['responses'][name] = response;
  return { $ref: `#/components/responses/${name}` };
}

/** A body with unknown fields. */
function unknownBody(
  document: OpenApiDocument,
  id: string,
  { description }: OpenApiResponse,
): NonNullable<OpenApiResponse['content']> {
  const name = `${capitalize(id)}Done`;
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

/** Whether a directory has one contact request form or a list of them. This question precedes `lists.envelope`. */
export const contactRequestFormActive: Teacher<'one' | 'list'> = ({ draft, question, value }) => {
  const endpoint = draft.operation('listContactRequestForms') as PlacedOperation;
  const { operation } = endpoint;
  draft.settleFacet(endpoint, 'responses', question);
  const [, response] = successOf(draft.document, operation) as [string, OpenApiResponse];
  const body = Object.values(response.content ?? {})[0] as MediaType;
  const { items } = body.schema as { items?: MediaType['schema'] };
  // Return if an answer to operations.payloads has already changed the body.
  if (value === 'list' || !items) return;
  body.schema = items;
  changeBodyExamples(draft.document, body, ({ value: list, 'x-invented': inventedPointers = [], ...rest }) => ({
    ...rest,
    ...(inventedPointers.length > 0 && { 'x-invented': inventedPointers.map((at) => at.replace(/^\/0(?=\/)/, '')) }),
    value: (list as unknown[])[0],
  }));
  draft.forget(operation, 'lists.envelope');
  operation.summary = 'Get the contact request form';
  operation.description = 'Returns the contact request form that a directory uses.';
  response.description = 'The contact request form.';
};

const media = { csv: 'text/csv', json: 'application/json' } as const;
const formatTexts = { csv: 'CSV with a line of column names', json: 'JSON' } as const;

export const reviewExportFormat: Teacher<(keyof typeof media)[]> = ({ draft, question, value }) => {
  const endpoint = draft.operation('exportReviews') as PlacedOperation;
  const [, response] = successOf(draft.document, endpoint.operation) as [string, OpenApiResponse];
  const { content = {} } = response;
  const wantedTypes = value.map((format) => media[format]);
  const missingType = wantedTypes.find((wantedType) => !content[wantedType]);
  if (missingType !== undefined)
    throw mistake('/value', 'formats that operations.payloads allows', value, 'Correct one of the two answers.');
  for (const [name, body] of Object.entries(content)) {
    if ((wantedTypes as string[]).includes(name)) continue;
    delete content[name];
    dropUnusedExamples(draft.document, body);
  }
  if (!wantedTypes.includes(media.json)) draft.forget(endpoint.operation, 'lists.envelope');
  const formats = value.map((format) => formatTexts[format]);
  endpoint.operation.description =
    `Returns all reviews of a directory, for use in another program, as ${formats.join(' or ')}.` +
    (formats.length > 1 ? ' The `Accept` header of the request chooses the format.' : '');
  draft.settleFacet(endpoint, 'responses', question);
};
