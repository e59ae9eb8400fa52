import { answerLine } from '../../../answers/answer-text.js';
import { isObject, isSameJson } from '../../../contract/json.js';
import { isJson } from '../../../contract/json-success.js';
import { itemsSchema } from '../../../contract/paging/items-schema.js';
import { placeText } from '../../../contract/paging/paging.js';
import {
  type EnvelopeReading,
  findPartialForm,
  type ListForm,
  type PagesOfList,
  parameterPlaceholder,
  readEnvelopes,
} from '../../../contract/paging/recognise.js';
import { type PageSketch, sketchPage } from '../../../contract/paging/sketch.js';
import type { Schema } from '../../../contract/schema.js';
import { fieldsOf } from '../../../contract/schema-fields.js';
import { getOrCreate } from '../../../text/group-by.js';
import type { CaseKind } from '../../model/case.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { proofMinimum } from '../../model/proposal.js';
import { readMarks } from '../marked-parts.js';
import { type Claim, ClaimGrounds, type Claims, joinGrounds } from '../proposals.js';
import type { QuestionSubject, QuestionWatch, ResponseView, Sentences } from '../rule.js';
import { completeAnswer, toAnswer, writeAnswerForm } from '../whole-envelope.js';
import { chooseVerb, countText, listText, shorten } from '../words.js';

/** Maximum number of pages to keep of one operation. */
const maxPages = 25;

/** Kinds of requests for a whole list, or for a page of it. */
const listCaseKinds = new Set<CaseKind>(['read', 'read-again', 'list-again', 'page', 'recorded', 'sort', 'filter']);

interface ObservedList {
  operation: CheckedOperation;
  pages: PageSketch[];
  grounds: ClaimGrounds;
}

export function listsEnvelope(subject: QuestionSubject): QuestionWatch {
  const { marks } = subject;
  const isList = createListTest(subject);
  const lists = new Map<string, ObservedList>();
  const bareListIds = new Set<string>();
  const namesById = new Map<string, string>();
  return {
    see(view) {
      const { operation, isSuccess, value } = view;
      if (!isSuccess || !marks.operations.has(operation.id)) return false;
      keep(lists, view, isList);
      if (Array.isArray(value)) bareListIds.add(operation.id);
      else if (isObject(value)) namesById.set(operation.id, listText(Object.keys(value).slice(0, 10).map(shorten)));
      else return false;
      return true;
    },
    sentences: () => sentences(bareListIds, namesById),
    describeGap: () => gapOf(subject, [...lists.values()]),
    claims: () => findClaims(subject, [...lists.values()]),
  };
}

type OperationTest = (operation: CheckedOperation) => boolean;

function keep(lists: Map<string, ObservedList>, view: ResponseView, isList: OperationTest): void {
  const { operation, exchange, response, value } = view;
  if (!listCaseKinds.has(view.case.kind)) return;
  // An operation that does not return a list needs no entry.
  if (!lists.has(operation.id) && !isList(operation)) return;
  const entry = getOrCreate(lists, operation.id, () => ({ operation, pages: [], grounds: new ClaimGrounds() }));
  // While the run writes, the list changes, so that later pages do not fit the earlier ones.
  const isSteady = !view.isWriting || entry.pages.length === 0 || !exchange.request.path.includes('?');
  const isOtherForm = entry.pages.every(({ isBare }) => isBare !== Array.isArray(value));
  const isNew = (isSteady && entry.pages.length < maxPages) || isOtherForm;
  const page = isNew ? sketchPage(exchange.request.path, value, response.headers) : undefined;
  if (page) entry.pages.push(page);
  entry.grounds.add(operation.id, '', value);
}

/** Returns a function that says whether the question covers a list: a JSON read that it marks, but not an export. */
function createListTest({ document, marks, resolve }: QuestionSubject): OperationTest {
  const exports = readMarks(document)('review-export.format').operations;
  return ({ id, method, paging, success }) => {
    const [body] = success?.bodies ?? [];
    if (!marks.operations.has(id) || exports.has(id) || method !== 'get' || !body || !isJson(body.media)) return false;
    return paging !== undefined || resolve(body.schema).type === 'array';
  };
}

function itemFields(subject: QuestionSubject, { paging, success }: CheckedOperation): ReadonlySet<string> {
  const { resolve } = subject;
  const item = itemsSchema(paging ?? {}, (success?.bodies[0]?.schema ?? {}) as Schema, resolve);
  return new Set(item ? fieldsOf(subject, item).properties.keys() : []);
}

function sentences(bareListIds: ReadonlySet<string>, namesById: ReadonlyMap<string, string>): Sentences {
  return [
    bareListIds.size > 0 &&
      `${countText(bareListIds.size, 'list')} ${chooseVerb(bareListIds.size, 'comes', 'come')} as a bare array.`,
    ...[...new Set(namesById.values())].sort().map((names) => {
      const ids = [...namesById.keys()].filter((id) => namesById.get(id) === names).sort();
      const listsText = ids.length === 1 ? (ids[0] ?? '') : `${countText(ids.length, 'list')} (${listText(ids, 3)})`;
      return `${listsText} ${chooseVerb(ids.length, 'returns', 'return')} an object with the fields ${names}.`;
    }),
  ];
}

