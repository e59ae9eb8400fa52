import { isObject } from '../contract/json.js';
import type { PlacedOperation } from '../contract/operations.js';
import { toPointer, valueAt } from '../contract/pointer.js';
import { type Area, type Change, change, type Parts, type PolicyProblem } from './change.js';
import { form, type OperationPair, type Pair } from './operations.js';
import { type Place, statedBy } from './place.js';
import { code } from './sentence.js';

/** Operations that were added, removed, moved or renamed. The client has a method of each name. */
export function operationChanges({ kept, removed, added, before, after }: Pair): Change[] {
  const [wasStated, isStated] = [statedBy(before), statedBy(after)];
  return [
    ...kept.flatMap((pair) => movesOf(pair, (facet) => wasStated(pair.old.node, facet)).map(change)),
    ...removed.map((old) =>
      change({
        area: { kind: 'operation', name: old.id },
        effect: 'breaking',
        kind: 'removed',
        stated: wasStated(old.node, 'name'),
        rule: 'operation-removed',
        message: 'The operation was removed.',
        old: old.pointer,
        before: placed(old),
      }),
    ),
    ...added.map((now) =>
      change({
        area: { kind: 'operation', name: now.id },
        effect: 'additive',
        kind: 'added',
        stated: isStated(now.node, 'name'),
        rule: 'operation-added',
        message: `The operation is new: ${code(placed(now), 200)}.`,
        new: now.pointer,
        after: placed(now),
      }),
    ),
  ];
}

function placed({ method, path }: PlacedOperation): string {
  return `${method.toUpperCase()} ${path}`;
}

/** Changes of the name, method, path and former names of an operation that is in both documents. */
function movesOf(pair: OperationPair, wasStated: Place['states']): Parts[] {
  const { old, new: now } = pair;
  const area: Area = { kind: 'operation', name: now.id };
  const common = { area, old: old.pointer, new: now.pointer, kind: 'changed', effect: 'breaking' } as const;
  const note = now.formerly.includes(old.id) ? '; the old name still works' : '';
  const renamed: Parts = {
    ...common,
    codeOnly: true,
    rule: 'operation-renamed',
    stated: wasStated('name'),
    before: old.id,
    after: now.id,
    message: `The operation ${code(old.id)} is now called ${code(now.id)}${note}.`,
  };
  const named: Parts = {
    ...common,
    effect: 'additive',
    rule: 'operation-named',
    stated: wasStated('name'),
    after: now.id,
    message: 'The operation now has a name.',
  };
  const method: Parts = {
    ...common,
    rule: 'operation-method-changed',
    stated: wasStated('method'),
    before: old.method,
    after: now.method,
    message: `The method is now ${code(now.method.toUpperCase())}; it was ${code(old.method.toUpperCase())}.`,
  };
  const path: Parts = {
    ...common,
    codeOnly: form(old.path) === form(now.path),
    rule: 'operation-path-changed',
    stated: wasStated('path'),
    before: old.path,
    after: now.path,
    message: `The path is now ${code(now.path, 200)}.`,
  };
  const gained = now.formerly.filter((name) => !old.formerly.includes(name) && name !== old.id);
  const lost = old.formerly.filter((name) => !now.formerly.includes(name) && name !== now.id);
  return [
    ...(isRenamed(pair) ? [renamed] : []),
    ...(!old.hasName && now.hasName ? [named] : []),
    ...(old.method === now.method ? [] : [method]),
    ...(old.path === now.path ? [] : [path]),
    ...gained.map(
      (name): Parts => ({
        ...common,
        effect: 'additive',
        kind: 'added',
        rule: 'old-name-added',
        stated: false,
        after: name,
        message: `The deprecated name ${code(name)} also works.`,
      }),
    ),
    // A deprecated name was never stated, and has had its minor version.
    ...lost.map(
      (name): Parts => ({
        ...common,
        kind: 'removed',
        codeOnly: true,
        rule: 'old-name-removed',
        stated: false,
        before: name,
        message: `The deprecated name ${code(name)} was removed.`,
      }),
    ),
  ];
}

function isRenamed({ old, new: now }: OperationPair): boolean {
  return old.hasName && old.id !== now.id;
}

/**
 * Broken rules of the policy: an operation whose name is not stated must keep that name for one more minor version, and
 * is deprecated before it is removed.
 */
export function policyProblems({ kept, removed, added, before }: Pair): PolicyProblem[] {
  const wasStated = statedBy(before);
  const successors = new Set([...kept.map((pair) => pair.new), ...added].flatMap(({ formerly }) => formerly));
  const renamed = kept.filter((pair) => isRenamed(pair) && !pair.new.formerly.includes(pair.old.id));
  const gone = removed.filter(({ id, node }) => !successors.has(id) && node['deprecated'] !== true);
  return [
    ...renamed
      .filter(({ old }) => !wasStated(old.node, 'name'))
      .map(
        ({ old, new: now }): PolicyProblem => ({
          rule: 'keep-the-old-name',
          operationId: old.id,
          message:
            `${code(old.id)} became ${code(now.id)} without keeping the old name. ` +
            `Keep it for one minor version: add ${code(`x-formerly: [${old.id}]`)} to ${code(now.id)}.`,
        }),
      ),
    ...gone
      .filter(({ node }) => !wasStated(node, 'name'))
      .map(
        ({ id }): PolicyProblem => ({
          rule: 'deprecate-before-removal',
          operationId: id,
          message:
            `${code(id)} was removed without a deprecation. ` +
            `Keep it for one minor version with ${code('deprecated: true')}, or add the name to ` +
            `${code('x-formerly')} of its replacement.`,
        }),
      ),
  ];
}

/** Added and removed schemas: each is an exported type. */
export function schemaChanges({ before, after }: Pair): Change[] {
  const [wasStated, isStated] = [statedBy(before), statedBy(after)];
  const [old, now] = [before, after]
    .map((document) => valueAt(document, '/components/schemas'))
    .map((schemas) => (isObject(schemas) ? schemas : {}));
  const only = (mine = {}, others = {}): [string, unknown][] =>
    Object.entries(mine).filter(([name]) => !Object.hasOwn(others, name));
  const pointer = (name: string): string => toPointer(['components', 'schemas', name]);
  return [
    ...only(old, now).map(([name, schema]) =>
      change({
        area: { kind: 'schema', name },
        effect: 'breaking',
        kind: 'removed',
        stated: wasStated(schema),
        codeOnly: true,
        rule: 'schema-removed',
        message: 'The type was removed.',
        old: pointer(name),
      }),
    ),
    ...only(now, old).map(([name, schema]) =>
      change({
        area: { kind: 'schema', name },
        effect: 'additive',
        kind: 'added',
        stated: isStated(schema),
        rule: 'schema-added',
        message: 'The type is new.',
        new: pointer(name),
      }),
    ),
  ];
}
