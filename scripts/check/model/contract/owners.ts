import { wordsIn } from '../words.js';
import type { CheckedOperation } from './operations.js';

/** Words for resources that may be, or may contain, the owner of the key. */
const owners = new Set([
  'user',
  'account',
  'token',
  'key',
  'apikey',
  'session',
  'member',
  'me',
  'my',
  'self',
  'profile',
  'credential',
  'secret',
  'password',
  'whoami',
  'person',
  'people',
  'owner',
  'admin',
]);

/** The segments that all paths of a contract begin with, unless all are about users: `/__admin` says nothing of one. */
const shared = new WeakMap<readonly CheckedOperation[], string>();

function sharedBy(operations: readonly CheckedOperation[]): string {
  const known = shared.get(operations);
  if (known !== undefined) return known;
  const [first = [], ...others] = operations.map(({ path }) => path.split('/'));
  const end = first.findIndex(
    (part, index) => index === first.length - 1 || part.includes('{') || others.some((each) => each[index] !== part),
  );
  const all = first.slice(0, Math.max(0, end)).join('/');
  const found = wordsIn(all).some((word) => word !== 'admin' && owners.has(word)) ? '' : all;
  shared.set(operations, found);
  return found;
}

/** Whether the last resource in a path, or the part after it, may own the key: `/users/{id}/settings`, `/me`. */
export function mayBeOwner({ operations }: { operations: readonly CheckedOperation[] }, path: string): boolean {
  const beginning = sharedBy(operations);
  const own = path.startsWith(`${beginning}/`) ? path.slice(beginning.length) : path;
  const brace = own.lastIndexOf('{');
  const resource = brace < 0 ? own : own.slice(own.lastIndexOf('/', brace - 2) + 1);
  // Below another resource, `{key}` says how something is called, and not what it is.
  const isName = own.startsWith('{key}', brace) && own.indexOf('{') < brace;
  return wordsIn(isName ? resource.replace('{key}', '') : resource).some((word) => owners.has(word));
}

/** Whether an id stands for the caller: `/users/me`. */
export function isSelf(id: string): boolean {
  return /^(?:me|self|my|current|whoami)$/i.test(id);
}
