import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { type PagedForm, pagedForms } from '../paged-contract.js';
import { sample } from '../sample.js';
import { faultyPages, oddPages } from './page-faults.js';
import { formNamed, itemId, type PagedShopOptions, servePagedShop } from './paged-shop.js';
import { accusations, expectDescribed } from './run.js';
import type { Part } from './shop.js';

/** Breaking these rules is a violation, since x-paging promises them. Other habits of paging are only a convention. */
const promised = [
  'page.repeats',
  'page.refused',
  'page.total',
  'schema.required',
  'schema.type',
  'status.server-error',
];

/** Leaves out the writes, because compiling their schemas takes time. */
function onlyReads({ paths }: Part): void {
  for (const path of Object.values(paths as Record<string, Part>))
    for (const method of ['post', 'patch', 'put', 'delete']) delete path[method];
}

const cursor = formNamed('a cursor');

describe('a server that', () => {
  it.each(sample(faultyPages, 3).map(([what, form, rule, pager]) => ({ what, form, rule, pager })))(
    '$what, with $form.name, is found by $rule',
    { tags: 'slow' },
    async ({ form, pager, rule }) => {
      const shop = await servePagedShop({ form, pager, contract: onlyReads });
      const report = await shop.check();
      expectDescribed(report);
      const matches = report.findings.filter((finding) => finding.operationId === 'listItems' && finding.rule === rule);
      const severity = promised.includes(rule) ? 'violation' : 'drift';
      expect(matches, accusations(report).join('\n')).toMatchObject([{ severity }]);
    },
  );
});

async function expectRight(options: PagedShopOptions): Promise<CheckReport> {
  const shop = await servePagedShop({ contract: onlyReads, ...options });
  const report = await shop.check();
  expect(accusations(report)).toEqual([]);
  expect(report.operations.find(({ operationId }) => operationId === 'listItems')?.success.tested).toBe(true);
  expect([...shop.items.keys()].filter((id) => !shop.read.has(id))).toEqual([]);
  return report;
}

describe('a right server', () => {
  it.each(pagedForms)('with $name is not accused', async (form) => {
    const { notes } = await expectRight({ form });
    expect(notes).toEqual([]);
  });

  it.each(sample(oddPages, 3).map(([what, form, pager, count = 14]) => ({ what, form, pager, count })))(
    'that $what, with $form.name, is not accused',
    { tags: 'slow' },
    async ({ form, pager, count }) => {
      await expectRight({ form, pager, count });
    },
  );

  it('that accepts each cursor once is not accused', async () => {
    const once = eachCursorOnce();
    await expectRight({ form: cursor, answer: once.answer });
    expect(once.countCursors()).toBeGreaterThan(6);
  });

  it('that accepts each cursor once and refuses single reads proves the right key by other reads', async () => {
    const once = eachCursorOnce();
    const shop = await servePagedShop({
      form: cursor,
      contract: onlyReads,
      answer: (call, perform) =>
        call.url.pathname === '/items' ? once.answer(call, perform) : { status: 403, json: {} },
    });
    const report = await shop.check({ only: ['listItems', 'getItem'] });
    expect(report, report.why).toMatchObject({ verdict: 'passed' });
    expect(report.operations.find(({ operationId }) => operationId === 'getItem')?.statuses[403]).toBeGreaterThan(4);
  });

  it('that keeps no state is asked for one page', async () => {
    const shop = await servePagedShop({ form: cursor });
    expect(accusations(await shop.check({ target: 'mock' }))).toEqual([]);
    expect(shop.pages).toEqual(['/items']);
  });

  it.each(pagedForms)(
    'that gets a new item before each further page is not accused, with $name',
    { tags: 'slow' },
    async (form) => {
      const { insertCount } = await growing(form);
      expect(insertCount).toBeGreaterThan(2);
    },
  );
});

/** Accepts each cursor once. Each page names a new cursor for the next page. */
function eachCursorOnce(): { answer: NonNullable<PagedShopOptions['answer']>; countCursors: () => number } {
  const open = new Set<string>();
  let cursorCount = 0;
  return {
    countCursors: () => cursorCount,
    answer: (call, perform) => {
      const askedText = call.url.searchParams.get('cursor');
      if (askedText !== null && !open.delete(askedText)) return { status: 400, json: {} };
      if (askedText !== null) call.url.searchParams.set('cursor', askedText.split('-')[0] ?? '');
      const answer = perform();
      const json = answer.json as { next_cursor?: string | null };
      if (typeof json.next_cursor !== 'string') return answer;
      cursorCount += 1;
      const freshText = `${json.next_cursor}-${cursorCount}`;
      open.add(freshText);
      return { ...answer, json: { ...json, next_cursor: freshText } };
    },
  };
}

/** Checks a shop that inserts a new item at the beginning of its list before each page but the first. */
async function growing(form: PagedForm): Promise<{ insertCount: number }> {
  let count = 0;
  const shop = await servePagedShop({
    form,
    contract: onlyReads,
    answer: (call, perform) => {
      if (call.method !== 'GET' || !/[?&](page|offset|cursor|starting_after|p)=[1-9]/.test(call.url.search))
        return perform();
      count += 1;
      const itemsBefore = [...shop.items];
      shop.items.clear();
      shop.items.set(itemId(100 + count), { id: itemId(100 + count), title: `New ${count}`, note: 'as it was' });
      for (const [id, item] of itemsBefore) shop.items.set(id, item);
      return perform();
    },
  });
  expect(accusations(await shop.check())).toEqual([]);
  return { insertCount: count };
}
