import type { CheckedOperation } from './operations.js';
import { wordsIn } from './resources.js';

/**
 * What operations do that end a session, take a key away or change it for another, stop a server or wipe it, as whole
 * words. The list is closed. It has no word of ordinary things: `reset` alone resets a form, `stop` is one of a bus,
 * `drain` one of logs, and `expire` and `renew` are about subscriptions.
 */
export const neverCalled = [
  // The session of the key ends, or becomes another.
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
  // The key is worth nothing any longer, or another one takes its place.
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
  // The account that the key belongs to is gone.
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
  // What is there is gone as a whole.
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

/** Words that change nothing of what a name says: "End the current session". */
const fillers = new Set(['the', 'a', 'an', 'my', 'your', 'own', 'current', 'this']);

/** Of these the order tells: `out log` is no `log out`. */
const particles = new Set(['out', 'off', 'down', 'over', 'all']);

/**
 * The entry of the list that the operationId, the path or the summary of an operation has; undefined where none has
 * one.
 */
export function neverCalledBy({
  id,
  method,
  path,
  summary = '',
}: Pick<CheckedOperation, 'id' | 'method' | 'path' | 'summary'>): string | undefined {
  const place = path.replace(/\{[^}]*\}/g, ' ');
  // Without an operationId, the id is the path again.
  const names = [id === `${method} ${path}` ? '' : id, place, summary];
  return names.map(neverCalledIn).find((entry) => entry !== undefined);
}

/** The entry of the list that a name or an address has, in any spelling: `logout`, `logOut`, `log_out`, `log/out`. */
export function neverCalledIn(text: string): string | undefined {
  // `APILogout` is of two words, `listURLs` not of three.
  const words = wordsIn(text.replace(/([A-Z])([A-Z][a-z]{2,})/g, '$1 $2')).filter((word) => !fillers.has(word));
  return neverCalled.find((entry) => {
    const [first = '', second] = entry.split('-');
    if (second === undefined) return words.includes(first);
    // `/accounts/{id}/close` says what `closeAccount` says.
    const isEitherWay = !particles.has(second);
    return words.some((word, index) => {
      const next = words[index + 1];
      return (
        word === first + second ||
        (word === first && next === second) ||
        (isEitherWay && word === second && next === first)
      );
    });
  });
}
