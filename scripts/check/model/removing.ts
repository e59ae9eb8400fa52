import { withoutSlash } from '../../contract/path-template.js';
import type { CheckedOperation } from './operations.js';
import { wordsIn } from './words.js';

/** Words of operations that delete what their body chooses, which may be everything: `POST /flows/bulk_delete`. */
const words = new Set(['delete', 'remove', 'destroy', 'clear', 'prune', 'drop', 'discard']);

/** Whether the last part of a path says that an operation deletes resources, whatever its method is. */
export function removesByName({ path }: Pick<CheckedOperation, 'path'>): boolean {
  const last = withoutSlash(path).split('/').at(-1) ?? '';
  const named = last.startsWith('{') ? [] : wordsIn(last);
  // A cache holds nothing that a service would not make again.
  return named.some((word) => words.has(word)) && !wordsIn(path).includes('cache');
}
