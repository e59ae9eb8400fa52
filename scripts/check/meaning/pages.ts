import { counted } from '../../text/numbers.js';
import { sameShown } from '../model/likeness.js';
import { type QueryList, totalsOf, walkLimit } from './query-list.js';

/** Checks the page parameters of a list. @param all all items of the list */
export async function checkPages(list: QueryList, all: readonly unknown[]): Promise<void> {
  const { limit, offset, page } = list.known;
  if (limit) await checkLimit(list, limit.name, all);
  if (limit && offset) await checkOffset(list, limit.name, offset.name, all);
  if (limit && page) await checkPage(list, limit.name, page.name, all);
  await checkTotal(list, all);
}

async function checkLimit(list: QueryList, limit: string, all: readonly unknown[]): Promise<void> {
  for (const size of [1, 2]) {
    const { outcome, items } = await list.read('page', { [limit]: String(size) });
    const wanted = Math.min(size, all.length);
    if (items && items.length !== wanted) {
      list.report(outcome, limit, {
        rule: 'page.limit',
        message: 'The list does not return the requested number of items.',
        expected: counted(wanted, 'item'),
        actual: counted(items.length, 'item'),
      });
    }
  }
}

async function checkOffset(list: QueryList, limit: string, offset: string, all: readonly unknown[]): Promise<void> {
  const whole = await list.read('page', { [limit]: '4', [offset]: '0' });
  const part = await list.read('page', { [limit]: '2', [offset]: '1' });
  if (!whole.items || !part.items || all.length < 3) return;
  const wanted = list.ids(whole.items).slice(1, 3);
  const found = list.ids(part.items).slice(0, 2);
  if (sameShown(wanted, found)) return;
  list.report(part.outcome, offset, {
    rule: 'page.offset',
    message: 'The list does not begin at the requested offset.',
    expected: wanted.join(', '),
    actual: found.join(', ') || 'no items',
  });
}

async function checkPage(list: QueryList, limit: string, page: string, all: readonly unknown[]): Promise<void> {
  const first = list.firstPage;
  const whole = await list.read('page', { [limit]: '4', [page]: String(first) });
  const one = await list.read('page', { [limit]: '2', [page]: String(first) });
  const two = await list.read('page', { [limit]: '2', [page]: String(first + 1) });
  if (!whole.items || !one.items || !two.items || all.length < 3) return;
  const wanted = list.ids(whole.items).slice(0, 4);
  const found = [...list.ids(one.items).slice(0, 2), ...list.ids(two.items).slice(0, 2)];
  if (sameShown(wanted, found)) return;
  list.report(two.outcome, page, {
    rule: 'page.page',
    message: 'Two pages together differ from one page of twice the size.',
    expected: wanted.join(', '),
    actual: found.join(', '),
  });
}

async function checkTotal(list: QueryList, all: readonly unknown[]): Promise<void> {
  if (all.length >= walkLimit) return;
  const { limit } = list.known;
  const { outcome } = await list.read('page', limit ? { [limit.name]: '2' } : {});
  if (!outcome.ok) return;
  for (const [name, total] of totalsOf(outcome, list.operation)) {
    if (total !== all.length)
      list.report(outcome, name, {
        rule: 'page.total',
        message: 'The total is not the number of items on all pages.',
        expected: String(all.length),
        actual: String(total),
      });
  }
}
