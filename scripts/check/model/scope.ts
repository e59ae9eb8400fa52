import { fitsPattern, isExcludedBy } from './exclusion.js';
import { neverCalledBy, neverCalledIn } from './never-called.js';
import type { CheckedOperation } from './operations.js';
import type { CheckOptions } from './options.js';

/** Which operations a run checks, and why it leaves out what it leaves out. */
export interface Scope {
  has(operation: CheckedOperation): boolean;
  whyNot(operation: CheckedOperation): string;
  /** Whether `--only` names it: then it is called whatever its name says. */
  isNamed(operation: CheckedOperation): boolean;
  /** Why an operation is never called, not even to learn ids from or to prepare another; undefined where it may be. */
  whyNever(operation: CheckedOperation): string | undefined;
  /** Why a path that an answer shows is not followed, as the end of a sentence; undefined where it may be. */
  whyNotFollowed(path: string): string | undefined;
}

type ScopeOptions = Pick<CheckOptions, 'include' | 'only' | 'exclude' | 'shard' | 'har'> & {
  operations: readonly CheckedOperation[];
  changed?: ReadonlySet<string>;
};

/**
 * The stated operations and all reads, and whatever else `--include` names; `--only` and `--shard` choose of these.
 * Nothing that `--exclude` names is called, and nothing that would end a session or stop a server, unless `--only`
 * names it.
 */
export function scopeOf({ include = [], only, exclude = [], shard, har, operations, changed }: ScopeOptions): Scope {
  const included = new Set<string>(['stated', ...include]);
  const indexes = new Map(operations.map(({ id }, index) => [id, index]));
  const isNamed = ({ id }: CheckedOperation): boolean => only?.includes(id) === true;
  const never = (operation: CheckedOperation): string | undefined => {
    const named = exclude.find((each) => isExcludedBy(each, operation));
    if (named !== undefined) return `It is left out by --exclude ${named}.`;
    // A recording is judged, and nothing is called.
    const entry = isNamed(operation) || har !== undefined ? undefined : neverCalledBy(operation);
    return (
      entry &&
      `It is never called, since its name or path says "${entry}", which could end the session, the key or the ` +
        `server; --only ${operation.id} calls it.`
    );
  };
  const nevers = new Map(
    operations.flatMap((operation) => {
      const reason = never(operation);
      return reason === undefined ? [] : [[operation, reason] as const];
    }),
  );
  const reason = (operation: CheckedOperation): string | undefined => {
    const { id, method, standing } = operation;
    if (nevers.has(operation)) return nevers.get(operation);
    if (only && !isNamed(operation)) return 'It is not named by --only.';
    if (changed && !changed.has(id)) return 'It is the same in the contract of --changed-from.';
    if (!only && method !== 'get' && !included.has(standing))
      return `It is ${standing}; --include ${standing} takes it in.`;
    if (shard && (indexes.get(id) ?? 0) % shard.count !== shard.index - 1)
      return `It belongs to another shard than ${shard.index}/${shard.count}.`;
    return undefined;
  };
  return {
    has: (operation) => reason(operation) === undefined,
    whyNot: (operation) => reason(operation) ?? '',
    isNamed,
    whyNever: (operation) => nevers.get(operation),
    whyNotFollowed(path) {
      const plain = decoded(path);
      const named = exclude.find((each) => each.startsWith('/') && fitsPattern(each, plain.split(/[?#]/, 1)[0] ?? ''));
      if (named !== undefined) return `since --exclude ${named} leaves it out`;
      const entry = neverCalledIn(plain);
      return entry && `since it says "${entry}"`;
    },
  };
}

/** A path as a server reads it. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
