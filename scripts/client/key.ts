import { assertOption, createError, kindOf } from './error.js';
import { createKeyCheck, type KeyFreeTest } from './secret.js';
import type { DirectoryClientOptions } from './types.js';

export interface ClientKey {
  /**
   * Returns the key for one request, or false if the client sends none. It rejects with `invalid-options` if a
   * function throws, or returns no usable key.
   */
  read(): Promise<string | false>;
  /** Whether a value contains none of the keys that this client has used. */
  readonly lacksKey: KeyFreeTest;
}

/** Reads the option `apiKey`. No message quotes a value. @throws DirectoryRequestError `invalid-options` */
export function readKey(apiKey: DirectoryClientOptions['apiKey']): ClientKey {
  const usedKeys = new Set<string>();
  const checkKey = (key: unknown, name: string, advice: string): string => {
    assertOption(key && typeof key === 'string', `${name} is ${kindOf(key)}. ${advice}`);
    // The platform would quote such a key in its own error, or the key could start another header line.
    assertOption(!/[^ -~]|^ | $/.test(key), `${name} must be printable ASCII without a space at its ends.`);
    // Search errors for the last 99 keys, more than are ever in use at once. A reused key becomes the newest.
    usedKeys.delete(key);
    usedKeys.add(key);
    for (const oldKey of usedKeys) if (usedKeys.size > 99) usedKeys.delete(oldKey);
    return key;
  };
  if (typeof apiKey !== 'function' && apiKey !== false)
    checkKey(apiKey, 'apiKey', 'Set DIRECTORY_API_KEY, or pass apiKey.');
  return {
    async read() {
      if (typeof apiKey !== 'function') return apiKey;
      let key: unknown;
      try {
        key = await apiKey();
      } catch {
        throw createError(
          'invalid-options',
          'apiKey() threw an error, which may hold the key. Catch it inside apiKey().',
        );
      }
      return checkKey(key, 'apiKey()', 'Return the key.');
    },
    lacksKey: createKeyCheck(usedKeys),
  };
}
