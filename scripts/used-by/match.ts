import { objectOf } from '../contract/json.js';
import { textsIn } from '../contract/operations.js';
import type { ContractChange } from '../diff/change.js';
import { ValueComparison } from '../diff/value-comparison.js';
import { type ChangePlace, type Key, lastOf, parentOf, rootOf, toKey, wholeOf } from './keys.js';
import type { Use } from './use.js';

/** Whether a change touches a use: certainly, perhaps (then why), or not. */
export type UseVerdict = boolean | string | undefined;

type Judge = (use: Use) => UseVerdict;

/** The verdicts on uses of the places `at`, by the kind of the use. Uses of other kinds are not touched. */
interface Rule extends Partial<Record<Use['kind'], UseVerdict | Judge>> {
  readonly at: (key: Key) => boolean;
}

export const notShown = 'the arguments of the call are not visible here';

/** Returns the verdict on each use of the contract, for one of the changes. */
export function judgeChange(change: ContractChange, place: ChangePlace, changes: readonly ContractChange[]): Judge {
  const rule = change.effect === 'documentation' ? undefined : ruleOf(change, place, changes);
  return (use) => {
    if (!rule || !use.keys.some(rule.at)) return false;
    const ofKind = rule[use.kind];
    const verdict = typeof ofKind === 'function' ? ofKind(use) : ofKind;
    return verdict === true ? (use.reason ?? true) : verdict;
  };
}

