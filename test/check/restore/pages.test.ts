import { describe, expect, it } from 'vitest';
import { pagedForms } from '../../paged-contract.js';
import { formNamed, type PagedShop, type PagedShopOptions, servePagedShop } from '../paged-shop.js';
import { reasonOf } from '../run.js';
import { type Item, type Part, partAt } from '../shop.js';
import { eachHasOwnState, resourceRecord, writeRecords } from './own-state.js';
import { undo } from './undo-command.js';

eachHasOwnState();

/** Leaves out every read of a single resource, and all fields but two. */
function listedOnly(contract: Part): void {
  for (const method of ['get', 'put', 'delete']) delete partAt(contract, 'paths', '/items/{id}')[method];
  for (const part of Object.values(partAt(contract, 'components', 'schemas') as Record<string, Part>)) {
    const { id, title, note } = part['properties'] as Part;
    part['properties'] = { ...(id !== undefined && { id }), title, note };
  }
}

function byTitle(items: readonly Item[]): Item[] {
  return [...items].sort((a, b) => (a.title < b.title ? 1 : -1));
}

/** A shop that sorts its items by title, descending, so that a new title moves an item to another page. */
async function sortedShop(options: Omit<PagedShopOptions, 'contract' | 'pager'>) {
  const shop = await servePagedShop({
    ...options,
    contract: listedOnly,
    pager: { items: (items, start, size) => byTitle(items).slice(start, start + size) },
  });
  const bytes = (): string => JSON.stringify(byTitle([...shop.items.values()]));
  const textBefore = bytes();
  return { shop, isAsBefore: () => bytes() === textBefore };
}

function writing(shop: PagedShop, writes: 'noop' | 'roundtrip') {
  return shop.check({ only: ['updateItem'], writes, settle: 0.1 });
}

describe('a resource that only a list with pages shows', () => {
  it.each(pagedForms)('safety 8: is put back from another page, with $name', { tags: 'slow' }, async (form) => {
    const { shop, isAsBefore } = await sortedShop({ form });
    const report = await writing(shop, 'roundtrip');
    expect(report).toMatchObject({ exitCode: 0, state: { resources: 1, differing: [] } });
    expect(report.state?.writes).toBeGreaterThan(5);
    expect(isAsBefore()).toBe(true);
  });

  it('safety mode-noop: is sent its current values, whatever page it is on', async () => {
    const { shop, isAsBefore } = await sortedShop({ form: formNamed('a cursor'), count: 70 });
    const id = byTitle([...shop.items.values()]).at(-1)?.id ?? '';
    const report = await shop.check({ only: ['updateItem'], writes: 'noop', settle: 0.1, parameters: { id } });
    expect(report).toMatchObject({ exitCode: 0, state: { resources: 1, differing: [] } });
    expect(report.state?.writes).toBeGreaterThan(1);
    expect(isAsBefore()).toBe(true);
  });

  it('safety 9: is not written to if a read does not reach the end of the list', async () => {
    const { shop } = await sortedShop({ form: formNamed('a cursor'), count: 85 });
    const report = await writing(shop, 'roundtrip');
    expect(report.state).toMatchObject({ resources: 0, writes: 0 });
    expect(reasonOf(report, 'updateItem')).toContain('has more than 20 pages');
  });

  it('safety 8: is named if an update of another item changes it, on a page that only x-paging leads to', async () => {
    const { shop } = await sortedShop({
      form: formNamed('a cursor'),
      answer(call, perform) {
        const answer = perform();
        const { note } = (answer.json ?? {}) as { note?: unknown };
        const last = byTitle([...shop.items.values()]).at(-1);
        if (call.method === 'PATCH' && last && String(note).startsWith('Check')) last['note'] = note;
        return answer;
      },
    });
    const last = byTitle([...shop.items.values()]).at(-1);
    const report = await writing(shop, 'roundtrip');
    expect(report.findings.map(({ rule }) => rule)).toContain('update.elsewhere');
    expect(report.state?.differing.map(({ path }) => path)).toContain(`/items (${last?.id})`);
    expect(report.exitCode).toBe(5);
  });

  it('safety 4: is put back by undo, which finds it on another page', { tags: 'slow' }, async () => {
    let isDown = false;
    const { shop, isAsBefore } = await sortedShop({
      form: formNamed('page numbers'),
      answer(call, perform) {
        if (isDown) return { status: 500, json: {} };
        const answer = perform();
        isDown = call.method === 'PATCH' && answer.status === 200 && call.body.includes('"title":"Check');
        return answer;
      },
    });
    expect(await writing(shop, 'roundtrip')).toMatchObject({ exitCode: 5 });
    expect(isAsBefore()).toBe(false);
    const { resource: thing = 0 } = writeRecords(shop).at(-1) ?? {};
    expect(resourceRecord(shop, thing)?.item).toMatchObject({ paging: { items: '/results', next: '/next' } });
    isDown = false;
    expect(await undo(shop)).toMatchObject({ code: 0 });
    expect(isAsBefore()).toBe(true);
  });
});
