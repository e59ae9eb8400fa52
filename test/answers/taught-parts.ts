import type { OpenApiDocument, OpenApiResponse } from '../../scripts/contract/document.js';
import { eachOperation, successOf } from '../../scripts/contract/operations.js';
import { valueAt } from '../../scripts/contract/pointer.js';
import { dereference } from '../../scripts/contract/references.js';
import { operationAnswers } from './operation-answers.js';
import { operationOf, taughtWith } from './taught.js';
import { expectWhole } from './whole.js';

export const base = '/api/directory/private/v1alpha';

/** The contract with one answer: that of `operation-answers.ts`, or another value. */
export function taught(id: string, value = operationAnswers[id]): OpenApiDocument {
  const { document } = taughtWith({ [id]: { value } });
  expectWhole(document);
  return document;
}

export const success = (document: OpenApiDocument, id: string) =>
  successOf(document, operationOf(document, id)) as [string, OpenApiResponse];

export const jsonOf = (document: OpenApiDocument, id: string) => success(document, id)[1].content?.['application/json'];

export const examples = (document: OpenApiDocument, id: string) =>
  Object.values(jsonOf(document, id)?.examples ?? {}).map(
    (node) => dereference<{ value: unknown }>(document, node as { value: unknown }).value,
  );

export const sent = (document: OpenApiDocument, id: string) =>
  Object.values(operationOf(document, id).requestBody?.content['application/json']?.examples ?? {}).map(
    (node) => dereference<{ value: unknown }>(document, node as { value: unknown }).value,
  );

export const placeOf = (document: OpenApiDocument, id: string) => {
  const { method, path } = [...eachOperation(document)].find((each) => each.id === id) ?? {};
  return `${method} ${path}`;
};

export const answeredOf = (document: OpenApiDocument, id: string) =>
  operationOf(document, id)['x-provenance'].answered ?? {};

export const isOpen = (document: OpenApiDocument, id: string, question: string) =>
  operationOf(document, id)['x-unknown']?.includes(question);

export const update = (document: OpenApiDocument, name: string) =>
  valueAt(document, `/components/schemas/PartnerEntryUpdate/properties/${name}`);
