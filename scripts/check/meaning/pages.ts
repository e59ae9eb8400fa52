import { shown, type Deviation } from '../deviation.js';
import { headerOf } from '../exchange.js';
import { weightOf } from '../judge/status.js';
import type { CaseKind } from '../case.js';
import { fieldsOf } from '../schema-fields.js';
import type { CheckedOperation, CheckedParameter } from '../operations.js';
import { caseOf, type Parameters } from '../request.js';
import { listShape } from '../resources.js';
import type { Outcome, Session } from '../session.js';
import { fieldOf, itemsOf } from '../world.js';
import { isObject, sameShown } from './likeness.js';

/** Parameters of lists whose meaning their names say, in any field of work. */
const names = {
  limit: /^(limit|per_?page|page_?size|size|take|count|top|max_?results)$/i,
  offset: /^(offset|skip|start)$/i,
  page: /^page(_?(number|no))?$/i,
  sort: /^(sort|order_?by|sort_?by|ordering)$/i,
  order: /^(order|direction|sort_?order|sort_?dir(ection)?|dir)$/i,
};

const totalField = /^(total|count|total_?count|total_?items|total_?results)$/i;
const totalHeader = /^(x-total-count|x-total|total-count)$/i;

/** Things of a list that are walked at most, page by page. */
const walkLimit = 2000;

/** Holds a list to what the names of its query parameters promise. */
export async function checkPages(session: Session, operation: CheckedOperation, parameters: Parameters, idField: string): Promise<void> {
  const query = operation.parameters.filter((parameter) => parameter.in === 'query');
  if (query.length === 0) return;
  const list = new List(session, operation, parameters, idField);
  const limit = query.find(({ name }) => names.limit.test(name));
  const offset = query.find(({ name }) => names.offset.test(name));
  const page = query.find(({ name }) => names.page.test(name));
  const all = await list.walk(limit, offset, page);
  if (!all || all.length < 2) return;
  if (limit) await list.checkLimit(limit, all);
  if (limit && offset) await list.checkOffset(limit, offset, all);
  if (limit && page) await list.checkPage(limit, page, all);
  await list.checkTotal(limit, all);
  const sort = query.find(({ name }) => names.sort.test(name));
  if (sort) await list.checkSort(sort, query.find(({ name }) => names.order.test(name)), limit, all);
  const { properties } = fieldsOf(session.contract, listShape(operation, session.contract.resolve)?.items ?? {});
  for (const parameter of query) {
    if (properties.has(parameter.name) && !Object.values(names).some((form) => form.test(parameter.name))) await list.checkFilter(parameter, limit, all);
  }
}

type Query = Record<string, string>;

class List {
  readonly #session: Session;
  readonly #operation: CheckedOperation;
  readonly #parameters: Parameters;
  readonly #idField: string;

  constructor(session: Session, operation: CheckedOperation, parameters: Parameters, idField: string) {
    this.#session = session;
    this.#operation = operation;
    this.#parameters = parameters;
    this.#idField = idField;
  }

