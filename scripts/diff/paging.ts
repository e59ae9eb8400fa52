import { isDeepStrictEqual } from 'node:util';
import { typesAt, withParts } from '../contract/composed-schema.js';
import { isObject, type Node, objectOf } from '../contract/json.js';
import { jsonSuccess } from '../contract/json-success.js';
import { type PlacedOperation, parametersOf } from '../contract/operations.js';
import { headerAt, headerTitle } from '../contract/paging/header-place.js';
import { describePageValue, type Place } from '../contract/paging/paging.js';
import { createSchemaResolver } from '../contract/references.js';
import type { ContractChange } from './change.js';
import { createChange, type Fact } from './fact.js';
import { type DocumentPair, type OperationPair, placeOf } from './operations.js';
import { type RuleName, remarks } from './rules.js';
import { code } from './sentence.js';

type FactRule = Extract<RuleName, `list-${string}` | `resource-${string}`>;

/** The facts that callers need to read a list or a resource, in words, by their rules; undefined if undocumented. */
type Facts = { readonly [rule in FactRule]?: string | undefined };

/** Reads the facts from the keywords that state them: how callers read a list, and where they find a resource. */
const factsOf = { 'x-paging': pagingIn, 'x-envelope': envelopeIn };

export function pagingChanges(documents: DocumentPair): ContractChange[] {
  return documents.pairs.flatMap((pair) => [
    ...changesOf(documents, pair, 'x-paging'),
    ...changesOf(documents, pair, 'x-envelope'),
  ]);
}

/** Changes of the facts that a keyword states. They are breaking if the old document had the fact. */
function changesOf(documents: DocumentPair, pair: OperationPair, keyword: keyof typeof factsOf): ContractChange[] {
  const [before, after] = [pair.old.node[keyword], pair.new.node[keyword]];
  if (isDeepStrictEqual(before, after)) return [];
  const [from, to] = [factsOf[keyword](documents.before, pair.old), factsOf[keyword](documents.after, pair.new)];
  const changes = (Object.keys({ ...from, ...to }) as FactRule[])
    .filter((rule) => from[rule] !== to[rule])
    .map((rule): Fact => {
      const [was, now] = [from[rule], to[rule]];
      const isOfPage = rule === 'list-next-changed' || rule === 'list-page-changed';
      const isLess = isOfPage && wasWhole(documents.before, pair.old, after);
      return {
        rule,
        ...(was === undefined && !isLess && { effect: 'additive' }),
        names: {
          now: now === undefined ? 'no longer documented' : `now ${now}`,
          was: was ?? 'not documented',
          loss: isLess ? remarks.firstPage : '',
        },
      };
    });
  const note: Fact = { rule: 'paging-rewritten', names: { keyword } };
  const isRewritten = changes.length === 0 && keyword === 'x-paging';
  return (isRewritten ? [note] : changes).map((fact) =>
    createChange(placeOf(pair, keyword), { ...fact, before, after }),
  );
}

function envelopeIn(_: Node, { node }: PlacedOperation): Facts {
  const { response, request } = objectOf(node['x-envelope']);
  return { 'resource-in-response-changed': codeText(response), 'resource-in-request-changed': codeText(request) };
}

/** The facts of an operation, with the defaults of `x-paging`. */
function pagingIn(document: Node, { node }: PlacedOperation): Facts {
  const paging = node['x-paging'];
  if (!isObject(paging)) return isArray(document, node) ? { 'list-items-changed': 'the whole response' } : {};
  const { items = '', empty, next, total } = paging;
  const page = objectOf(paging['page']);
  const { query, size } = page;
  const meaning = describePageValue(page).map((part) => (typeof part === 'string' ? part : code(part.code)));
  return {
    'list-items-changed':
      items === '' ? 'the whole response' : `${code(items)}${empty === undefined ? '' : ', missing if empty'}`,
    'list-next-changed': placeWords(next),
    'list-page-changed': query === undefined ? undefined : `${code(query)} (${meaning.join('')})`,
    'list-size-changed': codeText(size),
    'list-total-changed': placeWords(total),
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
