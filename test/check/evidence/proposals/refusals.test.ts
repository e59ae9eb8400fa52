import { describe, expect, it } from 'vitest';
import { type ExchangeParts, watchEvidence } from '../watch.js';

const { proposals, proposed, see, teach } = watchEvidence();

const text = { type: 'string' };
const time = { type: 'string', format: 'date-time' };

function object(properties: object, ...required: string[]): object {
  return { type: 'object', ...(required.length > 0 && { required }), properties };
}

describe('the body of a refusal', () => {
  const question = 'errors.body';
  const refuse = (operationId: string, value: unknown, parts: ExchangeParts = {}): void =>
    see(operationId, { status: 400, value, ...parts });
  const thrice = { times: 3 };

  it('has the fields of all refusals, and after many the required ones', () => {
    refuse('getTier', { error: { code: 4, message: 'Not found.' }, id: null });
    refuse('getBadge', { error: { code: 4.5, message: 'x', hints: [{ at: 'y' }] } });
    expect(Object.keys(proposed(question))).toEqual(['conflicting']);
    refuse('getBadge', { error: { code: 5, message: 'x' } });
    const hints = { type: 'array', items: { type: 'object' } };
    const seen = object({ error: object({ code: { type: 'number' }, message: text, hints }), id: {} });
    expect(proposed(question)).toEqual({ shown: seen });
    for (let index = 0; index < 20; index += 1) refuse('getTier', { error: { code: index, message: 'x' } });
    // If a request fails an earlier step, the body of its refusal may have another form.
    expect(proposed(question)).toEqual({ shown: seen });
    see('getTier', { status: 401, key: 'wrong', value: { error: { code: 1, message: 'x' } } });
    expect(proposed(question)).toMatchObject({
      shown: seen,
      likely: { required: ['error'], properties: { error: { required: ['code', 'message'] } } },
    });
  });

  it('has the formats of many texts', () => {
    const timeOf = (index: number): string => `2026-01-02T03:04:${10 + index}Z`;
    for (let index = 0; index < 19; index += 1) refuse('getTier', { at: timeOf(index), type: 'about:blank' });
    expect(Object.keys(proposed(question))).toEqual(['shown']);
    refuse('getBadge', { at: timeOf(19), type: 'about:blank' });
    expect(proposed(question)).toMatchObject({
      shown: object({ at: text }),
      likely: { properties: { at: time, type: text } },
    });
    refuse('getBadge', { at: 'now' });
    expect(Object.keys(proposed(question))).toEqual(['shown']);
  });

  it('does not have the fields of the request', () => {
    refuse('updateTier', { title: ['Too long.'], detail: 'x' }, { kind: 'wrong-type', sent: { title: 'a' }, times: 3 });
    expect(proposed(question)).toEqual({ shown: object({ detail: text }) });
  });

  it('requires less than was answered, where a body is without a field', () => {
    const properties = { detail: text, code: { type: 'integer' } };
    teach({ [question]: { value: object(properties, 'detail', 'code') } });
    refuse('getTier', { detail: 'x', code: 1 });
    expect(proposed(question)).toEqual({});
    refuse('getTier', { detail: 'x' });
    expect(proposed(question)).toEqual({ shown: object(properties) });
  });

  it('is not said again', () => {
    teach({ [question]: { value: object({ status: { const: 'error' }, code: { type: 'number' } }) } });
    refuse('getTier', { status: 'error', code: 4 });
    expect(proposed(question)).toEqual({});
    refuse('getTier', { status: 'error', further: true }, thrice);
    expect(Object.keys(proposed(question))).toEqual(['shown']);
  });

  it('is said again without what a refusal lacks', () => {
    const error = object({ code: text, at: time, status: { type: 'integer' } }, 'code', 'at');
    teach({ [question]: { value: object({ error }) } });
    refuse('getTier', { error: { code: 'a', at: '2026-01-02T03:04:05Z', status: 4 } });
    expect(proposed(question)).toEqual({});
    refuse('getTier', { error: { code: 'a', status: 4 } });
    const status = { type: 'integer' };
    expect(proposed(question)).toEqual({ shown: object({ error: object({ code: text, at: text, status }) }) });
  });

  it('is said again with another format', () => {
    teach({ [question]: { value: object({ at: time }) } });
    refuse('getTier', { at: '2026-01-02T03:04:05Z' });
    expect(proposed(question)).toEqual({});
    refuse('getTier', { at: 'now' });
    expect(proposed(question)).toEqual({ shown: object({ at: text }) });
  });

  it('has two readings if it is not always an object; a failure of the server says nothing', () => {
    refuse('getTier', { detail: 'x' }, thrice);
    see('getTier', { status: 500, value: ['y'] });
    expect(Object.keys(proposed(question))).toEqual(['shown']);
    refuse('getBadge', ['x']);
    expect(proposed(question)).toEqual({
      conflicting: [object({ detail: text }), { type: 'array', items: text }],
    });
  });
});

describe('the statuses of refusals', () => {
  const question = 'errors.other-statuses';

  it('are those of requests with the key to operations that exist', () => {
    see('createTier', { kind: 'wrong-type', status: 422 });
    see('createTier', { kind: 'again', status: 409 });
    see('getTier', { kind: 'unknown-id', status: 404 });
    see('getBadge', { kind: 'unknown-id', status: 404 });
    see('getBadge', { value: {} });
    see('getBadge', { kind: 'no-key', key: 'none', status: 400 });
    see('getBadge', { kind: 'undeclared-method', status: 405 });
    see('updatePartnerEntry', { kind: 'unknown-id', status: 404 });
    see('updatePartnerEntry', { kind: 'wrong-type', status: 400 });
    expect(proposed(question)).toEqual({
      shown: { createTier: [409, 422], getBadge: [404], updatePartnerEntry: [400] },
    });
  });

  it('are added to those that are known', () => {
    teach({ [question]: { value: { '*': [404], createTier: [409] } } });
    see('createTier', { kind: 'wrong-type', status: 422 });
    see('createTier', { kind: 'unknown-id', status: 404 });
    expect(proposed(question)).toEqual({ shown: { '*': [404], createTier: [409, 422] } });
  });
});

describe('examples', () => {
  it('contain no key, no token, no address and no identifier', () => {
    const page = { next: null, 'someone@example.com': 1, '2b1f6e0c-9a41-4c7e-8f22-0a1b2c3d4e5f': 2, results: [] };
    see('listTiers', { value: page });
    const [proposal] = proposals('lists.envelope');
    expect(proposal).toMatchObject({ rests: { example: { value: '{ next, "[address]", "[id]", results }' } } });
  });
});
