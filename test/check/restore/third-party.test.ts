import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../scripts/check/model/report.js';
import { type Answer, at, type Call } from '../shop.js';
import { filesBelow, ownStateHome, recordsOf } from './own-state.js';
import { checkShop, type ShopOptions, serveShop } from './shop-server.js';

/**
 * A shop whose thing somebody else changes, once, just before it is read the second time after its note was written.
 */
async function changedBetween(
  change: Record<string, unknown>,
): Promise<{ report: CheckReport; item: Record<string, unknown>; home: string; next: CheckReport }> {
  const home = ownStateHome();
  let reads = -Infinity;
  const server = await serveShop({
    answer(call, perform) {
      const { id, note } = server.item();
      const isItem = call.url.pathname === `/items/${id}`;
      if (isItem && call.method === 'GET') reads += 1;
      // The check has seen its own value by now, and is about to put the old one back.
      if (reads === 2) server.items.set(id, { ...server.item(), ...change });
      const answer = perform();
      if (isItem && call.method === 'PATCH' && server.item()['note'] !== note && reads < 0) reads = 0;
      return answer;
    },
  });
  const report = await checkShop(server);
  const item = { ...server.item() };
  return { report, item, home, next: await checkShop(server) };
}

function reasonOf({ operations }: CheckReport): string {
  return operations.find(({ operationId }) => operationId === 'updateItem')?.success.reason ?? '';
}

describe('where somebody else changes a thing meanwhile', () => {
  it('safety 5, exit-4: leaves their value of the very field that was written, ends with 4 and names it', async () => {
    const { report, item, home, next } = await changedBetween({ note: 'theirs' });
    expect(item).toMatchObject({ note: 'theirs', title: 'Anna' });
    expect(report).toMatchObject({ verdict: 'not-restored', exitCode: 4 });
    expect(report.state?.differing).toMatchObject([
      { as: 'left', differences: [{ pointer: '/note', before: 'as it was', after: 'theirs' }] },
    ]);
    expect(report.findings.find(({ rule }) => rule === 'state.changed-by-others')).toMatchObject({
      severity: 'observation',
      pointer: '/note',
      expected: '"as it was"',
      actual: '"theirs"',
    });
    expect(report.state?.undo).toBeUndefined();
    expect(filesBelow(home)).toEqual([]);
    // Theirs is what is there now, and what is put back from then on.
    expect(next).toMatchObject({ exitCode: 0, state: { differing: [] } });
  });

  it('safety 5: leaves their value of another field, and takes back its own', async () => {
    const { report, item, next } = await changedBetween({ title: 'Theirs' });
    expect(item).toMatchObject({ note: 'as it was', title: 'Theirs' });
    expect(report).toMatchObject({
      exitCode: 4,
      state: { differing: [{ as: 'left', differences: [{ pointer: '/title', before: 'Anna', after: 'Theirs' }] }] },
    });
    expect(next.exitCode).toBe(0);
  });

  it('leaves their value, too, where it comes while the write that puts back has to wait', async () => {
    ownStateHome();
    let isWritten = false;
    const server = await serveShop({
      answer(_, perform) {
        const { id, note } = server.item();
        const answer = perform();
        if (isWritten || server.item()['note'] === note) return answer;
        isWritten = true;
        setTimeout(() => server.items.set(id, { ...server.item(), note: 'theirs' }), 150);
        return answer;
      },
    });
    const report = await checkShop(server, { writeInterval: 0.4 });
    expect(server.item()).toMatchObject({ note: 'theirs', title: 'Anna' });
    expect(report).toMatchObject({
      exitCode: 4,
      state: { differing: [{ as: 'left', differences: [{ pointer: '/note', after: 'theirs' }] }] },
    });
  });

  it('takes nothing back where they have put the very value there that was there before', async () => {
    const { report, item } = await changedBetween({ note: 'as it was' });
    expect(item).toMatchObject({ note: 'as it was' });
    expect(report.state?.differing).toEqual([]);
  });
});

/** A field that answers show and no update sends. */
function withCount(contract: Record<string, unknown>): void {
  for (const name of ['ItemPatch', 'NewItem'])
    delete at(contract, 'components', 'schemas', name, 'properties')['count'];
}

/** Answers the reads of the thing itself, as these tell. */
function read(
  answer: (perform: () => Answer, reads: number) => Answer | { status: number; text: string },
): NonNullable<ShopOptions['answer']> {
  let reads = 0;
  const isOne = ({ method, url }: Call): boolean => method === 'GET' && url.pathname.startsWith('/items/0');
  return (call, perform) => (isOne(call) ? answer(perform, ++reads) : perform());
}

