import { isObject } from '../../contract/json.js';
import { escapeToken, parsePointer } from '../../contract/pointer.js';
import { changeValues, invent } from '../example-values.js';
import { mistake } from '../mistake.js';
import { single } from '../single.js';

const schema = 'EntryCertification';

/** The integer field that shows the position of a certification, or a sentence about where it comes from. */
export const certificationsPosition = single<string | { field: string }>(({ draft, question, value }) => {
  if (typeof value === 'string') return undefined;
  const { field } = value;
  const properties = draft.schema(schema).properties ?? {};
  const known = Object.hasOwn(properties, field) ? properties[field] : undefined;
  if (known && known.type !== 'integer') {
    const advice = `§2.1 states that ${JSON.stringify(field)} is of type ${String(known.type)}. Name another field.`;
    throw mistake('/value/field', 'the name of a field with an integer', field, advice);
  }
  if (known) return undefined;
  properties[field] = { type: 'integer', description: 'Position of the certification in its list.' };
  draft.settle(properties[field], question);
  changeValues(draft.document, schema, (shown, { pointer, ...place }) => {
    if (!isObject(shown)) return shown;
    invent({ ...place, pointer: `${pointer}/${escapeToken(field)}` });
    return { ...shown, [field]: Number(parsePointer(pointer).at(-1)) + 1 };
  });
  return undefined;
});
