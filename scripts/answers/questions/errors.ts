import type { OpenApiDocument, OpenApiResponse } from '../../contract/document.js';
import { type Example, examplesOf } from '../../contract/example-walk.js';
import { isObject, type Json } from '../../contract/json.js';
import { eachOperation } from '../../contract/operations.js';
import { escapeToken } from '../../contract/pointer.js';
import { dereference, schemaResolver } from '../../contract/references.js';
import { refusalBody } from '../../contract/refusal-body.js';
import { changeValues, derivedValue } from '../example-values.js';
import { givenSchema } from '../given-schema.js';
import { listRefusal } from '../listed-refusal.js';
import { operationsNamed } from '../named.js';
import { single, type Teach } from '../teaching.js';

const name = 'ApiError';

/** The JSON Schema of the body of a refusal. */
export const errorsBody = single<object>(({ draft, question, value }) => {
  const given = givenSchema(draft, value, 'error', '/value');
  const { description = 'Body of an error response.', ...before } = draft.schema(name);
  const isOpen = given.type === 'object' && given.additionalProperties === undefined;
  const schema = {
    description,
    'x-unknown': before['x-unknown'] ?? [],
    ...(isOpen && { 'x-open': true, additionalProperties: true }),
    ...given,
  };
  draft.schemas[name] = schema;
  draft.settleSchema(schema, question);
  const statuses = statusesOf(draft.document);
  const resolve = schemaResolver(draft.document);
  changeValues(draft.document, name, (shown, { example, salt }) => {
    const template = derivedValue(draft.document, schema, 'error', salt) as Json;
    const detail = isObject(shown) ? String(shown['detail']) : 'The request was refused.';
    const body = refusalBody(resolve, schema, template, { detail, status: statuses.get(example) ?? 400 });
    example['x-invented'] = isObject(body) ? Object.keys(body).map((field) => `/${escapeToken(field)}`) : [''];
    return body;
  });
  return undefined;
});

/** The status of the response that has an example. */
function statusesOf(document: OpenApiDocument): Map<Example, number> {
  const found = new Map<Example, number>();
  for (const { operation } of eachOperation(document)) {
    for (const [status, node] of Object.entries(operation.responses)) {
      if (!/^\d+$/.test(status)) continue;
      for (const media of Object.values(dereference<OpenApiResponse>(document, node).content ?? {}))
        for (const example of examplesOf(document, media)) found.set(example, Number(status));
    }
  }
  return found;
}

/** The other statuses of refusals, by operationId; `*` for all operations. */
export const errorsOtherStatuses: Teach<Record<string, number[]>> = ({ draft, question, value, keepOpen }) => {
  const { '*': general, ...own } = value;
  for (const placed of general ? draft.operations : [])
    for (const status of general ?? []) listRefusal(draft, placed, status);
  for (const { placed, value: statuses } of operationsNamed(draft, own)) {
    for (const status of statuses) listRefusal(draft, placed, status);
    draft.settle(placed.operation, question);
  }
  if (!general) keepOpen();
};
