import { isObject } from '../contract/json.js';
import { textsIn } from '../contract/operations.js';
import type { Change } from './change.js';
import { type Difference, differences } from './differences.js';
import { type Judged, ofIt, type Pair, weighed } from './pair.js';
import { type Place, placeOf } from './place.js';
import { effectOfUnreported } from './policy.js';
import { code, gainedAndLost } from './sentence.js';
import { defaultChange, ofKeyword, openSetChanges } from './values.js';

/**
 * The differences that Redocly does not examine: open sets, defaults in schemas, standing, references, values of
 * examples, and everything else. No difference is missed, and one that no rule knows counts as breaking.
 *
 * @param reported pointers of the places that Redocly has examined
 */
export function changesUnreported(pair: Pair, reported: { old: readonly string[]; new: readonly string[] }): Change[] {
  const left = [...differences(pair.old.document, pair.new.document)].filter(
    (difference) =>
      !isOneSchema(difference) && !isKnown(reported.old, difference.old) && !isKnown(reported.new, difference.new),
  );
  const notes = new Map<string, Judged>();
  const defaults = new Map<string, Judged>();
  const changes: Judged[] = [];
  for (const difference of left) {
    const place = placeOf(pair.old.document, difference.old);
    const [first = ''] = place.rest;
    if (place.owner === '' && first === 'info' && place.rest[1] === 'version') continue;
    if (first === 'x-known-values' && place.end !== undefined) changes.push(...openSetChanges(pair, difference, place));
    else if (first === 'default' && place.end !== undefined) {
      const whole = ofKeyword(pair, difference, place);
      defaults.set(whole.old, defaultChange(pair, whole, place));
    } else if (isOfStanding(difference, place)) changes.push(standingChange(difference));
    else if (first === 'x-unknowns') changes.push(registerChange(difference));
    else if (effectOfUnreported(place) === 'documentation') noteIn(notes, difference, place);
    else changes.push(otherChange(difference, place));
  }
  return [...changes, ...defaults.values(), ...notes.values()].map((judged) => weighed(pair, judged));
}

/** A difference at a place above or below is the same difference. */
function isKnown(reported: readonly string[], pointer: string): boolean {
  return reported.some(
    (known) => known === pointer || pointer.startsWith(`${known}/`) || known.startsWith(`${pointer}/`),
  );
}

/** Added and removed schemas are reported by name elsewhere. */
function isOneSchema({ old, before, after }: Difference): boolean {
  return /^\/components(?:\/schemas(?:\/[^/]+)?)?$/.test(old) && (before === undefined || after === undefined);
}

function isOfStanding({ before, after }: Difference, { rest: [first, second, ...more] }: Place): boolean {
  return (
    first === 'x-provenance' &&
    more.length === 0 &&
    (second === undefined || second === 'stated') &&
    standing(before) !== standing(after)
  );
}

/** The stated facets of a provenance or of a list; `all` or `nothing` for a schema. */
function standing(value: unknown): string {
  const said = isObject(value) ? value['stated'] : value;
  if (typeof said === 'boolean') return said ? 'all' : 'nothing';
  return textsIn(said).sort().join(', ') || 'nothing';
}

/** Callers rely on what is stated, and a failing check depends on it, so both need to know; the interface stays. */
function standingChange({ old, new: now, before, after }: Difference): Judged {
  return {
    effect: 'additive',
    kind: 'changed',
    rule: 'standing-changed',
    old,
    new: now,
    before,
    after,
    say: () => `The stated parts are now ${code(standing(after))}; they were ${code(standing(before))}.`,
  };
}

function registerChange({ old, new: now, before, after }: Difference): Judged {
  const ids = (value: unknown): string[] =>
    textsIn(Array.isArray(value) ? value.map((entry) => (isObject(entry) ? entry['id'] : entry)) : []);
  const gained = ids(after).filter((id) => !ids(before).includes(id));
  const lost = ids(before).filter((id) => !ids(after).includes(id));
  const told = gainedAndLost(gained, lost);
  return {
    effect: 'documentation',
    kind: 'changed',
    rule: 'open-questions-changed',
    old,
    new: now,
    say: () => `The open questions ${told || 'were reworded'}.`,
  };
}

/** Notes of one kind in one owner are one change: a hundred operations may get a new section number at once. */
function noteIn(notes: Map<string, Judged>, { old, new: now, before, after }: Difference, place: Place): void {
  const kind =
    place.rest.find((step) => step.startsWith('x-')) ??
    place.rest.find((step) => step.startsWith('example')) ??
    place.rest.at(-1) ??
    '';
  const isExample = kind.startsWith('example') || place.owner.startsWith('/components/examples/');
  const key = `${place.owner} ${isExample ? 'example' : kind} ${place.field}`;
  if (notes.has(key)) return;
  const isWhole = place.rest.length === 0 && (before === undefined || after === undefined);
  notes.set(key, {
    effect: 'documentation',
    kind: isWhole ? (before === undefined ? 'added' : 'removed') : 'changed',
    old,
    new: now,
    rule: isExample ? 'example-changed' : 'note-changed',
    ...(!isExample && { before, after }),
    say: (at) => `${isExample ? 'An example' : code(kind)}${ofIt(at)} has changed.`,
  });
}

function otherChange({ old, new: now, before, after }: Difference, place: Place): Judged {
  const effect = effectOfUnreported(place);
  const last = code(place.rest.join('/') || 'it');
  return {
    effect,
    kind: 'changed',
    old,
    new: now,
    before,
    after,
    rule: effect === 'breaking' ? 'unrated' : `${place.rest.find((step) => /^[a-z-]+$/.test(step)) ?? 'value'}-changed`,
    say: (at) =>
      `${last}${ofIt(at)} has changed` +
      `${effect === 'breaking' ? '; no rule rates this change, so it counts as breaking' : ''}.`,
  };
}