/** Describes lists whose further pages nobody can request yet, with an answer that lacks only the parameter. */
function gapOf(subject: QuestionSubject, entries: readonly ObservedList[]): string | undefined {
  const unpagedLists = entries.filter(({ operation }) => operation.paging?.page === undefined);
  const forms = readEnvelopes(pagesOfLists(subject, unpagedLists)).lists.flatMap((list) => {
    const form = findPartialForm(list);
    return form ? [[list.operationId, form] as const] : [];
  });
  const { value } = toAnswer(new Map(forms));
  const ids = forms.flatMap(([id, form]) => (isSameJson(form, value) ? [id] : [])).sort();
  if (value === 'bare' || !value.next) return undefined;
  const line = answerLine('lists.envelope', { value: writeAnswerForm(value) });
  return (
    `The value ${placeText(value.next)} says that ${listText(ids, 3)} ${chooseVerb(ids.length, 'has', 'have')} ` +
    `another page, but no response names the query parameter that asks for it. Replace ${parameterPlaceholder} with ` +
    `the name of this parameter, and correct "by" (number, offset, cursor or last-item): ${line}`
  );
}

function findClaims(subject: QuestionSubject, entries: readonly ObservedList[]): Claims {
  const lists = pagesOfLists(subject, entries);
  const reading = readEnvelopes(lists);
  const { mixedLists, ambiguousLists, areBareListsShorter } = reading;
  if (mixedLists.length > 0 || ambiguousLists.length > 0 || areBareListsShorter)
    return conflictClaims(lists, entries, reading);
  if (reading.envelopes.size === 0) return {};
  const answer = completeAnswer(reading.envelopes, subject.answered, reading.wrongTotals);
  if (!answer) return {};
  const { value } = toAnswer(reading.envelopes);
  const isBareForAll = value === 'bare' && Object.keys(answer.except ?? {}).length === 0;
  if (isBareForAll && !isLong(lists)) return {};
  const otherPlaceText = 'A bare array, or a list at another place in the body.';
  const counterexample = value === 'bare' ? 'A list inside an object, or a Link header.' : otherPlaceText;
  const support = groundsOf(entries, reading.envelopes, value).toSupport(counterexample);
  return { [isBareForAll ? 'likely' : 'shown']: { ...answer, support } };
}

function pagesOfLists(subject: QuestionSubject, entries: readonly ObservedList[]): PagesOfList[] {
  return entries
    .filter(({ pages }) => pages.length > 0)
    .map(({ operation, pages }) => ({ operationId: operation.id, pages, fields: itemFields(subject, operation) }));
}

/** Whether a list is longer than most pages, and its number of items does not look like the size of a page. */
function isLong(lists: readonly PagesOfList[]): boolean {
  const maxCount = Math.max(...lists.flatMap(({ pages }) => pages.map(({ arrays }) => arrays.get('')?.count ?? 0)));
  return maxCount >= proofMinimum.resources && maxCount % 10 !== 0 && maxCount % 25 !== 0;
}

/** Returns both readings of lists that come as an array and in an envelope, or each array that could be the items. */
function conflictClaims(
  lists: readonly PagesOfList[],
  entries: readonly ObservedList[],
  reading: EnvelopeReading,
): Claims {
  const ambiguousList = lists.find(({ operationId }) => reading.ambiguousLists.includes(operationId));
  const parts = ambiguousList
    ? [...(ambiguousList.pages[0]?.arrays.keys() ?? [])]
        .slice(0, 5)
        .map((items) => new Map([[ambiguousList.operationId, { items }]]))
    : [true, false].map((isBare) => readEnvelopes(lists.flatMap((list) => selectPages(list, isBare))).envelopes);
  const readings = parts
    .filter(({ size }) => size > 0)
    .map((envelopes): Claim => {
      const { value } = toAnswer<ListForm>(envelopes);
      const counterexample = 'Responses of this run that fit another form of the list.';
      return { value: writeAnswerForm(value), support: groundsOf(entries, envelopes, value).toSupport(counterexample) };
    });
  return readings.length > 1 ? { readings } : {};
}

function selectPages({ pages, ...rest }: PagesOfList, isBare: boolean): PagesOfList[] {
  const matchingPages = pages.filter((page) => page.isBare === isBare);
  return matchingPages.length > 0 ? [{ ...rest, pages: matchingPages }] : [];
}

type ListForms = ReadonlyMap<string, ListForm>;

/** Returns the evidence for the envelopes; its example is a list with the most frequent envelope. */
function groundsOf(entries: readonly ObservedList[], envelopes: ListForms, value: ListForm): ClaimGrounds {
  const matches = entries.filter(({ operation }) => envelopes.has(operation.id));
  const isUsual = ({ operation }: ObservedList): boolean => {
    const envelope = envelopes.get(operation.id);
    return envelope === value || (envelope !== 'bare' && value !== 'bare' && envelope?.items === value.items);
  };
  const orderedLists = [...matches.filter(isUsual), ...matches.filter((list) => !isUsual(list))];
  return joinGrounds(orderedLists.map(({ grounds }) => grounds));
}
