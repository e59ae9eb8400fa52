import type { CheckedOperation } from './operations.js';
import type { CheckOptions } from './options.js';

/** Which operations a run checks, and why it leaves out what it leaves out. */
export interface Scope {
  has(operation: CheckedOperation): boolean;
  whyNot(operation: CheckedOperation): string;
}

type ScopeOptions = Pick<CheckOptions, 'include' | 'only' | 'shard'> & { operations: readonly CheckedOperation[]; changed?: ReadonlySet<string> };

/** The stated operations and all reads, and whatever else `--include` names; `--only` and `--shard` choose of these. */
export function scopeOf({ include = [], only, shard, operations, changed }: ScopeOptions): Scope {
  const included = new Set<string>(['stated', ...include]);
  const indexes = new Map(operations.map(({ id }, index) => [id, index]));
  const reason = (operation: CheckedOperation): string | undefined => {
    const { id, method, standing } = operation;
    if (only && !only.includes(id)) return 'It is not named by --only.';
    if (changed && !changed.has(id)) return 'It is the same in the contract of --changed-from.';
    if (!only && method !== 'get' && !included.has(standing)) return `It is ${standing}; --include ${standing} takes it in.`;
    if (shard && (indexes.get(id) ?? 0) % shard.count !== shard.index - 1) return `It belongs to another shard than ${shard.index}/${shard.count}.`;
    return undefined;
  };
  return { has: (operation) => reason(operation) === undefined, whyNot: (operation) => reason(operation) ?? '' };
}
