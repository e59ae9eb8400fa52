import { UsageError } from '../../../text/usage-error.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckOptions } from '../../model/options.js';
import type { NetworkOptions } from '../../transport/network.js';
import { ownContract } from './own-contract.js';

/** @throws UsageError if the file is no contract, or if answers have a mistake or are used with another contract */
export async function chooseContract(
  options: Pick<CheckOptions, 'contract' | 'answers'> & NetworkOptions,
): Promise<CheckedContract> {
  const { contract, answers } = options;
  refuseAnswersWithContract(options);
  // The module is imported only when needed, since loading the compiler takes a while.
  if (answers !== undefined) return (await import('./taught-contract.js')).readContractWithAnswers(answers);
  if (contract === undefined) return ownContract();
  if (typeof contract !== 'string') return contract;
  return (await import('./foreign-contract.js')).loadContract(contract, options);
}

/** @throws UsageError if answers are used together with another contract */
export function refuseAnswersWithContract({ contract, answers }: Pick<CheckOptions, 'contract' | 'answers'>): void {
  if (contract === undefined || answers === undefined) return;
  throw new UsageError(
    'Answers are only for the contract of this package, so they cannot be used with another contract. Give either ' +
      'the answers or the other contract, not both.',
  );
}
