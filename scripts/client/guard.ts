import { createError, isClientError, mismatchText } from './error.js';
import type { KeyFreeTest } from './secret.js';

/** Wraps a promise so that it rejects only with a `DirectoryRequestError`, which has the name of the operation. */
export type CallGuard = <Value>(promise: Promise<Value>, operationId?: string) => Promise<Value>;

export const guards = /* @__PURE__ */ new WeakMap<object, CallGuard>();

/** Replaces errors from other code: those of the platform, openapi-fetch or a middleware may quote the key. */
export const createGuard =
  (isKeyFree: KeyFreeTest): CallGuard =>
  (promise, operationId) =>
    promise.catch((reason) => {
      const error = isClientError(reason)
        ? reason
        : reason instanceof SyntaxError
          ? // The message of a SyntaxError quotes the body.
            createError('invalid-body', mismatchText('a JSON body', 'other text. Check baseUrl'))
          : createError('invalid-request', 'The call is not valid, or a middleware threw. See error.cause.', reason);
      if (!isKeyFree(error.cause)) delete error.cause;
      throw Object.assign(error, operationId && { operationId });
    });
