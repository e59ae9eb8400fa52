import type { CheckedOperation } from './contract/operations.js';
import wordLists from './operation-words.json' with { type: 'json' };
import { wordsIn } from './words.js';

/**
 * Words for operations that end a session, revoke or replace a key, stop a server or erase its data. Only whole words
 * count. Everyday words are left out: `reset` may reset a form, a bus has a `stop`, logs have a `drain`, and
 * subscriptions `expire` and `renew`.
 */
export const bannedWords: readonly string[] = Object.values(wordLists.neverCalled).flat();

/** Words that do not change the meaning of a name: "End the current session". */
const fillerWords = new Set(['the', 'a', 'an', 'my', 'your', 'own', 'current', 'this']);

/** Second words of entries that must come directly after the first: `out log` does not mean `log out`. */
const particles = new Set(['out', 'off', 'down', 'over', 'all']);

/** The words of each entry. They may be in any order, as in `/accounts/{id}/close`, unless the second is a particle. */
const entries = bannedWords.map((entry) => {
  const [first = '', second] = entry.split('-');
  const hasFreeOrder = second !== undefined && !particles.has(second);
  return { entry, first, second, oneWord: entry.replace('-', ''), hasFreeOrder };
});

/** Returns the entry of `bannedWords` in the operationId, path or summary of an operation, or undefined. */
export function bannedWordOf(
  operation: Pick<CheckedOperation, 'id' | 'method' | 'path' | 'summary'>,
): string | undefined {
  const { id, method, path, summary = '' } = operation;
  const pathText = path.replace(/\{[^}]*\}/g, ' ');
  // An operation without an operationId has an id made from its method and path.
  const names = [id === `${method} ${path}` ? '' : id, pathText, summary];
  return names.map(bannedWordIn).find((entry) => entry !== undefined);
}

/** Returns the entry of `bannedWords` in a string, in any spelling (`logOut`, `log/out`), or undefined. */
export function bannedWordIn(text: string): string | undefined {
  // Separates the words in `APILogout`, but does not split `listURLs` into three.
  const words = wordsIn(text.replace(/([A-Z])([A-Z][a-z]{2,})/g, '$1 $2')).filter((word) => !fillerWords.has(word));
  const match = entries.find(({ first, second, oneWord, hasFreeOrder }) => {
    if (second === undefined) return words.includes(first);
    return words.some((word, index) => {
      const next = words[index + 1];
      return (
        word === oneWord || (word === first && next === second) || (hasFreeOrder && word === second && next === first)
      );
    });
  });
  return match?.entry;
}
