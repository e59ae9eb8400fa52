import type { CheckedOperation } from './contract/operations.js';
import { wordsIn } from './words.js';

/**
 * Words, as whole words, of operations that end a session, revoke or replace a key, stop a server or wipe it. The list
 * is closed. Everyday words are left out: `reset` alone may reset a form, a bus has a `stop`, logs have a `drain`, and
 * subscriptions `expire` and `renew`.
 */
export const neverCalled = [
  // The session of the key ends, or another user's begins.
  'log-out',
  'log-off',
  'sign-out',
  'sign-off',
  'end-session',
  'close-session',
  'destroy-session',
  'kill-session',
  'clear-session',
  'switch-user',
  'switch-account',
  // The key stops working, or another key replaces it.
  'revoke',
  'rotate',
  'invalidate',
  'regenerate',
  'reissue',
  'deauthorize',
  'deauthorise',
  'deauthenticate',
  'refresh-token',
  'roll-key',
  'reset-key',
  'reset-token',
  'reset-secret',
  'reset-credential',
  'reset-password',
  'forgot-password',
  'change-password',
  'update-password',
  'set-password',
  // The account of the key is closed.
  'delete-account',
  'remove-account',
  'deactivate-account',
  'disable-account',
  'suspend-account',
  'close-account',
  'cancel-account',
  'uninstall',
  // The server, or a part of it, stops.
  'shut-down',
  'power-off',
  'power-down',
  'power-cycle',
  'restart',
  'reboot',
  'halt',
  'terminate',
  'kill',
  'stop-server',
  'stop-service',
  'fail-over',
  'disconnect',
  'decommission',
  'deprovision',
  // All data is deleted.
  'wipe',
  'purge',
  'erase',
  'truncate',
  'nuke',
  'factory-reset',
  'delete-all',
  'remove-all',
  'clear-all',
  'drop-database',
  'self-destruct',
] as const;

/** Words that do not change the meaning of a name: "End the current session". */
const fillers = new Set(['the', 'a', 'an', 'my', 'your', 'own', 'current', 'this']);

/** Second words that must follow the first: `out log` does not mean `log out`. */
const particles = new Set(['out', 'off', 'down', 'over', 'all']);

/** The words of each entry. `/accounts/{id}/close` means the same as `closeAccount`. */
const entries = neverCalled.map((entry) => {
  const [first = '', second] = entry.split('-');
  return {
    entry,
    first,
    second,
    together: entry.replace('-', ''),
    isEitherWay: second !== undefined && !particles.has(second),
  };
});

/** Returns the entry of the list that the operationId, path or summary of an operation contains, or undefined. */
export function neverCalledBy({
  id,
  method,
  path,
  summary = '',
}: Pick<CheckedOperation, 'id' | 'method' | 'path' | 'summary'>): string | undefined {
  const place = path.replace(/\{[^}]*\}/g, ' ');
  // Without an operationId, the id repeats the path.
  const names = [id === `${method} ${path}` ? '' : id, place, summary];
  return names.map(neverCalledIn).find((entry) => entry !== undefined);
}

/** Returns the entry of the list that a text contains, in any spelling: `logout`, `logOut`, `log_out`, `log/out`. */
export function neverCalledIn(text: string): string | undefined {
  // `APILogout` is two words, `listURLs` is not three.
  const words = wordsIn(text.replace(/([A-Z])([A-Z][a-z]{2,})/g, '$1 $2')).filter((word) => !fillers.has(word));
  const found = entries.find(({ first, second, together, isEitherWay }) => {
    if (second === undefined) return words.includes(first);
    return words.some((word, index) => {
      const next = words[index + 1];
      return (
        word === together || (word === first && next === second) || (isEitherWay && word === second && next === first)
      );
    });
  });
  return found?.entry;
}
