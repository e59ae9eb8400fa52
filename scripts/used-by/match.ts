import { isObject, type Node } from '../contract/json.js';
import { textsIn } from '../contract/operations.js';
import type { ContractChange } from '../diff/change.js';
import { type KeywordEffect, ValueComparison } from '../diff/value-comparison.js';
import { type ChangePlace, type Key, lastOf, parameterPlaces, parentOf, rootOf, toKey, wholeOf } from './keys.js';
import type { Use } from './use.js';

/** Whether a change touches a use: certainly, perhaps (then why), or not. */
export type Touch = true | string | undefined;

const notShown = 'the arguments of the call are not visible here';

/** Returns the verdict on each use of the contract, for one change. */
export function judgeChange(
  change: ContractChange,
  place: ChangePlace,
  rootsWithin: (key: Key) => ReadonlySet<Key>,
): (use: Use) => Touch {
  const verdictOf = ruleOf(change, place, rootsWithin);
  if (!verdictOf) return () => undefined;
  return (use) => {
    const isElsewhere = use.kind === 'call' && place.operations && !place.operations.includes(use.keys[0] ?? '');
    const verdict = isElsewhere ? undefined : verdictOf(use);
    return verdict === true ? (use.reason ?? true) : verdict;
  };
}

type Rule = (use: Use) => Touch;

