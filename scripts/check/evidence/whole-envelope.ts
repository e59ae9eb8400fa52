import { isObject, isSameJson, type Json } from '../../contract/json.js';
import { type EnvelopeAnswer, readEnvelope, writeEnvelope } from '../../contract/paging/paging.js';
import type { ListForm } from '../../contract/paging/recognise.js';
import { sourceOf } from '../../contract/paging/recognise-next.js';
import type { QuestionSubject } from './rule.js';

/**
 * Adds the observed forms of lists to the existing answer; undefined if that already says everything.
 *
 * @param wrongTotals places, named as in sketches, of numbers that in some list are not the number of all items
 */
export function completeAnswer(
  envelopes: ReadonlyMap<string, ListForm>,
  existingAnswer: QuestionSubject['answered'],
  wrongTotals: ReadonlySet<string>,
): { value: Json; except?: Record<string, Json> } | undefined {
  const { value: answer, except: answers = {} } = (existingAnswer ?? {}) as AnsweredEnvelope;
  const listFormBefore = answer && readAnswerForm(answer);
  const others = new Map(Object.entries(answers).map(([id, each]) => [id, readAnswerForm(each)]));
  const knownForm = (id: string): ListForm => others.get(id) ?? listFormBefore ?? 'bare';
  const correctForm = (id: string): ListForm => withoutTotal(knownForm(id), wrongTotals);
  const forms = new Map([...envelopes].map(([id, envelope]) => [id, mergeForms(correctForm(id), envelope)]));
  if ([...forms].every(([id, envelope]) => isSameJson(knownForm(id), envelope)) && existingAnswer) return undefined;
  // The existing answer for all lists stays, if some list confirms it.
  const isConfirmed = (id: string, form: ListForm): boolean => !others.has(id) && areAtSamePlace(listFormBefore, form);
  const confirmedForm = listFormBefore && [...forms].find(([id, form]) => isConfirmed(id, form))?.[1];
  const { value, except } = toAnswer(forms, confirmedForm ?? findUsualForm([...forms.values()]) ?? listFormBefore);
  for (const [id, envelope] of others) if (!forms.has(id) && !isSameJson(envelope, value)) except[id] = envelope;
  const exceptions = Object.entries(except).map(([id, envelope]) => [id, writeAnswerForm(envelope)] as const);
  return { value: writeAnswerForm(value), ...(exceptions.length > 0 && { except: Object.fromEntries(exceptions) }) };
}

interface AnsweredEnvelope {
  value?: 'bare' | EnvelopeAnswer;
  except?: Record<string, 'bare' | EnvelopeAnswer>;
}

/** Returns the form of a list as an answer contains it. */
export function writeAnswerForm(form: ListForm): Json {
  return (form === 'bare' ? form : writeEnvelope(form)) as Json;
}

function withoutTotal(form: ListForm, wrongTotals: ReadonlySet<string>): ListForm {
  if (form === 'bare' || form.total === undefined || !wrongTotals.has(sourceOf(form.total))) return form;
  const { total: _, ...others } = form;
  return others;
}

/** Merges the observed form of a list with the known form, as far as they do not contradict each other. */
function mergeForms(before: ListForm, form: ListForm): ListForm {
  // A list with pages may be too short for a second page.
  if (form === 'bare' && before !== 'bare' && before.items === undefined) return before;
  if (before === 'bare' || form === 'bare' || before.items !== form.items) return form;
  if (form.next !== undefined && before.next !== undefined && !isSameJson(form.next, before.next)) return form;
  if (form.page && before.page && form.page.query !== before.page.query) return form;
  // An observed way to count pages replaces the known way. The known page size stays if responses do not show it.
  const size = form.page?.size ?? before.page?.size;
  const page = form.page && size !== undefined ? { ...form.page, size } : (form.page ?? before.page);
  const { nextIs: _, ...rest } = before;
  const kind = form.page ? form.nextIs : (form.nextIs ?? before.nextIs);
  return { ...rest, ...form, ...(page && { page }), ...(kind && { nextIs: kind }) };
}

/** Whether two lists have their items at the same place, or two resources are at the same place. */
function areAtSamePlace(a: unknown, b: unknown): boolean {
  const isList = isObject(a) && isObject(b) && ('items' in a || 'items' in b);
  return isList ? a['items'] === b['items'] : isSameJson(a, b);
}

/** Reads an answer, without properties that only state a default. */
function readAnswerForm(answer: 'bare' | EnvelopeAnswer): ListForm {
  if (answer === 'bare') return answer;
  const { page, ...others } = readEnvelope(answer);
  if (!page) return others;
  const { by, item, first, ...pageRest } = page;
  return {
    ...others,
    page: {
      ...pageRest,
      ...(by !== undefined && by !== 'number' && { by }),
      ...(item !== undefined && item !== '/id' && { item }),
      ...(first !== undefined && first !== 1 && { first }),
    },
  };
}

/** @param commonForm the main form of the answer, by default the usual one; other forms become exceptions */
export function toAnswer<Form>(
  envelopes: ReadonlyMap<string, Form>,
  commonForm: Form | 'bare' = findUsualForm([...envelopes.values()]) ?? 'bare',
): { value: Form | 'bare'; except: Record<string, Form> } {
  const otherEnvelopes = [...envelopes].filter(([, envelope]) => !isSameJson(envelope, commonForm));
  return { value: commonForm, except: Object.fromEntries(otherEnvelopes.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** Returns the most frequent form at the place that most forms share; undefined if no place has a majority. */
function findUsualForm<Form>(all: readonly Form[]): Form | undefined {
  const majorityForm = all.find((form) => all.filter((each) => areAtSamePlace(each, form)).length * 2 > all.length);
  const similarForms = all.filter((nullable) => majorityForm !== undefined && areAtSamePlace(nullable, majorityForm));
  const countOf = (form: Form): number => similarForms.filter((similarForm) => isSameJson(similarForm, form)).length;
  const [mostCommon] = similarForms.sort((a, b) => countOf(b) - countOf(a));
  return mostCommon;
}
