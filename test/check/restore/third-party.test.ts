import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../scripts/check/model/report.js';
import { type Answer, at, type Call, type Part } from '../shop.js';
import { eachHasOwnState, filesBelow, writeRecords } from './own-state.js';
import { checkShop, type ShopOptions, says, serveShop } from './shop-server.js';

const home = eachHasOwnState();

/**
 * A shop whose thing somebody else changes, once, just before it is read the second time after its note was written.
 */
async function changedBetween(change: Part): Promise<{ report: CheckReport; item: Part; next: CheckReport }> {
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
  return { report, item, next: await checkShop(server) };
}

function reasonOf({ operations }: CheckReport): string {
  return operations.find(({ operationId }) => operationId === 'updateItem')?.success.reason ?? '';
}

describe('where somebody else changes a thing meanwhile', () => {
  it('safety 5, exit-4: leaves their value of the very field that was written, ends with 4 and names it', async () => {
    const { report, item, next } = await changedBetween({ note: 'theirs' });
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
    expect(filesBelow(home())).toEqual([]);
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
function withCount(contract: Part): void {
  for (const name of ['ItemPatch', 'NewItem'])
    delete at(contract, 'components', 'schemas', name, 'properties')['count'];
}

/** Answers the reads of the thing itself, as these tell. */
function read(
  answer: (perform: () => Answer, reads: number) => Answer | { status: number; text: string },
  contract?: ShopOptions['contract'],
): ShopOptions {
  let reads = 0;
  const isOne = ({ method, url }: Call): boolean => method === 'GET' && url.pathname.startsWith('/items/0');
  return {
    ...(contract && { contract }),
    answer: (call, perform) => (isOne(call) ? answer(perform, ++reads) : perform()),
  };
}

const shows = (text: string): ShopOptions => read(() => ({ status: 200, text }));
const counted = (count: (reads: number) => string): ShopOptions =>
  read((perform, reads) => {
    const { status, json } = perform();
    const text = JSON.stringify({ ...(json as object), count: 0 }).replace('"count":0', `"count":${count(reads)}`);
    return { status, text };
  }, withCount);

const noState = /does not show what it is now/;
const unreadable: [what: string, options: ShopOptions, reason: RegExp][] = [
  ['two reads of it differ', counted(String), /Two reads one after another differ at \/count/],
  [
    'it holds a number beyond 2^53',
    counted(() => '9007199254740993'),
    /does not show what it is now: .* changes its digits as a double/,
  ],
  ['it holds a number beyond any', counted(() => '1e400'), /does not show what it is now: .* too large for a double/],
  [
    'its read answers 404',
    read(() => says(404)),
    /does not show what it is now: it answers 404\. .*--read-by-patch reads it by an empty update/,
  ],
  ['its read answers 405', read(() => says(405)), /it answers 405\. .*--read-by-patch/],
  ['its read answers 500', read(() => says(500)), /it answers 500\./],
  ['its read is cut off', shows('{"id":'), noState],
  ['its read has a name twice', shows('{"id":"1","note":"a","note":"b"}'), noState],
];

describe('a thing whose state cannot be taken down', () => {
  it.each(unreadable)('safety 9: is not written to where %s, with that reason', async (_, options, reason) => {
    const server = await serveShop(options);
    const report = await checkShop(server);
    expect(server.patches).toEqual([]);
    expect(reasonOf(report)).toMatch(/^Nothing was written\./);
    expect(reasonOf(report)).toMatch(reason);
    expect(filesBelow(home())).toEqual([]);
  });
});

const noFit = 'its present value does not fit the schema of requests, so that it may not be put back.';
const skipped: [what: string, note: unknown, reason: string][] = [
  ['absent', undefined, 'it is absent now, and no update takes a value away again.'],
  ['null, and no request can send null', null, 'it is null now, and no request can send null for it.'],
  ['a value that no request may send', 7, noFit],
];

describe('a field that could not be put back', () => {
  it.each(skipped)('safety 9: is not written where it is %s', async (_, note, reason) => {
    const server = await serveShop({
      item: { note },
      contract: (contract) => {
        const schemas = at(contract, 'components', 'schemas');
        at(schemas, 'Item', 'properties')['note'] = {};
        at(schemas, 'ItemPatch', 'properties')['note'] = { type: 'string' };
      },
    });
    const report = await checkShop(server);
    expect(server.patches.some(({ body }) => 'title' in (body ?? {}))).toBe(true);
    expect(server.patches.filter(({ body }) => 'note' in (body ?? {}))).toEqual([]);
    expect(report.state?.fields[0]?.skipped).toContainEqual({ name: 'note', reason });
    expect(server.isAsBefore()).toBe(true);
  });
});

describe('--read-by-patch', () => {
  const readsByUpdate =
    'reads by an empty update, which stands in the ' + 'journal before it is sent, and puts back what it writes';
  it(readsByUpdate, async () => {
    const unrecorded: unknown[] = [];
    let empty = 0;
    const server = await serveShop({
      answer(call, perform) {
        return call.method === 'GET' && call.url.pathname.startsWith('/items/') ? says(405) : perform();
      },
      onWrite(perform) {
        const body = server.patches.at(-1)?.body;
        if (writeRecords(server).length !== server.patches.length) unrecorded.push(body);
        if (Object.keys(body ?? { x: 0 }).length === 0) empty += 1;
        return perform();
      },
    });
    const report = await checkShop(server, { readByPatch: true });
    expect(unrecorded).toEqual([]);
    expect(empty).toBeGreaterThan(2);
    expect(report.state).toMatchObject({ differing: [], fields: [{ operationId: 'updateItem', written: 2 }] });
    expect(report.exitCode).toBe(0);
    expect(server.isAsBefore()).toBe(true);
  });
});
