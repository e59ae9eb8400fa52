import { objectOf } from '../contract/json.js';
import { textsIn } from '../contract/operations.js';
import type { ContractChange } from './change.js';
import type { FieldDifference } from './compare.js';
import { isSame } from './equality.js';
import { createChange, type Fact } from './fact.js';
import { type Direction, ofPlace, placeName } from './place.js';
import { type Rating, rateDifference, stateOf } from './policy.js';
import { partSentences, sentences } from './rules.js';
import { code, codes, gainsAndLosses } from './sentence.js';
import { placeIn } from './side.js';

export function changesIn(differences: readonly FieldDifference[]): ContractChange[] {
  const notes = new Set<string>();
  return differences.flatMap((difference) => {
    const { around, place, old, new: current } = difference;
    // A hundred operations may get a new section number at once, so an area has one note on each subject.
    const isNew = ({ rule, names }: Fact): boolean => {
      if (rule !== 'note-changed' && rule !== 'example-changed') return true;
      const key = JSON.stringify([around.area, rule, names?.['note'], around.field]);
      return !notes.has(key) && Boolean(notes.add(key));
    };
    const factPlace = {
      area: around.area,
      direction: directionOf(place),
      states: () => around.states(place.facet),
      old: placeIn(old),
      new: placeIn(current),
    };
    return factsOf(difference).flatMap((fact) => (isNew(fact) ? createChange(factPlace, fact) : []));
  });
}

function directionOf({ isSent, isReceived }: Direction): ContractChange['direction'] {
  if (isSent) return isReceived ? 'both' : 'request';
  return isReceived ? 'response' : undefined;
}

function factsOf(difference: FieldDifference): Fact[] {
  const { field, kind, holder, around, old, new: current } = difference;
  if (kind === 'schema' && field === 'x-known-values') return openSetFacts(difference);
  if (field === 'x-provenance') return provenanceFacts(difference);
  if (kind === 'document' && field === 'x-unknowns') {
    const idsIn = (value: unknown): string[] =>
      textsIn([value ?? []].flat().map((entry) => objectOf(entry)['id'] ?? entry));
    const [ids, newIds] = [idsIn(old.value), idsIn(current.value)];
    return [{ rule: 'open-questions-changed', names: { change: gainsAndLosses(ids, newIds) || 'were reworded' } }];
  }
  // Ignore the examples of an open set: they repeat its values, whose change is already reported.
  const isOfSet = !isSame(field, holder.old['x-known-values'], holder.new['x-known-values']);
  if (kind === 'schema' && field === 'examples' && isOfSet) return [];
  const isNote = field.startsWith('x-') && field !== 'x-reflected-as';
  if (kind !== 'schema' && (field === 'example' || (kind === 'example' && (field === 'value' || isNote))))
    return [{ rule: 'example-changed', names: { of: ofPlace(around) } }];
  if (isNote) return [noteOn(difference)];
  const rating = rateDifference(difference);
  if (!rating) return [];
  const values = { before: old.value, after: current.value };
  return [{ kind: stateOf(difference), ...rating, ...values, ...sentenceOf(difference, rating) }];
}

function noteOn({ field, around, old, new: current }: FieldDifference): Fact {
  const names = { note: field, of: ofPlace(around) };
  return { rule: 'note-changed', names, before: old.value, after: current.value };
}

/** Changes of the list of stated parts, on which callers and the check rely. The interface itself stays the same. */
function provenanceFacts(difference: FieldDifference): Fact[] {
  const { stated: before, ...oldNotes } = objectOf(difference.old.value);
  const { stated: after, ...notes } = objectOf(difference.new.value);
  const names = { oldParts: partsIn(before), parts: partsIn(after) };
  return [
    ...(names.oldParts === names.parts ? [] : [{ rule: 'standing-changed', names, before, after } as const]),
    ...(isSame('', oldNotes, notes) ? [] : [noteOn(difference)]),
  ];
}

/** The stated facets; `all` or `nothing` for a schema. */
function partsIn(statement: unknown): string {
  if (typeof statement === 'boolean') return statement ? 'all' : 'nothing';
  return textsIn(statement).sort().join(', ') || 'nothing';
}

/** Known values that an open set gained or lost. A set may become closed, with its values in `enum`. */
function openSetFacts({ old, new: current, holder, around }: FieldDifference): Fact[] {
  const [before, after] = [textsIn(old.value), textsIn(current.value)];
  const isSent = around.isSent && holder.old['readOnly'] !== true;
  const gains = after.filter((value) => !before.includes(value));
  const losses = before.filter((value) => ![...after, ...textsIn(holder.new['enum'])].includes(value));
  const fact = (rule: 'open-set-gained' | 'open-set-lost' | 'request-value-lost', values: string[]): Fact[] => {
    const names = { place: placeName(around), values: codes(values), one: values.length > 1 ? 'one of them' : 'it' };
    return values.length > 0 ? [{ rule, names, before: old.value, after: current.value }] : [];
  };
  return [...fact('open-set-gained', gains), ...fact(isSent ? 'request-value-lost' : 'open-set-lost', losses)];
}

/** Fields whose values are too long for a sentence. */
const longWords = ['description', 'summary', 'title', 'example'];

/** The sentence about a difference, and the names in it. */
function sentenceOf(difference: FieldDifference, { rule }: Rating): Pick<Fact, 'names'> & { sentence: string } {
  const { field, name, around, place } = difference;
  const [before, after] = [difference.old.value, difference.new.value];
  const { part } = place;
  const [old, current] = [before ?? [], after ?? []];
  return {
    sentence: sentences[sentenceNameOf(difference, rule)],
    names: {
      field,
      entry: name ?? field,
      of: ofPlace(around),
      path: place.field,
      part,
      Part: part.charAt(0).toUpperCase() + part.slice(1),
      inPart: part === '' ? '' : ` in ${part}`,
      state: before === undefined ? 'is new' : after === undefined ? 'was removed' : 'has changed',
      requirement: before === undefined && objectOf(after)['required'] === true ? ' and required' : '',
      change: (Array.isArray(old) && Array.isArray(current) && gainsAndLosses(old, current)) || 'has changed',
      now: after === undefined ? 'no longer set' : `now ${code(after)}`,
      was: before === undefined ? 'not set' : code(before),
    },
  };
}

function sentenceNameOf(difference: FieldDifference, rule: string): keyof typeof sentences {
  const { kind, field, valueKind, name, old, new: current } = difference;
  if (rule === 'unrated') return 'unrated';
  if (kind === 'components') return field === 'schemas' || field === 'securitySchemes' ? field : 'component';
  if (stateOf(difference) === 'changed') {
    if (field !== 'default' && Array.isArray(old.value ?? []) && Array.isArray(current.value ?? [])) return 'list';
    if (longWords.includes(field)) return 'text';
    return rule === 'request-default-changed' ? 'default' : 'value';
  }
  if (valueKind === 'schema' && ['properties', 'patternProperties'].includes(field)) return 'property';
  if (valueKind in partSentences) return valueKind as keyof typeof partSentences;
  return ['allOf', 'anyOf', 'oneOf', 'prefixItems'].includes(field) && name !== undefined ? 'branch' : 'part';
}
