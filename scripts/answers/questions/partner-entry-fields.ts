import { escapeToken } from '../../contract/pointer.js';
import { mistake } from '../mistake.js';
import { addFields } from '../object-shape.js';
import { single } from '../single.js';

const schema = 'PartnerEntry';

/** Further fields of a partner entry, by name. */
export const partnerEntryFields = single<Record<string, object>>(({ draft, question, value }) => {
  const known = draft.schema(schema).properties ?? {};
  const taken = Object.keys(value).find((name) => Object.hasOwn(known, name));
  if (taken !== undefined) {
    const advice = `§2.1 states ${JSON.stringify(taken)}. Remove it here.`;
    throw mistake(`/value/${escapeToken(taken)}`, 'a field that the contract lacks', taken, advice);
  }
  addFields(draft, question, [{ schema, properties: value, pointer: '/value' }]);
  return undefined;
});
