import type { Fault } from '../behaviour.js';

const all: readonly Fault[] = [];

/** Every way to be wrong, or right in another way, that the sandbox knows. */
export const faults: ReadonlyMap<string, Fault> = new Map(all.map((fault) => [fault.name, fault]));

/**
 * The faults of these names, in this order.
 *
 * @throws RangeError for a name that there is no fault of
 */
export function faultsNamed(names: readonly string[]): Fault[] {
  return names.map((name) => {
    const fault = faults.get(name);
    if (!fault) throw new RangeError(`There is no fault "${name}".`);
    return fault;
  });
}
