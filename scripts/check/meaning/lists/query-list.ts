import { isObject } from '../../../contract/json.js';
import { totalIn } from '../../../contract/paging/follow.js';
import { isPageSelector, listParameters } from '../../../contract/paging/list-parameters.js';
import { type Paging, placeText } from '../../../contract/paging/paging.js';
import { findHints, placeOf } from '../../../contract/paging/recognise-next.js';
import { sketchPage } from '../../../contract/paging/sketch.js';
import type { RuleBreach } from '../../model/breach.js';
import type { CaseKind } from '../../model/case.js';
import type { CheckedOperation, CheckedParameter } from '../../model/contract/operations.js';
import { headerOf } from '../../model/exchange.js';
import { canonicalText } from '../../model/likeness.js';
import { receivedParts } from '../../model/pages.js';
import { caseOf, type Parameters } from '../../model/request.js';
import { itemsOf } from '../../session/fixtures.js';
import type { Outcome } from '../../session/outcome.js';
import { areDistinct, distinctField, fieldOf, haveIds, keysOf } from '../../session/resource.js';
import type { Session } from '../../session/session.js';
import { readWholeList, type WholeList } from '../../session/whole-list.js';

export type QueryValues = Readonly<Record<string, string>>;

/** The result of one query. `items` is undefined if the server refused the query. */
interface QueryResult {
  outcome: Outcome;
  items: readonly unknown[] | undefined;
}

export type ListItems = Pick<WholeList, 'items' | 'isComplete'>;

export function queryParametersOf({ parameters }: CheckedOperation): CheckedParameter[] {
  return parameters.filter((parameter) => parameter.in === 'query');
}

const totalFieldPattern = /^(total|count|total_?count|total_?items|total_?results)$/i;
const totalHeaderPattern = /^(x-total-count|x-total|total-count)$/i;

/** Maximum number of items to read in all, page by page. */
const itemLimit = 2000;

/** Number of items to request at a time. */
const pageSize = 50;

export class QueryList {
  readonly session: Session;
  readonly operation: CheckedOperation;
  readonly knownParameters: ReturnType<typeof listParameters<CheckedParameter>>;
  readonly #parameters: Parameters;
  /** The field with the id by which a single item can be read; undefined if the contract has no such read. */
  readonly #idField: string | undefined;
  #distinctField: string | undefined;

  constructor(session: Session, operation: CheckedOperation, parameters: Parameters, idField: string | undefined) {
    this.session = session;
    this.operation = operation;
    this.knownParameters = listParameters(queryParametersOf(operation), operation.paging);
    this.#parameters = parameters;
    this.#idField = idField;
  }