  async #read(kind: CaseKind, query: Query): Promise<{ outcome: Outcome; items: readonly unknown[] | undefined }> {
    const detail = new URLSearchParams(query).toString();
    const about = detail === '' ? 'without parameters' : `with ${detail}`;
    const outcome = await this.#session.send(caseOf(this.#operation, { kind, detail, about, expect: 'success', parameters: this.#parameters, query }));
    return { outcome, items: outcome.ok ? itemsOf(this.#session.contract, this.#operation, outcome.value) : undefined };
  }

  #report(outcome: Outcome, rule: string, parameter: string, message: string, expected: string, actual: string): void {
    const contract = `${this.#operation.pointer}/parameters`;
    const deviation: Deviation = { rule, severity: weightOf(this.#operation, 'request'), pointer: '', message: `${message} (${parameter})`, expected, actual, contract };
    this.#session.report(outcome, deviation);
  }

  #ids(items: readonly unknown[]): string[] {
    return items.map((item, index) => fieldOf(item, this.#idField) ?? `#${index}`);
  }

  /** Everything that the list has, page by page where it has pages. */
  async walk(limit?: CheckedParameter, offset?: CheckedParameter, page?: CheckedParameter): Promise<readonly unknown[] | undefined> {
    const size = Math.min(most(limit) ?? 50, 50);
    const first = await this.#read('page', limit ? { [limit.name]: String(size) } : {});
    if (!first.items) return undefined;
    const all = [...first.items];
    const step = page ?? offset;
    // A server that ignores the step would give the same page for ever.
    for (let round = 1; step && first.items.length > 0 && all.length < walkLimit; round += 1) {
      const at = step === page ? firstOf(page) + round : all.length;
      const { items } = await this.#read('page', { ...(limit && { [limit.name]: String(size) }), [step.name]: String(at) });
      if (!items || items.length === 0) break;
      const known = new Set(this.#ids(all));
      const fresh = items.filter((item) => !known.has(fieldOf(item, this.#idField) ?? ''));
      if (fresh.length === 0) break;
      all.push(...fresh);
    }
    return all;
  }

  async checkLimit(limit: CheckedParameter, all: readonly unknown[]): Promise<void> {
    for (const size of [1, 2]) {
      const { outcome, items } = await this.#read('page', { [limit.name]: String(size) });
      const wanted = Math.min(size, all.length);
      if (items && items.length !== wanted) {
        this.#report(outcome, 'page.limit', limit.name, `The list does not keep to the number of things that was asked for.`, `${wanted} things`, `${items.length} things`);
      }
    }
  }

  async checkOffset(limit: CheckedParameter, offset: CheckedParameter, all: readonly unknown[]): Promise<void> {
    const whole = await this.#read('page', { [limit.name]: '4', [offset.name]: '0' });
    const part = await this.#read('page', { [limit.name]: '2', [offset.name]: '1' });
    if (!whole.items || !part.items || all.length < 3) return;
    const wanted = this.#ids(whole.items).slice(1, 3);
    const found = this.#ids(part.items).slice(0, 2);
    if (!sameShown(wanted, found)) {
      this.#report(part.outcome, 'page.offset', offset.name, 'The list does not begin where it was asked to.', wanted.join(', '), found.join(', ') || 'nothing');
    }
  }

  async checkPage(limit: CheckedParameter, page: CheckedParameter, all: readonly unknown[]): Promise<void> {
    const first = firstOf(page);
    const whole = await this.#read('page', { [limit.name]: '4', [page.name]: String(first) });
    if (!whole.items || all.length < 3) return;
    const wanted = this.#ids(whole.items).slice(0, 4);
    const parts = [await this.#read('page', { [limit.name]: '2', [page.name]: String(first) }), await this.#read('page', { [limit.name]: '2', [page.name]: String(first + 1) })];
    const [one, two] = parts;
    if (!one?.items || !two?.items) return;
    const found = [...this.#ids(one.items).slice(0, 2), ...this.#ids(two.items).slice(0, 2)];
    if (!sameShown(wanted, found)) {
      this.#report(two.outcome, 'page.page', page.name, 'Two pages together are not one page of twice the size.', wanted.join(', '), found.join(', '));
    }
  }

  async checkTotal(limit: CheckedParameter | undefined, all: readonly unknown[]): Promise<void> {
    if (all.length >= walkLimit) return;
    const { outcome } = await this.#read('page', limit ? { [limit.name]: '2' } : {});
    if (!outcome.ok) return;
    for (const [name, total] of totalsOf(outcome)) {
      if (total !== all.length) this.#report(outcome, 'page.total', name, 'The total is not the number of things that the pages show.', String(all.length), String(total));
    }
  }

  async checkSort(sort: CheckedParameter, order: CheckedParameter | undefined, limit: CheckedParameter | undefined, all: readonly unknown[]): Promise<void> {
    const size = limit ? { [limit.name]: String(Math.min(most(limit) ?? 50, 50)) } : {};
    const schema = this.#session.contract.resolve(sort.schema);
    const values = (schema.enum ?? []).map(String);
    for (const value of values) {
      const field = value.replace(/^[-+]/, '').replace(/[:_ ](asc|desc)$/i, '');
      if (!all.some((item) => isObject(item) && Object.hasOwn(item, field))) continue;
      const isDown = value.startsWith('-') || /desc$/i.test(value);
      await this.#checkOrder({ ...size, [sort.name]: value }, field, isDown, sort.name);
      if (!order) continue;
      for (const direction of (this.#session.contract.resolve(order.schema).enum ?? ['asc', 'desc']).map(String)) {
        await this.#checkOrder({ ...size, [sort.name]: value, [order.name]: direction }, field, /^(desc|-|down)/i.test(direction), order.name);
      }
    }
  }

  async #checkOrder(query: Query, field: string, isDown: boolean, parameter: string): Promise<void> {
    const { outcome, items } = await this.#read('sort', query);
    if (!items) return;
    const found = items.map((item) => (isObject(item) ? item[field] : undefined)).filter((value) => value !== undefined && value !== null);
    if (inSomeOrder(isDown ? [...found].reverse() : found)) return;
    this.#report(outcome, 'sort.order', parameter, `The list is not in the order that was asked for, by ${JSON.stringify(field)}.`, isDown ? 'falling values' : 'rising values', shown(found.slice(0, 6)));
  }

  async checkFilter(parameter: CheckedParameter, limit: CheckedParameter | undefined, all: readonly unknown[]): Promise<void> {
    const size = limit ? { [limit.name]: String(Math.min(most(limit) ?? 50, 50)) } : {};
    const valueOf = (item: unknown): unknown => (isObject(item) ? item[parameter.name] : undefined);
    const values = [...new Set(all.map(valueOf))].filter((value) => ['string', 'number', 'boolean'].includes(typeof value)).slice(0, 3);
    if (values.length < 2) return;
    for (const value of values) {
      const { outcome, items } = await this.#read('filter', { ...size, [parameter.name]: String(value) });
      if (!items) continue;
      const others = items.filter((item) => valueOf(item) !== undefined && valueOf(item) !== value);
      const wanted = all.filter((item) => valueOf(item) === value).length;
      if (others.length > 0) {
        this.#report(outcome, 'filter.ignored', parameter.name, 'The list shows things that the filter leaves out.', `things with ${shown(value)}`, `${others.length} others, such as ${shown(valueOf(others[0]))}`);
      } else if (items.length < Math.min(wanted, Number(size[limit?.name ?? ''] ?? Infinity))) {
        this.#report(outcome, 'filter.misses', parameter.name, 'The list leaves out things that the filter asks for.', `${wanted} things`, `${items.length} things`);
      }
      for (const [name, total] of totalsOf(outcome)) {
        if (others.length === 0 && total !== wanted) this.#report(outcome, 'page.total', name, 'The total is not the number of things that the filter asks for.', String(wanted), String(total));
      }
    }
  }
}

function most({ schema }: CheckedParameter = { name: '', in: 'query', required: false, schema: {} }): number | undefined {
  return schema.maximum;
}

function firstOf({ schema }: CheckedParameter): number {
  return typeof schema.minimum === 'number' ? schema.minimum : typeof schema.default === 'number' ? schema.default : 1;
}

function totalsOf({ value, exchange }: Outcome): [name: string, total: number][] {
  const found: [string, number][] = [];
  if (isObject(value)) for (const [name, total] of Object.entries(value)) if (totalField.test(name) && typeof total === 'number') found.push([name, total]);
  const { answer } = exchange;
  for (const name of Object.keys(answer?.headers ?? {})) {
    const total = answer && totalHeader.test(name) ? headerOf(answer, name) : undefined;
    if (total !== undefined && /^\d+$/.test(total)) found.push([name, Number(total)]);
  }
  return found;
}

/** Texts may be ordered by code units, without case, or as a language does; numbers have one order. */
function inSomeOrder(values: readonly unknown[]): boolean {
  if (values.every((value) => typeof value === 'number')) return rises(values as number[], (a, b) => a - b);
  const texts = values.map(String);
  const orders: ((a: string, b: string) => number)[] = [
    (a, b) => (a < b ? -1 : a > b ? 1 : 0),
    (a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : a.toLowerCase() > b.toLowerCase() ? 1 : 0),
    (a, b) => a.localeCompare(b, 'en'),
  ];
  return orders.some((order) => rises(texts, order));
}

function rises<T>(values: readonly T[], order: (a: T, b: T) => number): boolean {
  return values.every((value, index) => index === 0 || order(values[index - 1] as T, value) <= 0);
}
