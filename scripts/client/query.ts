import { failure, kindOf } from './error.js';
import type { AnyCall } from './types.js';

/**
 * The declared query parameters of a call, then the others. A name that both have gets the values of both.
 *
 * @param nameOf what becomes of each name
 * @throws DirectoryRequestError `invalid-request` for something else than an object
 */
export function wholeQuery(call: AnyCall, nameOf: (name: string) => string): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const section of ['query', 'extraQuery'] as const) {
    const given: object = call[section] ?? {};
    // URLSearchParams and Map have no properties: what they hold would be lost without a word.
    if (typeof given !== 'object' || Symbol.iterator in given)
      throw failure('invalid-request', `${section} is ${kindOf(given)}. Pass an object of names and values.`);
    for (const [key, value] of Object.entries(given)) {
      const name = nameOf(key);
      if (value !== undefined && value !== null)
        whole[name] = Object.hasOwn(whole, name) ? [whole[name], value].flat() : value;
    }
  }
  return whole;
}

/** A name as it stands in a URL: openapi-fetch encodes values only. Brackets and other signs stay readable. */
export const encodedName = (name: string): string => name.replace(/[^!-~]|[#%&+=]/gu, encodeURIComponent);
