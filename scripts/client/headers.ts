import { createError, type DirectoryRequestErrorCode, kindOf } from './error.js';
import type { CallSettings } from './types.js';

/**
 * Returns headers as they are if each has a value: `new Headers` would send the text "undefined" or "null" for others.
 *
 * @throws DirectoryRequestError with this code
 */
export function checkHeaders(headers: CallSettings['headers'], code: DirectoryRequestErrorCode): typeof headers {
  for (const [name, value] of Object.entries(headers ?? {}))
    if ((value ?? null) === null)
      throw createError(code, `headers.${name} is ${kindOf(value)}. Pass a string, or leave it out.`);
  return headers;
}
