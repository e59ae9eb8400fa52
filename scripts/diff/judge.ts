import { isObject } from '../contract/json.js';
import { textsIn } from '../contract/operations.js';
import { type ChangeParts, type ContractChange, createChange } from './change.js';
import type { FieldDifference } from './compare.js';
import { isSame } from './equality.js';
import { type DiffPlace, ofPlace, placeName } from './place.js';
import { rateDifference, stateOf } from './policy.js';
import { code, codes, gainsAndLosses } from './sentence.js';

export function changesIn(differences: readonly FieldDifference[]): ContractChange[] {
  const notes = new Set<string>();
  return differences.flatMap((difference) => {
    const { field, kind, old, new: current, holder } = difference;
    if (kind === 'schema' && field === 'x-known-values') return openSetChanges(difference);
    if (field === 'x-provenance') return provenanceChanges(difference, notes);
    if (kind === 'document' && field === 'x-unknowns') return [questionsChange(difference)];
    // Ignore the examples of an open set: they repeat its values, whose change is already reported.
    const [before, after] = [holder.old, holder.new].map((schema) => schema['x-known-values']);
    if (kind === 'schema' && field === 'examples' && !isSame(field, before, after)) return [];
    const isNote = field.startsWith('x-') && field !== 'x-reflected-as';
    if (kind !== 'schema' && (field === 'example' || (kind === 'example' && (field === 'value' || isNote))))
      return noteOn(difference, notes, 'An example');
    if (isNote) return noteOn(difference, notes, code(field));
    const rating = rateDifference(difference);
    if (!rating) return [];
    const message = sentenceOf(difference, rating.rule);
    const values = { before: old.value, after: current.value };
    return [changeOf(difference, { kind: stateOf(difference), message, ...rating, ...values })];
  });
}

type ChangeVerdict = Omit<ChangeParts, 'area' | 'stated' | 'old' | 'new'>;

function changeOf({ around, place, old, new: current }: FieldDifference, verdict: ChangeVerdict): ContractChange {
  const { area, states } = around;
  return createChange({
    ...verdict,
    area,
    stated: states(place.facet),
    ...(old.value !== undefined && { old: old.pointer }),
    ...(current.value !== undefined && { new: current.pointer }),
  });
}

/** Combines notes on one subject in one area: a hundred operations may get a new section number at once. */
function noteOn(difference: FieldDifference, notes: Set<string>, subject: string): ContractChange[] {
  const { old, new: current, around } = difference;
  const key = JSON.stringify([around.area, subject, around.field]);
  if (notes.has(key)) return [];
  notes.add(key);
  const message = `${subject}${ofPlace(around)} has changed.`;
  const isExample = subject === 'An example';
  const values = isExample ? {} : { before: old.value, after: current.value };
  const rule = isExample ? 'example-changed' : 'note-changed';
  return [changeOf(difference, { effect: 'documentation', kind: 'changed', rule, message, ...values })];
}

/** Changes of the list of stated parts, on which callers and the check rely. The interface itself stays the same. */
function provenanceChanges(difference: FieldDifference, notes: Set<string>): ContractChange[] {
  const [old, current] = [difference.old.value, difference.new.value].map((value) => (isObject(value) ? value : {}));
  const [before, after] = [standing(old?.['stated']), standing(current?.['stated'])];
  const { stated: _was, ...oldRest } = old ?? {};
  const { stated: _is, ...newRest } = current ?? {};
  const message = `The documented parts are now ${code(after)}; they were ${code(before)}.`;
  const values = { before: old?.['stated'], after: current?.['stated'] };
  return [
    ...(before === after
      ? []
      : [changeOf(difference, { effect: 'additive', kind: 'changed', rule: 'standing-changed', message, ...values })]),
    ...(isSame('', oldRest, newRest) ? [] : noteOn(difference, notes, code('x-provenance'))),
  ];
}

/** The stated facets; `all` or `nothing` for a schema. */
function standing(statement: unknown): string {
  if (typeof statement === 'boolean') return statement ? 'all' : 'nothing';
  return textsIn(statement).sort().join(', ') || 'nothing';
}

function questionsChange(difference: FieldDifference): ContractChange {
  const [valuesBefore, valuesAfter] = [difference.old, difference.new].map(({ value }) =>
    textsIn(Array.isArray(value) ? value.map((entry) => (isObject(entry) ? entry['id'] : entry)) : []),
  );
  const message = `The open questions ${gainsAndLosses(valuesBefore ?? [], valuesAfter ?? []) || 'were reworded'}.`;
  return changeOf(difference, { effect: 'documentation', kind: 'changed', rule: 'open-questions-changed', message });
}

