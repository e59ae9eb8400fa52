import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import { learn } from '../../scripts/learn/rounds.js';
import { defaultKey } from '../../scripts/sandbox/sandbox.js';
import { taughtWith } from '../answers/taught.js';
import { varyingServer } from './varying-server.js';

/** What is learnt for one question from a sandbox that was taught these answers. */
async function learntFrom(
  answers: Record<string, unknown>,
  question: string,
  options: Partial<CheckOptions>,
): Promise<{ found: unknown; requests: Headers[] }> {
  const values = Object.fromEntries(Object.entries(answers).map(([id, value]) => [id, { value }]));
  const requests: Headers[] = [];
  const served = await varyingServer(({ request }) => requests.push(request.headers), { taught: taughtWith(values) });
  onTestFinished(() => served.close());
  const usual = { file: 'directory.answers.yaml', text: '', today: '2026-11-23', runs: 1, acceptLikely: true };
  const { taken } = await learn({ ...usual, baseUrl: served.url, ...options });
  return { found: taken.find((offer) => offer.question === question)?.answer.value, requests };
}

const tiers = { only: ['listTiers', 'getTier'] };
const reads = { only: [...tiers.only, 'listBadges', 'getBadge', 'listFilters', 'getFilter'] };
const exports = { only: ['exportReviews', 'listReviews'] };
const updates = {
  only: ['getPartnerEntry', 'listPartnerEntries', 'updatePartnerEntry'],
  writes: 'disposable',
  include: ['named', 'inferred'],
  confirmHost: '127.0.0.1',
} as const;

/** In a normal run the first and the last, since each is a second of learning; all in the long one. */
const some = <Row>(rows: readonly Row[]): readonly Row[] =>
  process.env['WORLDS'] === 'all' ? rows : rows.filter((_, index) => index % (rows.length - 1) === 0);

beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', defaultKey));

describe('a sandbox shows what it is taught, so that it can be learnt', () => {
  it.each(
    some([
      ['RateLimit', 'RateLimit-Policy'],
      ['X-RateLimit-Interval', 'X-RateLimit-Max', 'X-RateLimit-Remaining'],
      ['X-RateLimit-Limit', 'X-RateLimit-Reset', 'X-RateLimit-Window-Ms'],
    ]),
  )('how many requests may be sent: %s, %s', { tags: 'slow' }, async (...headers) => {
    const rate = { requests: 600, seconds: 30, headers };
    const { found } = await learntFrom({ 'limits.rate': rate }, 'limits.rate', tiers);
    expect(found).toEqual({
      ...rate,
      headers: expect.arrayContaining(headers.map((name) => expect.stringMatching(RegExp(`^${name}$`, 'i')))),
    });
  });

  it('no limit where the headers do not name it', async () => {
    const rate = { requests: 600, seconds: 30, headers: ['X-RateLimit-Remaining'] };
    expect((await learntFrom({ 'limits.rate': rate }, 'limits.rate', tiers)).found).toBeUndefined();
  });

  it.each(some([[['csv']], [['json']], [['csv', 'json']]]))(
    'how reviews are exported: %j',
    { tags: 'slow' },
    async (formats) => {
      const question = 'review-export.format';
      const { found, requests } = await learntFrom({ [question]: formats }, question, exports);
      expect(found).toEqual(formats.length === 1 ? formats : undefined);
      const accepted = new Set(requests.map((headers) => headers.get('accept')));
      expect([...accepted]).toEqual(expect.arrayContaining(['application/json, */*;q=0.1', 'text/csv, */*;q=0.1']));
    },
  );

  it('how long a text may be, also in another form of refusals', { tags: 'long' }, async () => {
    const question = 'limits.field-lengths';
    const lengths = { 'PartnerEntryUpdate.headline': 120 };
    const body = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } };
    expect((await learntFrom({ [question]: lengths }, question, updates)).found).toEqual(lengths);
    expect((await learntFrom({ [question]: lengths, 'errors.body': body }, question, updates)).found).toEqual(lengths);
  });

  it('which fields an update must send, so that others can be learnt that it sends', { tags: 'long' }, async () => {
    const answers = { 'partner-entry-update.required': ['title', 'headline'], 'request.extra-fields': 'refused' };
    const [question, other] = Object.keys(answers);
    expect((await learntFrom(answers, question as string, updates)).found).toEqual(['headline', 'title']);
    expect((await learntFrom(answers, other as string, updates)).found).toBe('refused');
  });

  it('which fields of a refusal may be absent', { tags: 'long' }, async () => {
    const properties = { message: { type: 'string' }, hint: { type: 'string' } };
    const body = { type: 'object', required: ['message'], properties };
    expect((await learntFrom({ 'errors.body': body }, 'errors.body', reads)).found).toEqual(body);
    const { required: _, ...open } = body;
    expect((await learntFrom({ 'errors.body': open }, 'errors.body', reads)).found).toEqual(open);
    const nested = { type: 'object', properties: { error: open } };
    expect((await learntFrom({ 'errors.body': nested }, 'errors.body', reads)).found).toEqual(nested);
  });
});
