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

/** What was found, and which rules of the policy are broken by it. */
export interface NamedChanges {
  changes: Change[];
  problems: PolicyProblem[];
}

/**
 * Operations that came, went, moved or have another name, read from both documents: methods of the client have their
 * names, and whoever calls an operation of a name that is not stated must find it under that name for one more minor
 * version.
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
          message: 'The operation is gone.',
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
      `${code(old.id)} became ${code(now.id)}, and nothing keeps the old name. ` +
      `Keep it for one minor version: add ${code(`x-formerly: [${old.id}]`)} to ${code(now.id)}.`,
  };
}

function deprecateFirst({ id }: PlacedOperation): PolicyProblem {
  return {
    rule: 'deprecate-before-removal',
    operationId: id,
    message:
      `${code(id)} is gone at once. ` +
      `Keep it for one minor version with ${code('deprecated: true')}, or name it in ${code('x-formerly')} of ` +
      'what replaces it.',
  };
}

/** Schemas that came and went: each is a type that is imported by its name. */
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
        rule: 'schema-removed',
        message: 'The type is gone.',
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
