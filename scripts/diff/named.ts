import { isObject } from '../contract/json.js';
import type { PlacedOperation } from '../contract/operations.js';
import { saysProvenance } from '../contract/operations.js';
import { toPointer, valueAt } from '../contract/pointer.js';
import type { Area, Change, Effect, PolicyProblem } from './change.js';
import type { OperationPair } from './operations.js';
import type { Pair } from './pair.js';
import { levelOf } from './policy.js';
import { code } from './sentence.js';
import { statedFacets, statesItself } from './stated.js';

/** What was found, and which rules of the policy are broken by it. */
export interface NamedChanges {
  changes: Change[];
  problems: PolicyProblem[];
}

interface Told {
  area: Area;
  effect: Effect;
  kind: Change['kind'];
  stated: boolean;
  rule: string;
  message: string;
  old?: string;
  new?: string;
  before?: string;
  after?: string;
}

function change({ area, effect, kind, stated, rule, message, old, new: now, before, after }: Told): Change {
  return {
    level: levelOf(effect, stated),
    effect,
    kind,
    area,
    stated,
    rule,
    message,
    pointers: { ...(old !== undefined && { old }), ...(now !== undefined && { new: now }) },
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
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

function isRenamed({ old, new: now }: OperationPair): boolean {
  return old.hasName && old.id !== now.id;
}

function placed({ method, path }: PlacedOperation): string {
  return `${method.toUpperCase()} ${path}`;
}

function movesOf(pair: OperationPair, wasStated: (facet: string) => boolean): Change[] {
  const { old, new: now } = pair;
  const area: Area = { kind: 'operation', name: now.id };
  const both = { area, old: old.pointer, new: now.pointer, kind: 'changed' as const };
  const breaking = { ...both, effect: 'breaking' as const };
  const gained = now.formerly.filter((name) => !old.formerly.includes(name) && name !== old.id);
  const lost = old.formerly.filter((name) => !now.formerly.includes(name) && name !== now.id);
  return [
    ...(isRenamed(pair)
      ? [
          change({
            ...breaking,
            rule: 'operation-renamed',
            stated: wasStated('name'),
            before: old.id,
            after: now.id,
            message:
              `The operation ${code(old.id)} is called ${code(now.id)} ` +
              `now${now.formerly.includes(old.id) ? '; the old name still works' : ''}.`,
          }),
        ]
      : []),
    ...(!old.hasName && now.hasName
      ? [
          change({
            ...both,
            effect: 'additive',
            rule: 'operation-named',
            stated: wasStated('name'),
            after: now.id,
            message: 'The operation has a name now.',
          }),
        ]
      : []),
    ...(old.method !== now.method
      ? [
          change({
            ...breaking,
            rule: 'operation-method-changed',
            stated: wasStated('method'),
            before: old.method,
            after: now.method,
            message: `The method is ${code(now.method.toUpperCase())} now; it was ${code(old.method.toUpperCase())}.`,
          }),
        ]
      : []),
    ...(old.path !== now.path
      ? [
          change({
            ...breaking,
            rule: 'operation-path-changed',
            stated: wasStated('path'),
            before: old.path,
            after: now.path,
            message: `The path is ${code(now.path, 200)} now.`,
          }),
        ]
      : []),
    ...gained.map((name) =>
      change({
        ...both,
        effect: 'additive',
        kind: 'added',
        rule: 'old-name-added',
        stated: false,
        after: name,
        message: `The deprecated name ${code(name)} works, too.`,
      }),
    ),
    // A deprecated name was never stated: it had its minor version.
    ...lost.map((name) =>
      change({
        ...breaking,
        kind: 'removed',
        rule: 'old-name-removed',
        stated: false,
        before: name,
        message: `The deprecated name ${code(name)} is gone.`,
      }),
    ),
  ];
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
