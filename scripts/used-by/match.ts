import { isObject, type Node } from '../contract/json.js';
import { textsIn } from '../contract/operations.js';
import type { ContractChange } from '../diff/change.js';
import { type KeywordEffect, ValueComparison } from '../diff/value-comparison.js';
import { type ChangePlace, type Key, lastOf, parentOf, rootOf, toKey, wholeOf } from './keys.js';
import type { Use } from './use.js';

/** Whether a change touches a use: certainly, perhaps (then why), or not. */
type Verdict = boolean | string | undefined;

/** The verdicts on uses of the places `at`, by the kind of the use. Uses of other kinds are not touched. */
interface Rule extends Partial<Record<Use['kind'], Verdict | ((use: Use) => Verdict)>> {
  readonly at: (key: Key) => boolean;
}

export const notShown = 'the arguments of the call are not visible here';

/** Returns the verdict on each use of the contract, for one of the changes. */
export function judgeChange(
  change: ContractChange,
  place: ChangePlace,
  changes: readonly ContractChange[],
): (use: Use) => Verdict {
  const rule = change.effect === 'documentation' ? undefined : ruleOf(change, place, changes);
  const verdictOf = (use: Use, kind: Use['kind']): Verdict => {
    const verdict = rule?.[kind];
    return typeof verdict === 'function' ? verdict(use) : verdict;
  };
  return (use) => {
    if (!rule || !use.keys.some(rule.at)) return false;
    // Code may read or write the field that a text names.
    const verdict =
      use.kind === 'text'
        ? (place.isSent && verdictOf(use, 'write')) || (place.isReceived && verdictOf(use, 'read'))
        : verdictOf(use, use.kind);
    return verdict === true ? (use.reason ?? true) : verdict;
  };
}

function ruleOf(change: ContractChange, place: ChangePlace, changes: readonly ContractChange[]): Rule | undefined {
  const { rule, before } = change;
  const { key, operations } = place;
  const isBreaking = change.effect === 'breaking';
  const [root = '', part = '', ...rest] = key.split('\t');
  const at = (each: Key): boolean => operations?.includes(each) ?? / |^parameters\//.test(each);
  switch (rule) {
    case 'operation-removed':
      return { at, call: true, name: ({ name }) => name !== '' };
    case 'operation-path-changed':
      return { at, call: true, name: ({ name }) => name === '' };
    case 'operation-method-changed':
      return { at, call: true };
    case 'operation-renamed':
    case 'old-name-removed':
      return { at, call: ({ name }) => name === before, name: ({ name }) => name === before };
    case 'response-added':
    case 'response-removed':
      return operations ? ruleOfStatus(change, place, changes) : undefined;
  }
  if (part === '' && place.keyword === '' && /^(?:schemas|responses|requestBodies|headers)\//.test(root))
    return { at: (each) => each === root, name: isBreaking };
  if (/^list-|^resource-in-/.test(rule))
    return { at, call: ({ isPaged }) => isBreaking && (isPaged || 'reads the list or the resource by itself') };
  if (isBreaking && /^(?:security|server)-/.test(rule)) return { at, call: true };
  const isParameter = part === 'parameters' || root.startsWith('parameters/');
  const parameter = part === 'parameters' ? rest : parameterIn(change);
  if (isParameter && parameter && /^parameter-became-required$|^request-default-changed$/.test(rule))
    return { at: operations ? at : (each) => each === root, call: isBreaking && lacks(...parameter) };
  if (rule.startsWith('parameter-')) return { at: (each) => each === key, write: isBreaking, name: isBreaking };
  if (/^request-body-(?:added|became-required)$/.test(rule)) return { at, call: isBreaking && lacks('body') };
  if (operations && rest[1] === 'headers') return isBreaking ? ruleOfHeader(root, lastOf(key)) : undefined;
  if (/^(?:request-body|response|media-type|encoding|link)-/.test(rule))
    return { at, call: ({ has }) => isBreaking && (part !== 'requestBody' || has?.('body') !== false) };
  return ruleOfSchema(change, place);
}

function parameterIn({ before, after }: ContractChange): string[] | undefined {
  const parameter = [before, after].find((value) => isObject(value) && typeof value['in'] === 'string');
  return isObject(parameter) ? [String(parameter['in']), String(parameter['name'])] : undefined;
}

/** Calls without a part that is now required, or whose default has changed. */
function lacks(...path: readonly string[]): (use: Use) => Verdict {
  return ({ has }) => {
    if (!has) return notShown;
    // The client has all headers of a call in one place, without their names.
    const isHidden = path[0] === 'header' && has('headers') !== false;
    const isThere = has(...path);
    return isThere === undefined || (isHidden && !isThere) ? 'may leave it out' : !isThere;
  };
}

function ruleOfStatus(change: ContractChange, { key }: ChangePlace, changes: readonly ContractChange[]): Rule {
  const [operation, status] = [rootOf(key), lastOf(key)];
  const isSuccess = ({ pointers: { old, new: now = old } }: ContractChange): boolean => /\/2\w\w$/.test(now ?? '');
  const contentOf = ({ before, after = before }: ContractChange): string =>
    JSON.stringify(isObject(after) ? after['content'] : undefined) ?? '';
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
    at: (each) => [operation, toKey(operation, 'status'), toKey('', 'status'), toKey(operation, 'data')].includes(each),
    value: ({ keys, values }) => {
      const isKnown = keys.includes(toKey(operation, 'status'));
      if (!values) return isKnown && 'compares the status with values not shown here';
      return values.includes(Number(status)) && (isKnown || 'compares a status that could be of this operation');
    },
    read: isOtherResult && change.rule === 'response-removed',
    call: isOtherResult && 'its result may have another form',
  };
}

