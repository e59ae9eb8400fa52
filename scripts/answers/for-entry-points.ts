import { teachOwnContract as teach } from './own-contract.js';

/** For `load-taught-contract.ts`, whose callers know the type of the result; the published types need not have it. */
export const taughtOwnContract: (file: string) => object = teach;
