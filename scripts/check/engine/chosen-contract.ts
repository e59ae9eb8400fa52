import type { CheckedContract } from '../model/contract.js';
import { ownContract } from './own-contract.js';

/**
 * The contract that servers are held against: this package's own, or that of a file, or one that was read already.
 *
 * @throws UsageError where the file is no contract
 */
export async function chosenContract(contract: string | CheckedContract | undefined): Promise<CheckedContract> {
  if (contract === undefined) return ownContract();
  // What reads and compiles other documents takes a while to load.
  return typeof contract === 'string' ? (await import('./foreign-contract.js')).readContract(contract) : contract;
}
