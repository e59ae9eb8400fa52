import { isDeepStrictEqual } from 'node:util';
import { isObject, type Node } from '../contract/json.js';
import { toPointer, valueAt } from '../contract/pointer.js';
import { type ContractChange, createChange } from './change.js';
import { type Alternative, alternativesIn, type Credential, isEnough, isSameFor } from './credentials.js';
import { changeFields, groupsBy, ofOperations, type PairGroup, rewriteNotes } from './inherited-lists.js';
import type { DocumentPair } from './operations.js';
import { code, codes } from './sentence.js';

export function securityChanges(pair: DocumentPair): ContractChange[] {
  const groups = groupsBy(pair, 'security');
  const needs = groups.map((group) => changeOfNeeds(pair, group));
  const sameGroups = groups.filter((_, index) => needs[index] === undefined);
  return [
    ...needs.filter((change) => change !== undefined),
    ...rewriteNotes(pair, 'security', groups, sameGroups),
    ...schemeNotes(pair),
  ];
}

function changeOfNeeds({ before, after }: DocumentPair, group: PairGroup): ContractChange | undefined {
  const sides = { old: alternativesIn(before, group.old.value), new: alternativesIn(after, group.new.value) };
  if (isSameFor(sides.old, sides.new)) return undefined;
  const refusals = sides.old.filter((alternative) => !sides.new.some((other) => isEnough(alternative, other)));
  const isBreaking = refusals.length > 0;
  const consequence = isBreaking
    ? `A caller with only ${either({ ...sides, old: refusals }, 'old')} is refused.`
    : 'Nobody is refused.';
  return createChange({
    ...changeFields(group),
    effect: isBreaking ? 'breaking' : 'additive',
    kind: 'changed',
    rule: isBreaking ? 'security-requirement-changed' : 'security-requirement-widened',
    message:
      `Callers${ofOperations(group.operations)} now need ${either(sides, 'new')}; they needed ` +
      `${either(sides, 'old')}. ` +
      consequence,
  });
}

const states = { added: 'is new', removed: 'was removed', changed: 'has changed' } as const;

/** Changes of scheme definitions. Operations that use a scheme report the effect on callers. */
function schemeNotes({ before, after }: DocumentPair): ContractChange[] {
  const [old, current] = [before, after].map((document): Node => {
    const schemes = valueAt(document, '/components/securitySchemes');
    return isObject(schemes) ? schemes : {};
  }) as [Node, Node];
  return [...new Set([...Object.keys(old), ...Object.keys(current)])]
    .filter((name) => !isDeepStrictEqual(old[name], current[name]))
    .map((name) => {
      const kind = !Object.hasOwn(old, name) ? 'added' : !Object.hasOwn(current, name) ? 'removed' : 'changed';
      const pointer = toPointer(['components', 'securitySchemes', name]);
      return createChange({
        area: { kind: 'document', name },
        effect: 'documentation',
        kind,
        stated: true,
        rule: `security-scheme-${kind}`,
        message: `The security scheme ${states[kind]}.`,
        ...(kind !== 'added' && { old: pointer, before: old[name] }),
        ...(kind !== 'removed' && { new: pointer, after: current[name] }),
      });
    });
}

interface Sides {
  old: readonly Alternative[];
  new: readonly Alternative[];
}

/** The alternatives in one document, such as ``nothing, or `Key` and `Session` ``. */
function either(sides: Sides, side: keyof Sides): string {
  const others = sides[side === 'old' ? 'new' : 'old'].flat();
  const texts = sides[side].map((needs) => needs.map((need) => needOf(need, others)).join(' and ') || 'nothing');
  return [...new Set(texts)].join(', or ');
}

/** The name of a scheme. If the other document defines the name differently, its meaning follows in parentheses. */
function needOf({ name, scheme, scopes }: Credential, others: readonly Credential[]): string {
  const isOther = others.some((each) => each.name === name && !isDeepStrictEqual(each.scheme, scheme));
  const { type, in: place, name: field, scheme: kind, 'x-prefix': prefix } = scheme;
  const key = `${place} ${code(field)}${prefix === undefined ? '' : ` with ${code(prefix)} before it`}`;
  const detail = type === 'apiKey' ? key : type === 'http' ? code(kind) : 'as defined there';
  return `${code(name)}${isOther ? ` (${detail})` : ''}${scopes.length > 0 ? ` with ${codes(scopes)}` : ''}`;
}