function ruleOfHeader(operation: Key, name: string): Rule {
  const [known, unknown] = [toKey(operation, 'headers'), toKey('', 'headers')];
  return {
    at: (each) => each === known || each === unknown,
    value: ({ keys, values }) =>
      values?.includes(name.toLowerCase()) !== false &&
      ((values && keys.includes(known)) || 'reads a header that could be this one'),
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
  if (rule === 'property-removed')
    return { at: isInside, read: true, write: true, name: true, compare: true, build: true, dynamic: true };
  if (rule === 'property-added' && effect !== 'breaking')
    return { at: (key) => key === parentOf(target), dynamic: ({ isWrite }) => isReceived && !isWrite };
  if (keyword === 'enum' || keyword === 'x-known-values') return { at, ...verdictsOnValues(change, place) };
  if (effect !== 'breaking') return undefined;
  if (keyword === 'required') return ruleOfRequired(change, place);
  if (rule === 'request-default-changed')
    return {
      at: (key) => key === parentOf(target),
      build: ({ has }) => (has?.(lastOf(target)) === undefined ? 'may leave the field out' : !has(lastOf(target))),
    };
  const [reads, writes] = directionsOf(change, place);
  const isLimit = limits.test(keyword) || rule === 'unrated';
  // A body or a response as a whole has no field in code; its calls have it.
  const [, isBody, isResponse] =
    /^[^\t]* [^\t]*\t(?:(requestBody)|(responses\t[^\t]*))\tcontent\t[^\t]*$/.exec(target) ?? [];
  const isWhole = isBody !== undefined || isResponse !== undefined;
  return {
    at: (key) => (isWhole && key === rootOf(target)) || (isLimit || keyword === 'type' ? isInside(key) : at(key)),
    call: ({ has }) =>
      isWhole &&
      (isBody ? writes && has?.('body') !== false : reads) &&
      (!isLimit || 'uses a value whose limits changed'),
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
  const isLost = ({ keys }: Use): boolean => losses.some((each) => keys.includes(each));
  return {
    at: (each) => losses.includes(each) || (gains.length > 0 && each === target),
    read: isLost,
    dynamic: (use) => use.isWrite || isLost(use),
    call: ({ has }) => (has ? has('body') !== false && gains.some((name) => has('body', name) !== true) : notShown),
    build: ({ has }) => {
      const states = gains.map((name) => has?.(name));
      if (states.includes(false)) return true;
      return states.includes(undefined) && 'may build an object of this type without the field';
    },
  };
}

function verdictsOnValues(
  { before, after, effect }: ContractChange,
  { isSent, isReceived }: ChangePlace,
): Partial<Rule> {
  const [old, now] = [before, after].map((list) => (Array.isArray(list) ? (list as unknown[]) : undefined));
  const isBreaking = effect === 'breaking';
  const losses = old?.filter((value) => now && !now.includes(value)) ?? [];
  const isGained = isReceived && (now ?? []).some((value) => old && !old.includes(value));
  const isLimited = isSent && isBreaking && (losses.length > 0 || old === undefined);
  const passesOn = isGained && isBreaking && 'passes the value on to code that may compare it';
  return {
    write: ({ values }) =>
      isLimited && (values ? values.some((value) => !now?.includes(value)) : 'writes a value not shown here'),
    value: ({ values }) => values?.some((value) => losses.includes(value)),
    compare: isGained,
    dynamic: ({ isWrite }) => isBreaking && (isWrite ? isLimited : isGained),
    read: passesOn,
    name: passesOn,
  };
}

const unknownEffect: KeywordEffect = { lost: 'undecided', gained: 'undecided' };

/** Whether a change of a keyword matters to code that reads the value, and to code that writes it. */
function directionsOf(
  { before, after }: ContractChange,
  { keyword, isSent, isReceived }: ChangePlace,
): [reads: boolean, writes: boolean] {
  if (keyword === 'readOnly' || keyword === 'writeOnly') return [keyword === 'writeOnly', keyword === 'readOnly'];
  const schemaWith = (value: unknown): Node => (value === undefined ? {} : { [keyword]: value });
  const pair = { old: schemaWith(before), new: schemaWith(after) };
  const hasReferences = JSON.stringify(pair).includes('"$ref"');
  const { lost, gained } = hasReferences ? unknownEffect : new ValueComparison({}, {}).effectOf(pair, keyword, '');
  return [isReceived && gained !== 'none', isSent && lost !== 'none'];
}
