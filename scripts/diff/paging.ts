import { isDeepStrictEqual } from 'node:util';
import { typesAt, withParts } from '../contract/composed-schema.js';
import type { Facet } from '../contract/document.js';
import { isObject, type Node } from '../contract/json.js';
import { jsonSuccess } from '../contract/json-success.js';
import { type PlacedOperation, parametersOf } from '../contract/operations.js';
import { headerAt, headerTitle } from '../contract/paging/header-place.js';
import { describePageValue, type Place } from '../contract/paging/paging.js';
import { createSchemaResolver } from '../contract/references.js';
import { type ContractChange, createChange } from './change.js';
import type { DocumentPair, OperationPair } from './operations.js';
import { statedBy } from './place.js';
import { code } from './sentence.js';

type Fact = 'items' | 'next' | 'page' | 'size' | 'total';

/** The facts that callers need to read a list, in words; undefined for an undocumented fact. */
type Facts = { readonly [fact in Fact]?: string | undefined };

const facts: Readonly<Record<Fact, { subject: string; facet: Facet }>> = {
  items: { subject: 'The place of the items', facet: 'responses' },
  next: { subject: 'The way to the next page', facet: 'responses' },
  page: { subject: 'The parameter that asks for a page', facet: 'request' },
  size: { subject: 'The parameter for the size of a page', facet: 'request' },
  total: { subject: 'The place of the total number of items', facet: 'responses' },
};

/** Changes of `x-paging`, which says how an operation returns a list, and how callers get the next page. */
export function pagingChanges({ pairs, before, after }: DocumentPair): ContractChange[] {
  const wasStated = statedBy(before);
  return pairs.flatMap((pair) => {
    const { old, new: current } = pair;
    const [oldPaging, newPaging] = [old.node['x-paging'], current.node['x-paging']];
    if (isDeepStrictEqual(oldPaging, newPaging)) return [];
    const [oldFacts, newFacts] = [factsOf(before, old), factsOf(after, current)];
    const common = changeFields(pair, 'x-paging');
    const becamePaged = wasWhole(before, old, newPaging);
    const changes = (Object.keys(facts) as Fact[])
      .filter((fact) => oldFacts[fact] !== newFacts[fact])
      .map((fact) => {
        const { subject, facet } = facts[fact];
        const isLess = becamePaged && (fact === 'next' || fact === 'page');
        const isBreaking = oldFacts[fact] !== undefined || isLess;
        return createChange({
          ...common,
          effect: isBreaking ? 'breaking' : 'additive',
          stated: wasStated(old.node, facet),
          rule: `list-${fact}-changed`,
          message:
            movedText(subject, oldFacts[fact], newFacts[fact]) +
            (isLess ? ' A caller who reads only the first page may miss items.' : ''),
        });
      });
    if (changes.length > 0) return changes;
    const message = `${code('x-paging')} is written differently; nothing changes for callers.`;
    return [createChange({ ...common, effect: 'documentation', stated: true, rule: 'paging-rewritten', message })];
  });
}

/** A sentence that says that `subject` has moved; an undefined place is one that a document does not name. */
export function movedText(subject: string, from: string | undefined, to: string | undefined): string {
  const state = to === undefined ? 'no longer documented' : `now ${to}`;
  return `${subject} is ${state}; it was ${from ?? 'not documented'}.`;
}

/** The parts of a change that are equal for all facts that a keyword states about an operation. */
export function changeFields({ old, new: current }: OperationPair, keyword: 'x-paging' | 'x-envelope') {
  const [before, after] = [old.node[keyword], current.node[keyword]];
  const pointerOf = ({ node, pointer }: PlacedOperation): string =>
    Object.hasOwn(node, keyword) ? `${pointer}/${keyword}` : pointer;
  return {
    area: { kind: 'operation' as const, name: current.id },
    kind: 'changed' as const,
    old: pointerOf(old),
    new: pointerOf(current),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
}

/** The facts of an operation, with the defaults of `x-paging`. */
function factsOf(document: Node, { node }: PlacedOperation): Facts {
  const paging = node['x-paging'];
  if (!isObject(paging)) return isArray(document, node) ? { items: 'the whole response' } : {};
  const { items = '', empty, next, total } = paging;
  const page = isObject(paging['page']) ? paging['page'] : {};
  const { query, size } = page;
  return {
    items: items === '' ? 'the whole response' : `${code(items)}${empty === undefined ? '' : ', missing if empty'}`,
    next: placeWords(next),
    page: query === undefined ? undefined : `${code(query)} (${meaningOf(page)})`,
    size: codeText(size),
    total: placeWords(total),
  };
}

function meaningOf(page: Node): string {
  const parts = describePageValue(page).map((part) => (typeof part === 'string' ? part : code(part.code)));
  return parts.join('');
}

/** The place of a value in a response; header names are case-insensitive. */
function placeWords(place: unknown): string | undefined {
  const isPlace = typeof place === 'string' || (isObject(place) && typeof place['header'] === 'string');
  const header = isPlace ? headerAt(place as Place) : undefined;
  return header === undefined ? codeText(place) : `the header ${code(headerTitle(header))}`;
}

function codeText(value: unknown): string | undefined {
  return value === undefined ? undefined : code(value);
}

/** Whether the response of an operation is certainly an array. */
function isArray(document: Node, operation: Node): boolean {
  const success = jsonSuccess(document, operation);
  if (!('schema' in success)) return false;
  const resolve = createSchemaResolver(document);
  return isDeepStrictEqual(typesAt(withParts([success.schema], resolve), resolve), ['array']);
}

/** Whether an operation returned all items in one array: without `x-paging` and the new page parameter. */
function wasWhole(document: Node, oldOperation: PlacedOperation, says: unknown): boolean {
  if (oldOperation.node['x-paging'] !== undefined || !isArray(document, oldOperation.node)) return false;
  const page = isObject(says) && isObject(says['page']) ? says['page'] : {};
  return !parametersOf(document, oldOperation).some(
    ({ parameter }) => parameter['in'] === 'query' && parameter['name'] === page['query'],
  );
}
