import type { Area, Change } from './change.js';
import { change } from './named-change.js';
import { form, type OperationPair } from './operations.js';
import { code } from './sentence.js';

export function isRenamed({ old, new: now }: OperationPair): boolean {
  return old.hasName && old.id !== now.id;
}

type WasStated = (facet: string) => boolean;

/** Changes of the name, method, path and former names of an operation that is in both documents. */
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
            codeOnly: true,
            rule: 'operation-renamed',
            stated: wasStated('name'),
            before: old.id,
            after: now.id,
            message:
              `The operation ${code(old.id)} is now called ` +
              `${code(now.id)}${now.formerly.includes(old.id) ? '; the old name still works' : ''}.`,
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
            message: 'The operation now has a name.',
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
            message: `The method is now ${code(now.method.toUpperCase())}; it was ${code(old.method.toUpperCase())}.`,
          }),
        ]
      : []),
    ...(old.path !== now.path
      ? [
          change({
            ...breaking,
            codeOnly: form(old.path) === form(now.path),
            rule: 'operation-path-changed',
            stated: wasStated('path'),
            before: old.path,
            after: now.path,
            message: `The path is now ${code(now.path, 200)}.`,
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
        message: `The deprecated name ${code(name)} also works.`,
      }),
    ),
    // A deprecated name was never stated, and has had its minor version.
    ...lost.map((name) =>
      change({
        ...breaking,
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
