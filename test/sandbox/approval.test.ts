import { beforeEach, describe, expect, it } from 'vitest';
import { type Asked, open, read, readList } from './fixture.js';

const fjordline = 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9';
const gold = 'bc4048fe-b64e-42ae-ba87-0578bd18e23a';
const silver = '0ff27477-252f-4672-b304-8071f2b2e146';
const nobody = '00000000-0000-4000-8000-000000000000';

let sandbox: Asked;
beforeEach(() => {
  sandbox = open();
});

const status = async (operationId: string, send = {}): Promise<number> =>
  (await sandbox.call(operationId, send)).status;

describe('an edit of an entry', () => {
  const edit = { headline: 'Data pipelines that never sleep', tier: silver, keywords: [{ name: 'sleep' }] };
  beforeEach(async () => {
    await read(sandbox, 'discardPartnerEntryReview');
    expect(await read(sandbox, 'submitPartnerEntryReview', { body: edit })).toMatchObject({
      entry: fjordline,
      state: 'submitted',
    });
  });

  it('does not show before it is approved', async () => {
    expect(await read(sandbox, 'getPartnerEntry')).toMatchObject({
      headline: 'Data pipelines that survive the night shift',
      tier: { id: gold },
    });
    expect(await readList(sandbox, 'listPartnerEntryKeywords')).toMatchObject([{ name: 'data integration' }]);
  });

  it('shows when it is approved, and cannot be approved again', async () => {
    expect(await read(sandbox, 'approvePartnerEntryReview')).toMatchObject({ entry: fjordline, state: 'approved' });
    expect(await read(sandbox, 'getPartnerEntry')).toMatchObject({ headline: edit.headline, tier: { id: silver } });
    expect(await readList(sandbox, 'listPartnerEntryKeywords')).toEqual(edit.keywords);
    expect(await status('approvePartnerEntryReview')).toBe(409);
  });

  it.each([
    ['rejectPartnerEntryChanges', 'rejected'],
    ['discardPartnerEntryReview', 'discarded'],
  ])('is gone after %s', async (operationId, state) => {
    const before = await read(sandbox, 'getPartnerEntry');
    expect(await read(sandbox, operationId)).toMatchObject({ entry: fjordline, state });
    expect(await read(sandbox, 'getPartnerEntry')).toEqual(before);
    for (const other of ['approvePartnerEntryReview', 'rejectPartnerEntryChanges', 'discardPartnerEntryReview']) {
      expect(await status(other)).toBe(409);
    }
  });

  it('replaces the previous edit, and keeps its id until it is approved', async () => {
    const { id } = await read(sandbox, 'submitPartnerEntryReview', { body: { title: 'Fjord' } });
    expect(await read(sandbox, 'approvePartnerEntryReview')).toMatchObject({ id });
    expect(await read(sandbox, 'getPartnerEntry')).toMatchObject({ title: 'Fjord', tier: { id: gold } });
  });

  it('is refused on submission if it could not be applied', async () => {
    for (const body of [{ tier: nobody }, { title: 7 }]) {
      expect(await status('submitPartnerEntryReview', { body })).toBe(400);
    }
    // The previous edit is still pending, so it can be approved.
    expect(await status('approvePartnerEntryReview')).toBe(200);
  });

  it('cannot be approved after its tier was deleted, and is still pending', async () => {
    await sandbox.call('deleteTier', { path: { tier_id: silver } });
    expect(await status('approvePartnerEntryReview')).toBe(409);
    expect(await status('rejectPartnerEntryChanges')).toBe(200);
  });
});
