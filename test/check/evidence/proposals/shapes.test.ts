import { describe, expect, it } from 'vitest';
import { schemasOf } from '../../../../scripts/check/evidence/marked-parts.js';
import { watchEvidence } from '../watch.js';

const { contract, proposals, proposed, see, teach } = watchEvidence();

describe('the word before the key', () => {
  const question = 'auth.scheme-prefix';
  const refuse = (): void => see('listTiers', { kind: 'wrong-key', key: 'wrong', status: 401 });

  it('is none if the bare key counts', () => {
    see('listTiers', { value: [] });
    expect(proposed(question)).toEqual({});
    refuse();
    expect(proposed(question)).toEqual({ shown: '' });
    see('listTiers', { kind: 'wrong-key', key: 'wrong', value: [] });
    expect(proposed(question)).toEqual({});
  });

  it('is not said again', () => {
    teach({ [question]: { value: 'Token' } });
    see('listTiers', { value: [] });
    refuse();
    expect(proposed(question)).toEqual({});
  });

  it('is probably that of recorded requests, if all have the same', () => {
    for (const id of ['listTiers', 'listBadges']) see(id, { kind: 'recorded', scheme: 'Bearer', value: [] });
    expect(proposed(question)).toEqual({ likely: 'Bearer' });
    see('listBadges', { kind: 'recorded', scheme: '', value: [] });
    expect(proposed(question)).toEqual({ conflicting: ['Bearer', ''] });
  });
});

describe('the status without a key', () => {
  const question = 'auth.refusal-status';

  it('counts only where the key is accepted', () => {
    see('listBadges', { kind: 'no-key', key: 'none', status: 404 });
    see('listTiers', { kind: 'no-key', key: 'none', status: 401, times: 2 });
    see('listTiers', { kind: 'wrong-key', key: 'wrong', status: 429 });
    expect(proposed(question)).toEqual({});
    see('listTiers', { value: [] });
    expect(proposed(question)).toEqual({ conflicting: [401] });
    see('listTiers', { kind: 'empty-key', key: 'empty', status: 401 });
    expect(proposed(question)).toEqual({ shown: 401 });
    see('listTiers', { kind: 'wrong-key', key: 'wrong', status: 403 });
    expect(proposed(question)).toEqual({ conflicting: [401, 403] });
  });

  it('differs from that of a wrong key if three responses to each agree', () => {
    const apart = { missing: 401, wrong: 403 };
    for (const id of ['listTiers', 'listBadges', 'listCallouts']) {
      see(id, { value: [] });
      see(id, { kind: 'no-key', key: 'none', status: 401 });
      see(id, { kind: 'wrong-key', key: 'wrong', status: 403 });
    }
    see('listTiers', { kind: 'empty-key', key: 'empty', status: 403 });
    expect(proposed(question)).toEqual({ shown: apart });
    see('listTiers', { kind: 'empty-key', key: 'empty', status: 400 });
    expect(proposed(question)).toEqual({ conflicting: [401, 403, 400] });
    teach({ [question]: { value: apart } });
    see('listTiers', { value: [] });
    see('listTiers', { kind: 'no-key', key: 'none', status: 401 });
    expect(proposed(question)).toEqual({});
    see('listTiers', { kind: 'wrong-key', key: 'wrong', status: 401 });
    expect(proposed(question)).toEqual({ conflicting: [401] });
    see('listTiers', { kind: 'wrong-key', key: 'wrong', status: 401 });
    expect(proposed(question)).toEqual({ shown: 401 });
  });

  it('is not said again, and contradicts another answer', () => {
    for (const [value, wanted] of [[401, {}] as const, [403, { shown: 401 }] as const]) {
      teach({ [question]: { value } });
      see('listTiers', { value: [] });
      see('listTiers', { kind: 'no-key', key: 'none', status: 401, times: 3 });
      expect(proposed(question)).toEqual(wanted);
    }
  });
});

