import { type Service, serviceOf, type Variant, variantsNamed } from '../service/service.js';
import { acting } from './acts.js';
import { habitFaults } from './archive/faults.js';
import { rightHabits } from './archive/variants.js';
import type { Behaviour, Call } from './behaviour.js';
import { contract } from './contract.js';
import { workshopFaults } from './faults.js';
import { Store } from './house.js';
import { stages } from './stages.js';
import { failsOnce, rightVariants } from './variants.js';

/**
 * Starts the service with these variants and faults. @throws RangeError for an unknown name
 *
 * @param more variants without a name, such as tenants
 */
export async function createWorkshopServer(
  names: readonly string[] = [],
  store: Store = new Store(),
  more: readonly Pick<Variant<Behaviour>, 'change'>[] = [],
): Promise<Service> {
  const variants = variantsNamed(names, [
    ...rightVariants,
    failsOnce,
    ...workshopFaults,
    ...habitFaults,
    ...rightHabits,
  ]).concat(more.map((each) => ({ name: 'more', about: 'Given by a test.', ...each })));
  const behaviourOf = (behaviour: Behaviour): Behaviour => ({ ...stages(behaviour), ...acting(behaviour) });
  return serviceOf<Call, Behaviour>(contract, behaviourOf, variants, { store });
}
