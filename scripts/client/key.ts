import { failure, kindOf } from './error.js';
import { freeOf, type IsFree } from './secret.js';
import type { DirectoryClientOptions } from './types.js';

/** The key of a client. */
export interface Key {
  /** Returns the key for one request. It rejects with `invalid-options` if a function brings no usable key. */
  ask(): Promise<string>;
  /** Whether a value holds no key that was used. */
  readonly isFree: IsFree;
}

/**
 * Reads the option `apiKey`. No message shows a value.
 *
 * @throws DirectoryRequestError `invalid-options`
 */
export function keyOf(apiKey: DirectoryClientOptions['apiKey']): Key {
  const used = new Set<string>();
  const checked = (key: unknown, name: string, advice: string): string => {
    if (typeof key !== 'string' || key === '') throw failure('invalid-options', `${name} is ${kindOf(key)}. ${advice}`);
    // The platform would quote such a key in its own error, or it would break out of its header line.
    if (/[^ -~]|^ | $/.test(key))
      throw failure('invalid-options', `${name} has white space at an end, or is not printable ASCII. Correct it.`);
    // The last 99 keys are looked for in errors: more than are in use at a time. One that is used again is the newest.
    used.delete(key);
    used.add(key);
    for (const old of used) if (used.size > 99) used.delete(old);
    return key;
  };
  if (typeof apiKey !== 'function') checked(apiKey, 'apiKey', 'Set DIRECTORY_API_KEY, or pass apiKey.');
  return {
    async ask() {
      if (typeof apiKey !== 'function') return apiKey;
      let key: unknown;
      try {
        key = await apiKey();
      } catch {
        throw failure(
          'invalid-options',
          'apiKey() threw an error, which may hold the key and is not shown. Catch it there.',
        );
      }
      return checked(key, 'apiKey()', 'Return the key.');
    },
    isFree: freeOf(used),
  };
}
