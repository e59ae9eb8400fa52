import { factsOf, notShown } from './fact.js';
import { property, seenValues } from './field-facts.js';

/** §3: states and transitions. */
export const states = factsOf('3', [
  seenValues('PartnerEntry', 'status', ['public', 'hidden']),
  notShown('3', 'transitions between statuses', 'entry.transitions', property('PartnerEntry', 'status')),
  notShown('3', 'states of the approval flow', 'approval.states', '/components/schemas/PartnerEntryEdit'),
]);
