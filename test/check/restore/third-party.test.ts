// @module-tag slow
import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { type Answer, type Part, partAt } from '../shop.js';
import { eachHasOwnState, filesBelow, writeRecords } from './own-state.js';
import { checkShop, type ShopOptions, says, serveShop } from './shop-server.js';

const home = eachHasOwnState();

/** Checks a shop in which another user changes the resource, just before the second read after a write of its note. */
async function changedBetween(change: Part): Promise<{ report: CheckReport; item: Part; next: CheckReport }> {
  let reads = -Infinity;
  const server = await serveShop({
    answer(call, perform) {
      const { id, note } = server.item();
      const isItem = call.url.pathname === `/items/${id}`;
      if (isItem && call.method === 'GET') reads += 1;
      // By then the check has read its own value, and is about to undo it.
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

describe('a change by somebody else during the run', () => {
  it('safety 5, exit-4: is kept in the field that was written; the run ends with 4 and names it', async () => {
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
    // The next run takes the value of the other user as the original state.
    expect(next).toMatchObject({ exitCode: 0, state: { differing: [] } });
  });

  it('safety 5: is kept in another field, and the change by the check is undone', async () => {
    const { report, item, next } = await changedBetween({ title: 'Theirs' });
    expect(item).toMatchObject({ note: 'as it was', title: 'Theirs' });
    expect(report).toMatchObject({
      exitCode: 4,
      state: { differing: [{ as: 'left', differences: [{ pointer: '/title', before: 'Anna', after: 'Theirs' }] }] },
    });
    expect(next.exitCode).toBe(0);
  });

  it('is also kept if it happens while the undo waits for --write-interval', async () => {
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

  it('to the original value needs no undo', async () => {
    const { report, item } = await changedBetween({ note: 'as it was' });
    expect(item).toMatchObject({ note: 'as it was' });
    expect(report.state?.differing).toEqual([]);
  });
});

/** Makes `count` a field that responses contain but no update sends. */
function withCount(contract: Part): void {
  for (const name of ['ItemPatch', 'NewItem'])
    delete partAt(contract, 'components', 'schemas', name, 'properties')['count'];
}

/** Replaces the responses to reads of the resource. */
function read(
  answer: (perform: () => Answer, reads: number) => Answer | { status: number; text: string },
  contract?: ShopOptions['contract'],
): ShopOptions {
  let reads = 0;
  return {
    ...(contract && { contract }),
    answer: ({ method, url }, perform) =>
      method === 'GET' && url.pathname.startsWith('/items/0') ? answer(perform, ++reads) : perform(),
  };
}

const shows = (text: string): ShopOptions => read(() => ({ status: 200, text }));
const countReads = (count: (reads: number) => string): ShopOptions =>
  read((perform, reads) => {
    const { status, json } = perform();
    const text = JSON.stringify({ ...(json as object), count: 0 }).replace('"count":0', `"count":${count(reads)}`);
    return { status, text };
  }, withCount);

const noState = /does not return the state of the resource/;
const byPatch =
  /does not return the state of the resource: it returned 404\. With --read-by-patch, the run sends an empty update/;
const unreadable: [what: string, options: ShopOptions, reason: RegExp][] = [
  ['two reads differ', countReads(String), /Two reads in a row differ at \/count/],
  [
    'it contains a number beyond 2^53',
    countReads(() => '9007199254740993'),
    /the state of the resource: .* loses digits when it is read as a double/,
  ],
  [
    'it contains a number too large for a double',
    countReads(() => '1e400'),
    /the state of the resource: .* too large for a double/,
  ],
  ['its read returns 404', read(() => says(404)), byPatch],
  ['its read returns 500', read(() => says(500)), /it returned 500\./],
  ['its response is cut off', shows('{"id":'), noState],
  ['its response has a duplicate name', shows('{"id":"1","note":"a","note":"b"}'), noState],
];

describe('a resource whose state cannot be recorded', () => {
  it.each(unreadable)('safety 9: is not written to, with that reason, if %s', async (_, options, reason) => {
    const server = await serveShop(options);
    const report = await checkShop(server);
    expect(server.patches).toEqual([]);
    const said = report.operations.find(({ operationId }) => operationId === 'updateItem')?.success.reason;
    expect(said).toMatch(/^Nothing was written\./);
    expect(said).toMatch(reason);
    expect(filesBelow(home())).toEqual([]);
  });
});

describe('a field that could not be restored', () => {
  it.each([
    ['absent', undefined, 'it is absent now, and no update could remove a new value again.'],
    ['null, and no request can send null', null, 'it is null now, and no request can send null for it.'],
    [
      'a value that no request may send',
      7,
      'its current value does not match the request schema, so restoring it could fail.',
    ],
  ])('safety 9: is not written if it is %s', async (_, note, reason) => {
    const server = await serveShop({
      item: { note },
      contract: (contract) => {
        const schemas = partAt(contract, 'components', 'schemas');
        partAt(schemas, 'Item', 'properties')['note'] = {};
        partAt(schemas, 'ItemPatch', 'properties')['note'] = { type: 'string' };
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
  it('reads with empty updates, which are in the journal before they are sent, and undoes all writes', async () => {
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
