import { escapeToken } from '../../contract/pointer.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { derivedValue } from '../derived-value.js';
import { everyField } from '../fields.js';
import { mendExamples } from '../mended-examples.js';
import { mistake } from '../mistake.js';
import { reflectionsOf } from '../reflections.js';
import { single } from '../single.js';

/** The most characters of texts, by `Schema.field`. */
export const limitsFieldLengths = single<Record<string, number>>(({ draft, question, value, keepOpen }) => {
  const fields = everyField(draft);
  for (const [label, length] of Object.entries(value)) {
    const pointer = `/value/${escapeToken(label)}`;
    const { owner, name } = fields.get(label) ?? {};
    const field = owner?.properties?.[name ?? ''];
    if (!field) throw mistake(pointer, 'a field of a schema', label, didYouMean(label, [...fields.keys()]));
    if (![field.type].flat().includes('string'))
      throw mistake(
        pointer,
        'a field that contains a text',
        label,
        `It contains ${String(field.type ?? 'an object')}.`,
      );
    field.maxLength = length;
    if (derivedValue(draft.document, field, name ?? '', '') === undefined)
      throw mistake(pointer, 'a length that some value of the field has', length, 'Write a larger number.');
    // What a response cannot show, no request can store.
    for (const { sent, shown } of reflectionsOf(draft))
      if (shown === field) sent.maxLength = Math.min(length, sent.maxLength ?? length);
    draft.settle(field, question);
  }
  mendExamples(draft.document);
  keepOpen();
});
