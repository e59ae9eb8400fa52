import { teachOwnContract as teach } from './own-contract.js';

/** For `load-taught-contract.ts`, which knows the type of the result, so the published types need not describe it. */
export const taughtOwnContract: (file: string) => object = teach;
