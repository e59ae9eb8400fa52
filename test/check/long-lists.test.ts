import { describe, expect, it } from 'vitest';
import { caseOfRead } from '../../scripts/check/cases/reads.js';
import type { CaseSource } from '../../scripts/check/cases/source.js';
import { withoutSharedParents } from '../../scripts/check/meaning/lists/sharing.js';
import type { TestCase } from '../../scripts/check/model/case.js';
import type { CheckedOperation } from '../../scripts/check/model/contract/operations.js';
import type { Outcome } from '../../scripts/check/session/outcome.js';
import { Notes, type Session } from '../../scripts/check/session/session.js';
import { readWholeList } from '../../scripts/check/session/whole-list.js';
import { pagedForms } from '../paged-contract.js';
import { formNamed, type PagedShopOptions, servePagedShop } from './paged-shop.js';
import { accusations } from './run.js';

const link = formNamed('the header Link');

describe('a list of 300 pages', () => {
  it.each(pagedForms)('is read only in part, and a note says so, with $name', { tags: 'slow' }, async (form) => {
    const shop = await servePagedShop({ form, count: 1200 });
    const { notes, findings } = await shop.check();
    expect(findings.filter(({ severity }) => severity !== 'observation')).toEqual([]);
    expect(notes).toEqual(['1 list is longer than the 20 pages or 32 MiB that the check reads: listItems.']);
    // Three reads of at most 20 pages each, and some single pages.
    expect(shop.pages.length).toBeLessThan(150);
  });

  it('is searched only in part, so a missing resource is not reported', { tags: 'slow' }, async () => {
    const shop = await servePagedShop({ form: link, count: 1200 });
    const report = await shop.check({ only: ['listItems', 'createItem', 'deleteItem'], writes: 'disposable' });
    expect(accusations(report)).toEqual([]);
    expect(report.operations.find(({ operationId }) => operationId === 'createItem')?.success.tested).toBe(true);
  });
});

it('one note names all lists that are too long', () => {
  const notes = new Notes();
  for (const id of ['c', 'a', 'b', 'a']) notes.addLongList(id);
  expect([...notes]).toEqual([expect.stringMatching(/^3 lists are longer than .*: a, b, c\.$/)]);
  for (const id of ['d', 'e', 'f', 'g']) notes.addLongList(id);
  expect([...notes]).toEqual([expect.stringMatching(/^7 lists .*: a, b, c, d, e and 2 more\.$/)]);
});

/** An endless list, whose pages have one item each. */
const endless = {
  id: 'listItems',
  method: 'get',
  path: '/shops/{shop}/items',
  parameters: [],
  responses: [],
  paging: { page: { query: 'page' } },
  security: { kind: 'none' },
  success: { bodies: [{ media: 'application/json', schema: { type: 'array', items: {} } }] },
} as unknown as CheckedOperation;

/** The part of a session that reading a list needs. @param size bytes of each response */
function sessionWith(size: number): { session: Session; read: Session['send']; long: string[] } {
  const longValues: string[] = [];
  const read = async (testCase: TestCase): Promise<Outcome> => {
    const response = { status: 200, headers: {}, bytes: new Uint8Array(size) };
    const exchange = { request: testCase.request, response, milliseconds: 1, attempts: 1 };
    return { case: testCase, exchange, status: 200, ok: true, value: [{ id: testCase.id }], deviations: [] };
  };
  const prefixes = ['/shops/{shop}', '/shops/{shop}/items/{item}'];
  const resources = prefixes.map((prefix) => ({ prefix, parameter: 'item', list: endless, idField: 'id' }));
  const contract = { operation: () => endless, resolve: (schema: object) => schema, resources };
  const session = { contract, send: read, notes: { addLongList: (id: string) => void longValues.push(id) } };
  return { session: session as unknown as Session, read, long: longValues };
}

it('a list of large pages is also read only in part', async () => {
  const { session, read, long } = sessionWith(10 * 2 ** 20);
  const wholeList = await readWholeList(session, await read(caseOfRead(endless, { shop: '1' })));
  expect(wholeList).toMatchObject({ isComplete: false, pages: { length: 4 } });
  expect(long).toEqual(['listItems']);
});

it('a list without pages is whole in a described envelope, and may have more items in a guessed one', async () => {
  const { session, read } = sessionWith(10);
  const outcome = { ...(await read(caseOfRead(endless, { shop: '1' }))), wholeBody: {} };
  Object.assign(session.contract, { operation: () => ({ ...endless, paging: undefined }) });
  const guess = { kind: 'list', value: [], memberNames: [] } as const;
  expect(await readWholeList(session, outcome)).toMatchObject({ isComplete: true });
  expect(await readWholeList(session, { ...outcome, guess })).toMatchObject({ isComplete: false });
});

it('a parent is not reported as lacking a resource if its list is too long to read', async () => {
  const { session } = sessionWith(10);
  const source = { others: () => [{ shop: '2' }] } as unknown as CaseSource;
  const operation = { ...endless, path: '/shops/{shop}/items/{item}' };
  const apart = await withoutSharedParents({ session, source, operation, parameters: { shop: '1', item: '7' } });
  expect(apart.others('/shops/{shop}', {})).toEqual([]);
});

describe('a run that ends in the middle of the pages', () => {
  const stopping = (reached: () => void): PagedShopOptions => ({
    form: link,
    count: 1200,
    answer(call, perform) {
      if (call.url.search !== '?page=7') return perform();
      reached();
      return new Promise(() => undefined);
    },
  });

  it('by --max-time has no verdict', async () => {
    const shop = await servePagedShop(stopping(() => undefined));
    const report = await shop.check({ maxTime: 0.5 });
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3, stopped: { code: 'run.out-of-time' } });
    expect(shop.pages).toHaveLength(6);
  });

  it('by a signal sends nothing more', async () => {
    const stop = new AbortController();
    const shop = await servePagedShop(stopping(() => stop.abort()));
    const report = await shop.check({ signal: stop.signal });
    expect(report).toMatchObject({ verdict: 'no-verdict', stopped: { code: 'run.stopped' } });
    expect(shop.pages).toHaveLength(6);
  });
});
