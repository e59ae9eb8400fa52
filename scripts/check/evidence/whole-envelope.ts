import { isObject, isSameJson, type Json } from '../../contract/json.js';
import { type EnvelopeAnswer, readEnvelope, writeEnvelope } from '../../contract/paging/paging.js';
import type { ListForm } from '../../contract/paging/recognise.js';
import { sourceOf } from '../../contract/paging/recognise-next.js';
import type { QuestionSubject } from './rule.js';

/**
 * Adds the observed forms of lists to the existing answer; undefined if that already says everything.
 *
 * @param wrongTotals places, as sketches name them, of numbers that are not the number of all items of some list
 */
export function completeAnswer(
  envelopes: ReadonlyMap<string, ListForm>,
  answered: QuestionSubject['answered'],
  wrongTotals: ReadonlySet<string>,
): { value: Json; except?: Record<string, Json> } | undefined {
  const { value: answer, except: answers = {} } = (answered ?? {}) as Answered;
  const before = answer && knownEnvelope(answer);
  const others = new Map(Object.entries(answers).map(([id, each]) => [id, knownEnvelope(each)]));
  const knownForm = (id: string): ListForm => others.get(id) ?? before ?? 'bare';
  const correctForm = (id: string): ListForm => withoutTotal(knownForm(id), wrongTotals);
  const forms = new Map([...envelopes].map(([id, envelope]) => [id, mergeForms(correctForm(id), envelope)]));
  if ([...forms].every(([id, envelope]) => isSameJson(knownForm(id), envelope)) && answered) return undefined;
  // The existing answer for all lists stays, if some list confirms it.
  const confirmed = [...forms].find(([id, envelope]) => before && !others.has(id) && isAlike(before, envelope))?.[1];
  const { value, except } = asAnswer(forms, confirmed ?? usualForm([...forms.values()]) ?? before);
  for (const [id, envelope] of others) if (!forms.has(id) && !isSameJson(envelope, value)) except[id] = envelope;
  const exceptions = Object.entries(except).map(([id, envelope]) => [id, answerForm(envelope)] as const);
  return { value: answerForm(value), ...(exceptions.length > 0 && { except: Object.fromEntries(exceptions) }) };
}

interface Answered {
  value?: 'bare' | EnvelopeAnswer;
  except?: Record<string, 'bare' | EnvelopeAnswer>;
}

/** The form of a list as an answer says it. */
export function answerForm(form: ListForm): Json {
  return (form === 'bare' ? form : writeEnvelope(form)) as Json;
}

function withoutTotal(envelope: ListForm, wrongTotals: ReadonlySet<string>): ListForm {
  if (envelope === 'bare' || envelope.total === undefined || !wrongTotals.has(sourceOf(envelope.total)))
    return envelope;
  const { total: _, ...others } = envelope;
  return others;
}

/** Merges the observed form of a list with the known form, as far as they do not contradict each other. */
function mergeForms(before: ListForm, now: ListForm): ListForm {
  // Some lists with pages are too short for a second one.
  if (now === 'bare' && before !== 'bare' && before.items === undefined) return before;
  if (before === 'bare' || now === 'bare' || before.items !== now.items) return now;
  if (now.next !== undefined && before.next !== undefined && !isSameJson(now.next, before.next)) return now;
  if (now.page && before.page && now.page.query !== before.page.query) return now;
  // An observed way of counting pages replaces another one; the size may be known only to people, so it stays.
  const size = now.page?.size ?? before.page?.size;
  const page = now.page && size !== undefined ? { ...now.page, size } : (now.page ?? before.page);
  const { nextIs: _, ...rest } = before;
  const kind = now.page ? now.nextIs : (now.nextIs ?? before.nextIs);
  return { ...rest, ...now, ...(page && { page }), ...(kind && { nextIs: kind }) };
}

/** Whether two lists have their items at the same place, or two resources are at the same place. */
function isAlike(one: unknown, other: unknown): boolean {
  const isList = isObject(one) && isObject(other) && ('items' in one || 'items' in other);
  return isList ? one['items'] === other['items'] : isSameJson(one, other);
}

/** Reads an answer, without properties that only state a default. */
function knownEnvelope(answer: 'bare' | EnvelopeAnswer): ListForm {
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

/** @param common the value of the answer; by default what most have. Operations with another form are exceptions. */
export function asAnswer<Form>(
  envelopes: ReadonlyMap<string, Form>,
  common: Form | 'bare' = usualForm([...envelopes.values()]) ?? 'bare',
): { value: Form | 'bare'; except: Record<string, Form> } {
  const others = [...envelopes].filter(([, envelope]) => !isSameJson(envelope, common));
  return { value: common, except: Object.fromEntries(others.sort(([one], [other]) => (one < other ? -1 : 1))) };
}

/** The most frequent form of those with their items at the place of most lists; undefined without such a place. */
function usualForm<Form>(all: readonly Form[]): Form | undefined {
  const usual = all.find((form) => all.filter((each) => isAlike(each, form)).length * 2 > all.length);
  const alike = all.filter((each) => usual !== undefined && isAlike(each, usual));
  const countOf = (form: Form): number => alike.filter((each) => isSameJson(each, form)).length;
  const [mostCommon] = alike.sort((one, other) => countOf(other) - countOf(one));
  return mostCommon;
}
