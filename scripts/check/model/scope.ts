import type { CheckedOperation } from './contract/operations.js';
import { fitsPattern, isExcludedBy } from './exclusion.js';
import { neverCalledBy, neverCalledIn } from './never-called.js';
import type { CheckOptions } from './options.js';

/** The operations that a run checks, and why it leaves out others. */
export interface Scope {
  has(operation: CheckedOperation): boolean;
  whyNot(operation: CheckedOperation): string;
  /** Whether `--only` names the operation: then it is called whatever its name. */
  isNamed(operation: CheckedOperation): boolean;
  /** Why an operation is never called, not even to find ids or to prepare another; undefined if it may be called. */
  whyNever(operation: CheckedOperation): string | undefined;
  /** Why a path of a response is not followed, as the end of a sentence; undefined if it may be followed. */
  whyNotFollowed(path: string): string | undefined;
}

type ScopeOptions = Pick<CheckOptions, 'include' | 'only' | 'exclude' | 'shard' | 'har'> & {
  operations: readonly CheckedOperation[];
  changed?: ReadonlySet<string>;
  /** The number of the shard of each operation; by default they take turns. */
  cut?: ReadonlyMap<string, number>;
};

/**
 * Stated operations, all reads, and the standings that `--include` names are in scope; `--only` and `--shard` select
 * among them. An answered operation also belongs to the standing that it has without answers, so that answers neither
 * add requests to a run nor remove some. Operations that `--exclude` names, or that would end a session or stop a
 * server, are never called; of the latter, `--only` can name one.
 */
export function scopeOf(options: ScopeOptions): Scope {
  const { include = [], only, exclude = [], shard, har, operations, changed, cut } = options;
  const included = new Set<string>(['stated', ...include]);
  const indexes = new Map(operations.map(({ id }, index) => [id, index]));
  const isNamed = ({ id }: CheckedOperation): boolean => only?.includes(id) === true;
  const never = (operation: CheckedOperation): string | undefined => {
    const named = exclude.find((each) => isExcludedBy(each, operation));
    if (named !== undefined) return `--exclude ${named} excludes it.`;
    // A recording is only judged, so nothing is called.
    const entry = isNamed(operation) || har !== undefined ? undefined : neverCalledBy(operation);
    return (
      entry &&
      `It is never called, because its name or path contains "${entry}", which could end the session, the key or ` +
        `the server. --only ${operation.id} calls it.`
    );
  };
  const nevers = new Map(
    operations.flatMap((operation) => {
      const reason = never(operation);
      return reason === undefined ? [] : [[operation, reason] as const];
    }),
  );
  const reason = (operation: CheckedOperation): string | undefined => {
    const { id, method, standing, untaught = standing } = operation;
    if (nevers.has(operation)) return nevers.get(operation);
    if (only && !isNamed(operation)) return '--only does not name it.';
    if (changed && !changed.has(id)) return 'It is the same in the contract of --changed-from.';
    if (!only && method !== 'get' && !included.has(standing) && !included.has(untaught))
      return `It is ${standing}; --include ${standing} includes it.`;
    if (shard && (cut?.get(id) ?? ((indexes.get(id) ?? 0) % shard.count) + 1) !== shard.index)
      return `It belongs to a shard other than ${shard.index}/${shard.count}.`;
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
      if (named !== undefined) return `because --exclude ${named} excludes it`;
      const entry = neverCalledIn(plain);
      return entry && `because it contains "${entry}"`;
    },
  };
}

/** Decodes a path, as servers do. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
