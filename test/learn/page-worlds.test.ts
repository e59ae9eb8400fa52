// @module-tag slow
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkWithPresence } from '../../scripts/check/engine/check.js';
import { learn } from '../../scripts/learn/rounds.js';
import { defaultKey } from '../../scripts/sandbox/sandbox.js';
import { servedWorld } from '../answers/worlds.js';
import { sample } from '../sample.js';

const lists = ['listDirectories', 'listPartnerEntries', 'listTiers', 'listFilters'];
const only = [...lists, 'getPartnerEntry', 'getTier', 'getFilter'];

/** What only writes show in these worlds. */
const byHand = 'answers:\n  the-service.name: { value: { request: websiteUrl, response: website_url } }\n';

describe('a service whose pages no response explains', () => {
  const worlds: [name: string, text: string, page: { query: string; by: string; size?: string }][] = [
    ['cursor-pages', '', { query: 'cursor', by: 'cursor' }],
    ['page-token', '', { query: 'pageToken', by: 'cursor' }],
    ['offset-pages', '', { query: 'offset', by: 'offset', size: 'limit' }],
    ['next-after', byHand, { query: 'after', by: 'cursor' }],
  ];
  const tried = sample(worlds, 4);

  it.each(tried)('is learnt by reads: %s', async (name, text, page) => {
    const { file, served, asked } = await servedWorld(`${name}.answers.yaml`);
    onTestFinished(() => served.close());
    vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
    const options = { baseUrl: served.url, only, runs: 0 };
    const { report } = await checkWithPresence({ ...options, answers: file });
    const ofOne = asked.length;
    const learnt = await learn({ ...options, file: 'a.yaml', text, today: '2026-11-23', acceptLikely: true });
    const found = learnt.taken.find(({ question }) => question === 'lists.envelope');
    expect(found?.answer.value).toMatchObject({ page });
    const { fields } = learnt.after;
    expect(fields.seen).toBe(fields.documented);
    expect(fields.seen).toBeGreaterThanOrEqual(report.coverage.fields.seen);
    expect(learnt.after).toMatchObject({ violations: 0, drifts: 0 });
    expect(asked.length - ofOne).toBeLessThan(ofOne * 2.5);
  });
});
