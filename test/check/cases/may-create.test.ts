import { describe, expect, it } from 'vitest';
import type { CheckedOperation } from '../../../scripts/check/model/contract/operations.js';
import { creationReasonOf, mayBeOwner } from '../../../scripts/check/model/operation-words.js';
import { yamlBeside } from '../../yaml-beside.js';

type Words = Partial<CheckedOperation>;
const { sent, notSent, owners } = yamlBeside<{
  sent: [statuses: string, Words][];
  notSent: [statuses: string, Words, why: string][];
  owners: [path: string, others: string[], isOwner: boolean][];
}>(import.meta.url, 'may-create.yaml');

const put = (statuses: string, words: Words): CheckedOperation => ({
  id: 'putNote',
  method: 'put',
  path: '/notes/{id}',
  tag: 'notes',
  tags: [],
  standing: 'stated',
  statedFacets: new Set(),
  pointer: '',
  parameters: [],
  pathParameters: ['id'],
  body: undefined,
  responses: statuses
    .split(' ')
    .map((status) => ({ status, pointer: '', bodies: [], mentionsBody: false, headers: [] })),
  success: undefined,
  security: { kind: 'none' },
  ...words,
});

describe('safety "--writes none", put: a PUT to an unknown id', () => {
  it.each(sent)('is sent if the operation lists %s, with %j', (statuses, words) => {
    expect(creationReasonOf(put(statuses, words))).toBeUndefined();
  });

  it.each(notSent)('is not sent if the operation lists %s, with %j', (statuses, words, reason) => {
    expect(creationReasonOf(put(statuses, words))).toContain(reason);
  });
});

describe('safety "--writes disposable": the owner of the key', () => {
  it.each(owners)('may be the resource at %s beside the paths %j: %s', (path, otherValues, isOwner) => {
    const operations = [path, ...otherValues].map((text) => ({ path: text }) as CheckedOperation);
    expect(mayBeOwner({ operations }, path)).toBe(isOwner);
  });
});
