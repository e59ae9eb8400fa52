import type { ShelfFault, Variant } from './behaviour.js';
import { creationFaults } from './faults/creations.js';
import { credentialFaults } from './faults/credentials.js';
import { httpFaults } from './faults/http.js';
import { listFaults } from './faults/lists.js';
import { methodFaults } from './faults/methods.js';
import { neighbourFaults } from './faults/neighbours.js';
import { refusalFaults } from './faults/refusals.js';
import { removalFaults } from './faults/removals.js';
import { replacementFaults } from './faults/replacements.js';
import { responseFaults } from './faults/responses.js';
import { rightVariants as rightServices } from './faults/right.js';
import { rightForms } from './faults/right-forms.js';
import { statusFaults } from './faults/statuses.js';
import { unknownIdFaults } from './faults/unknown-ids.js';
import { updateFaults } from './faults/updates.js';
import { validationFaults } from './faults/validation.js';
import { variationFaults } from './faults/variations.js';

export type { ShelfFault, Variant } from './behaviour.js';

/** Services that follow the contract, but differ from the usual one. */
export const rightVariants: readonly Variant[] = [...rightServices, ...rightForms];

/** Every fault of the service. */
export const shelfFaults: readonly ShelfFault[] = [
  ...responseFaults,
  ...listFaults,
  ...refusalFaults,
  ...statusFaults,
  ...validationFaults,
  ...updateFaults,
  ...creationFaults,
  ...httpFaults,
  ...neighbourFaults,
  ...replacementFaults,
  ...removalFaults,
  ...credentialFaults,
  ...methodFaults,
  ...variationFaults,
  ...unknownIdFaults,
];
