import { wordsIn } from './resources.js';

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

/** Whether the last resource in a path, or the part after it, may own the key: `/users/{id}/settings`, `/me`. */
export function mayBeOwner(path: string): boolean {
  const brace = path.lastIndexOf('{');
  const resource = brace < 0 ? path : path.slice(path.lastIndexOf('/', brace - 2) + 1);
  return wordsIn(resource).some((word) => owners.has(word));
}

/** Whether an id stands for the caller: `/users/me`. */
export function isSelf(id: string): boolean {
  return /^(?:me|self|my|current|whoami)$/i.test(id);
}
