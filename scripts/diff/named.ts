import { isObject } from '../contract/json.js';
import type { PlacedOperation } from '../contract/operations.js';
import { saysProvenance } from '../contract/operations.js';
import { toPointer, valueAt } from '../contract/pointer.js';
import type { Change, PolicyProblem } from './change.js';
import { isRenamed, movesOf } from './moves.js';
import { change } from './named-change.js';
import type { OperationPair } from './operations.js';
import type { Pair } from './pair.js';
import { code } from './sentence.js';
import { statedFacets, statesItself } from './stated.js';

/** The changes found, and the rules of the policy that they break. */
export interface NamedChanges {
  changes: Change[];
  problems: PolicyProblem[];
}

/**
 * Operations that were added, removed, moved or renamed, read from both documents. The client has a method of each
 * name, and an operation whose name is not stated must keep that name for one more minor version.
 */
export function operationChanges({ operations: { kept, removed, added }, before, after }: Pair): NamedChanges {
  const [said, says] = [saysProvenance(before), saysProvenance(after)];
  const states = (operation: PlacedOperation, facet: string, hasProvenance: boolean): boolean =>
    !hasProvenance || statedFacets(operation.node).includes(facet);
  const successors = new Set([...kept.map((pair) => pair.new), ...added].flatMap(({ formerly }) => formerly));
  const gone = removed.filter(({ id }) => !successors.has(id));
  return {
    changes: [
      ...kept.flatMap((pair) => movesOf(pair, (facet) => states(pair.old, facet, said))),
      ...removed.map((old) =>
        change({
          area: { kind: 'operation', name: old.id },
          effect: 'breaking',
          kind: 'removed',
          stated: states(old, 'name', said),
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
          stated: states(now, 'name', says),
          rule: 'operation-added',
          message: `The operation is new: ${code(placed(now), 200)}.`,
          new: now.pointer,
          after: placed(now),
        }),
      ),
    ],
    problems: [
      ...kept
        .filter(
          (pair) => isRenamed(pair) && !states(pair.old, 'name', said) && !pair.new.formerly.includes(pair.old.id),
        )
        .map(keepTheOldName),
      ...gone.filter((old) => !states(old, 'name', said) && old.node['deprecated'] !== true).map(deprecateFirst),
    ],
  };
}

function placed({ method, path }: PlacedOperation): string {
  return `${method.toUpperCase()} ${path}`;
}

function keepTheOldName({ old, new: now }: OperationPair): PolicyProblem {
  return {
    rule: 'keep-the-old-name',
    operationId: old.id,
    message:
      `${code(old.id)} became ${code(now.id)} without keeping the old name. ` +
      `Keep it for one minor version: add ${code(`x-formerly: [${old.id}]`)} to ${code(now.id)}.`,
  };
}

function deprecateFirst({ id }: PlacedOperation): PolicyProblem {
  return {
    rule: 'deprecate-before-removal',
    operationId: id,
    message:
      `${code(id)} was removed without a deprecation. ` +
      `Keep it for one minor version with ${code('deprecated: true')}, or add the name to ${code('x-formerly')} of ` +
      'its replacement.',
  };
}

/** Added and removed schemas: each is an exported type. */
export function schemaChanges({ before, after }: Pair): Change[] {
  const [said, says] = [saysProvenance(before), saysProvenance(after)];
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
        stated: !said || statesItself(schema),
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
        stated: !says || statesItself(schema),
        rule: 'schema-added',
        message: 'The type is new.',
        new: pointer(name),
      }),
    ),
  ];
}
