import { isObject } from '../contract/json.js';
import { textsIn } from '../contract/operations.js';
import { type Change, change, type Parts } from './change.js';
import type { Difference } from './compare.js';
import { named, ofIt, type Place } from './place.js';
import { ratingOf, stateOf } from './policy.js';
import { isSame } from './same.js';
import { code, codes, gainedAndLost } from './sentence.js';

/** The differences as changes, each with its weight and a sentence. */
export function changesIn(differences: readonly Difference[]): Change[] {
  const notes = new Set<string>();
  return differences.flatMap((difference) => {
    const { field, kind, old, new: now, holder } = difference;
    if (kind === 'schema' && field === 'x-known-values') return openSetChanges(difference);
    if (field === 'x-provenance') return provenanceChanges(difference, notes);
    if (kind === 'document' && field === 'x-unknowns') return [questionsChange(difference)];
    // The values of an open set are its examples as well.
    const [before, after] = [holder.old, holder.new].map((schema) => schema['x-known-values']);
    if (kind === 'schema' && field === 'examples' && !isSame(field, before, after)) return [];
    const isNote = field.startsWith('x-') && field !== 'x-reflected-as';
    if (kind !== 'schema' && (field === 'example' || (kind === 'example' && (field === 'value' || isNote))))
      return noteOn(difference, notes, 'An example');
    if (isNote) return noteOn(difference, notes, code(field));
    const rating = ratingOf(difference);
    const message = sentenceOf(difference, rating.rule);
    const values = { before: old.value, after: now.value };
    return [changeOf(difference, { kind: stateOf(difference), message, ...rating, ...values })];
  });
}

type Judged = Pick<Parts, 'effect' | 'kind' | 'rule' | 'message' | 'codeOnly' | 'before' | 'after'>;

function changeOf({ around, place, old, new: now }: Difference, judged: Judged): Change {
  const { area, states } = around;
  return change({
    ...judged,
    area,
    stated: states(place.facet),
    ...(old.value !== undefined && { old: old.pointer }),
    ...(now.value !== undefined && { new: now.pointer }),
  });
}

/** Notes on one subject in one area are one change: a hundred operations may get a new section number at once. */
function noteOn(difference: Difference, notes: Set<string>, subject: string): Change[] {
  const { old, new: now, around } = difference;
  const key = JSON.stringify([around.area, subject, around.field]);
  if (notes.has(key)) return [];
  notes.add(key);
  const message = `${subject}${ofIt(around)} has changed.`;
  const isExample = subject === 'An example';
  const values = isExample ? {} : { before: old.value, after: now.value };
  const rule = isExample ? 'example-changed' : 'note-changed';
  return [changeOf(difference, { effect: 'documentation', kind: 'changed', rule, message, ...values })];
}

/** Callers rely on what is stated, and a failing check depends on it, so both need to know; the interface stays. */
function provenanceChanges(difference: Difference, notes: Set<string>): Change[] {
  const [old, now] = [difference.old.value, difference.new.value].map((value) => (isObject(value) ? value : {}));
  const [before, after] = [standing(old?.['stated']), standing(now?.['stated'])];
  const { stated: _was, ...had } = old ?? {};
  const { stated: _is, ...has } = now ?? {};
  const message = `The stated parts are now ${code(after)}; they were ${code(before)}.`;
  const values = { before: old?.['stated'], after: now?.['stated'] };
  return [
    ...(before === after
      ? []
      : [changeOf(difference, { effect: 'additive', kind: 'changed', rule: 'standing-changed', message, ...values })]),
    ...(isSame('', had, has) ? [] : noteOn(difference, notes, code('x-provenance'))),
  ];
}

/** The stated facets; `all` or `nothing` for a schema. */
function standing(said: unknown): string {
  if (typeof said === 'boolean') return said ? 'all' : 'nothing';
  return textsIn(said).sort().join(', ') || 'nothing';
}

function questionsChange(difference: Difference): Change {
  const [before, after] = [difference.old, difference.new].map(({ value }) =>
    textsIn(Array.isArray(value) ? value.map((entry) => (isObject(entry) ? entry['id'] : entry)) : []),
  );
  const message = `The open questions ${gainedAndLost(before ?? [], after ?? []) || 'were reworded'}.`;
  return changeOf(difference, { effect: 'documentation', kind: 'changed', rule: 'open-questions-changed', message });
}

