import type { Teach } from '../teaching.js';
import { authSchemePrefix } from './auth-scheme-prefix.js';
import { listsEnvelope } from './lists-envelope.js';

/** The questions whose answers change the contract, by id; the answers to all others only show in the docs. */
export const compiled: Readonly<Record<string, Teach<never>>> = {
  'auth.scheme-prefix': authSchemePrefix,
  'lists.envelope': listsEnvelope,
};
