import { withoutSlash } from '../../contract/path-template.js';
import type { CheckedOperation } from './contract/operations.js';
import { wordsIn } from './words.js';

/**
 * Words, as whole words, for what all users of a service share: its settings, and what contains everything else. The
 * list is closed.
 */
export const commonWords = [
  'setting',
  'configuration',
  'config',
  'organization',
  'organisation',
  'org',
  'tenant',
  'workspace',
  'account',
  'license',
  'licence',
] as const;

/** Returns the word of the list that a text contains, in any spelling; undefined if it contains none. */
export function commonWordIn(text: string): string | undefined {
  const words = wordsIn(text);
  return commonWords.find((word) => words.includes(word));
}

/** Returns the word of the list that the path, the operationId or a tag of an operation contains, or undefined. */
export function commonWordOf({
  id,
  method,
  path,
  tags,
}: Pick<CheckedOperation, 'id' | 'method' | 'path' | 'tags'>): string | undefined {
  // Without an operationId, the id repeats the path.
  const names = [path, id === `${method} ${path}` ? '' : id, ...tags];
  return names.map(commonWordIn).find((word) => word !== undefined);
}

/** Whether a path ends with a word of the list: `/organizations`, but neither `/organizations/{id}` nor `…/events`. */
export function endsCommon(path: string): boolean {
  const last = path.split('/').findLast((part) => part !== '') ?? '';
  return !last.startsWith('{') && commonWordIn(last) !== undefined;
}

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