const numbered = (number: string): NonNullable<ShopOptions['answer']> =>
  read((perform) => {
    const { status, json } = perform();
    return {
      status,
      text: JSON.stringify({ ...(json as object), count: 0 }).replace('"count":0', `"count":${number}`),
    };
  });

const unreadable: [what: string, options: ShopOptions, reason: RegExp][] = [
  [
    'two reads of it differ',
    {
      contract: withCount,
      answer: read((perform, reads) => ({ ...perform(), json: { ...(perform().json as object), count: reads } })),
    },
    /Two reads one after another differ at \/count/,
  ],
  [
    'it holds a number beyond 2^53',
    { contract: withCount, answer: numbered('9007199254740993') },
    /does not show what it is now: .* changes its digits as a double/,
  ],
  [
    'it holds a number beyond any',
    { contract: withCount, answer: numbered('1e400') },
    /does not show what it is now: .* too large for a double/,
  ],
  [
    'its read answers 404',
    { answer: read(() => ({ status: 404, json: {} })) },
    /does not show what it is now: it answers 404\. .*--read-by-patch reads it by an empty update/,
  ],
  ['its read answers 405', { answer: read(() => ({ status: 405, json: {} })) }, /it answers 405\. .*--read-by-patch/],
  ['its read answers 500', { answer: read(() => ({ status: 500, json: {} })) }, /it answers 500\./],
  ['its read is cut off', { answer: read(() => ({ status: 200, text: '{"id":' })) }, /does not show what it is now/],
  [
    'its read has a name twice',
    { answer: read(() => ({ status: 200, text: '{"id":"1","note":"a","note":"b"}' })) },
    /does not show what it is now/,
  ],
];

describe('a thing whose state cannot be taken down', () => {
  it.each(unreadable)('safety 9: is not written to where %s, with that reason', async (_, options, reason) => {
    const home = ownStateHome();
    const server = await serveShop(options);
    const report = await checkShop(server);
    expect(server.patches).toEqual([]);
    expect(reasonOf(report)).toMatch(/^Nothing was written\./);
    expect(reasonOf(report)).toMatch(reason);
    expect(filesBelow(home)).toEqual([]);
  });
});

const skipped: [what: string, item: Record<string, unknown>, reason: string][] = [
  ['absent', { note: undefined }, 'it is absent now, and no update takes a value away again.'],
  ['null, and no request can send null', { note: null }, 'it is null now, and no request can send null for it.'],
  [
    'a value that no request may send',
    { note: 7 },
    'its present value does not fit the schema of requests, so that it may not be put back.',
  ],
];

describe('a field that could not be put back', () => {
  it.each(skipped)('safety 9: is not written where it is %s', async (_, item, reason) => {
    ownStateHome();
    const server = await serveShop({
      item,
      contract: (contract) => {
        at(contract, 'components', 'schemas', 'Item', 'properties')['note'] = {};
        at(contract, 'components', 'schemas', 'ItemPatch', 'properties')['note'] = { type: 'string' };
      },
    });
    const before = JSON.stringify(server.item());
    const report = await checkShop(server);
    expect(server.patches.some(({ body }) => 'title' in (body ?? {}))).toBe(true);
    expect(server.patches.filter(({ body }) => 'note' in (body ?? {}))).toEqual([]);
    expect(report.state?.fields[0]?.skipped).toContainEqual({ name: 'note', reason });
    expect(JSON.stringify(server.item())).toBe(before);
  });
});

describe('--read-by-patch', () => {
  const readsByUpdate =
    'reads by an empty update, which stands in the ' + 'journal before it is sent, and puts back what it writes';
  it(readsByUpdate, async () => {
    ownStateHome();
    const unrecorded: unknown[] = [];
    let empty = 0;
    const server = await serveShop({
      answer(call, perform) {
        if (call.method === 'GET' && call.url.pathname.startsWith('/items/')) return { status: 405, json: {} };
        if (call.method !== 'PATCH' || !call.url.pathname.endsWith(server.item().id)) return perform();
        const records = recordsOf(server);
        const writes = records.filter((record) => record.kind === 'write');
        if (writes.length !== server.patches.length) unrecorded.push(server.patches.at(-1)?.body);
        if (Object.keys(server.patches.at(-1)?.body ?? { x: 0 }).length === 0) empty += 1;
        return perform();
      },
    });
    const before = JSON.stringify(server.item());
    const report = await checkShop(server, { readByPatch: true });
    expect(unrecorded).toEqual([]);
    expect(empty).toBeGreaterThan(2);
    expect(report.state).toMatchObject({ differing: [], fields: [{ operationId: 'updateItem', written: 2 }] });
    expect(report.exitCode).toBe(0);
    expect(JSON.stringify(server.item())).toBe(before);
  });
});