/**
 * Known values that an open set gained or lost. A server may refuse a request with a lost value. In a response, the
 * value still fits the type, but editors no longer suggest it.
 */
function openSetChanges(difference: FieldDifference): ContractChange[] {
  const { old, new: now, holder, around } = difference;
  const [valuesBefore, valuesAfter] = [textsIn(old.value), textsIn(now.value)];
  // A set may become closed, with its values in `enum`.
  const values = [...valuesAfter, ...textsIn(holder.new['enum'])];
  const gains = valuesAfter.filter((value) => !valuesBefore.includes(value));
  const losses = valuesBefore.filter((value) => !values.includes(value));
  const isSent = around.isSent && holder.old['readOnly'] !== true;
  const message = (verb: string, names: string[]): string =>
    `The known values of ${placeName(around)} ${verb} ${codes(names)}.`;
  const refusal = ` A caller who sends ${losses.length > 1 ? 'one of them' : 'it'} may be refused.`;
  const changes: (ChangeVerdict & { names: string[] })[] = [
    { names: gains, effect: 'additive', kind: 'added', rule: 'open-set-gained', message: message('gained', gains) },
    isSent
      ? {
          names: losses,
          effect: 'breaking',
          kind: 'removed',
          rule: 'request-value-lost',
          message: message('lost', losses) + refusal,
        }
      : {
          names: losses,
          effect: 'documentation',
          kind: 'removed',
          rule: 'open-set-lost',
          message: message('lost', losses),
        },
  ];
  return changes
    .filter(({ names }) => names.length > 0)
    .map(({ names: _names, ...change }) => changeOf(difference, { ...change, before: old.value, after: now.value }));
}

/** Fields whose values are too long for a sentence. */
const longWords = ['description', 'summary', 'title', 'example'];

function sentenceOf(difference: FieldDifference, rule: string): string {
  const { field, name, around } = difference;
  const owner = ofPlace(around);
  const [before, after] = [difference.old.value, difference.new.value];
  if (rule === 'unrated')
    return `${code(name ?? field)}${owner} has changed; no rule rates this change, so it counts as breaking.`;
  if (stateOf(difference) !== 'changed') return comingOrGoing(difference);
  const [old, current] = [before ?? [], after ?? []];
  if (field !== 'default' && Array.isArray(old) && Array.isArray(current))
    return `${code(field)}${owner} ${gainsAndLosses(old, current) || 'has changed'}.`;
  if (longWords.includes(field)) {
    const state = before === undefined ? 'is new' : after === undefined ? 'was removed' : 'has changed';
    return `The ${field}${owner} ${state}.`;
  }
  const is = after === undefined ? 'no longer set' : `now ${code(after)}`;
  const reason = rule === 'request-default-changed' ? ' A caller who omits the value may get a different result.' : '';
  return `${code(field)}${owner} is ${is}; it was ${before === undefined ? 'not set' : code(before)}.${reason}`;
}

/** The sentence about an object that exists in only one of the documents. */
function comingOrGoing(difference: FieldDifference): string {
  const { kind, field, valueKind, name, around, place, new: current } = difference;
  const state = stateOf(difference) === 'added' ? 'is new' : 'was removed';
  const entry = code(name ?? field);
  if (kind === 'components') return `The shared ${entry} ${state}.`;
  if (valueKind === 'schema' && ['properties', 'patternProperties'].includes(field))
    return `The field ${code(place.field)} ${state}${inPart(place)}.`;
  if (valueKind === 'parameter') {
    const isRequired = isObject(current.value) && current.value['required'] === true;
    return `The ${place.part} ${state}${stateOf(difference) === 'added' && isRequired ? ' and required' : ''}.`;
  }
  if (['response', 'header', 'requestBody'].includes(valueKind))
    return `${place.part.charAt(0).toUpperCase()}${place.part.slice(1)} ${state}.`;
  if (valueKind === 'mediaType') return `The media type ${entry}${inPart(place)} ${state}.`;
  if (valueKind === 'tag') return `The tag ${entry} ${state}.`;
  const isPart = ['allOf', 'anyOf', 'oneOf', 'prefixItems'].includes(field) && name !== undefined;
  return isPart ? `A part of ${code(field)}${ofPlace(around)} ${state}.` : `${entry}${ofPlace(around)} ${state}.`;
}

function inPart({ part }: DiffPlace): string {
  return part === '' ? '' : ` in ${part}`;
}
