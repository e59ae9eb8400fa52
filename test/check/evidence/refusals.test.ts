import { describe, expect, it } from 'vitest';
import { watchEvidence } from './watch.js';

const { entryOf, see, sentences } = watchEvidence();

describe('evidence on refusals', () => {
  it('counts refusals without the right key, and finds that the bare key is enough', () => {
    see('listTiers', { value: [] });
    expect(entryOf('auth.scheme-prefix')).toBeUndefined();
    see('listTiers', { kind: 'no-key', key: 'none', status: 401 });
    see('listTiers', { kind: 'empty-key', key: 'empty', status: 401 });
    see('listTiers', { kind: 'wrong-key', key: 'wrong', status: 403 });
    see('listTiers', { kind: 'recorded', value: [] });
    expect(sentences('auth.refusal-status')).toEqual([
      'With an empty key: 401 (1).',
      'Without a key: 401 (1).',
      'With a wrong key: 403 (1).',
    ]);
    expect(sentences('auth.scheme-prefix')).toEqual([
      'The bare key is enough: 1 request with it was accepted, and 1 request with a wrong key was refused.',
    ]);
    expect(entryOf('auth.permissions')).toBeUndefined();
    see('listTiers', { kind: 'wrong-key', key: 'wrong', value: [] });
    expect(entryOf('auth.scheme-prefix')).toBeUndefined();
  });

  it('names operations that return 403 for a key that others accept', () => {
    see('listTiers', { value: [] });
    see('listBadges', { status: 403 });
    expect(sentences('auth.permissions')).toEqual(['403 for a key that 1 operation accepts: listBadges.']);
  });

  it('lists what the bodies of refusals have in common', () => {
    see('getTier', { status: 404, value: { detail: 'x' } });
    see('updateTier', { status: 400, value: { detail: 'x', code: 'y' } });
    see('getBadge', { status: 500, text: '<h1>', headers: { 'content-type': 'Text/HTML; charset=x' } });
    expect(sentences('errors.body')).toEqual([
      'The bodies of 2 refusals are JSON objects; all of them have detail, some have code (1).',
      'The bodies of 1 refusal are not JSON objects.',
      'Media types of refusals: application/json (2), text/html (1).',
    ]);
    expect(sentences('errors.other-statuses')).toEqual([
      'Refusals have the statuses 400 (1), 404 (1).',
      'Failures of the server have the statuses 500 (1).',
    ]);
  });

  it('cuts nothing from what is no media type, so that a secret in it is recognised', () => {
    for (const type of ['Secret, words;With more', 'a/b;c', 'Text/HTML; charset=x;'])
      see('getBadge', { status: 500, text: '<h1>', headers: { 'content-type': type } });
    expect(sentences('errors.body')).toContain(
      'Media types of refusals: "Secret, words;With more" (1), "a/b;c" (1), text/html (1).',
    );
  });

  it('lists updates of a filter that are refused with 400', () => {
    see('updateFilter', { kind: 'malformed-json', sent: '{', status: 400 });
    see('updateFilter', { kind: 'wrong-type', sent: { order: 'x' }, status: 422 });
    see('updateFilter', { kind: 'extra-field', sent: { x: 1 }, value: {} });
    see('updateFilter', { kind: 'no-key', key: 'none', sent: {}, status: 400 });
    see('updateTier', { kind: 'wrong-type', sent: {}, status: 400 });
    expect(sentences('errors.filter-400-conditions')).toEqual([
      'Refused with 400: malformed-json (1).',
      'Accepted: extra-field (1).',
      'Refused with 422: wrong-type (1).',
    ]);
  });
});
