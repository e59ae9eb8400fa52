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
    ...removed.map((oldOperation) =>
      createChange({
        area: { kind: 'operation', name: oldOperation.id },
        effect: 'breaking',
        kind: 'removed',
        stated: wasStated(oldOperation.node, 'name'),
        rule: 'operation-removed',
        message: 'The operation was removed.',
        old: oldOperation.pointer,
        before: callOf(oldOperation),
      }),
    ),
    ...added.map((current) =>
      createChange({
        area: { kind: 'operation', name: current.id },
        effect: 'additive',
        kind: 'added',
        stated: isStated(current.node, 'name'),
        rule: 'operation-added',
        message: `The operation is new: ${code(callOf(current), 200)}.`,
        new: current.pointer,
        after: callOf(current),
      }),
    ),
  ];
}

function callOf({ method, path }: PlacedOperation): string {
  return `${method.toUpperCase()} ${path}`;
}

/** Changes of the name, method, path and former names of an operation that is in both documents. */
function movesOf(pair: OperationPair, wasStated: DiffPlace['states']): ChangeParts[] {
  const { old, new: current } = pair;
  const area: ChangeArea = { kind: 'operation', name: current.id };
  const common = { area, old: old.pointer, new: current.pointer, kind: 'changed', effect: 'breaking' } as const;
  const note = current.formerNames.includes(old.id) ? '; the old name still works' : '';
  const rename: ChangeParts = {
    ...common,
    codeOnly: true,
    rule: 'operation-renamed',
    stated: wasStated('name'),
    before: old.id,
    after: current.id,
    message: `The operation ${code(old.id)} is now called ${code(current.id)}${note}.`,
  };
  const naming: ChangeParts = {
    ...common,
    effect: 'additive',
    rule: 'operation-named',
    stated: wasStated('name'),
    after: current.id,
    message: 'The operation now has an operationId.',
  };
  const method: ChangeParts = {
    ...common,
    rule: 'operation-method-changed',
    stated: wasStated('method'),
    before: old.method,
    after: current.method,
    message: `The method is now ${code(current.method.toUpperCase())}; it was ${code(old.method.toUpperCase())}.`,
  };
  const path: ChangeParts = {
    ...common,
    codeOnly: pathShape(old.path) === pathShape(current.path),
    rule: 'operation-path-changed',
    stated: wasStated('path'),
    before: old.path,
    after: current.path,
    message: `The path is now ${code(current.path, 200)}.`,
  };
  const newNames = current.formerNames.filter((name) => !old.formerNames.includes(name) && name !== old.id);
  const oldNames = old.formerNames.filter((name) => !current.formerNames.includes(name) && name !== current.id);
  return [
    ...(isRenamed(pair) ? [rename] : []),
    ...(!old.hasOperationId && current.hasOperationId ? [naming] : []),
    ...(old.method === current.method ? [] : [method]),
    ...(old.path === current.path ? [] : [path]),
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

function isRenamed({ old, new: current }: OperationPair): boolean {
  return old.hasOperationId && old.id !== current.id;
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
        ({ old, new: current }): PolicyProblem => ({
          rule: 'keep-the-old-name',
          operationId: old.id,
          message:
            `${code(old.id)} became ${code(current.id)} without keeping the old name. ` +
            `Keep it for one minor version: add ${code(`x-formerly: [${old.id}]`)} to ${code(current.id)}.`,
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
  const [old, current] = [before, after]
    .map((document) => valueAt(document, '/components/schemas'))
    .map((schemas) => (isObject(schemas) ? schemas : {}));
  const only = (mine = {}, others = {}): [string, unknown][] =>
    Object.entries(mine).filter(([name]) => !Object.hasOwn(others, name));
  const pointer = (name: string): string => toPointer(['components', 'schemas', name]);
  return [
    ...only(old, current).map(([name, schema]) =>
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
    ...only(current, old).map(([name, schema]) =>
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
