import { isDeepStrictEqual } from 'node:util';
import { typesAt, withParts } from '../contract/composed-schema.js';
import { isObject, type Node, objectOf } from '../contract/json.js';
import { jsonSuccess } from '../contract/json-success.js';
import { type PlacedOperation, parametersOf } from '../contract/operations.js';
import { headerAt, headerTitle } from '../contract/paging/header-place.js';
import { describePageValue, type Place } from '../contract/paging/paging.js';
import { createSchemaResolver } from '../contract/references.js';
import type { ContractChange } from './change.js';
import { createChange } from './fact.js';
import { type DocumentPair, type OperationPair, placeOf } from './operations.js';
import { type RuleName, remarks } from './rules.js';
import { code } from './sentence.js';

const facts = ['items', 'next', 'page', 'size', 'total'] as const;

/** The facts that callers need to read a list, in words; undefined for an undocumented fact. */
type Facts = { readonly [fact in (typeof facts)[number]]?: string | undefined };

/** Changes of `x-paging`, which says how an operation returns a list, and how callers get the next page. */
export function pagingChanges({ pairs, before, after }: DocumentPair): ContractChange[] {
  return pairs.flatMap((pair) => {
    const [oldPaging, newPaging] = [pair.old.node['x-paging'], pair.new.node['x-paging']];
    if (isDeepStrictEqual(oldPaging, newPaging)) return [];
    const [from, to] = [factsOf(before, pair.old), factsOf(after, pair.new)];
    const becamePaged = wasWhole(before, pair.old, newPaging);
    const changes = facts
      .filter((fact) => from[fact] !== to[fact])
      .map((fact) => {
        const isLess = becamePaged && (fact === 'next' || fact === 'page');
        const words = { from: from[fact], to: to[fact], loss: isLess ? remarks.firstPage : '' };
        return changeOfKeyword(pair, 'x-paging', `list-${fact}-changed`, words);
      });
    return changes.length > 0 ? changes : [changeOfKeyword(pair, 'x-paging', 'paging-rewritten')];
  });
}

/** A fact in words, in both documents; undefined if a document does not name it. */
interface FactWords {
  from?: string | undefined;
  to?: string | undefined;
  /** What callers may lose even by a new fact. */
  loss?: string;
}

/** A change of a fact that a keyword states about an operation. It is breaking if the old document had the fact. */
export function changeOfKeyword(
  pair: OperationPair,
  keyword: 'x-paging' | 'x-envelope',
  rule: RuleName,
  { from, to, loss = '' }: FactWords = {},
): ContractChange {
  const now = to === undefined ? 'no longer documented' : `now ${to}`;
  return createChange(placeOf(pair, keyword), {
    rule,
    ...(from === undefined && to !== undefined && loss === '' && { effect: 'additive' }),
    before: pair.old.node[keyword],
    after: pair.new.node[keyword],
    names: { keyword, now, was: from ?? 'not documented', loss },
  });
}

/** The facts of an operation, with the defaults of `x-paging`. */
function factsOf(document: Node, { node }: PlacedOperation): Facts {
  const paging = node['x-paging'];
  if (!isObject(paging)) return isArray(document, node) ? { items: 'the whole response' } : {};
  const { items = '', empty, next, total } = paging;
  const page = objectOf(paging['page']);
  const { query, size } = page;
  const meaning = describePageValue(page).map((part) => (typeof part === 'string' ? part : code(part.code)));
  return {
    items: items === '' ? 'the whole response' : `${code(items)}${empty === undefined ? '' : ', missing if empty'}`,
    next: placeWords(next),
    page: query === undefined ? undefined : `${code(query)} (${meaning.join('')})`,
    size: codeText(size),
    total: placeWords(total),
  };
}

/** The place of a value in a response; header names are case-insensitive. */
function placeWords(place: unknown): string | undefined {
  const isPlace = typeof place === 'string' || typeof objectOf(place)['header'] === 'string';
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
  const { query } = objectOf(objectOf(says)['page']);
  return !parametersOf(document, oldOperation).some(
    ({ parameter }) => parameter['in'] === 'query' && parameter['name'] === query,
  );
}
