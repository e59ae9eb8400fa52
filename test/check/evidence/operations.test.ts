import { describe, expect, it } from 'vitest';
import { watchEvidence } from './watch.js';

const { entryOf, see, sentences } = watchEvidence();

describe('evidence on updates', () => {
  it('lists fields that are accepted alone, and whether the response contains them', () => {
    see('updatePartnerEntry', { kind: 'field', sent: { customSlug: 'a' }, value: { custom_slug: 'a' } });
    see('updatePartnerEntry', { kind: 'field', sent: { internalDescription: 'b' }, value: {} });
    see('updatePartnerEntry', { kind: 'field', sent: { title: 'c' }, status: 400 });
    see('updatePartnerEntry', { kind: 'wrong-type', expect: 'refusal', sent: { slug: 5 }, status: 400 });
    see('updatePartnerEntry', { kind: 'field', sent: { location: 'd', slug: 'e' }, value: {} });
    see('updateFilter', { kind: 'field', sent: { name: 'f' }, value: { name: 'f' } });
    expect(entryOf('partner-entry-update.required')).toMatchObject({
      answers: 3,
      seen: [
        'An update of one field alone is accepted for 2 of 32 fields: customSlug, internalDescription.',
        'Refused when sent alone: title.',
        'The response contains the sent value for 1 of these, but not for internalDescription.',
      ],
    });
    expect(sentences('filter-update.request')).toEqual([
      'An update of one field alone is accepted for 1 of 10 fields: name.',
      'The response contains the sent value for 1 of these.',
    ]);
  });
});

describe('evidence on operations', () => {
  it('counts the paths that exist, and names those that return 404 for existing ids', () => {
    see('listTiers', { value: [] });
    see('listBadges', { status: 404 });
    see('listCallouts', { status: 404, exists: false });
    see('updateTier', { status: 400 });
    see('listCustomForms', { status: 401 });
    expect(sentences('operations.paths')).toEqual([
      '2 of 115 operations exist at their paths: they returned 2xx, 400, 409, 412, 415 or 422.',
      'Only 404 or 405, although the ids belong to existing resources: listBadges.',
    ]);
  });

  it('groups success statuses by verb, and names the operations that differ', () => {
    see('createTier', { status: 201, value: {} });
    see('createBadge', { status: 201, value: {} });
    see('createFilter', { status: 200, value: {} });
    see('deleteTier', { status: 204 });
    see('updatePartnerEntry', { status: 200, value: {} });
    expect(sentences('operations.success-status')).toEqual([
      'create succeeds with 201 (2 operations), 200 (createFilter).',
      'delete succeeds with 204 (1 operation).',
    ]);
  });

  it('distinguishes lists in an envelope from bare arrays, and reads their items', () => {
    see('listTiers', { value: { count: 1, results: [{ id: '1', title: 'a' }] } });
    see('listBadges', { value: [] });
    expect(sentences('lists.envelope')).toEqual([
      '1 list comes as a bare array.',
      'listTiers returns an object with the fields count, results.',
    ]);
    expect(sentences('resources.fields')).toEqual(['The one tier read has id, title.']);
  });

  it('counts shapes of bodies, and names operations that refuse bodies of the contract', () => {
    see('listTiers', { value: [] });
    see('createTier', { kind: 'create', sent: { title: 'a' }, status: 201, value: {} });
    see('createBadge', { kind: 'create', sent: { title: 'a' }, status: 400 });
    see('deleteTier', { status: 204 });
    expect(sentences('operations.payloads')).toEqual([
      '3 of 115 operations succeeded; their response bodies are: 1 array, 1 empty body, 1 object.',
      '1 operation accepted a body that matches the contract.',
      'Every body that matches the contract was refused by createBadge.',
    ]);
  });

  it('lists undeclared query parameters and methods', () => {
    see('listTiers', { kind: 'recorded', path: '/v1/tiers/?page=1&limit=2', value: [] });
    see('listBadges', { kind: 'undeclared-method', status: 405, headers: { allow: 'GET, POST, PUT, HEAD, OPTIONS' } });
    see('bulkUpsertPartnerEntries', { kind: 'undeclared-method', status: 405, headers: { allow: 'POST, GET, PATCH' } });
    expect(sentences('operations.parameters')).toEqual([
      'listTiers succeeded with query parameters that the contract does not list: limit (1), page (1).',
    ]);
    expect(sentences('groups.operations')).toEqual([
      'Allow at /api/directory/private/v1alpha/directories/{directory_id}/badges/ ' +
        'names PUT, which the contract does not list there.',
    ]);
  });

  it('lists the statuses of both forms of matchmaking paths', () => {
    see('listMatchmakingRequests', { status: 404 });
    see('listDirectoryMatchmakingRequests', { value: [] });
    expect(sentences('matchmaking.scope')).toEqual([
      'listDirectoryMatchmakingRequests returned 200 (1).',
      'listMatchmakingRequests returned 404 (1).',
    ]);
  });
});
