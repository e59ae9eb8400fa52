import type { Json } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { fits } from './fits.js';
import { shapesOf, typesOf, type ValueContext } from './shape.js';
import { textKindOf } from './text.js';
import { hashOf, tokenOf } from './token.js';

/**
 * Returns a value that programs often lose or change on its way to a database and back, if the schema allows one: a
 * text with decomposed letters, plus signs, quotes, inner spaces and a line break, a time with an offset, a number with
 * many digits, two items with commas. Returns undefined for other schemas.
 */
export function fragileValue(schema: Schema, name: string, context: ValueContext): Json | undefined {
  const [shape] = shapesOf(schema, context);
  if (!shape || shape.enum || shape.patterns.length > 0) return undefined;
  const [type] = typesOf(shape);
  const token = tokenOf(hashOf(name, context.salt));
  const text = `${token} e\u0301 1+1 %2B "q" 'a'  two\nlines \\n 🦉 <b> &amp;`;
  const items = [`${token} b, c`, `${token} "a"; d`];
  const values: Json[] = [];
  if (type === 'number') values.push(1234567.890123, 0.12345678);
  if (type === 'array') values.push(items);
  if (type === 'string' && shape.format === 'date-time') values.push('2031-02-28T23:30:00.5-09:30');
  if (type === 'string' && shape.format === undefined && textKindOf(name) === 'prose')
    values.push(text, text.replace('\n', ' '));
  return values.find((value) => fits(schema, value, context));
}
