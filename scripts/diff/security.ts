import { isDeepStrictEqual } from 'node:util';
import { objectOf } from '../contract/json.js';
import { toPointer, valueAt } from '../contract/pointer.js';
import type { ContractChange } from './change.js';
import { type Alternative, alternativesIn, type Credential, isEnough } from './credentials.js';
import { createChange, type Fact } from './fact.js';
import { inheritedListChanges } from './inherited-lists.js';
import type { DocumentPair } from './operations.js';
import { documentPlace } from './place.js';
import { code, codes } from './sentence.js';
import { namesIn } from './side.js';

export function securityChanges(pair: DocumentPair): ContractChange[] {
  const { before, after } = pair;
  const compare = (old: unknown, current: unknown): Fact[] =>
    needsIn(alternativesIn(before, old), alternativesIn(after, current));
  return [...inheritedListChanges(pair, 'security', compare), ...schemeChanges(pair)];
}

/** Whether callers need other credentials. */
function needsIn(old: readonly Alternative[], current: readonly Alternative[]): Fact[] {
  const isOneOf = (need: Alternative, others: readonly Alternative[]): boolean =>
    others.some((other) => isEnough(need, other) && isEnough(other, need));
  if (old.every((need) => isOneOf(need, current)) && current.every((need) => isOneOf(need, old))) return [];
  const refused = old.filter((alternative) => !current.some((other) => isEnough(alternative, other)));
  return [
    {
      rule: refused.length > 0 ? 'security-requirement-changed' : 'security-requirement-widened',
      names: { needs: either(current, old), needed: either(old, current), refused: either(refused, current) },
    },
  ];
}

/** Changes of scheme definitions. Operations that use a scheme report the effect on callers. */
function schemeChanges({ before, after }: DocumentPair): ContractChange[] {
  const schemesIn = (document: object) => objectOf(valueAt(document, '/components/securitySchemes'));
  const [old, current] = [schemesIn(before), schemesIn(after)];
  return namesIn(old, current).flatMap((name) => {
    const [before, after] = [old[name], current[name]];
    if (isDeepStrictEqual(before, after)) return [];
    const pointer = toPointer(['components', 'securitySchemes', name]);
    const pointers = {
      old: before === undefined ? undefined : pointer,
      new: after === undefined ? undefined : pointer,
    };
    const rule =
      `security-scheme-${before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'}` as const;
    return createChange({ ...documentPlace, area: { kind: 'document', name }, ...pointers }, { rule, before, after });
  });
}

/** The alternatives in one document, such as ``nothing, or `Key` and `Session` ``. */
function either(alternatives: readonly Alternative[], others: readonly Alternative[]): string {
  const known = others.flat();
  const texts = alternatives.map((needs) => needs.map((need) => needOf(need, known)).join(' and ') || 'nothing');
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
