import type { Area, Change } from './change.js';
import { change } from './named-change.js';
import type { OperationPair } from './operations.js';
import { code } from './sentence.js';

export function isRenamed({ old, new: now }: OperationPair): boolean {
  return old.hasName && old.id !== now.id;
}

type WasStated = (facet: string) => boolean;

/** What changed in the name, the method, the path and the former names of an operation that is in both documents. */
export function movesOf(pair: OperationPair, wasStated: WasStated): Change[] {
  return [...nameChanges(pair, wasStated), ...addressChanges(pair, wasStated), ...oldNameChanges(pair)];
}

function placesOf({ old, new: now }: OperationPair) {
  const area: Area = { kind: 'operation', name: now.id };
  const both = { area, old: old.pointer, new: now.pointer, kind: 'changed' as const };
  return { both, breaking: { ...both, effect: 'breaking' as const } };
}

function nameChanges(pair: OperationPair, wasStated: WasStated): Change[] {
  const { old, new: now } = pair;
  const { both, breaking } = placesOf(pair);
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
  ];
}

function addressChanges(pair: OperationPair, wasStated: WasStated): Change[] {
  const { old, new: now } = pair;
  const { breaking } = placesOf(pair);
  return [
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
  ];
}

function oldNameChanges(pair: OperationPair): Change[] {
  const { old, new: now } = pair;
  const { both, breaking } = placesOf(pair);
  const gained = now.formerly.filter((name) => !old.formerly.includes(name) && name !== old.id);
  const lost = old.formerly.filter((name) => !now.formerly.includes(name) && name !== now.id);
  return [
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