describe('success statuses', () => {
  const question = 'operations.success-status';

  it('are proposed where they are not the documented ones, together with those that are known', () => {
    teach({ [question]: { value: { createBadge: 200 } } });
    see('createBadge', { kind: 'create', status: 200, value: {} });
    see('createTier', { kind: 'create', status: 200, value: {}, times: 3 });
    see('createCallout', { kind: 'create', status: 201, value: {} });
    see('deleteTier', { kind: 'delete', status: 202, times: 3 });
    see('deleteBadge', { kind: 'delete', status: 204 });
    see('deleteBadge', { kind: 'delete-again', status: 200, value: {} });
    see('listTiers', { status: 204 });
    expect(proposed(question)).toEqual({ shown: { createBadge: 200, createTier: 200, deleteTier: 202 } });
    expect(proposals(question)).toMatchObject([
      { rests: { responses: 6, example: { operationId: 'createTier', value: '200' } } },
    ]);
  });

  it('may vary as an answer says, and are then no news', () => {
    teach({ [question]: { value: { createTier: [201, 200], 'delete*': [204, 200] } } });
    for (const status of [201, 200, 200]) see('createTier', { kind: 'create', status, value: {} });
    see('deleteBadge', { kind: 'delete', status: 200, value: {} });
    expect(proposed(question)).toEqual({});
  });

  it('have 206 beside another status, since it is only that of a part', () => {
    see('listBadges', { status: 206, value: [], times: 3 });
    for (const status of [200, 206, 206]) see('listTiers', { status, value: [] });
    see('listCallouts', { status: 206, value: [] });
    expect(proposed(question)).toEqual({
      shown: { listBadges: [200, 206], listTiers: [200, 206] },
      conflicting: [{ listCallouts: [200, 206] }],
    });
  });

  it('vary for one operation, and are steady for another', () => {
    for (const status of [201, 200, 200]) see('createTier', { kind: 'create', status, value: {} });
    see('createBadge', { kind: 'create', status: 202, value: {}, times: 3 });
    expect(proposed(question)).toEqual({
      shown: { createBadge: 202 },
      conflicting: [{ createTier: 200 }, { createTier: 201 }, { createTier: [200, 201] }],
    });
  });

  it('are not proposed from two responses, or where an operation with the same method varies', () => {
    see('createBadge', { kind: 'create', status: 200, value: {}, times: 2 });
    expect(proposed(question)).toEqual({ conflicting: [{ createBadge: 200 }] });
    see('createBadge', { kind: 'create', status: 200, value: {} });
    see('deleteTier', { kind: 'delete', status: 200, times: 3 });
    expect(proposed(question)).toEqual({ shown: { createBadge: 200, deleteTier: 200 } });
    for (const status of [201, 200, 201]) see('createTier', { kind: 'create', status, value: {} });
    expect(proposed(question)).toEqual({
      shown: { deleteTier: 200 },
      conflicting: [
        { createTier: 201, createBadge: 200 },
        { createTier: 200, createBadge: 200 },
        { createTier: [201, 200], createBadge: 200 },
      ],
    });
  });
});

describe('resources inside of an object', () => {
  const question = 'objects.envelope';
  const body = (attributes: object) => ({ data: { id: '1', type: 'x', attributes } });
  const seeInside = (id: string, envelope: string, attributes: object): void =>
    see(id, { value: body(attributes), envelope });

  it('are at the place of most, also where the object around them has the only documented field', () => {
    for (const id of ['getTier', 'getBadge', 'getCallout'])
      seeInside(id, '/data/attributes', { title: 'a', name: 'a' });
    seeInside('getDirectory', '/data', { name: 'a' });
    expect(proposed(question)).toEqual({ shown: { response: '/data/attributes' } });
    expect(proposed('resources.fields')).toEqual({});
  });

  it('are at another place as exceptions', () => {
    for (const id of ['getTier', 'getBadge']) seeInside(id, '/data/attributes', { title: 'a' });
    see('getDirectory', { value: { directory: { id: '1', name: 'a' } }, envelope: '/directory' });
    const except = { getDirectory: { response: '/directory' } };
    expect(proposed(question)).toEqual({ shown: { value: { response: '/data/attributes' }, except } });
  });
});

