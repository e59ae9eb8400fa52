import { describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { teachContract } from '../../scripts/answers/teach-contract.js';
import { pathParameters } from '../../scripts/contract/example-walk.js';
import { successesOf } from '../../scripts/contract/operations.js';
import { operationAnswers } from './operation-answers.js';
import { Seen, viewAnswered, wholeWith } from './seen.js';
import { taughtWith, withValues } from './taught.js';
import { testTaught } from './taught-rows.js';

interface Tier {
  id: string;
  entriesListUrl: string;
}

const base = '/api/directory/private/v1alpha';
const ownView = new Seen(contract);

describe('an answer', () => {
  testTaught(import.meta.url, 'operations.yaml');

  it('about paths moves the links that lead to operations', () => {
    const view = viewAnswered('operations.paths');
    expect(view.document.paths).not.toHaveProperty([`${base}/tiers/{tier_id}/entries/`, 'get']);
    const [entries = []] = view.examples('listPartnerEntries') as { id: string; href: string; tier?: Tier }[][];
    const pattern = /^\/api\/directory\/private\/v1alpha\/directories\/[0-9a-f-]{36}\/partners\/(.*)\/$/;
    expect(entries.map(({ href }) => pattern.exec(href)?.[1])).toEqual(entries.map(({ id }) => id));
    for (const { tier } of entries)
      if (tier) expect(tier.entriesListUrl).toBe(`/tenants/acme/levels/${tier.id}/entries/`);
  });

  it('about several statuses lists a response with the same body for each, and marks the usual status', () => {
    const view = viewAnswered('operations.success-status');
    const statusesOf = (id: string) => successesOf(view.document, view.operation(id)).map(([status]) => status);
    const [first, otherResponse] = successesOf(view.document, view.operation('createTier'));
    expect([first?.[0], otherResponse?.[0]]).toEqual(['200', '201']);
    expect(first?.[1]).toEqual(ownView.success('createTier')[1]);
    expect(otherResponse?.[1]).toBe(first?.[1]);
    expect(statusesOf('createCallout')).toEqual(['201', '200']);
    expect(view.operation('createCallout')['x-usual-status']).toBe('201');
    const [deletedResponse, shownResponse] = successesOf(view.document, view.operation('deleteTier'));
    expect([deletedResponse?.[0], deletedResponse?.[1].content, shownResponse?.[0]]).toEqual(['204', undefined, '200']);
    expect(Object.keys(shownResponse?.[1].content ?? {})).toEqual(['application/json']);
    const { answers } = taughtWith({
      'operations.success-status': { value: operationAnswers['operations.success-status'] },
    });
    expect(teachContract(view.document, answers).needlessIds).toEqual(['operations.success-status']);
  });

  it('about single resources leaves the ids in paths', () => {
    const idsIn = (seenView: Seen) => pathParameters(seenView.document, seenView.operation('getAppEntry'));
    expect(idsIn(viewAnswered('objects.envelope'))).toEqual(idsIn(ownView));
  });
});

describe('answers together', () => {
  it('do not conflict if one moves a place that another changes', () => {
    const view = wholeWith(withValues(operationAnswers));
    expect(view.json('listTiers')?.schema).toMatchObject({ type: 'object' });
    expect(view.place('listTiers')).toBe('get /directories/{directory_id}/levels');
  });

  it('conflict if they set one place to two values', () => {
    const answers = {
      'the-service.name': { value: 'website' },
      'partner-entry-update.reflection': { value: { website: '/icon' } },
    };
    expect(() => taughtWith(answers)).toThrow(
      /:4:3: [\w.-]+\.reflection and the-service\.name \(.*:2:3\) set \/.*\/website\/x-reflected-as to/,
    );
  });
});