function ruleOf(
  change: ContractChange,
  place: ChangePlace,
  rootsWithin: (key: Key) => ReadonlySet<Key>,
): Rule | undefined {
  const { rule, effect, before } = change;
  if (effect === 'documentation') return undefined;
  const isCall: Rule = ({ kind }) => kind === 'call' || undefined;
  switch (rule) {
    case 'operation-removed':
    case 'operation-method-changed':
      return isCall;
    case 'operation-path-changed':
      // The name of a path parameter is a part of the address only in the types of paths.
      return change.codeOnly ? ({ kind, name }) => (kind === 'call' && name === '') || undefined : isCall;
    case 'operation-renamed':
    case 'old-name-removed':
      return ({ kind, name }) => (kind === 'call' && name === before) || undefined;
  }
  if (effect === 'breaking') {
    if (/^(?:security|server)-/.test(rule)) return isCall;
    if (/^list-|^resource-in-/.test(rule))
      return ({ kind, isPaged }) =>
        kind === 'call' ? isPaged || 'reads the list or the resource by itself' : undefined;
  }
  const segments = place.key.split('\t');
  const [root = '', part = '', name = ''] = segments;
  const isOperation = place.operations?.includes(root) === true;
  if (place.keyword === '' && /^(?:schemas|responses|requestBodies|headers)\//.test(place.key) && segments.length === 1)
    return effect === 'breaking'
      ? ({ kind, keys }) => (kind === 'name' && keys.includes(place.key)) || undefined
      : undefined;
  const isParameter = parameterPlaces.some((each) => each === part) && segments.length === 3;
  if ((isParameter && isOperation) || root.startsWith('parameters/')) {
    const verdict = ruleOfParameter(change, place, isParameter ? [part, name] : parameterIn(change));
    if (verdict !== 'schema') return verdict;
  }
  if (isOperation && segments.length === 2 && !/^schema/.test(rule)) {
    const verdict = part === 'body' ? ruleOfBody(change) : ruleOfResponse(change, place);
    if (verdict !== 'schema') return verdict;
  }
  if (part !== 'body' && name === 'header' && isOperation)
    return effect === 'breaking' ? ruleOfHeader(root, lastOf(place.key)) : undefined;
  return ruleOfSchema(change, place, rootsWithin);
}

function parameterIn({ before, after }: ContractChange): [place: string, name: string] | undefined {
  const parameter = [before, after].find((value) => isObject(value) && typeof value['in'] === 'string');
  return isObject(parameter) ? [String(parameter['in']), String(parameter['name'])] : undefined;
}

/** Calls without a part that is now required, or whose default has changed. */
const lacks =
  (...path: readonly string[]): Rule =>
  ({ kind, has }) => {
    if (kind !== 'call') return undefined;
    const isThere = has?.(...path);
    // The client has all headers of a call in one place, without their names.
    const isHidden = path[0] === 'header' && isThere === false && has?.('headers') !== false;
    return isThere === undefined || isHidden ? notShown : !isThere || undefined;
  };

/** `schema` if the rule is about the values of the parameter. */
function ruleOfParameter(
  { rule, effect, area }: ContractChange,
  { key }: ChangePlace,
  parameter: readonly [place: string, name: string] | undefined,
): Rule | undefined | 'schema' {
  const isMissing = /^(?:parameter-became-required|request-default-changed)$/.test(rule);
  if (isMissing && parameter) return effect === 'breaking' ? lacks(...parameter) : undefined;
  if (!/^parameter-/.test(rule)) return 'schema';
  if (effect !== 'breaking') return undefined;
  const own = parameter && area.kind === 'operation' ? `\t${toKey(...parameter)}` : undefined;
  return ({ kind, keys }) =>
    ((kind === 'write' || kind === 'name') && keys.some((each) => each === key || (own && each.endsWith(own)))) ||
    undefined;
}

function ruleOfBody({ rule, effect }: ContractChange): Rule | undefined | 'schema' {
  if (effect !== 'breaking') return undefined;
  if (/^request-body-(?:added|became-required)$/.test(rule)) return lacks('body');
  if (!/^(?:request-body|media-type|encoding)-/.test(rule)) return 'schema';
  return ({ kind, has }) => {
    const isThere = kind === 'call' && (has ? has('body') : undefined);
    return isThere === undefined ? notShown : isThere || undefined;
  };
}

function ruleOfResponse({ rule, effect }: ContractChange, { key }: ChangePlace): Rule | undefined | 'schema' {
  if (/^response-(?:added|removed)$/.test(rule)) {
    const operation = rootOf(key);
    const isSuccess = /^[23]/.test(lastOf(key));
    return ({ kind, keys }) => {
      if (kind === 'compare' && keys.includes(toKey(operation, 'status'))) return true;
      if (kind === 'compare' && keys.includes(toKey('', 'status')))
        return 'compares a status that could be of this operation';
      return kind === 'call' && isSuccess ? 'its result may have another form' : undefined;
    };
  }
  if (!/^(?:media-type|response|link)-/.test(rule)) return 'schema';
  return effect === 'breaking' ? ({ kind }) => kind === 'call' || undefined : undefined;
}

function ruleOfHeader(operation: Key, name: string): Rule {
  return ({ kind, keys, values }) => {
    if (kind !== 'compare' || values?.includes(name.toLowerCase()) === false) return undefined;
    if (!keys.some((key) => key === toKey(operation, 'headers') || key === toKey('', 'headers'))) return undefined;
    return values && keys.includes(toKey(operation, 'headers')) ? true : 'reads a header that could be this one';
  };
}

/** Keywords that limit values, but keep their type. */
const limits =
  /^(?:max|min|exclusive|multipleOf|pattern|unique|dependent|content|discriminator)|^(?:allOf|anyOf|oneOf|not)$/;

function ruleOfSchema(
  change: ContractChange,
  { key, keyword, isSent, isReceived }: ChangePlace,
  rootsWithin: (key: Key) => ReadonlySet<Key>,
): Rule | undefined {
  const { rule, effect, before, after } = change;
  const target = wholeOf(key);
  const segments = target.split('\t');
  const isAt = ({ keys }: Use): boolean => keys.includes(target);
  const isInside = ({ keys }: Use): boolean => keys.some((each) => each === target || each.startsWith(`${target}\t`));
  /** Whether the use is of an object, any of whose fields it may read or write. */
  const isAround = ({ kind, keys }: Use): boolean =>
    kind === 'dynamic' &&
    keys.some((each) => `${target}\t`.startsWith(`${each}\t`) || rootsWithin(each).has(rootOf(target)));
  /** A body or a response as a whole has no field in code; its calls have it. */
  const isWhole = segments.length === 2 && / /.test(segments[0] ?? '');
  const isWholeCall = ({ kind, has }: Use): boolean =>
    isWhole && kind === 'call' && (segments[1] !== 'body' || has?.('body') !== false);
  const isBreaking = effect === 'breaking';

  if (rule === 'property-removed') return (use) => (isAround(use) ? true : isInside(use) || undefined);
  if (keyword === 'required') {
    const [old, now] = [textsIn(before), textsIn(after)];
    const gains = now.filter((each) => !old.includes(each));
    const losses = old.filter((each) => !now.includes(each));
    return (use) => {
      if (use.kind === 'build' && isAt(use) && gains.length > 0) {
        const states = gains.map((name) => use.has?.(name));
        if (states.includes(false)) return (isBreaking && isSent) || 'builds an object of this type without the field';
        return states.includes(undefined) ? 'may build an object of this type without the field' : undefined;
      }
      const isLost = losses.some((name) => use.keys.includes(toKey(target, name)));
      if (isBreaking && isReceived && isLost) return use.kind === 'read' || undefined;
      return isBreaking && isAround(use) && (use.isWrite ? isSent && gains.length > 0 : isReceived && losses.length > 0)
        ? true
        : undefined;
    };
  }
  if (keyword === 'enum' || keyword === 'x-known-values') {
    const [old, now] = [before, after].map((list) => (Array.isArray(list) ? (list as unknown[]) : undefined));
    const losses = old?.filter((value) => now && !now.includes(value)) ?? [];
    const isGained = isReceived && (now ?? []).some((value) => old && !old.includes(value));
    const isLimited = isSent && isBreaking && (losses.length > 0 || old === undefined);
    return (use) => {
      const hasLost = use.values?.some((value) => losses.includes(value));
      if (isAround(use)) return isBreaking && (use.isWrite ? isLimited : isGained) ? true : undefined;
      if (!isAt(use)) return undefined;
      switch (use.kind) {
        case 'write':
          if (!isLimited) return undefined;
          return use.values && old ? hasLost || undefined : 'writes a value that the code does not show';
        case 'compare':
          if (hasLost) return true;
          return isGained ? (isBreaking ? true : 'compares known values, of which there are more now') : undefined;
        case 'read':
        case 'name':
          return isGained && isBreaking ? 'passes the value on to code that may compare it' : undefined;
        default:
          return undefined;
      }
    };
  }
  if (!isBreaking) return undefined;
  if (rule === 'request-default-changed') {
    return (use) => {
      if (use.kind !== 'build' || !use.keys.includes(parentOf(target))) return undefined;
      const isThere = use.has?.(lastOf(target));
      return isThere === undefined ? 'may leave the field out' : !isThere || undefined;
    };
  }
  const [reads, writes] = directionsOf(change, keyword, isSent, isReceived);
  const isLimit = limits.test(keyword) || rule === 'unrated';
  const isUndeclared = /^(?:additional|pattern|unevaluated)Properties$/.test(keyword);
  return (use) => {
    if (isAround(use)) return (use.isWrite ? writes : reads) || undefined;
    if (isWholeCall(use))
      return (segments[1] === 'body' ? writes : reads) ? !isLimit || 'uses a value whose limits changed' : undefined;
    if (isUndeclared) return use.keys.includes(toKey(target, '{}')) || undefined;
    const isOf = isLimit || keyword === 'type' ? isInside(use) : isAt(use);
    if (!isOf) return undefined;
    switch (use.kind) {
      case 'write':
        return writes || undefined;
      case 'read':
        return reads ? !isLimit || 'reads a value whose limits changed' : undefined;
      case 'name':
        return !isLimit && use.keys[0] === target ? true : undefined;
      default:
        return undefined;
    }
  };
}

/** Whether a change of a keyword matters to code that reads the value, and to code that writes it. */
function directionsOf(
  { before, after }: ContractChange,
  keyword: string,
  isSent: boolean,
  isReceived: boolean,
): [reads: boolean, writes: boolean] {
  if (keyword === 'readOnly' || keyword === 'writeOnly') return [keyword === 'writeOnly', keyword === 'readOnly'];
  const pair = { old: schemaWith(keyword, before), new: schemaWith(keyword, after) };
  const hasReferences = JSON.stringify(pair).includes('"$ref"');
  const { lost, gained } = hasReferences ? unknownEffect : new ValueComparison({}, {}).effectOf(pair, keyword, '');
  return [isReceived && gained !== 'none', isSent && lost !== 'none'];
}

const unknownEffect: KeywordEffect = { lost: 'undecided', gained: 'undecided' };

function schemaWith(keyword: string, value: unknown): Node {
  return value === undefined ? {} : { [keyword]: value };
}
