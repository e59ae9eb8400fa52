import { type Service, serviceOf, variantsNamed } from '../service/service.js';
import { acts } from './acts.js';
import type { Behaviour, Call, Variant } from './behaviour.js';
import { contract } from './contract.js';
import { rightVariants, shelfFaults } from './faults.js';
import { stages } from './stages.js';
import { Store } from './store.js';

/**
 * Starts the service with these faults and variants. @throws RangeError for an unknown one
 *
 * @param more variants without a name, such as tenants
 */
export async function createShelfServer(
  names: readonly string[] = [],
  store: Store = new Store(),
  more: readonly Pick<Variant, 'change'>[] = [],
): Promise<Service> {
  const variants = [...variantsNamed(names, [...shelfFaults, ...rightVariants]), ...more];
  const behaviourOf = (behaviour: Behaviour): Behaviour => ({ ...stages(behaviour), ...acts(behaviour) });
  return serviceOf<Call, Behaviour>(contract, behaviourOf, variants, { store });
}
