import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import { learn } from '../../scripts/learn/rounds.js';
import { defaultKey } from '../../scripts/sandbox/sandbox.js';
import { taughtWith } from '../answers/taught.js';
import { varyingServer } from './varying-server.js';

/** Returns the answer to one question that is learnt from a sandbox with these answers. */
async function learntFrom(
  answers: Record<string, unknown>,
  question: string,
  options: Partial<CheckOptions>,
): Promise<unknown> {
  const values = Object.fromEntries(Object.entries(answers).map(([id, value]) => [id, { value }]));
  const served = await varyingServer(() => undefined, { taught: taughtWith(values) });
  onTestFinished(() => served.close());
  const usual = { file: 'directory.answers.yaml', text: '', today: '2026-11-23', runs: 1, acceptLikely: true };
  const { taken } = await learn({ ...usual, baseUrl: served.url, ...options });
  return taken.find((offer) => offer.question === question)?.answer.value;
}

const tiers = { only: ['listTiers', 'getTier'] };
const reads = { only: [...tiers.only, 'listBadges', 'getBadge', 'listFilters', 'getFilter'] };
const updates = {
  only: ['getPartnerEntry', 'listPartnerEntries', 'updatePartnerEntry'],
  writes: 'disposable',
  include: ['named', 'inferred'],
  confirmHost: '127.0.0.1',
} as const;

beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', defaultKey));

describe('a taught sandbox shows', () => {
  it('which fields an update must send, so that this can be learnt', { tags: 'long' }, async () => {
    const question = 'partner-entry-update.required';
    expect(await learntFrom({ [question]: ['title', 'headline'] }, question, updates)).toEqual(['headline', 'title']);
  });

  it('which fields of a refusal may be absent, so that this can be learnt', { tags: 'long' }, async () => {
    const properties = { message: { type: 'string' }, hint: { type: 'string' } };
    const body = { type: 'object', required: ['message'], properties };
    expect(await learntFrom({ 'errors.body': body }, 'errors.body', reads)).toEqual(body);
    const { required: _, ...open } = body;
    expect(await learntFrom({ 'errors.body': open }, 'errors.body', reads)).toEqual(open);
    const nested = { type: 'object', properties: { error: open } };
    expect(await learntFrom({ 'errors.body': nested }, 'errors.body', reads)).toEqual(nested);
  });
});
