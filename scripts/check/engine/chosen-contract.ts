import type { CheckedContract } from '../model/contract.js';
import { ownContract } from './own-contract.js';

/**
 * The contract to check against: this package's own, that of a file, or one that was read already.
 *
 * @throws UsageError if the file is not a contract
 */
export async function chosenContract(contract: string | CheckedContract | undefined): Promise<CheckedContract> {
  if (contract === undefined) return ownContract();
  // Loaded late, since the compiler takes a while.
  return typeof contract === 'string' ? (await import('./foreign-contract.js')).readContract(contract) : contract;
}
