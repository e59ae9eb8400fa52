import { type Service, serviceOf, variantsNamed } from '../service/service.js';
import { acts } from './acts.js';
import type { Behaviour, Call } from './behaviour.js';
import { contract } from './contract.js';
import { rightVariants, shelfFaults } from './faults.js';
import { stages } from './stages.js';
import { Store } from './store.js';

/** Starts the service with these faults and variants. @throws RangeError for an unknown one */
export async function createShelfServer(names: readonly string[] = []): Promise<Service> {
  const variants = variantsNamed(names, [...shelfFaults, ...rightVariants]);
  const behaviourOf = (behaviour: Behaviour): Behaviour => ({ ...stages(behaviour), ...acts(behaviour) });
  return serviceOf<Call, Behaviour>(contract, behaviourOf, variants, { store: new Store() });
}
