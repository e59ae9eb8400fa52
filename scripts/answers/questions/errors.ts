import { STATUS_CODES } from 'node:http';
import type { OpenApiDocument, OpenApiResponse } from '../../contract/document.js';
import { type Example, examplesOf } from '../../contract/example-walk.js';
import { isObject, type Json } from '../../contract/json.js';
import { eachOperation, type PlacedOperation } from '../../contract/operations.js';
import { escapeToken } from '../../contract/pointer.js';
import { createSchemaResolver, dereference } from '../../contract/references.js';
import { createRefusalBody } from '../../contract/refusal-body.js';
import { type KeyRefusalStatuses, keyRefusalOf } from '../../contract/security.js';
import type { DocumentPart, Draft } from '../draft.js';
import { changeValues, deriveValue } from '../example-values.js';
import { readAnswerSchema } from '../given-schema.js';
import { findOperations, type Teacher, withSingleAnswer } from '../teaching.js';

const name = 'ApiError';

export const errorsBody = withSingleAnswer<object>(({ draft, question, value }) => {
  const schemaPart = readAnswerSchema(draft, value, 'error', '/value');
  const { description = 'Body of an error response.', ...before } = draft.schema(name);
  const isOpen = schemaPart.type === 'object' && schemaPart.additionalProperties === undefined;
  const schema = {
    description,
    'x-unknown': before['x-unknown'] ?? [],
    ...(isOpen && { 'x-open': true, additionalProperties: true }),
    ...schemaPart,
  };
  draft.schemas[name] = schema;
  draft.settleSchema(schema, question);
  const statuses = statusesOf(draft.document);
  const resolve = createSchemaResolver(draft.document);
  changeValues(draft.document, name, (exampleValue, { example, salt }) => {
    const template = deriveValue(draft.document, schema, 'error', salt) as Json;
    const detail = isObject(exampleValue) ? String(exampleValue['detail']) : 'The request was refused.';
    const body = createRefusalBody(resolve, schema, template, { detail, status: statuses.get(example) ?? 400 });
    example['x-invented'] = isObject(body) ? Object.keys(body).map((field) => `/${escapeToken(field)}`) : [''];
    return body;
  });
});

function statusesOf(document: OpenApiDocument): Map<Example, number> {
  const statuses = new Map<Example, number>();
  for (const { operation } of eachOperation(document)) {
    for (const [status, node] of Object.entries(operation.responses)) {
      if (!/^\d+$/.test(status)) continue;
      for (const media of Object.values(dereference<OpenApiResponse>(document, node).content ?? {}))
        for (const example of examplesOf(document, media)) statuses.set(example, Number(status));
    }
  }
  return statuses;
}

/** Further statuses of error responses, by operationId; `*` for all operations. */
export const errorsOtherStatuses: Teacher<Record<string, number[]>> = ({ draft, question, value, keepOpen }) => {
  const { '*': commonStatuses, ...byOperation } = value;
  for (const endpoint of commonStatuses ? draft.operations : [])
    for (const status of commonStatuses ?? []) listRefusal(draft, endpoint, status);
  for (const { endpoint, value: statuses } of findOperations({ draft, question }, byOperation)) {
    for (const status of statuses) listRefusal(draft, endpoint, status);
    draft.settle(endpoint.operation, question);
  }
  if (!commonStatuses) keepOpen();
};

export const authRefusalStatus: Teacher<number | KeyRefusalStatuses> = ({ draft, value }) => {
  for (const scheme of Object.values(draft.document.components['securitySchemes'] ?? {}) as DocumentPart[])
    scheme['x-refusal-status'] = value;
  const { missing, wrong } = keyRefusalOf(value) as KeyRefusalStatuses;
  const isSame = missing === wrong;
  for (const endpoint of draft.operations) {
    listRefusal(draft, endpoint, missing, isSame ? 'The request has no valid key.' : 'The request has no key.');
    if (!isSame) listRefusal(draft, endpoint, wrong, 'The key of the request is not valid.');
  }
};

interface Rate {
  requests: number;
  seconds: number;
  /** Names of headers that say how many requests are left. */
  headers?: string[];
}

export const limitsRate: Teacher<Rate> = ({ draft, value }) => {
  const { requests, seconds, headers = [] } = value;
  const description = `More than ${requests} requests came within ${seconds} seconds.`;
  const schema = { type: 'string' };
  const headerEntries = headers.map((name) => {
    const example = exampleOf(name.toLowerCase(), value);
    return [name, { description: 'About the limit.', schema, ...(example !== undefined && { example }) }] as const;
  });
  for (const endpoint of draft.operations) {
    const response = listRefusal(draft, endpoint, 429, description);
    response.headers = {
      'Retry-After': { description: 'When to send the next request: a date, or a number of seconds to wait.', schema },
      ...Object.fromEntries(headerEntries),
    };
  }
};

/** The value of a rate-limit header in the first response of a period; undefined if the name has no known meaning. */
function exampleOf(name: string, { requests, seconds }: Rate): string | undefined {
  const remaining = requests - 1;
  const values: [ending: RegExp, value: string | number][] = [
    [/policy$/, `${requests};w=${seconds}`],
    [/^rate-?limit$/, `"default";r=${remaining};t=${seconds}`],
    [/(?:limit|max|quota)$/, requests],
    [/(?:remaining|left)$/, remaining],
    [/used$/, 1],
    [/(?:interval|window|period)-(?:milliseconds|ms)$/, seconds * 1000],
    [/(?:interval|window|period|reset)(?:-seconds)?$/, seconds],
  ];
  const match = values.find(([ending]) => ending.test(name));
  return match && String(match[1]);
}

/** The questions about the bodies of all error responses, regardless of status. */
const bodyQuestions: ReadonlySet<string> = new Set(['errors.body', 'operations.media-types']);

/** Adds an error status to an operation that lacks it. @returns the response, which all operations share */
function listRefusal(
  { document }: Draft,
  { operation }: PlacedOperation,
  status: number,
  description = `The request was refused: ${STATUS_CODES[status] ?? `status ${status}`}.`,
): OpenApiResponse {
  const name = `Refusal${status}`;
  document.components['responses'] ??= {};
  const responses = document.components['responses'] as Record<string, OpenApiResponse>;
  const { content, ...unexpected } = (responses['UnexpectedError'] ?? {}) as OpenApiResponse & DocumentPart;
  const marks = Object.entries(unexpected).flatMap(([key, ids]): [string, string[]][] => {
    const bodyQuestionIds = /^x-(?:unknown|answered)$/.test(key)
      ? (ids as string[]).filter((id) => bodyQuestions.has(id))
      : [];
    return bodyQuestionIds.length > 0 ? [[key, bodyQuestionIds]] : [];
  });
  responses[name] ??= {
    description,
    ...(Object.fromEntries(marks) as object),
    ...(content && { content: structuredClone(content) }),
  };
  operation.responses[String(status)] ??= { $ref: `#/components/responses/${name}` };
  return responses[name];
}
