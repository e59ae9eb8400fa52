import { isObject, type Node } from '../contract/json.js';
import { parsePointer, valueAt } from '../contract/pointer.js';
import { type Alignment, align } from './align.js';
import type { Area, Change, Effect } from './change.js';
import { type Place, placeOf } from './place.js';
import { levelOf } from './policy.js';
import { code } from './sentence.js';
import { statedIn } from './stated.js';

/** Two documents and what is known of their parts; what all parts of the policy judge by. */
export interface Pair extends Alignment {
  /** As they were read. */
  before: Node;
  after: Node;
  /** Of a place in the aligned old document, and in the aligned new one. */
  wasStated: (place: Place) => boolean;
  isStated: (place: Place) => boolean;
}

/** @throws UsageError where the two differ in too many references */
export function pairOf(before: Node, after: Node): Pair {
  const alignment = align(before, after);
  const { old, new: now } = alignment;
  return {
    ...alignment,
    before,
    after,
    wasStated: statedIn(before, old.document),
    isStated: statedIn(after, now.document),
  };
}

/** A change before it is weighed. Its pointers lead into the aligned documents. */
export interface Judged extends Pick<Change, 'kind' | 'rule' | 'before' | 'after'> {
  effect: Effect;
  old?: string | undefined;
  new?: string | undefined;
  /** What says it, given the place. */
  say: (place: Place) => string;
}

/**
 * Weighs a change by what stands at its place: by the old document's word wherever that has the operation, the schema
 * or the shared part, since it is the old promise that may be broken.
 */
export function weighed(pair: Pair, judged: Judged): Change {
  const { old, new: now, effect, kind, rule, before, after, say } = judged;
  const place = old === undefined ? placeOf(pair.new.document, now ?? '') : placeOf(pair.old.document, old);
  const isOld = place.owner === '' || isObject(valueAt(pair.old.document, place.owner));
  const stated = isOld ? pair.wasStated(place) : pair.isStated(place);
  return {
    level: levelOf(effect, stated),
    effect,
    kind,
    area: areaOf(pair, place),
    stated,
    rule,
    message: say(place),
    pointers: { ...pointerIn(pair, 'old', old), ...pointerIn(pair, 'new', now) },
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
}

/** Where the thing stands in the real document, if it is there at all. */
function pointerIn(pair: Pair, side: 'old' | 'new', pointer: string | undefined): Change['pointers'] {
  const { document, source } = pair[side];
  return pointer === undefined || valueAt(document, pointer) === undefined ? {} : { [side]: source(pointer) };
}

/** An operation has the name that the new document gives it; it stands in both where that one has it. */
function areaOf({ operations }: Pair, { area, owner }: Place): Area {
  if (area === 'operation')
    return { kind: area, name: operations.kept.find((each) => each.new.pointer === owner)?.new.id ?? owner };
  return { kind: area, name: parsePointer(owner).at(-1) ?? '' };
}

/**
 * `tier.id` in the answer `200`: what a sentence is about; `it` for the owner itself, which stands above the sentence.
 */
export function named({ field, part }: Place): string {
  if (field === '') return part === '' ? 'it' : part;
  return part === '' ? code(field) : `${code(field)} in ${part}`;
}

/** What follows the name of a part: nothing for a part of the owner itself. */
export function ofIt(place: Place): string {
  return place.field === '' && place.part === '' ? '' : ` of ${named(place)}`;
}
