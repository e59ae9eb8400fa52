import { describe, expect, it } from 'vitest';
import type { CheckedOperation } from '../../../scripts/check/model/contract/operations.js';
import { mayBeOwner, whyItMayCreate } from '../../../scripts/check/model/operation-words.js';
import { words } from '../../words.js';

const put = (statuses: string, words: Partial<CheckedOperation> = {}): CheckedOperation => ({
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
  const stays = 'Its creator stays, and so does its address.';
  it.each<[string, Partial<CheckedOperation>]>([
    ['200 404', {}],
    ['200 400 404', { id: 'changeNote', summary: 'Change a note', description: stays }],
    ['200 404', { id: 'setAddress', description: 'Recreational use only. Readdressed letters come back.' }],
  ])('is sent if it lists %s, with %j', (statuses, words) => {
    expect(whyItMayCreate(put(statuses, words))).toBeUndefined();
  });

  it.each<[string, Partial<CheckedOperation>, string]>([
    ['200', {}, 'it does not list 404'],
    ['200 4XX', {}, 'it does not list 404'],
    ['200 404 default', {}, 'its responses allow a 201'],
    ['2XX 404', {}, 'its responses allow a 201'],
    ['200 404', { id: 'createOrUpdateNote' }, 'its name or description mentions it'],
    ['200 404', { id: 'note_upsert' }, 'its name or description mentions it'],
    ['200 404', { summary: 'Creates a note, or changes one' }, 'its name or description mentions it'],
    ['200 404', { description: 'The note is created with the id of the path.' }, 'its name or description mentions it'],
    ['200 404', { id: 'replaceNote' }, 'mentions replacing'],
    ['200 404', { description: 'It is kept, also if it does not exist.' }, 'resources that do not exist'],
    ['200 201 404', {}, 'It creates missing resources'],
    ['200 201', { method: 'patch' }, 'it lists 201'],
    ['200 404', { method: 'patch', id: 'bulkChangeNotes' }, 'its body names resources'],
    ['200 404', { method: 'patch', summary: 'Batch of changes' }, 'its body names resources'],
    ['200 404', { method: 'patch', description: 'Upserts the note.' }, 'its name or description mentions it'],
  ])('is not sent if it lists %s, with %j', (statuses, words, reason) => {
    expect(whyItMayCreate(put(statuses, words))).toContain(reason);
  });
});

describe('safety "--writes disposable": the owner of the key', () => {
  it.each(
    words`
      /users/{id} /me /v1/users/{user_id}/settings /my/theme /api-keys/{id} /accounts/{id}
      /teams/{team}/members/{member} /profile /people/{id}/avatar
    `,
  )('may be at %s', (path) => {
    expect(mayBeOwner({ operations: [] }, path)).toBe(true);
  });

  it.each([
    ['/__admin/requests', ['/__admin/mappings/{id}', '/__admin/files'], false],
    ['/__admin/users/{id}', ['/__admin/mappings', '/__admin/files'], true],
    ['/users/{id}', ['/users', '/users/{id}/notes'], true],
    ['/users/export', ['/users', '/users/{id}/notes'], true],
    ['/admin/storage', ['/admin/logs', '/flows'], true],
  ])('at %s beside %j: %s', (path, others, is) => {
    const operations = [path, ...others].map((each) => ({ path: each }) as CheckedOperation);
    expect(mayBeOwner({ operations }, path)).toBe(is);
  });

  it.each(
    words`
      /users/{id}/notes/{note_id} /notes/{id} /settings /keywords/{id} /tiers/{tier_id}/entries /accounting/{year}
      /memes/{id}
    `,
  )('is not at %s', (path) => {
    expect(mayBeOwner({ operations: [] }, path)).toBe(false);
  });
});
