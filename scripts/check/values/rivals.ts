import type { Schema } from '../../contract/schema.js';
import type { ValueContext } from './context.js';
import { schemaOf, targetOf } from './shape.js';

/** How descriptions say that a field excludes others: `Only one of url and path may be specified.` */
const excludes = /\b(?:only|exactly|at most) one of\b|\bmutually exclusive\b|\bcannot be (?:combined|used together)\b/i;
const excludesAll = /\bmutually exclusive\b/i;

/** Whether a property may not be in the same object as one before, by what its description says. */
export function isRival(
  [name, schema]: readonly [string, Schema],
  before: readonly (readonly [string, Schema])[],
  context: ValueContext,
): boolean {
  const own = textOf(schema, context);
  if (before.length === 0 || !excludes.test(own)) return false;
  return before.some(([other, each]) => {
    const text = textOf(each, context);
    if (!excludes.test(text)) return false;
    return names(own, other) || names(text, name) || (own === text && excludesAll.test(own));
  });
}

function textOf(schema: Schema, context: ValueContext): string {
  const own = schemaOf(schema) as { description?: unknown };
  const { description } = own.description === undefined ? (targetOf(schemaOf(schema), context) as typeof own) : own;
  return typeof description === 'string' ? description : '';
}

/** Whether a description names a property as a whole word. */
function names(text: string, name: string): boolean {
  return text.split(/[^\w-]+/).includes(name);
}
