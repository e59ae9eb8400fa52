import type { CheckOptions } from '../model/options.js';
import { heldHeaders } from './held-headers.js';
import { absentKey, type Key, type KeySearch, keyVariable, readKey, together } from './key.js';
import { keyFrom, RenewedKey, refuseTwoKeys } from './key-command.js';

/** Everything secret that the requests of a run contain. */
export interface Credentials {
  /** The key for the next request. */
  readonly key: Key;
  /** Other headers of every request: names in lower case, and values. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Finds all of it in texts, earlier keys included. */
  readonly search: KeySearch;
  /** Returns a key to use in place of a refused one; undefined if there is no other. */
  renewed(refused: Key): Promise<Key | undefined>;
  /** What the report says about them, a sentence each. */
  notes(): readonly string[];
}

export type CredentialOptions = Pick<CheckOptions, 'headers' | 'keyCommand'>;

/** The key of the variable, which cannot be renewed, and nothing else. */
export function credentialsOf(key: Key): Credentials {
  return { key, headers: [], search: key, renewed: () => Promise.resolve(undefined), notes: () => [] };
}

/** Whether the environment or a command has a key. */
export function hasKey({ keyCommand }: CredentialOptions): boolean {
  return keyCommand !== undefined || Boolean(process.env[keyVariable]);
}

/**
 * Reads the credentials of a run: the key from its variable or from a command, the values of headers from theirs.
 *
 * @param needsKey false if a run without a key is possible: no operation wants one
 * @throws UsageError if a value is missing or invalid, or if the command fails
 */
export async function readCredentials(options: CredentialOptions, needsKey = true): Promise<Credentials> {
  const { headers: given = {}, keyCommand } = options;
  const { headers, searches, notes } = heldHeaders(given);
  if (keyCommand === undefined) {
    const key = needsKey || hasKey(options) ? readKey() : absentKey;
    const plain = credentialsOf(key);
    if (headers.length === 0) return plain;
    return { ...plain, headers, search: together([key, ...searches]), notes: () => notes };
  }
  refuseTwoKeys();
  const renewing = new RenewedKey(keyCommand, await keyFrom(keyCommand));
  const keys = [renewing.key];
  let search = together([...keys, ...searches]);
  return {
    get key() {
      return renewing.key;
    },
    headers,
    get search() {
      if (!keys.includes(renewing.key)) {
        keys.push(renewing.key);
        search = together([...keys, ...searches]);
      }
      return search;
    },
    renewed: (refused) => renewing.renewed(refused),
    notes: () => [...notes, ...renewing.notes()],
  };
}
