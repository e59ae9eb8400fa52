import { failure, isOwn, unlike } from './error.js';
import type { IsFree } from './secret.js';

/** Lets a part of a call reject only with a `DirectoryRequestError`, which has the name of the operation. */
export type Guard = <Value>(running: Promise<Value>, operationId?: string) => Promise<Value>;

/** For each client, its guard. */
export const guards = /* @__PURE__ */ new WeakMap<object, Guard>();

/** Wraps foreign errors: the platform, openapi-fetch or a middleware may quote the arguments, and so the key. */
export const guardWith =
  (isFree: IsFree): Guard =>
  (running, operationId) =>
    running.catch((thrown) => {
      const error = isOwn(thrown)
        ? thrown
        : thrown instanceof SyntaxError
          ? // The message of a SyntaxError quotes the body.
            failure('invalid-body', unlike('a JSON body', 'other text. Check baseUrl and server'))
          : failure('invalid-request', 'The call is not valid, or a middleware threw. See cause.', thrown);
      if (!isFree(error.cause)) delete error.cause;
      throw Object.assign(error, operationId && { operationId });
    });
