import { isObject } from '../contract/json.js';
import type { PlacedOperation } from '../contract/operations.js';
import { toPointer, valueAt } from '../contract/pointer.js';
import { type ChangeArea, type ChangeParts, type ContractChange, createChange, type PolicyProblem } from './change.js';
import { type DocumentPair, type OperationPair, pathShape } from './operations.js';
import { type DiffPlace, statedBy } from './place.js';
import { code } from './sentence.js';

/** Operations that were added, removed, moved or renamed. The client has a method for each name. */
export function operationChanges({ pairs, removed, added, before, after }: DocumentPair): ContractChange[] {
  const [wasStated, isStated] = [statedBy(before), statedBy(after)];
  return [
    ...pairs.flatMap((pair) => movesOf(pair, (facet) => wasStated(pair.old.node, facet)).map(createChange)),
    ...removed.map((old) =>
      createChange({
        area: { kind: 'operation', name: old.id },
        effect: 'breaking',
        kind: 'removed',
        stated: wasStated(old.node, 'name'),
        rule: 'operation-removed',
        message: 'The operation was removed.',
        old: old.pointer,
        before: callOf(old),
      }),
    ),
    ...added.map((now) =>
      createChange({
        area: { kind: 'operation', name: now.id },
        effect: 'additive',
        kind: 'added',
        stated: isStated(now.node, 'name'),
        rule: 'operation-added',
        message: `The operation is new: ${code(callOf(now), 200)}.`,
        new: now.pointer,
        after: callOf(now),
      }),
    ),
  ];
}

function callOf({ method, path }: PlacedOperation): string {
  return `${method.toUpperCase()} ${path}`;
}

/** Changes of the name, method, path and former names of an operation that is in both documents. */
function movesOf(pair: OperationPair, wasStated: DiffPlace['states']): ChangeParts[] {
  const { old, new: now } = pair;
  const area: ChangeArea = { kind: 'operation', name: now.id };
  const common = { area, old: old.pointer, new: now.pointer, kind: 'changed', effect: 'breaking' } as const;
  const note = now.formerNames.includes(old.id) ? '; the old name still works' : '';
  const rename: ChangeParts = {
    ...common,
    codeOnly: true,
    rule: 'operation-renamed',
    stated: wasStated('name'),
    before: old.id,
    after: now.id,
    message: `The operation ${code(old.id)} is now called ${code(now.id)}${note}.`,
  };
  const naming: ChangeParts = {
    ...common,
    effect: 'additive',
    rule: 'operation-named',
    stated: wasStated('name'),
    after: now.id,
    message: 'The operation now has an operationId.',
  };
  const method: ChangeParts = {
    ...common,
    rule: 'operation-method-changed',
    stated: wasStated('method'),
    before: old.method,
    after: now.method,
    message: `The method is now ${code(now.method.toUpperCase())}; it was ${code(old.method.toUpperCase())}.`,
  };
  const path: ChangeParts = {
    ...common,
    codeOnly: pathShape(old.path) === pathShape(now.path),
    rule: 'operation-path-changed',
    stated: wasStated('path'),
    before: old.path,
    after: now.path,
    message: `The path is now ${code(now.path, 200)}.`,
  };
  const newNames = now.formerNames.filter((name) => !old.formerNames.includes(name) && name !== old.id);
  const oldNames = old.formerNames.filter((name) => !now.formerNames.includes(name) && name !== now.id);
  return [
    ...(isRenamed(pair) ? [rename] : []),
    ...(!old.hasOperationId && now.hasOperationId ? [naming] : []),
    ...(old.method === now.method ? [] : [method]),
    ...(old.path === now.path ? [] : [path]),
    ...newNames.map(
      (name): ChangeParts => ({
        ...common,
        effect: 'additive',
        kind: 'added',
        rule: 'old-name-added',
        stated: false,
        after: name,
        message: `The deprecated name ${code(name)} also works.`,
      }),
    ),
    // Not breaking: a deprecated name is never stated, and was kept for one minor version.
    ...oldNames.map(
      (name): ChangeParts => ({
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
  return old.hasOperationId && old.id !== now.id;
}

/** Finds unstated names that were not kept for one more minor version, and operations removed without deprecation. */
export function policyProblems({ pairs, removed, added, before }: DocumentPair): PolicyProblem[] {
  const wasStated = statedBy(before);
  const successors = new Set(
    [...pairs.map((pair) => pair.new), ...added].flatMap(({ formerNames: formerly }) => formerly),
  );
  const renames = pairs.filter((pair) => isRenamed(pair) && !pair.new.formerNames.includes(pair.old.id));
  const removals = removed.filter(({ id, node }) => !successors.has(id) && node['deprecated'] !== true);
  return [
    ...renames
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
    ...removals
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

/** Added and removed schemas. Each schema is an exported type. */
export function schemaChanges({ before, after }: DocumentPair): ContractChange[] {
  const [wasStated, isStated] = [statedBy(before), statedBy(after)];
  const [old, now] = [before, after]
    .map((document) => valueAt(document, '/components/schemas'))
    .map((schemas) => (isObject(schemas) ? schemas : {}));
  const only = (mine = {}, others = {}): [string, unknown][] =>
    Object.entries(mine).filter(([name]) => !Object.hasOwn(others, name));
  const pointer = (name: string): string => toPointer(['components', 'schemas', name]);
  return [
    ...only(old, now).map(([name, schema]) =>
      createChange({
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
      createChange({
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
