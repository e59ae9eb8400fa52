import { teachOwnContract as teach } from './own-contract.js';

/** Typed as `object` to keep the result out of the published types: `load-taught-contract.ts` knows its type. */
export const taughtOwnContract: (file: string) => object = teach;
