import { escapeToken } from '../../contract/pointer.js';
import type { SchemaPart } from '../draft.js';
import { everyField } from '../fields.js';
import { givenSchema } from '../given-schema.js';
import { mendExamples } from '../mended-examples.js';
import { dropWrongReflections } from '../reflections.js';
import { single } from '../single.js';

/** Keywords that the contract keeps if the answer has none of its own. */
const kept = ['description', 'x-interpreted', 'x-reflected-as', 'x-unknown', 'x-answered'] as const;

/** The types of fields that the description names without a type, as `Schema.field`. */
export const resourceItemsTypes = single<Record<string, object>>(({ draft, question, value, keepOpen }) => {
  const fields = everyField(draft);
  for (const [label, given] of Object.entries(value)) {
    const { owner, name } = fields.get(label) ?? { owner: {}, name: '' };
    const old = owner.properties?.[name] ?? {};
    const notes = Object.fromEntries(kept.flatMap((key) => (old[key] === undefined ? [] : [[key, old[key]]])));
    const field: SchemaPart = { ...notes, ...givenSchema(draft, given, name, `/value/${escapeToken(label)}`) };
    draft.settle(field, question);
    (owner.properties as Record<string, SchemaPart>)[name] = field;
  }
  mendExamples(draft.document);
  dropWrongReflections(draft);
  keepOpen();
});
