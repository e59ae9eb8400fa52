import { isObject } from '../contract/json.js';
import { textsIn } from '../contract/operations.js';
import { valueAt } from '../contract/pointer.js';
import type { Difference } from './differences.js';
import { type Judged, named, ofIt, type Pair } from './pair.js';
import type { Place } from './place.js';
import { effectOfDefault, effectOfLostValue } from './policy.js';
import { isReadOnly, isRequired } from './sent.js';
import { code, codes } from './sentence.js';

/** The whole keyword of a schema, for a difference somewhere inside its value. */
export function ofKeyword(
  { old: before, new: after }: Pair,
  { old, new: now }: Difference,
  { rest }: Place,
): Difference {
  const [from, to] = [old, now].map((pointer) =>
    pointer
      .split('/')
      .slice(0, rest.length > 1 ? 1 - rest.length : undefined)
      .join('/'),
  ) as [string, string];
  return { old: from, new: to, before: valueAt(before.document, from), after: valueAt(after.document, to) };
}

/** A changed default of a schema, with the reason why it breaks callers. */
export function defaultChange(pair: Pair, difference: Difference, place: Place): Judged {
  const { document } = pair.old;
  const { before, after, old } = difference;
  const effect = effectOfDefault(
    before,
    pair.isSent(place) && !isReadOnly(document, old) && !isRequired(document, place, old),
  );
  const isBreaking = effect === 'breaking';
  return {
    ...difference,
    effect,
    kind: 'changed',
    rule: isBreaking ? 'request-default-changed' : 'schema-changed',
    say: (at) =>
      `${code('default')}${ofIt(at)} is ${after === undefined ? 'no longer set' : `now ${code(after)}`}; it was ` +
      `${before === undefined ? 'not set' : code(before)}.` +
      `${isBreaking ? ' A caller who leaves the value out may get another result.' : ''}`,
  };
}

/** Known values that an open set gained or lost. */
export function openSetChanges(pair: Pair, difference: Difference, place: Place): Judged[] {
  const { before, after, old, new: now } = difference;
  const schema = valueAt(pair.new.document, now.slice(0, now.lastIndexOf('/')));
  // A set may also close: then its values stand in `enum`, which Redocly compares.
  const values = [...textsIn(after), ...textsIn(isObject(schema) ? schema['enum'] : [])];
  const gained = textsIn(after).filter((value) => !textsIn(before).includes(value));
  const lost = textsIn(before).filter((value) => !values.includes(value));
  const effect = effectOfLostValue(pair.isSent(place) && !isReadOnly(pair.old.document, old));
  const isBreaking = effect === 'breaking';
  const told =
    (change: string, names: string[]) =>
    (at: Place): string =>
      `The known values of ${named(at)} ${change} ${codes(names)}.`;
  return [
    ...(gained.length > 0
      ? [
          {
            ...difference,
            effect: 'additive',
            kind: 'added',
            rule: 'open-set-gained',
            say: told('gained', gained),
          } as const,
        ]
      : []),
    ...(lost.length > 0
      ? [
          {
            ...difference,
            effect,
            kind: 'removed',
            rule: isBreaking ? 'request-value-lost' : 'open-set-lost',
            say: (at: Place) =>
              told('lost', lost)(at) +
              (isBreaking ? ` A caller who sends ${lost.length > 1 ? 'one of them' : 'it'} may be refused.` : ''),
          } as const,
        ]
      : []),
  ];
}