function ruleOf(change: ContractChange, place: ChangePlace, changes: readonly ContractChange[]): Rule | undefined {
  const { rule, before } = change;
  const { key, operations } = place;
  const isBreaking = change.effect === 'breaking';
  const [root = '', part = '', ...rest] = key.split('\t');
  const at = (each: Key): boolean => operations?.includes(each) ?? / |^parameters\//.test(each);
  const hasOldName: Judge = ({ name }) => name === before;
  switch (rule) {
    case 'operation-removed':
      return { at, call: true, name: ({ name }) => name !== '' };
    case 'operation-path-changed':
      return { at, call: true, name: ({ name }) => name === '' };
    case 'operation-method-changed':
      return { at, call: true };
    case 'operation-renamed':
    case 'old-name-removed':
      return { at, call: hasOldName, name: hasOldName };
    case 'response-added':
    case 'response-removed':
      return operations ? ruleOfStatus(change, place, changes) : undefined;
  }
  if (part === '' && place.keyword === '' && /^(?:schemas|responses|requestBodies|headers)\//.test(root))
    return { at: (each) => each === root, name: isBreaking };
  if (/^list-|^resource-in-/.test(rule))
    return { at, call: ({ isPaged }) => isBreaking && (isPaged || 'reads the list or the resource by itself') };
  if (isBreaking && /^(?:security|server)-/.test(rule)) return { at, call: true };
  const declared = [before, change.after].map(objectOf).find(({ in: place }) => typeof place === 'string');
  const parameter = part === 'parameters' ? rest : declared && [String(declared['in']), String(declared['name'])];
  if (parameter && /^parameter-became-required$|^request-default-changed$/.test(rule))
    return { at: operations ? at : (each) => each === root, call: isBreaking && lacks(...parameter) };
  if (rule.startsWith('parameter-')) return { at: (each) => each === key, write: isBreaking, name: isBreaking };
  if (/^request-body-(?:added|became-required)$/.test(rule)) return { at, call: isBreaking && lacks('body') };
  if (operations && rest[1] === 'headers')
    return { at: isPartOf(root, 'headers'), value: isBreaking && meets(lastOf(key).toLowerCase()) };
  if (/^(?:request-body|response|media-type|encoding|link)-/.test(rule))
    return { at, call: ({ has }) => isBreaking && (part !== 'requestBody' || has?.('body') !== false) };
  return ruleOfSchema(change, place);
}

/** Calls and objects without a part that is now required, or whose default has changed. */
function lacks(...path: readonly string[]): Judge {
  return ({ has }) => {
    if (!has) return notShown;
    // The client has all headers of a call in one place, without their names.
    const isHidden = path[0] === 'header' && has('headers') !== false;
    const isThere = has(...path);
    return isThere === undefined || (isHidden && !isThere) ? 'may leave it out' : !isThere;
  };
}

/** A part of the response of an operation, or of one whose operation the code does not show. */
const isPartOf = (operation: Key, part: string) => (key: Key) =>
  [toKey(operation, part), toKey('', part)].includes(key);

/** Code that compares a part of a response with a value, or reads the part with this name. */
const meets =
  (value: unknown): Judge =>
  ({ values }) =>
    values ? values.includes(value) : 'compares it with values not shown here';

function ruleOfStatus(change: ContractChange, { key }: ChangePlace, changes: readonly ContractChange[]): Rule {
  const operation = rootOf(key);
  const isSuccess = ({ pointers: { old, new: now = old } }: ContractChange): boolean => /\/2\w\w$/.test(now ?? '');
  const contentOf = ({ before, after = before }: ContractChange): string | undefined =>
    JSON.stringify(objectOf(after)['content']);
  const isSameElsewhere = changes.some(
    (other) =>
      /^response-(?:added|removed)$/.test(other.rule) &&
      other.rule !== change.rule &&
      other.area.name === change.area.name &&
      isSuccess(other) &&
      contentOf(other) === contentOf(change),
  );
  const isOtherResult = isSuccess(change) && !isSameElsewhere;
  return {
    at: (each) => [operation, toKey(operation, 'data')].includes(each) || isPartOf(operation, 'status')(each),
    value: meets(Number(lastOf(key))),
    read: isOtherResult && change.rule === 'response-removed',
    call: isOtherResult && 'its result may have another form',
  };
}

/** Keywords that limit values, but keep their type. */
const limits =
  /^(?:max|min|exclusive|multipleOf|pattern|unique|dependent|content|discriminator)|^(?:allOf|anyOf|oneOf|not)$/;

function ruleOfSchema(change: ContractChange, place: ChangePlace): Rule | undefined {
  const { rule, effect } = change;
  const { keyword, isReceived } = place;
  const target = wholeOf(place.key);
  const at = (key: Key): boolean => key === target;
  const isInside = (key: Key): boolean => `${key}\t`.startsWith(`${target}\t`);
  const isHolder = (key: Key): boolean => key === parentOf(target);
  if (rule === 'property-removed')
    return { at: isInside, read: true, write: true, name: true, compare: true, build: true, dynamic: true };
  if (rule === 'property-added' && effect !== 'breaking')
    return { at: isHolder, dynamic: ({ isWrite }) => isReceived && !isWrite };
  if (keyword === 'enum' || keyword === 'x-known-values') return { at, ...verdictsOnValues(change, place) };
  if (effect !== 'breaking') return undefined;
  if (keyword === 'required') return ruleOfRequired(change, place);
  if (rule === 'request-default-changed') return { at: isHolder, build: lacks(lastOf(target)) };
  const [reads, writes] = directionsOf(change, place);
  const isLimit = limits.test(keyword) || rule === 'unrated';
  // A body or a response as a whole has no field in code; its calls have it.
  const [, whole] = /^[^\t]* [^\t]*\t(requestBody|responses\t[^\t]*)\tcontent\t[^\t]*$/.exec(target) ?? [];
  const isSent: Judge = ({ has }) => (whole === 'requestBody' ? writes && has?.('body') !== false : reads);
  return {
    at: (key) => (whole && key === rootOf(target)) || (isLimit || keyword === 'type' ? isInside(key) : at(key)),
    call: (use) => whole && isSent(use) && (!isLimit || 'uses a value whose limits changed'),
    write: writes,
    read: reads && (!isLimit || 'reads a value whose limits changed'),
    dynamic: ({ isWrite }) => (isWrite ? writes : reads),
    name: ({ keys }) => !isLimit && keys[0] === target,
  };
}

function ruleOfRequired({ before, after }: ContractChange, { key, isSent, isReceived }: ChangePlace): Rule {
  const target = wholeOf(key);
  const [old, now] = [textsIn(before), textsIn(after)];
  const gains = isSent ? now.filter((each) => !old.includes(each)) : [];
  const losses = isReceived ? old.filter((each) => !now.includes(each)).map((name) => toKey(target, name)) : [];
  const isLost: Judge = ({ keys }) => losses.some((each) => keys.includes(each));
  return {
    at: (each) => losses.includes(each) || (gains.length > 0 && each === target),
    read: isLost,
    dynamic: (use) => use.isWrite || isLost(use),
    call: ({ has }) => (has ? has('body') !== false && gains.some((name) => has('body', name) !== true) : notShown),
    build: (use) => {
      const verdicts = gains.map((name) => lacks(name)(use));
      return verdicts.includes(true) || verdicts.find((verdict) => verdict !== false);
    },
  };
}

function verdictsOnValues({ before, after, effect }: ContractChange, place: ChangePlace): Partial<Rule> {
  const [old, now] = [before, after].map((list) => (Array.isArray(list) ? (list as unknown[]) : undefined));
  const isBreaking = effect === 'breaking';
  const losses = old?.filter((value) => now && !now.includes(value)) ?? [];
  const isGained = place.isReceived && (now ?? []).some((value) => old && !old.includes(value));
  const isLimited = place.isSent && isBreaking && (losses.length > 0 || old === undefined);
  const passesOn = isGained && isBreaking && 'passes the value on to code that may compare it';
  return {
    write: ({ values }) =>
      (place.keyword === 'enum' && values?.some((value) => losses.includes(value))) ||
      (isLimited && (values ? values.some((value) => !now?.includes(value)) : 'writes a value not shown here')),
    value: ({ values }) => values?.some((value) => losses.includes(value)),
    compare: isGained,
    dynamic: ({ isWrite }) => isBreaking && (isWrite ? isLimited : isGained),
    read: passesOn,
    name: passesOn,
  };
}

/** Whether a change of a keyword matters to code that reads the value, and to code that writes it. */
function directionsOf(
  { before, after }: ContractChange,
  { keyword, isSent, isReceived }: ChangePlace,
): [reads: boolean, writes: boolean] {
  if (keyword === 'readOnly' || keyword === 'writeOnly') return [keyword === 'writeOnly', keyword === 'readOnly'];
  // Without the documents, nothing is known of references.
  if (JSON.stringify([before, after]).includes('"$ref"')) return [isReceived, isSent];
  const [old, now] = [before, after].map((value) => (value === undefined ? {} : { [keyword]: value }));
  const { lost, gained } = new ValueComparison({}, {}).effectOf({ old: old ?? {}, new: now ?? {} }, keyword, '');
  // Code has one type for what it reads and what it writes, such as the responses in its tests.
  const isType = keyword === 'type';
  return [(isReceived || isType) && gained !== 'none', (isSent || isType) && lost !== 'none'];
}
