import { whyItMayCreate } from '../cases/may-create.js';
import type { CheckedOperation } from '../model/operations.js';
import { type CheckOptions, flagFor, isPutBack } from '../model/options.js';
import type { Scope } from '../model/scope.js';

type Counted = {
  requests: number;
  statuses: Readonly<Record<string, number>>;
  unreadable: string | undefined;
};

/** Explains why an operation was not tested, and how to test it. */
export function reasonNotTested(
  options: CheckOptions,
  scope: Scope,
  isStopped: boolean,
): (operation: CheckedOperation, part: 'success' | 'refusal', counts: Counted) => string {
  const { writes = 'none', target = 'server', har } = options;
  return (operation, part, { requests, statuses, unreadable }) => {
    if (!scope.has(operation)) return scope.whyNot(operation);
    if (isStopped) return 'The run ended before this was tested.';
    if (har !== undefined) return 'The recording has no such exchange.';
    const isWrite = operation.method !== 'get';
    if (isWrite && writes !== 'disposable' && operation.method === 'post')
      return 'Only --writes disposable sends a POST; use it with a server that was started for the test.';
    const mayCreate = whyItMayCreate(operation, scope.isNamed(operation) || writes === 'disposable');
    if (mayCreate !== undefined) return mayCreate;
    if (part === 'success' && isWrite && isPutBack(writes) && operation.method !== 'patch')
      return (
        `--writes ${writes} sends only updates to existing resources; --writes disposable is for servers that were ` +
        'started for the test.'
      );
    if (part === 'success' && isWrite && writes === 'none')
      return (
        'Without --writes it is sent only to resources that do not exist; --writes roundtrip changes resources and ' +
        'puts them back, --writes disposable is for servers that were started for the test.'
      );
    if (part === 'refusal' && target === 'mock') return 'A mock does not check keys and ids.';
    if (requests === 0) {
      const [missing] = [...operation.pathParameters].reverse();
      return missing === undefined
        ? 'No request could be sent.'
        : `No ${missing} was found; set one with ${flagFor(operation.id, missing)}.`;
    }
    const all = Object.entries(statuses);
    if (all.length === 0) return 'The server responded to no request.';
    const seen = all.map(([status, count]) => `${status} (${count} times)`).join(', ');
    if (part === 'success' && all.some(([status]) => status.startsWith('2')))
      return unreadable === undefined
        ? `Only requests that should have been refused, or had another form, were a success: ${seen}.`
        : `Every success violated the contract (${unreadable}), so nothing else about it was judged: ${seen}.`;
    const [missing] = [...operation.pathParameters].reverse();
    const hint =
      statuses['404'] !== undefined && missing !== undefined
        ? ` If the resource does not exist, set another one with ${flagFor(operation.id, missing)}.`
        : statuses['401'] !== undefined || statuses['403'] !== undefined
          ? refusedHint(operation)
          : '';
    return `No response was a ${part === 'success' ? 'success' : 'refusal'}: ${seen}.${hint}`;
  };
}

function refusedHint({ security }: CheckedOperation): string {
  if (security.kind !== 'none') return ' Another key may be allowed to call it.';
  return ' It was called without a key, since the contract says no way to send one; --auth does.';
}