describe('media types', () => {
  const question = 'operations.media-types';
  const label = (type: string) => ({ headers: { 'content-type': type } });
  const [api, problem, hal] = ['application/vnd.api+json', 'application/problem+json', 'application/hal+json'];
  const seeThrice = (id: string, parts: Parameters<typeof see>[1]): void => {
    for (let count = 0; count < 3; count += 1) see(id, parts);
  };

  it('are claimed of all only if most operations show them; the others are exceptions', () => {
    for (const id of ['listTiers', 'listBadges', 'getTier']) seeThrice(id, { value: {}, ...label(api) });
    seeThrice('listCallouts', { value: [], ...label(hal) });
    seeThrice('getBadge', { value: {}, ...label('application/json; odata.metadata=minimal; charset=utf-8') });
    seeThrice('updatePartnerEntry', { value: {}, ...label(hal) });
    seeThrice('getTier', { status: 404, value: {}, ...label(problem) });
    const exceptions = { listCallouts: hal, getBadge: 'application/json' };
    expect(proposed(question)).toEqual({ shown: { success: api, errors: problem, ...exceptions } });
  });

  it('are claimed of single operations by three responses', () => {
    for (const id of ['listTiers', 'listBadges', 'getTier']) see(id, { value: {}, ...label('application/json') });
    seeThrice('listCallouts', { value: [], ...label(hal) });
    for (const id of ['getBadge', 'getCallout']) see(id, { value: {}, ...label(hal) });
    see('getTier', { status: 404, value: {}, ...label(problem) });
    expect(proposed(question)).toEqual({ shown: { listCallouts: hal } });
    teach({ [question]: { value: { listCallouts: hal } } });
    seeThrice('listCallouts', { value: [], ...label(hal) });
    expect(proposed(question)).toEqual({});
  });

  it('conflict if they vary, and say nothing if they are not of JSON', () => {
    seeThrice('getTier', { value: {}, ...label(hal) });
    see('getTier', { value: {}, ...label(api) });
    see('getTier', { status: 404, value: {}, ...label(problem) });
    see('getTier', { status: 400, value: {}, ...label('application/json') });
    seeThrice('exportReviews', { text: 'a,b', ...label('text/plain') });
    expect(proposed(question)).toEqual({
      conflicting: [{ getTier: hal }, { getTier: api }, { errors: problem }, { errors: 'application/json' }],
    });
  });
});

describe('bodies', () => {
  const question = 'operations.payloads';

  it('are missing, or those of a resource that the operation names', () => {
    see('createTier', { kind: 'create', status: 201, times: 3 });
    see('deleteCallout', { kind: 'delete', status: 200, times: 3 });
    see('deleteTier', { kind: 'delete', status: 204, times: 3 });
    see('deleteBadge', { kind: 'delete', status: 200, value: { id: 'a', title: 'b' }, times: 3 });
    see('getPartnerEntryContactInformation', { value: [{ email: 'x@y.example' }], times: 3 });
    expect(proposed(question)).toEqual({
      shown: {
        createTier: { response: null },
        deleteBadge: { response: 'Badge' },
        deleteCallout: { response: null },
        getPartnerEntryContactInformation: {
          response: { type: 'array', items: { $ref: '#/components/schemas/EntryContactInformation' } },
        },
      },
    });
  });

  it('say nothing if they are unlike the resource', () => {
    see('deleteBadge', { kind: 'delete', status: 200, value: { id: 'b', done: true }, times: 3 });
    see('approvePartnerEntryReview', { kind: 'action', value: { id: 'a', status: 'approved', title: 'b' }, times: 3 });
    expect(proposed(question)).toEqual({});
  });

  it('have two readings if they vary, and one after two responses', () => {
    see('deleteCallout', { kind: 'delete', status: 200, times: 2 });
    const deleteCallout = { response: null };
    expect(proposed(question)).toEqual({ conflicting: [{ deleteCallout }] });
    see('createTier', { kind: 'create', status: 201, times: 3 });
    see('createTier', { kind: 'create', status: 201, value: { id: 'a' } });
    expect(proposed(question)).toEqual({
      conflicting: [
        { createTier: { response: { type: 'object' } }, deleteCallout },
        { createTier: { response: null }, deleteCallout },
      ],
    });
  });

  it('are objects, where none was documented and nothing of the resource came', () => {
    see('deleteTier', { kind: 'delete', status: 200, value: {}, times: 3 });
    see('deleteBadge', { kind: 'delete', status: 200, value: { detail: 'Done.' }, times: 3 });
    const response = { type: 'object' };
    expect(proposed(question)).toEqual({ shown: { deleteBadge: { response }, deleteTier: { response } } });
    teach({
      [question]: { value: { deleteTier: { response } } },
      'operations.success-status': { value: { deleteTier: 200 } },
    });
    see('deleteTier', { kind: 'delete', status: 200, value: {} });
    expect(proposed(question)).toEqual({});
  });

  it('may be another resource, which then says nothing of the documented one', () => {
    const names = [...Object.keys(schemasOf(contract.document)['PartnerEntry']?.properties ?? {}), 'created_at'];
    const fields = names.map((name) => [name, 'a']);
    for (const count of [8, 8, fields.length])
      see('approvePartnerEntryReview', { kind: 'action', value: Object.fromEntries(fields.slice(0, count)) });
    expect(proposed(question)).toEqual({ shown: { approvePartnerEntryReview: { response: 'PartnerEntry' } } });
    expect(proposed('resources.fields')).toEqual({});
  });
});
