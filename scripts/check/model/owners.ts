import { wordsIn } from './resources.js';

/** Whoever the key belongs to may be one of these, or be kept in one. */
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

/**
 * Whether the thing that a path names last, or the part of it that stands behind, may be the owner of the key:
 * `/users/{id}/settings`, `/me`.
 */
export function mayBeOwner(path: string): boolean {
  const brace = path.lastIndexOf('{');
  const resource = brace < 0 ? path : path.slice(path.lastIndexOf('/', brace - 2) + 1);
  return wordsIn(resource).some((word) => owners.has(word));
}

/** Whether an id stands for whoever asks: `/users/me`. */
export function isSelf(id: string): boolean {
  return /^(?:me|self|my|current|whoami)$/i.test(id);
}
