import type { CheckedOperation } from './contract/operations.js';
import lists from './operation-words.json' with { type: 'json' };
import { wordsIn } from './words.js';

/**
 * Words, as whole words, of operations that end a session, revoke or replace a key, stop a server or wipe it. The list
 * is closed. Everyday words are left out: `reset` alone may reset a form, a bus has a `stop`, logs have a `drain`, and
 * subscriptions `expire` and `renew`.
 */
export const neverCalled: readonly string[] = Object.values(lists.neverCalled).flat();

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
