import type { ShelfFault } from './behaviour.js';
import { creationFaults } from './faults/creations.js';
import { httpFaults } from './faults/http.js';
import { listFaults } from './faults/lists.js';
import { neighbourFaults } from './faults/neighbours.js';
import { refusalFaults } from './faults/refusals.js';
import { responseFaults } from './faults/responses.js';
import { updateFaults } from './faults/updates.js';
import { validationFaults } from './faults/validation.js';
import { variationFaults } from './faults/variations.js';

export { rightVariants } from './faults/right.js';

/** Every fault of the service. */
export const shelfFaults: readonly ShelfFault[] = [
  ...responseFaults,
  ...listFaults,
  ...refusalFaults,
  ...validationFaults,
  ...updateFaults,
  ...creationFaults,
  ...httpFaults,
  ...neighbourFaults,
  ...variationFaults,
];
