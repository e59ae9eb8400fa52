import { describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { teachContract } from '../../scripts/answers/teach-contract.js';
import { pathParameters } from '../../scripts/contract/example-walk.js';
import { successesOf } from '../../scripts/contract/operations.js';
import { operationAnswers } from './operation-answers.js';
import { Seen, taught, wholeWith } from './seen.js';
import { taughtWith, withValues } from './taught.js';
import { testTaught } from './taught-rows.js';

interface Tier {
  id: string;
  entriesListUrl: string;
}

const base = '/api/directory/private/v1alpha';
const own = new Seen(contract);

describe('an answer', () => {
  testTaught(import.meta.url, 'operations.yaml');

  it('about paths moves the links that lead to operations', () => {
    const found = taught('operations.paths');
    expect(found.document.paths).not.toHaveProperty([`${base}/tiers/{tier_id}/entries/`, 'get']);
    const [entries = []] = found.examples('listPartnerEntries') as { id: string; href: string; tier?: Tier }[][];
    const form = /^\/api\/directory\/private\/v1alpha\/directories\/[0-9a-f-]{36}\/partners\/(.*)\/$/;
    expect(entries.map(({ href }) => form.exec(href)?.[1])).toEqual(entries.map(({ id }) => id));
    for (const { tier } of entries)
      if (tier) expect(tier.entriesListUrl).toBe(`/tenants/acme/levels/${tier.id}/entries/`);
  });

  it('about several statuses lists a response with the same body for each, and marks the usual status', () => {
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
    expect(teachContract(found.document, answers).needlessIds).toEqual(['operations.success-status']);
  });

  it('about single resources leaves the ids in paths', () => {
    const idsIn = (seen: Seen) => pathParameters(seen.document, seen.operation('getAppEntry'));
    expect(idsIn(taught('objects.envelope'))).toEqual(idsIn(own));
  });
});

describe('answers together', () => {
  it('do not conflict if one moves a place that another changes', () => {
    const found = wholeWith(withValues(operationAnswers));
    expect(found.json('listTiers')?.schema).toMatchObject({ type: 'object' });
    expect(found.place('listTiers')).toBe('get /directories/{directory_id}/levels');
  });

  it('conflict if they set one place to two values', () => {
    const both = {
      'the-service.name': { value: 'website' },
      'partner-entry-update.reflection': { value: { website: '/icon' } },
    };
    expect(() => taughtWith(both)).toThrow(
      /:4:3: [\w.-]+\.reflection and the-service\.name \(.*:2:3\) set \/.*\/website\/x-reflected-as to/,
    );
  });
});
