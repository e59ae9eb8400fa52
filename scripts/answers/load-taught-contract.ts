import type { TaughtOwnContract } from './own-contract.js';

/**
 * Applies the answers in a file to the contract of this package, in Node.js only. The code that reads answers is large.
 * Modules for browsers load it from the package at run time, so that no bundler includes it.
 *
 * @throws Error with file, line and column for a mistake in the file, or outside of Node.js
 */
export function loadTaughtContract(file: string): TaughtOwnContract {
  const { createRequire } = globalThis.process?.getBuiltinModule?.('module') ?? {};
  if (!createRequire) throw new Error('The option answers reads a file, so it needs Node.js 20.19 or later.');
  const { taughtOwnContract } = createRequire(import.meta.url)('directory-contract/check') as {
    taughtOwnContract: (file: string) => TaughtOwnContract;
  };
  return taughtOwnContract(file);
}
