import { mendExamples } from '../mended-examples.js';
import { requireField } from '../required-fields.js';
import { single } from '../single.js';

/** Whether every item of a list in an entry has an `order`. */
export const orderPresence = single<boolean>(({ draft, question, value }) => {
  for (const schema of Object.values(draft.schemas)) {
    if (value && schema.properties?.['order']?.['x-unknown']?.includes(question)) requireField(schema, 'order');
  }
  mendExamples(draft.document);
  return undefined;
});