/**
 * Known values that an open set gained or lost. A server may refuse a lost value that callers send. In a response, the
 * value still fits the type; only editors stop suggesting it.
 */
function openSetChanges(difference: Difference): Change[] {
  const { old, new: now, holder, around } = difference;
  const [before, after] = [textsIn(old.value), textsIn(now.value)];
  // A set may also close: then its values stand in `enum`.
  const values = [...after, ...textsIn(holder.new['enum'])];
  const gained = after.filter((value) => !before.includes(value));
  const lost = before.filter((value) => !values.includes(value));
  const isSent = around.isSent && holder.old['readOnly'] !== true;
  const told = (verb: string, names: string[]): string =>
    `The known values of ${named(around)} ${verb} ${codes(names)}.`;
  const refusal = ` A caller who sends ${lost.length > 1 ? 'one of them' : 'it'} may be refused.`;
  const changes: (Judged & { names: string[] })[] = [
    { names: gained, effect: 'additive', kind: 'added', rule: 'open-set-gained', message: told('gained', gained) },
    isSent
      ? {
          names: lost,
          effect: 'breaking',
          kind: 'removed',
          rule: 'request-value-lost',
          message: told('lost', lost) + refusal,
        }
      : { names: lost, effect: 'documentation', kind: 'removed', rule: 'open-set-lost', message: told('lost', lost) },
  ];
  return changes
    .filter(({ names }) => names.length > 0)
    .map(({ names: _names, ...judged }) => changeOf(difference, { ...judged, before: old.value, after: now.value }));
}

/** Fields whose values are too long for a sentence. */
const longWords = ['description', 'summary', 'title', 'example'];

function sentenceOf(difference: Difference, rule: string): string {
  const { field, name, around } = difference;
  const owner = ofIt(around);
  const [before, after] = [difference.old.value, difference.new.value];
  if (rule === 'unrated')
    return `${code(name ?? field)}${owner} has changed; no rule rates this change, so it counts as breaking.`;
  if (stateOf(difference) !== 'changed') return comingOrGoing(difference);
  const [old, now] = [before ?? [], after ?? []];
  if (field !== 'default' && Array.isArray(old) && Array.isArray(now))
    return `${code(field)}${owner} ${gainedAndLost(old, now) || 'has changed'}.`;
  if (longWords.includes(field)) {
    const state = before === undefined ? 'is new' : after === undefined ? 'was removed' : 'has changed';
    return `The ${field}${owner} ${state}.`;
  }
  const is = after === undefined ? 'no longer set' : `now ${code(after)}`;
  const reason = rule === 'request-default-changed' ? ' A caller who leaves the value out may get another result.' : '';
  return `${code(field)}${owner} is ${is}; it was ${before === undefined ? 'not set' : code(before)}.${reason}`;
}

/** The sentence for an object that only one of the documents has. */
function comingOrGoing(difference: Difference): string {
  const { kind, field, held, name, around, place, new: now } = difference;
  const state = stateOf(difference) === 'added' ? 'is new' : 'was removed';
  const entry = code(name ?? field);
  if (kind === 'components') return `The shared ${entry} ${state}.`;
  if (held === 'schema' && ['properties', 'patternProperties'].includes(field))
    return `The field ${code(place.field)} ${state}${inPart(place)}.`;
  if (held === 'parameter') {
    const isRequired = isObject(now.value) && now.value['required'] === true;
    return `The ${place.part} ${state}${stateOf(difference) === 'added' && isRequired ? ' and required' : ''}.`;
  }
  if (['response', 'header', 'requestBody'].includes(held))
    return `${place.part.charAt(0).toUpperCase()}${place.part.slice(1)} ${state}.`;
  if (held === 'mediaType') return `The media type ${entry}${inPart(place)} ${state}.`;
  if (held === 'tag') return `The tag ${entry} ${state}.`;
  const isPart = ['allOf', 'anyOf', 'oneOf', 'prefixItems'].includes(field) && name !== undefined;
  return isPart ? `A part of ${code(field)}${ofIt(around)} ${state}.` : `${entry}${ofIt(around)} ${state}.`;
}

function inPart({ part }: Place): string {
  return part === '' ? '' : ` in ${part}`;
}
