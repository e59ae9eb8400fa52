import { suggest } from '../../text/did-you-mean.js';
import type { SandboxFault } from '../behaviour/behaviour.js';
import { httpFaults } from './http.js';
import { refusalFaults, requestFaults } from './refusals.js';
import { refusalVariants, requestVariants } from './request-variants.js';
import { responseVariants, serverVariants } from './response-variants.js';
import { bodyFaults, responseFaults } from './responses.js';
import { listFaults, updateFaults } from './updates.js';

export const faultGroups = {
  'Mistakes in responses': responseFaults,
  'Mistakes in bodies': bodyFaults,
  'Mistakes in refusals': refusalFaults,
  'Mistakes in reading requests': requestFaults,
  'Mistakes in updates': updateFaults,
  'Mistakes in lists': listFaults,
  'Mistakes in HTTP': httpFaults,
  'Correct but unusual refusals': refusalVariants,
  'Correct but unusual ways of reading requests': requestVariants,
  'Correct but unusual responses': responseVariants,
  'Correct but unusual servers': serverVariants,
} as const;

/** The name of a fault of the sandbox, or of a valid behaviour that differs from its usual one. */
export type FaultName = (typeof faultGroups)[keyof typeof faultGroups][number]['name'];

const allFaults: readonly SandboxFault<FaultName>[] = Object.values(faultGroups).flat();

/** Every fault of the sandbox, and every valid but unusual behaviour, by name. */
export const faults: ReadonlyMap<string, SandboxFault> = new Map(allFaults.map((fault) => [fault.name, fault]));

export const faultNames: readonly FaultName[] = allFaults.map(({ name }) => name);

/** Finds the faults with these names, in this order. @throws RangeError if a name is unknown, or `names` is no list */
export function findFaults(names: readonly string[]): SandboxFault[] {
  if (!Array.isArray(names))
    throw new RangeError(`Expected a list of faults, found ${JSON.stringify(names)}. Pass a list, such as ['slow'].`);
  return names.map((name) => {
    const fault = faults.get(name);
    if (!fault) throw new RangeError(`Unknown fault "${name}". ${suggest(String(name), faultNames)}`);
    return fault;
  });
}
