import { isDeepStrictEqual } from 'node:util';
import { isObject, type Node } from '../contract/json.js';
import { toPointer, valueAt } from '../contract/pointer.js';
import type { Change } from './change.js';
import { alternativesIn, isEnough, isSameFor } from './credentials.js';
import { type Group, groupsBy, of, placed, rewritten } from './inherited.js';
import { change } from './named-change.js';
import type { Pair } from './pair.js';
import { either } from './security-sentence.js';

/** Changes of what callers must show. */
export function securityChanges(pair: Pair): Change[] {
  const groups = groupsBy(pair, 'security');
  const needs = groups.map((group) => changeOfNeeds(pair, group));
  const same = groups.filter((_, index) => needs[index] === undefined);
  return [
    ...needs.filter((each) => each !== undefined),
    ...rewritten(pair, 'security', groups, same),
    ...schemeNotes(pair),
  ];
}

function changeOfNeeds({ before, after }: Pair, group: Group): Change | undefined {
  const sides = { old: alternativesIn(before, group.old.written), new: alternativesIn(after, group.new.written) };
  if (isSameFor(sides.old, sides.new)) return undefined;
  const refused = sides.old.filter((had) => !sides.new.some((needed) => isEnough(had, needed)));
  const isBreaking = refused.length > 0;
  const consequence = isBreaking
    ? `A caller with only ${either({ ...sides, old: refused }, 'old')} is refused.`
    : 'Nobody is refused.';
  return change({
    ...placed(group),
    effect: isBreaking ? 'breaking' : 'additive',
    kind: 'changed',
    rule: isBreaking ? 'security-requirement-changed' : 'security-requirement-widened',
    message:
      `Callers${of(group.operations)} now need ${either(sides, 'new')}; they needed ${either(sides, 'old')}. ` +
      consequence,
  });
}

const states = { added: 'is new', removed: 'was removed', changed: 'has changed' } as const;

/** Definitions of schemes. What they mean for callers is reported where operations use them. */
function schemeNotes({ before, after }: Pair): Change[] {
  const [old, now] = [before, after].map((document): Node => {
    const schemes = valueAt(document, '/components/securitySchemes');
    return isObject(schemes) ? schemes : {};
  }) as [Node, Node];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => !isDeepStrictEqual(old[name], now[name]))
    .map((name) => {
      const kind = !Object.hasOwn(old, name) ? 'added' : !Object.hasOwn(now, name) ? 'removed' : 'changed';
      const pointer = toPointer(['components', 'securitySchemes', name]);
      return change({
        area: { kind: 'document', name },
        effect: 'documentation',
        kind,
        stated: true,
        rule: `security-scheme-${kind}`,
        message: `The security scheme ${states[kind]}.`,
        ...(kind !== 'added' && { old: pointer, before: old[name] }),
        ...(kind !== 'removed' && { new: pointer, after: now[name] }),
      });
    });
}