  async read(kind: CaseKind, query: QueryValues): Promise<QueryResult> {
    const detail = new URLSearchParams(query).toString();
    const description = detail === '' ? 'without parameters' : `with ${detail}`;
    const parts = { kind, detail, about: description, expect: 'success', parameters: this.#parameters, query } as const;
    const outcome = await this.session.send(caseOf(this.operation, parts));
    return { outcome, items: outcome.ok ? itemsOf(this.session.contract, this.operation, outcome.value) : undefined };
  }

  /** @param parameter the parameter to name in the message, if the message does not name it yet */
  report(outcome: Outcome, fault: RuleBreach, parameter?: string): void {
    const contract = `${this.operation.pointer}/parameters`;
    const ending = parameter === undefined ? '.' : ` (parameter ${parameter}).`;
    const message = fault.message.replace(/\.$/, ending);
    this.session.reportFault(outcome, this.operation, { ...fault, contract, message });
  }

  /** Whether items can be distinguished: without an id, two may be equal. Also chooses the distinguishing field. */
  canTellItemsApart(all: readonly unknown[]): boolean {
    this.#distinctField = distinctField(all, this.#idField);
    return (this.#distinctField !== undefined && this.#distinctField === this.#idField) || areDistinct(this.ids(all));
  }

  /** Returns, for each item, its id or a different string that distinguishes it. */
  ids(items: readonly unknown[]): string[] {
    const name = this.#distinctField ?? this.#idField;
    return items.map((item) => (name === undefined ? undefined : fieldOf(item, name)) ?? canonicalText(item));
  }

  /** Returns the query for the largest page. */
  get wholeQuery(): QueryValues {
    const { limit } = this.knownParameters;
    return limit ? { [limit.name]: String(this.largestPageSize) } : {};
  }

  get largestPageSize(): number {
    const { limit } = this.knownParameters;
    return Math.min(limit ? (this.session.contract.resolve(limit.schema).maximum ?? pageSize) : Infinity, pageSize);
  }

  /** Returns the query for the page that begins after `count` items; undefined if the contract describes no pages. */
  queryForItemsAfter(count: number, size: number): QueryValues | undefined {
    const { limit, offset, page } = this.knownParameters;
    if (!limit) return undefined;
    if (offset) return { [limit.name]: String(size), [offset.name]: String(count) };
    if (page) return { [limit.name]: String(size), [page.name]: String(this.firstPage + Math.floor(count / size)) };
    return undefined;
  }

  get firstPage(): number {
    const { paging } = this.operation;
    if (paging) return paging.page?.first ?? 1;
    const { minimum, default: defaultPage } = this.session.contract.resolve(this.knownParameters.page?.schema ?? {});
    return typeof minimum === 'number' ? minimum : typeof defaultPage === 'number' ? defaultPage : 1;
  }

  /** Returns how a page leads to the next one: as the contract says, or else as the page itself suggests. */
  pagingOf({ case: { request }, value, wholeBody = value, exchange: { response } }: Outcome): Paging | undefined {
    if (this.operation.paging) return this.operation.paging;
    const page = sketchPage(request.path, wholeBody, response?.headers ?? {});
    const [hint] = page ? findHints([{ ...page, count: 1, first: '', lastItemValues: [], lastId: undefined }]) : [];
    const selector = queryParametersOf(this.operation).find(({ name }) => isPageSelector(name));
    if (hint?.kind === 'address') return { next: placeOf(hint.source) };
    if (hint?.kind !== 'value' || !selector || hint.source === 'content-range') return undefined;
    return { next: placeOf(hint.source), page: { query: selector.name, by: 'cursor' } };
  }

  /** Reads the items, page by page if there are pages. Returns undefined if the list cannot be read. */
  async readAll(): Promise<ListItems | undefined> {
    const first = await this.read('page', this.wholeQuery);
    if (!first.items) return undefined;
    const paging = this.pagingOf(first.outcome);
    if (paging) return readWholeList(this.session, first.outcome, { paging });
    const allItems = [...first.items];
    let isComplete = first.outcome.guess === undefined;
    const size = this.largestPageSize;
    while (first.items.length >= size && allItems.length < itemLimit) {
      const next = this.queryForItemsAfter(allItems.length, size);
      if (!next) break;
      const { items } = await this.read('page', next);
      const knownKeys = new Set(keysOf(allItems, this.#idField ?? 'id'));
      const keys = keysOf(items ?? [], this.#idField ?? 'id');
      const newItems = (items ?? []).filter((_, index) => !knownKeys.has(keys[index] ?? ''));
      // Without ids, two items with the same values may be two resources, so the list counts as incomplete.
      isComplete = haveIds(allItems, this.#idField) || newItems.length === items?.length;
      // A server may ignore the offset, so a page without new items is the last.
      if (newItems.length === 0 || !isComplete) break;
      allItems.push(...newItems);
    }
    return { items: allItems, isComplete: isComplete && allItems.length < itemLimit };
  }
}

/** Returns the totals in a response, from fields of the envelope and from headers, with their places in words. */
export function totalsOf(
  { value, exchange: { response } }: Outcome,
  { paging }: CheckedOperation,
): [place: string, total: number][] {
  if (paging) {
    const total = totalIn(paging, receivedParts(value, response));
    return paging.total !== undefined && total !== undefined ? [[placeText(paging.total), total]] : [];
  }
  const totals: [string, number][] = [];
  if (isObject(value))
    for (const [name, total] of Object.entries(value))
      if (totalFieldPattern.test(name) && typeof total === 'number') totals.push([`at ${name}`, total]);
  for (const name of Object.keys(response?.headers ?? {})) {
    const total = response && totalHeaderPattern.test(name) ? headerOf(response, name) : undefined;
    if (total !== undefined && /^\d+$/.test(total)) totals.push([placeText({ header: name }), Number(total)]);
  }
  return totals;
}

export function fieldValue(item: unknown, field: string): unknown {
  return isObject(item) && Object.hasOwn(item, field) ? item[field] : undefined;
}
