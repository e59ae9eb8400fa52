import { describe, expect, it } from 'vitest';
import { initialState } from '../../scripts/sandbox/data/initial-state.js';
import type { SandboxState } from '../../scripts/sandbox/model/store.js';
import { operations, type SandboxOptions } from '../../scripts/sandbox/sandbox.js';
import { type Asked, bodyOf, ids, open, read, readList } from './fixture.js';

/** 200 requests to all operations, the same in each run. The sandbox refuses some of them. */
const mixed = Array.from({ length: 200 }, (_, index) => {
  const operation = operations[(index * 53 + 7) % operations.length];
  if (!operation) throw new RangeError('The contract has no operations.');
  return { id: operation.id, body: operation.takesBody ? (index % 9 === 0 ? '{' : bodyOf(operation)) : undefined };
});

async function bytesOf(sandbox: Asked): Promise<string[]> {
  const bytes: string[] = [];
  for (const { id, body } of mixed) {
    const { status, headers, text } = await sandbox.call(id, { body });
    bytes.push(JSON.stringify([id, status, [...headers], text]));
  }
  return bytes;
}

describe('the same requests from the same data', () => {
  it('return the same bytes each time', async () => {
    const sandbox = open();
    const first = await bytesOf(sandbox);
    expect(new Set(first.map((text) => (JSON.parse(text) as [string])[0])).size).toBe(operations.length);
    const end = sandbox.snapshot();
    expect(end.serial).toBeGreaterThan(40);

    const otherRequest = open();
    expect(await bytesOf(otherRequest)).toEqual(first);
    expect(otherRequest.snapshot()).toEqual(end);

    sandbox.reset();
    expect(sandbox.snapshot()).toEqual(initialState);
    expect(await bytesOf(sandbox)).toEqual(first);
  });

  it('have the same results from a state that was saved as JSON', async () => {
    const requestBefore = open();
    await bytesOf(requestBefore);
    const keptState = JSON.parse(JSON.stringify(requestBefore.snapshot())) as SandboxState;
    const requestAfter = open({ data: keptState });
    expect(await bytesOf(requestAfter)).toEqual(await bytesOf(requestBefore));
    expect(JSON.stringify(requestAfter.snapshot())).toBe(JSON.stringify(requestBefore.snapshot()));
  });
});

describe('the state', () => {
  it('is independent of its snapshot', async () => {
    const sandbox = open();
    const takenState = sandbox.snapshot();
    const copy = structuredClone(takenState);
    await bytesOf(sandbox);
    expect(takenState).toEqual(copy);
    const review = await read(sandbox, 'getReview').catch(() => undefined);
    for (const records of Object.values(sandbox.snapshot().collections)) {
      for (const { value } of records) Object.assign(value, { title: 'Changed from outside' });
      records.length = 0;
    }
    expect(await read(sandbox, 'getReview').catch(() => undefined)).toEqual(review);
    sandbox.load(takenState);
    expect(sandbox.snapshot()).toEqual(copy);
  });

  it('is separate for each sandbox', async () => {
    const [one, two] = [open(), open()];
    await read(one, 'updatePartnerEntry', { body: { title: 'Changed' } });
    expect(await read(two, 'getPartnerEntry')).toMatchObject({ title: 'Fjordline Data' });
  });

  it('starts with the data of the options, and reset restores it', async () => {
    const { Directory = [] } = initialState.collections;
    const data: SandboxState = { ...initialState, serial: 41, collections: { Directory } };
    const sandbox = open({ data });
    expect(await readList(sandbox, 'listPartnerEntries')).toEqual([]);
    await read(sandbox, 'createPartnerEntry', { body: { title: 'First' } });
    sandbox.load(initialState);
    expect(await readList(sandbox, 'listPartnerEntries')).toHaveLength(12);
    sandbox.reset();
    expect(sandbox.snapshot()).toEqual(data);
  });
});

describe('new resources', () => {
  const createReview = async (options: SandboxOptions) => {
    const sandbox = open(options);
    const make = () => read(sandbox, 'createReview', { body: { title: 'A' } });
    return [await make(), await make()];
  };

  it('get ids derived from earlier changes, and times that advance by one second each', async () => {
    const [first, second] = await createReview({});
    expect([first?.['created'], second?.['created']]).toEqual(['2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z']);
    expect(first?.['id']).not.toBe(second?.['id']);
    expect(await createReview({})).toEqual([first, second]);
  });

  it('get the ids and the time of the options', async () => {
    const [id, createdText] = ['11111111-1111-4111-8111-111111111111', '2031-05-05T05:05:05Z'];
    const remainingIds = [id, ids.nobody];
    const createdReview = await createReview({ ids: () => remainingIds.shift() ?? '', now: () => createdText });
    expect(createdReview).toMatchObject([
      { id, created: createdText },
      { id: ids.nobody, created: createdText },
    ]);
  });
});

describe('changes', () => {
  it('are reported before they are made, and are not made if the listener throws', async () => {
    const reportedNumbers: number[] = [];
    const sandbox = open({
      onChange(changes, serial) {
        reportedNumbers.push(serial);
        if (JSON.stringify(changes).includes('Refused')) throw new Error('The disk is full.');
      },
    });
    await read(sandbox, 'updatePartnerEntry', { body: { title: 'Kept' } });
    expect(await sandbox.status('updatePartnerEntry', { body: { title: 'Refused' } })).toBe(500);
    expect(await read(sandbox, 'getPartnerEntry')).toMatchObject({ title: 'Kept' });
    expect([reportedNumbers, sandbox.snapshot().serial]).toEqual([[1, 2], 1]);
  });

  it('of one request are reported together, and count as one', async () => {
    const reportedNumbers: number[] = [];
    const sandbox = open({ onChange: (changes) => reportedNumbers.push(changes.length) });
    await readList(sandbox, 'bulkUpsertPartnerEntries', { body: [{ title: 'A' }, { title: 'B' }, { title: 'C' }] });
    expect([reportedNumbers, sandbox.snapshot().serial]).toEqual([[3], 1]);
  });

  it('of requests that arrive at once are made one after another, and none of them is lost', async () => {
    const sandbox = open();
    const createdObjects = await Promise.all(
      Array.from({ length: 50 }, (_, index) => read(sandbox, 'createBadge', { body: { title: String(index) } })),
    );
    expect(new Set(createdObjects.map(({ id }) => id)).size).toBe(50);
    expect(await readList(sandbox, 'listBadges')).toEqual(expect.arrayContaining(createdObjects));
    expect(sandbox.snapshot().serial).toBe(50);
  });
});
