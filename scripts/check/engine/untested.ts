import { whyItMayCreate } from '../cases/may-create.js';
import type { CheckedOperation } from '../model/operations.js';
import { type CheckOptions, flagFor, isPutBack } from '../model/options.js';
import type { Scope } from '../model/scope.js';

type Counted = { requests: number; statuses: Readonly<Record<string, number>> };

/** Says why an operation was not tested, and what would help. */
export function reasonNotTested(
  options: CheckOptions,
  scope: Scope,
  isStopped: boolean,
): (operation: CheckedOperation, part: 'success' | 'refusal', counts: Counted) => string {
  const { writes = 'none', target = 'server', har } = options;
  return (operation, part, { requests, statuses }) => {
    if (!scope.has(operation)) return scope.whyNot(operation);
    if (isStopped) return 'The run ended before it came to that.';
    if (har !== undefined) return 'The recording has no such exchange.';
    const isWrite = operation.method !== 'get';
    if (isWrite && writes !== 'disposable' && operation.method === 'post')
      return 'Only --writes disposable sends a POST, to a server that was started for the test.';
    const mayCreate = whyItMayCreate(operation, scope.isNamed(operation) || writes === 'disposable');
    if (requests === 0 && mayCreate !== undefined) return mayCreate;
    if (part === 'success' && isWrite && isPutBack(writes) && operation.method !== 'patch')
      return (
        `With --writes ${writes} only updates are sent to things that are there; --writes disposable is for ` +
        'servers that were started for the test.'
      );
    if (part === 'success' && isWrite && writes === 'none')
      return (
        'Without --writes it is aimed only at things that are not there; --writes roundtrip changes things and ' +
        'puts them back, --writes disposable is for servers that were started for the test.'
      );
    if (part === 'refusal' && target === 'mock') return 'A mock without state knows no keys and no ids.';
    if (requests === 0) {
      const [missing] = [...operation.pathParameters].reverse();
      return missing === undefined
        ? 'Nothing could be sent.'
        : `No ${missing} is known, and none could be found out; ${flagFor(operation.id, missing)} gives one.`;
    }
    const all = Object.entries(statuses);
    if (all.length === 0) return 'There was no answer to any request.';
    const seen = all.map(([status, count]) => `${status} (${count} times)`).join(', ');
    const [missing] = [...operation.pathParameters].reverse();
    const hint =
      statuses['404'] !== undefined && missing !== undefined
        ? ` Where the thing was not found, ${flagFor(operation.id, missing)} names another.`
        : statuses['401'] !== undefined || statuses['403'] !== undefined
          ? ' Another key may be allowed to call it.'
          : '';
    return `No answer was a ${part === 'success' ? 'success' : 'refusal'}: ${seen}.${hint}`;
  };
}
