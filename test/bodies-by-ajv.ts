import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { MediaType, OpenApiDocument, OpenApiResponse } from '../scripts/contract/document.js';
import { eachOperation } from '../scripts/contract/operations.js';
import { dereference } from '../scripts/contract/references.js';

/** Validators by Ajv for the JSON of requests and of success responses, by operationId: a second opinion to ours. */
export interface BodiesByAjv {
  requests: Readonly<Record<string, ValidateFunction | undefined>>;
  answers: Readonly<Record<string, ValidateFunction | undefined>>;
}

export function bodiesByAjv(document: OpenApiDocument): BodiesByAjv {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ components: document.components }, 'contract');
  const result: Record<'requests' | 'answers', Record<string, ValidateFunction>> = { requests: {}, answers: {} };
  const add = (kind: keyof typeof result, id: string, content: Record<string, MediaType> | undefined): void => {
    const schema = (content?.['application/json'] ?? Object.values(content ?? {})[0])?.schema;
    if (schema === undefined) return;
    const text = JSON.stringify(schema).replaceAll('"#/components', '"contract#/components');
    result[kind][id] = ajv.compile(JSON.parse(text) as object);
  };
  for (const { id, operation } of eachOperation(document)) {
    const [, node] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
    add('requests', id, operation.requestBody?.content);
    add('answers', id, node && dereference<OpenApiResponse>(document, node).content);
  }
  return result;
}
