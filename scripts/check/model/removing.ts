import { withoutSlash } from '../../contract/path-template.js';
import type { CheckedOperation } from './contract/operations.js';
import { wordsIn } from './words.js';

/** Words of operations that delete what their body chooses, which may be everything: `POST /flows/bulk_delete`. */
const words = new Set(['delete', 'remove', 'destroy', 'clear', 'prune', 'drop', 'discard']);

/** Whether an operation deletes resources: by its method, or as the last part of its path says. */
export function isRemoval({ method, path }: Pick<CheckedOperation, 'method' | 'path'>): boolean {
  const last = withoutSlash(path).split('/').at(-1) ?? '';
  // A cache holds nothing that a service would not make again.
  return method === 'delete' || (!last.startsWith('{') && mayRemove(last) && !wordsIn(path).includes('cache'));
}

/** Whether a name has a word for deleting. */
export function mayRemove(name: string): boolean {
  return wordsIn(name).some((word) => words.has(word));
}
