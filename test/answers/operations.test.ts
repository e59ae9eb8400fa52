import { describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { teachContract } from '../../scripts/answers/teach-contract.js';
import { pathParameters } from '../../scripts/contract/example-walk.js';
import { successesOf } from '../../scripts/contract/operations.js';
import { valueAt } from '../../scripts/contract/pointer.js';
import { operationAnswers } from './operation-answers.js';
import { Seen, taught, wholeWith } from './seen.js';
import { taughtWith, withValues } from './taught.js';

interface Tier {
  id: string;
  entriesListUrl: string;
}

const base = '/api/directory/private/v1alpha';
const own = new Seen(contract);

describe('an answer', () => {
  it('about paths moves operations, with their parameters and the links that lead to them', () => {
    const found = taught('operations.paths');
    expect(['listTiers', 'getTier', 'updateTier', 'updateBadge'].map((id) => found.place(id))).toEqual([
      'get /directories/{directory_id}/levels',
      'get /directories/{directory_id}/levels/{level}',
      `patch ${base}/tiers/{tier_id}/`,
      `put ${base}/badges/{badge_id}/`,
    ]);
    expect(found.document.paths).not.toHaveProperty([`${base}/tiers/{tier_id}/entries/`, 'get']);
    const [entries = []] = found.examples('listPartnerEntries') as { id: string; href: string; tier?: Tier }[][];
    const form = /^\/api\/directory\/private\/v1alpha\/directories\/[0-9a-f-]{36}\/partners\/(.*)\/$/;
    expect(entries.map(({ href }) => form.exec(href)?.[1])).toEqual(entries.map(({ id }) => id));
    for (const { tier } of entries)
      if (tier) expect(tier.entriesListUrl).toBe(`/tenants/acme/levels/${tier.id}/entries/`);
    expect(found.answered('getTier')).toEqual({ method: 'operations.paths', path: 'operations.paths' });
    expect(found.isOpen('getTier', 'operations.paths')).toBe(false);
    expect(found.isOpen('updateTier', 'operations.paths')).toBe(true);
    expect(found.isOpen('updateBadge', 'updates.partial')).toBe(false);
  });

  it('about paths lets two operations swap their places', () => {
    const [tiers, badges] = ['tiers', 'badges'].map((name) => `${base}/directories/{directory_id}/${name}/`);
    const found = taught('operations.paths', { listTiers: badges, listBadges: tiers });
    expect(found.place('listTiers')).toBe(`get ${badges}`);
    expect(found.place('createTier')).toBe(`post ${tiers}`);
  });

  it('about all paths changes those that are neither named nor stated', () => {
    const levels = '/directories/{directory_id}/levels/';
    const found = taught('operations.paths', { slash: false, prefix: '/v2', listTiers: levels });
    expect(found.place('listBadges')).toBe(`get /v2${base}/directories/{directory_id}/badges`);
    expect(found.place('listTiers')).toBe(`get ${levels}`);
    expect(found.place('updateFilter')).toBe(`patch ${base}/filters/{filter_id}/`);
    const [[{ href = '' } = {}] = []] = found.examples('listFilters') as { href?: string }[][];
    expect(href).toMatch(/^\/v2\/api\/directory\/private\/v1alpha\/filters\/[0-9a-f-]{36}$/);
    expect(found.isOpen('listBadges', 'operations.paths')).toBe(false);
  });

  it('about parameters gives a required one a value', () => {
    const found = taught('operations.parameters');
    expect(found.parameters('listBadges').find((each) => each['in'] === 'header')).toMatchObject({
      name: 'Locale',
      required: true,
      example: expect.stringMatching(/^(en|de)$/),
    });
    expect(found.answered('listBadges')).toEqual({ request: 'operations.parameters' });
    expect(found.isOpen('listTiers', 'operations.parameters')).toBe(true);
  });

  it('about payloads replaces bodies, and keeps of the examples what fits', () => {
    const found = taught('operations.payloads');
    const schema = { $ref: '#/components/schemas/PartnerEntry' };
    expect(found.json('approvePartnerEntryReview')?.schema).toEqual(schema);
    expect(found.operation('submitPartnerEntryReview').requestBody).toBeUndefined();
    const [before] = own.examples('createVerification') as { id: string }[];
    const created = { id: before?.id, link: expect.stringMatching(/^https?:/) };
    expect(found.examples('createVerification')).toEqual([created]);
    expect(found.answered('createVerification')).toEqual({ responses: 'operations.payloads' });
    expect(found.isOpen('createTier', 'operations.payloads')).toBe(true);
  });

  it('about payloads can give a body to an operation that had none, and say where a field shows', () => {
    const found = taught('operations.payloads', {
      deleteTier: { response: 'Tier' },
      updateTier: { request: { type: 'object', properties: { Title: { type: 'string' } } } },
      createTier: { response: null },
    });
    expect(found.success('deleteTier')[0]).toBe('200');
    expect(found.success('createTier')[1].content).toBeUndefined();
    expect(found.operation('updateTier').requestBody?.content['application/json']?.schema).toMatchObject({
      properties: { Title: { 'x-reflected-as': '/title' } },
    });
  });

  it('about statuses moves the success, and leaves the question open for other operations', () => {
    const found = taught('operations.success-status');
    expect(found.success('createTier')[0]).toBe('200');
    expect(found.examples('createTier')).toEqual(own.examples('createTier'));
    expect(found.examples('deleteBadge')).toEqual([{ detail: 'The badge is deleted.' }]);
    expect(found.success('updateCallout')[1].content).toBeUndefined();
    expect(found.answered('createTier')).toEqual({ responses: 'operations.success-status' });
    expect(found.isOpen('createBadge', 'operations.success-status')).toBe(true);
  });

  it('about several statuses has a response with the same body for each, and knows the usual one', () => {
    const found = taught('operations.success-status');
    const statusesOf = (id: string) => successesOf(found.document, found.operation(id)).map(([status]) => status);
    const [first, other] = successesOf(found.document, found.operation('createTier'));
    expect([first?.[0], other?.[0]]).toEqual(['200', '201']);
    expect(first?.[1]).toEqual(own.success('createTier')[1]);
    expect(other?.[1]).toBe(first?.[1]);
    expect(statusesOf('createCallout')).toEqual(['201', '200']);
    expect(found.operation('createCallout')['x-usual-status']).toBe('201');
    const [deleted, shown] = successesOf(found.document, found.operation('deleteTier'));
    expect([deleted?.[0], deleted?.[1].content, shown?.[0]]).toEqual(['204', undefined, '200']);
    expect(Object.keys(shown?.[1].content ?? {})).toEqual(['application/json']);
    const { answers } = taughtWith({
      'operations.success-status': { value: operationAnswers['operations.success-status'] },
    });
    expect(teachContract(found.document, answers).needless).toEqual(['operations.success-status']);
  });

  it('about several statuses of lists goes together with their envelope', () => {
    const found = wholeWith({
      'operations.success-status': { value: { 'list*': [206, 200] } },
      'lists.envelope': { value: { items: '/results' } },
    });
    const bodies = successesOf(found.document, found.operation('listTiers'));
    expect(bodies.map(([status]) => status)).toEqual(['206', '200']);
    for (const [, { content }] of bodies)
      expect(content?.['application/json']?.schema).toMatchObject({ properties: { results: { type: 'array' } } });
  });

  it('about a pattern of ids holds for those that ask, and an id or a longer pattern says more', () => {
    const value = { '*': 203, 'update*': 202, 'updateC*': 201, updateTier: 200 };
    const found = taught('operations.success-status', value);
    const ids = ['listTiers', 'updateBadge', 'updateCallout', 'updateTier', 'updateFilter'];
    expect(ids.map((id) => found.success(id)[0])).toEqual(['203', '202', '201', '200', '200']);
    expect(found.answered('updateFilter')).toEqual({});
  });

  it('about a pattern of ids leaves alone what some of them lack', () => {
    const found = wholeWith({
      'lists.envelope': { value: { items: '/results' }, except: { '*Partners': 'bare' } },
      'objects.envelope': { value: 'bare', except: { '*Tier': { response: '/data', request: '/data' } } },
    });
    const envelopes = ['getTier', 'createTier', 'getBadge'].map((id) => found.operation(id)['x-envelope']);
    expect(envelopes).toEqual([{ response: '/data' }, { response: '/data', request: '/data' }, undefined]);
    expect(found.examples('listMatchmakingRequestPartners')).toEqual(own.examples('listMatchmakingRequestPartners'));
  });

  it('that equals the guess settles the question as well', () => {
    const found = taught('operations.success-status', { createTier: 201, updateFilter: 200 });
    expect(found.success('createTier')).toEqual(own.success('createTier'));
    expect(found.answered('createTier')).toEqual({ responses: 'operations.success-status' });
    expect(found.operation('updateFilter')['x-provenance']).toEqual(own.operation('updateFilter')['x-provenance']);
  });

  it('about media types labels refusals and successes, and leaves stated and bodyless ones', () => {
    const found = taught('operations.media-types', {
      errors: 'application/problem+json',
      success: 'application/hal+json',
    });
    const typesOf = (id: string) => Object.keys(found.success(id)[1].content ?? {});
    expect(['listTiers', 'updateFilter', 'deleteTier', 'exportReviews'].map(typesOf)).toEqual([
      ['application/hal+json'],
      ['application/json'],
      [],
      ['text/csv', 'application/json'],
    ]);
    for (const name of ['UnexpectedError', 'BadRequest', 'RecordNotFound'])
      expect(Object.keys(found.at(`/components/responses/${name}/content`) as object)).toEqual([
        'application/problem+json',
      ]);
    expect(found.answered('listTiers')).toEqual({ responses: 'operations.media-types' });
    expect(found.isOpen('deleteTier', 'operations.media-types')).toBe(false);
    const errors = taught('operations.media-types', { errors: 'application/problem+json' });
    expect(errors.isOpen('listTiers', 'operations.media-types')).toBe(true);
    expect(errors.at('/components/responses/UnexpectedError/x-answered')).toEqual(['operations.media-types']);
  });

  it('about the contact request form returns one instead of a list', () => {
    const found = taught('contact-request-form.active');
    const schema = { $ref: '#/components/schemas/ContactRequestForm' };
    expect(found.json('listContactRequestForms')?.schema).toEqual(schema);
    const [[before]] = own.examples('listContactRequestForms') as [unknown[]];
    expect(found.examples('listContactRequestForms')).toEqual([before]);
    expect(found.isOpen('listContactRequestForms', 'lists.envelope')).toBe(false);
  });

  it('about lists puts each in an envelope, and says what leads on', { tags: 'slow' }, () => {
    const found = taught('lists.envelope');
    const [before] = own.examples('listTiers') as [unknown[]];
    expect(found.examples('listTiers')).toEqual([{ page: { results: before, count: before.length }, next: null }]);
    expect(found.operation('listTiers')['x-paging']).toEqual(operationAnswers['lists.envelope']);
    // An example that another body uses as well is not changed there.
    expect(found.examples('exportReviews')).toEqual(own.examples('exportReviews'));
    const nextOf = (envelope: object) => {
      const list = taught('lists.envelope', { items: '/items', next: '/on', ...envelope });
      return [
        valueAt(list.json('listTiers')?.schema, '/properties/on/type'),
        valueAt(list.examples('listTiers')[0], '/on'),
      ];
    };
    expect(nextOf({ nextIs: 'more', page: { query: 'p' } })).toEqual(['boolean', false]);
    expect(nextOf({ nextIs: 'value', page: { query: 'p' } })).toEqual([['integer', 'null'], null]);
    expect(nextOf({ page: { query: 'p', by: 'cursor' } })).toEqual([['string', 'null'], null]);
    const timed = taught('lists.envelope', { items: '/items', also: { took: { type: 'integer' } } });
    expect(timed.json('listTiers')?.schema).toMatchObject({ properties: { took: { type: 'integer' } } });
    expect(timed.examples('listTiers')).toEqual([{ items: before, took: expect.any(Number) }]);
    expect(timed.operation('listTiers')['x-paging']).toEqual({ items: '/items' });
  });

  it('about single resources puts each inside of an object, in responses and in requests', () => {
    const found = taught('objects.envelope');
    const [before] = own.examples('getTier');
    expect(found.examples('getTier')).toEqual([{ data: before }]);
    expect(found.json('getTier')?.schema).toMatchObject({
      properties: { data: { $ref: '#/components/schemas/Tier' } },
      required: ['data'],
      'x-open': true,
    });
    // A review is composed of the schema of an update.
    for (const name of ['Tier', 'Review']) {
      const [body] = Object.values(found.operation(`create${name}`).requestBody?.content ?? {});
      const inside = '/properties/data/properties/attributes/$ref';
      expect(valueAt(body?.schema, inside)).toBe(`#/components/schemas/${name}Create`);
    }
    expect(found.operation('createTier')['x-envelope']).toEqual(operationAnswers['objects.envelope']);
    for (const id of ['listTiers', 'updatePartnerEntry', 'updateFilter', 'deleteTier', 'exportReviews'])
      expect(found.operation(id)['x-envelope']).toBeUndefined();
    expect(found.success('updateFilter')).toEqual(own.success('updateFilter'));
    const idsIn = (seen: Seen) => pathParameters(seen.document, seen.operation('getAppEntry'));
    expect(idsIn(found)).toEqual(idsIn(own));
  });

  it('about single resources in one kind of body leaves the question open for the other kind', () => {
    const [response, request] = ['response', 'request'].map((kind) => {
      const found = taught('objects.envelope', { [kind]: '/data' });
      const body = found.operation('createTier').requestBody;
      return [found.isOpen('createTier', 'objects.envelope') ?? false, found.answered('createTier'), body];
    });
    const mark = { 'x-unknown': ['objects.envelope'] };
    expect(response).toEqual([false, { responses: 'objects.envelope' }, expect.objectContaining(mark)]);
    expect(request).toEqual([true, {}, expect.not.objectContaining(mark)]);
  });

  it('about the export of reviews leaves its formats', () => {
    const typesOf = (found: Seen) => Object.keys(found.success('exportReviews')[1].content ?? {});
    const found = taught('review-export.format');
    expect(typesOf(found)).toEqual(['text/csv']);
    expect(found.operation('exportReviews').description).not.toContain('JSON');
    expect(typesOf(taught('review-export.format', ['json']))).toEqual(['application/json']);
  });
});

describe('answers together', () => {
  it('are no conflict where one moves what another changes', () => {
    const found = wholeWith(withValues(operationAnswers));
    expect(found.json('listTiers')?.schema).toMatchObject({ type: 'object' });
    expect(found.place('listTiers')).toBe('get /directories/{directory_id}/levels');
  });

  it('are no conflict where they add to one list, or one operation rests on both', () => {
    const found = wholeWith({
      'operations.parameters': { value: { listTiers: [{ name: 'page', in: 'query', schema: { type: 'string' } }] } },
      'operations.payloads': {
        value: {
          createTier: { response: 'TierSummary' },
          deleteTier: { response: 'Tier' },
          listBadges: {
            response: { type: 'array', description: 'All.', items: { $ref: '#/components/schemas/Badge' } },
          },
        },
      },
      'operations.success-status': { value: { createTier: 200, deleteTier: [202, 200] } },
      'lists.envelope': { value: { items: '/items', page: { query: 'page', size: 'size' } } },
      'auth.refusal-status': { value: 429 },
      'limits.rate': { value: { requests: 1, seconds: 1 } },
    });
    expect(found.parameters('listTiers').map(({ name }) => name)).toEqual(['directory_id', 'page', 'size']);
    expect(found.operation('createTier')).toMatchObject({
      'x-provenance': { answered: { responses: 'operations.success-status' } },
      'x-answered': ['operations.payloads', 'operations.success-status'],
    });
  });

  it('are a conflict where they set one place to two values', () => {
    const both = {
      'the-service.name': { value: 'website' },
      'partner-entry-update.reflection': { value: { website: '/icon' } },
    };
    expect(() => taughtWith(both)).toThrow(
      /:4:3: [\w.-]+\.reflection and the-service\.name \(.*:2:3\) set \/.*\/website\/x-reflected-as to/,
    );
  });
});
