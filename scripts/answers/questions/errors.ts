import { STATUS_CODES } from 'node:http';
import type { OpenApiDocument, OpenApiResponse } from '../../contract/document.js';
import { type Example, examplesOf } from '../../contract/example-walk.js';
import { isObject, type Json } from '../../contract/json.js';
import { eachOperation, type PlacedOperation } from '../../contract/operations.js';
import { escapeToken } from '../../contract/pointer.js';
import { dereference, schemaResolver } from '../../contract/references.js';
import { refusalBody } from '../../contract/refusal-body.js';
import type { Draft, Part } from '../draft.js';
import { changeValues, derivedValue } from '../example-values.js';
import { givenSchema } from '../given-schema.js';
import { operationsNamed, single, type Teach } from '../teaching.js';

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

/** The status of a request without a valid key. */
export const authRefusalStatus: Teach<number> = ({ draft, value }) => {
  for (const scheme of Object.values(draft.document.components['securitySchemes'] ?? {}) as Part[])
    scheme['x-refusal-status'] = value;
  for (const placed of draft.operations) listRefusal(draft, placed, value, 'The request has no valid key.');
};

interface Rate {
  requests: number;
  seconds: number;
  /** Names of headers that say how much is left. */
  headers?: string[];
}

/** How many requests may be sent in a period. */
export const limitsRate: Teach<Rate> = ({ draft, value }) => {
  const { requests, seconds, headers = [] } = value;
  const description = `More than ${requests} requests came within ${seconds} seconds.`;
  const schema = { type: 'string' };
  const named = headers.map((name) => {
    const example = exampleOf(name.toLowerCase(), value);
    return [name, { description: 'About the limit.', schema, ...(example !== undefined && { example }) }] as const;
  });
  for (const placed of draft.operations) {
    const response = listRefusal(draft, placed, 429, description);
    response.headers = {
      'Retry-After': { description: 'Seconds to wait, or a date, before the next request.', schema },
      ...Object.fromEntries(named),
    };
  }
};

/** What a header says before the first request of a period is answered, if its name tells that. */
function exampleOf(name: string, { requests, seconds }: Rate): string | undefined {
  const left = requests - 1;
  const known: [ending: RegExp, value: string | number][] = [
    [/policy$/, `${requests};w=${seconds}`],
    [/^rate-?limit$/, `"default";r=${left};t=${seconds}`],
    [/(?:limit|max|quota)$/, requests],
    [/(?:remaining|left)$/, left],
    [/used$/, 1],
    [/(?:interval|window|period)-(?:milliseconds|ms)$/, seconds * 1000],
    [/(?:interval|window|period|reset)(?:-seconds)?$/, seconds],
  ];
  const found = known.find(([ending]) => ending.test(name));
  return found && String(found[1]);
}

/**
 * Lists a status of refusals for an operation, unless it has a response for it already.
 *
 * @param description of the response, if no operation has it yet
 * @returns the response, which all operations share
 */
function listRefusal(
  { document }: Draft,
  { operation }: PlacedOperation,
  status: number,
  description = `The request was refused: ${STATUS_CODES[status] ?? `status ${status}`}.`,
): OpenApiResponse {
  const name = `Refusal${status}`;
  document.components['responses'] ??= {};
  const responses = document.components['responses'] as Record<string, OpenApiResponse>;
  const { content, 'x-unknown': open = [] } = (responses['UnexpectedError'] ?? {}) as OpenApiResponse & Part;
  const unknown = (open as string[]).filter((id) => id === 'errors.body');
  responses[name] ??= {
    description,
    ...(unknown.length > 0 && { 'x-unknown': unknown }),
    ...(content && { content: structuredClone(content) }),
  };
  operation.responses[String(status)] ??= { $ref: `#/components/responses/${name}` };
  return responses[name];
}
