import { readYaml } from '../../answers/read-answers.js';
import type { ReadContract } from '../../sandbox/model/read-contract.js';
import { readScenario, ScenarioMistake } from '../../sandbox/scenario/read-scenario.js';
import type { ScenarioRule } from '../../sandbox/scenario/rules.js';
import { UsageError } from '../../text/usage-error.js';

/**
 * Reads the rules of a scenario.
 *
 * @throws UsageError with file, line and column for the first mistake
 */
export function readScenarioFile(file: string, contract: ReadContract): ScenarioRule[] {
  const { value, placeOf } = readYaml(file, 'a scenario');
  try {
    readScenario(value, contract);
  } catch (error) {
    if (error instanceof ScenarioMistake) throw new UsageError(`${placeOf(error.pointer)}: ${error.reason}`);
    throw error;
  }
  return value as ScenarioRule[];
}
