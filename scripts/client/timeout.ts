import { createError, type DirectoryRequestErrorCode } from './error.js';

/** Checks that a timer can wait for this number of milliseconds. @throws DirectoryRequestError with this code */
export function checkTimeout(value: unknown, code: DirectoryRequestErrorCode): void {
  if (typeof value !== 'number' || !(value > 0 && value < 2 ** 31))
    throw createError(code, 'timeout is not from 1 to 2147483647 ms.');
}
