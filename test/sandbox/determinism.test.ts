import { describe, expect, it } from 'vitest';
import { initialState } from '../../scripts/sandbox/data/initial-state.js';
import type { SandboxState } from '../../scripts/sandbox/model/store.js';
import type { SandboxOptions } from '../../scripts/sandbox/sandbox.js';
import { operations } from '../../scripts/sandbox/sandbox.js';
import { type Asked, bodyOf, open, read, readList } from './fixture.js';

/** 200 requests to all operations, the same in each run. Some of them are refused. */
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
    expect(new Set(first.map((each) => (JSON.parse(each) as [string])[0])).size).toBe(operations.length);
    const end = sandbox.snapshot();
    expect(end.serial).toBeGreaterThan(40);

    const other = open();
    expect(await bytesOf(other)).toEqual(first);
    expect(other.snapshot()).toEqual(end);

    sandbox.reset();
    expect(sandbox.snapshot()).toEqual(initialState);
    expect(await bytesOf(sandbox)).toEqual(first);
  });

  it('continue in the same way from a state that was saved as JSON', async () => {
    const before = open();
    await bytesOf(before);
    const kept = JSON.parse(JSON.stringify(before.snapshot())) as SandboxState;
    const after = open({ data: kept });
    expect(await bytesOf(after)).toEqual(await bytesOf(before));
    expect(JSON.stringify(after.snapshot())).toBe(JSON.stringify(before.snapshot()));
  });
});

describe('the state', () => {
  it('and its snapshot are independent', async () => {
    const sandbox = open();
    const taken = sandbox.snapshot();
    const copy = structuredClone(taken);
    await bytesOf(sandbox);
    expect(taken).toEqual(copy);
    const review = await read(sandbox, 'getReview').catch(() => undefined);
    for (const records of Object.values(sandbox.snapshot().collections)) {
      for (const { value } of records) Object.assign(value, { title: 'Changed from outside' });
      records.length = 0;
    }
    expect(await read(sandbox, 'getReview').catch(() => undefined)).toEqual(review);
    sandbox.load(taken);
    expect(sandbox.snapshot()).toEqual(copy);
  });

  it('is separate for each sandbox', async () => {
    const [one, two] = [open(), open()];
    await read(one, 'updatePartnerEntry', { body: { title: 'Changed' } });
    expect(await read(two, 'getPartnerEntry')).toMatchObject({ title: 'Fjordline Data' });
  });

  it('begins with the option data, and reset restores it', async () => {
    const data: SandboxState = {
      ...initialState,
      serial: 41,
      collections: { Directory: initialState.collections['Directory'] ?? [] },
    };
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

  it('get ids derived from the changes before, and a time that advances one second with each', async () => {
    const [first, second] = await createReview({});
    expect([first?.['created'], second?.['created']]).toEqual(['2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z']);
    expect(first?.['id']).not.toBe(second?.['id']);
    expect(await createReview({})).toEqual([first, second]);
  });

  it('get the ids and the time of the options', async () => {
    const given = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
    const left = [...given];
    const made = await createReview({ ids: () => left.shift() ?? '', now: () => '2031-05-05T05:05:05Z' });
    expect(made.map(({ id }) => id)).toEqual(given);
    expect(made.map(({ created }) => created)).toEqual(['2031-05-05T05:05:05Z', '2031-05-05T05:05:05Z']);
  });
});

describe('a change', () => {
  it('is reported before it is made, and not made if the listener throws', async () => {
    const reported: number[] = [];
    const sandbox = open({
      onChange(changes, serial) {
        reported.push(serial);
        if (JSON.stringify(changes).includes('Refused')) throw new Error('The disk is full.');
      },
    });
    await read(sandbox, 'updatePartnerEntry', { body: { title: 'Kept' } });
    expect((await sandbox.call('updatePartnerEntry', { body: { title: 'Refused' } })).status).toBe(500);
    expect(await read(sandbox, 'getPartnerEntry')).toMatchObject({ title: 'Kept' });
    expect([reported, sandbox.snapshot().serial]).toEqual([[1, 2], 1]);
  });
});

describe('the changes of one request', () => {
  it('are reported together, and count as one', async () => {
    const reported: number[] = [];
    const sandbox = open({ onChange: (changes) => reported.push(changes.length) });
    await readList(sandbox, 'bulkUpsertPartnerEntries', { body: [{ title: 'A' }, { title: 'B' }, { title: 'C' }] });
    expect([reported, sandbox.snapshot().serial]).toEqual([[3], 1]);
  });
});

describe('requests that arrive at once', () => {
  it('are performed one after another, and none is lost', async () => {
    const sandbox = open();
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, index) => read(sandbox, 'createBadge', { body: { title: String(index) } })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(50);
    const listed = (await readList(sandbox, 'listBadges')).slice(3);
    expect(listed.map(({ title }) => title).sort()).toEqual(made.map(({ title }) => title).sort());
    expect(sandbox.snapshot().serial).toBe(50);
  });
});
