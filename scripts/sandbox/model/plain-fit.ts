import { stoppablePattern } from '../../contract/pattern.js';
import type { Schema } from '../../contract/schema.js';
import { mistakesOf, type Rule, rulesWith } from '../../contract/schema-rules.js';

const plain = [
  ...['type', 'enum', 'const', 'minLength', 'maxLength', 'pattern', 'minItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
];

const rules = new WeakMap<Schema, Rule>();

/**
 * Whether a value has the type that a schema names, and fits the keywords for plain values. A format is not tested; the
 * inside of objects and arrays is not, either.
 *
 * @throws SlowPattern
 */
export function fitsPlainly(schema: Schema, value: unknown): boolean {
  const rule = rules.get(schema) ?? plainRule(schema);
  rules.set(schema, rule);
  return mistakesOf(rule, value).length === 0;
}

function plainRule(schema: Schema): Rule {
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => plain.includes(keyword)));
  return rulesWith({ resolve: () => true, formats: {}, pattern: (text) => stoppablePattern(text), most: 0 })(kept);
}
