import { createError, kindOf, mismatchText } from './error.js';
import { isPlainObjectOrArray } from './secret.js';
import type { AnyCall } from './types.js';

/**
 * Writes the query of a URL: the declared parameters of a call, then the others. Each field of an object becomes a
 * parameter: `filter[field]`. Brackets and other symbols in names stay readable.
 *
 * @throws DirectoryRequestError `invalid-request` if a section is not an object, or a value has no text form
 */
export function queryText(call: AnyCall): string {
  const pairs: string[] = [];
  for (const section of ['query', 'extraQuery'] as const) {
    const add = (name: string, input: unknown, isNested: boolean): void => {
      // toJSON returns null for an invalid date, which is then refused below.
      const value = (input instanceof Date && input.toJSON()) || input;
      if (/^([bn]|st)/.test(typeof value))
        pairs.push(`${name.replace(/[^!-~]|[#%&+=]/gu, encodeURIComponent)}=${encodeURIComponent(value as string)}`);
      else if (value !== undefined && value !== null) {
        // Refuse any other object, because its content would be lost silently.
        if (isNested || !isPlainObjectOrArray(value))
          throw createError('invalid-request', mismatchText(`text, numbers or dates in ${section}`, kindOf(value)));
        for (const [field, each] of Object.entries(value))
          add(Array.isArray(value) ? name : `${name}[${field}]`, each, true);
      }
    };
    const parameters: object = call[section] ?? {};
    // Refuse URLSearchParams and Map, whose entries are not properties.
    if (typeof parameters !== 'object' || Symbol.iterator in parameters)
      throw createError('invalid-request', `${section} is ${kindOf(parameters)}. Pass an object.`);
    for (const [name, value] of Object.entries(parameters)) add(name, value, false);
  }
  return pairs.join('&');
}
