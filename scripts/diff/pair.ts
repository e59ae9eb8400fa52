import { isObject, type Node } from '../contract/json.js';
import { parsePointer, valueAt } from '../contract/pointer.js';
import { type Alignment, align } from './align.js';
import type { Area, Change, Effect } from './change.js';
import { type Place, placeOf } from './place.js';
import { levelOf } from './policy.js';
import { sentIn } from './sent.js';
import { code } from './sentence.js';
import { statedIn } from './stated.js';

/** Two documents and facts about their parts, which all parts of the policy use. */
export interface Pair extends Alignment {
  /** The documents as they were read. */
  before: Node;
  after: Node;
  /** For a place in the aligned old document, and in the aligned new one. */
  wasStated: (place: Place) => boolean;
  isStated: (place: Place) => boolean;
  /** Whether callers send what a place in a schema of the aligned old document describes. */
  isSent: (place: Place) => boolean;
}

/** @throws UsageError if the two differ in too many references */
export function pairOf(before: Node, after: Node): Pair {
  const alignment = align(before, after);
  const { old, new: now } = alignment;
  return {
    ...alignment,
    before,
    after,
    wasStated: statedIn(before, old.document),
    isStated: statedIn(after, now.document),
    isSent: sentIn(old.document),
  };
}

/** A change before it is rated. Its pointers lead into the aligned documents. */
export interface Judged extends Pick<Change, 'kind' | 'rule' | 'codeOnly' | 'before' | 'after'> {
  effect: Effect;
  old?: string | undefined;
  new?: string | undefined;
  /** Makes the message, given the place. */
  say: (place: Place) => string;
}

/**
 * Rates a change by its place: by the provenance in the old document if that has the operation, schema or shared part,
 * since users rely on the old document.
 */
export function weighed(pair: Pair, judged: Judged): Change {
  const { old, new: now, effect, kind, rule, codeOnly, before, after, say } = judged;
  const place = old === undefined ? placeOf(pair.new.document, now ?? '') : placeOf(pair.old.document, old);
  const isOld = place.owner === '' || isObject(valueAt(pair.old.document, place.owner));
  const stated = isOld ? pair.wasStated(place) : pair.isStated(place);
  return {
    level: levelOf(effect, stated),
    effect,
    kind,
    area: areaOf(pair, place),
    stated,
    ...(codeOnly && { codeOnly }),
    rule,
    message: say(place),
    pointers: { ...pointerIn(pair, 'old', old), ...pointerIn(pair, 'new', now) },
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
}

/** The place in the original document, if it has one. */
function pointerIn(pair: Pair, side: 'old' | 'new', pointer: string | undefined): Change['pointers'] {
  const { document, source } = pair[side];
  return pointer === undefined || valueAt(document, pointer) === undefined ? {} : { [side]: source(pointer) };
}

/** An operation has the name from the new document; in the aligned documents it has the place from there, too. */
function areaOf({ operations }: Pair, { area, owner }: Place): Area {
  if (area === 'operation')
    return { kind: area, name: operations.kept.find((each) => each.new.pointer === owner)?.new.id ?? owner };
  return { kind: area, name: parsePointer(owner).at(-1) ?? '' };
}

/**
 * The subject of a sentence, such as `tier.id` in the response `200`; `it` for the owner itself, named above the
 */
export function named({ field, part }: Place): string {
  if (field === '') return part === '' ? 'it' : part;
  return part === '' ? code(field) : `${code(field)} in ${part}`;
}

/** ` of …` after the name of a part; empty for a part of the owner itself. */
export function ofIt(place: Place): string {
  return place.field === '' && place.part === '' ? '' : ` of ${named(place)}`;
}
