import { failure, kindOf } from './error.js';
import type { AnyCall } from './types.js';

/**
 * The declared query parameters of a call, then the others. A name that both have gets the values of both.
 *
 * @throws DirectoryRequestError `invalid-request` for something else than an object
 */
export function wholeQuery(call: AnyCall): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const name of ['query', 'extraQuery'] as const) {
    const given: unknown = call[name] ?? {};
    if (typeof given !== 'object' || Array.isArray(given))
      throw failure('invalid-request', `${name} is ${kindOf(given)}. Pass an object of names and values.`);
    for (const [key, value] of Object.entries(given as object))
      whole[key] = Object.hasOwn(whole, key) ? [whole[key], value].flat() : value;
  }
  return whole;
}
