import { describe, expect, it } from 'vitest';
import { watchEvidence } from '../watch.js';

const { proposals, proposed, see, teach } = watchEvidence();

describe('the body of a refusal', () => {
  const question = 'errors.body';
  const refuse = (operationId: string, value: unknown, sent?: object): void =>
    see(operationId, { status: 400, value, ...(sent && { sent, kind: 'wrong-type' }) });

  it('has the fields of all refusals, and after many the required ones', () => {
    refuse('getTier', { error: { code: 4, message: 'Not found.' }, id: null });
    refuse('getBadge', { error: { code: 4.5, message: 'x', hints: [{ at: 'y' }] } });
    const seen = {
      type: 'object',
      properties: {
        error: {
          type: 'object',
          properties: {
            code: { type: 'number' },
            message: { type: 'string' },
            hints: { type: 'array', items: { type: 'object', properties: { at: { type: 'string' } } } },
          },
        },
        id: {},
      },
    };
    expect(proposed(question)).toEqual([['shown', { value: seen }]]);
    for (let index = 0; index < 20; index += 1) refuse('getTier', { error: { code: index, message: 'x' } });
    // If a request fails an earlier step, the body of its refusal may have another form.
    expect(proposed(question)).toEqual([['shown', { value: seen }]]);
    see('getTier', { status: 401, key: 'wrong', value: { error: { code: 1, message: 'x' } } });
    expect(proposed(question)).toMatchObject([
      ['shown', { value: seen }],
      ['likely', { value: { required: ['error'], properties: { error: { required: ['code', 'message'] } } } }],
    ]);
  });

  it('has the formats of many texts', () => {
    const time = (index: number): string => `2026-01-02T03:04:${10 + index}Z`;
    for (let index = 0; index < 19; index += 1) refuse('getTier', { at: time(index), type: 'about:blank' });
    expect(proposed(question)).toHaveLength(1);
    refuse('getBadge', { at: time(19), type: 'about:blank' });
    expect(proposed(question)).toMatchObject([
      ['shown', { value: { properties: { at: { type: 'string' } } } }],
      ['likely', { value: { properties: { at: { type: 'string', format: 'date-time' }, type: { type: 'string' } } } }],
    ]);
    refuse('getBadge', { at: 'now' });
    expect(proposed(question)).toHaveLength(1);
  });

  it('does not have the fields of the request', () => {
    refuse('updateTier', { title: ['Too long.'], detail: 'x' }, { title: 'a' });
    expect(proposed(question)).toEqual([
      ['shown', { value: { type: 'object', properties: { detail: { type: 'string' } } } }],
    ]);
  });

  it('requires less than was answered, where a body is without a field', () => {
    const properties = { detail: { type: 'string' }, code: { type: 'integer' } };
    const required = ['detail', 'code'];
    teach({ [question]: { value: { type: 'object', required, properties } } });
    refuse('getTier', { detail: 'x', code: 1 });
    expect(proposed(question)).toEqual([]);
    refuse('getTier', { detail: 'x' });
    expect(proposed(question)).toEqual([['shown', { value: { type: 'object', properties } }]]);
  });

  it('is not said again', () => {
    teach({
      [question]: { value: { type: 'object', properties: { status: { const: 'error' }, code: { type: 'number' } } } },
    });
    refuse('getTier', { status: 'error', code: 4 });
    expect(proposed(question)).toEqual([]);
    refuse('getTier', { status: 'error', further: true });
    expect(proposed(question)).toHaveLength(1);
  });

  it('is said again without what a refusal lacks', () => {
    const [code, at] = [{ type: 'string' }, { type: 'string', format: 'date-time' }];
    const below = (required: string[]): object => ({ type: 'object', required, properties: { code, at } });
    teach({ [question]: { value: { type: 'object', properties: { error: below(['code', 'at']) } } } });
    const time = '2026-01-02T03:04:05Z';
    refuse('getTier', { error: { code: 'a', at: time } });
    expect(proposed(question)).toEqual([]);
    refuse('getTier', { error: { code: 'a' } });
    const error = { type: 'object', properties: { code, at: { type: 'string' } } };
    expect(proposed(question)).toEqual([['shown', { value: { type: 'object', properties: { error } } }]]);
  });

  it('is said again with another format', () => {
    teach({ [question]: { value: { type: 'object', properties: { at: { type: 'string', format: 'date-time' } } } } });
    refuse('getTier', { at: '2026-01-02T03:04:05Z' });
    expect(proposed(question)).toEqual([]);
    refuse('getTier', { at: 'now' });
    const value = { type: 'object', properties: { at: { type: 'string' } } };
    expect(proposed(question)).toEqual([['shown', { value }]]);
  });

  it('has two readings if it is not always an object; a failure of the server says nothing', () => {
    refuse('getTier', { detail: 'x' });
    see('getTier', { status: 500, value: ['y'] });
    expect(proposed(question)).toHaveLength(1);
    refuse('getBadge', ['x']);
    expect(proposed(question)).toEqual([
      [
        'conflicting',
        { value: { type: 'object', properties: { detail: { type: 'string' } } } },
        { value: { type: 'array', items: { type: 'string' } } },
      ],
    ]);
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
    expect(proposed(question)).toEqual([
      ['shown', { value: { createTier: [409, 422], getBadge: [404], updatePartnerEntry: [400] } }],
    ]);
  });

  it('are added to those that are known', () => {
    teach({ [question]: { value: { '*': [404], createTier: [409] } } });
    see('createTier', { kind: 'wrong-type', status: 422 });
    see('createTier', { kind: 'unknown-id', status: 404 });
    expect(proposed(question)).toEqual([['shown', { value: { '*': [404], createTier: [409, 422] } }]]);
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
