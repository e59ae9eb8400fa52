import { getFormatTests } from '../../contract/body-rules.js';
import type { Json } from '../../contract/json.js';
import { isQuickPattern, patternOf } from '../../contract/pattern.js';
import type { Schema } from '../../contract/schema.js';
import type { SchemaResolver } from '../../contract/schema-fields.js';
import { createRules, mistakesOf, type SchemaRule, type ValueMistake } from '../../contract/schema-rules.js';
import { runWithinTurnBudget } from '../../system/time-limit.js';

const ruleCache = new WeakMap<SchemaResolver['resolve'], (schema: unknown) => SchemaRule>();

/** Whether a value fits a schema, including its format. A pattern that takes too long counts as not matched. */
export function fits(schema: Schema, value: Json, resolver: SchemaResolver): boolean {
  return mistakeIn(schema, value, resolver) === undefined;
}

/** Returns the first mistake in a value; undefined if it fits. */
export function mistakeIn(schema: Schema, value: Json, { resolve }: SchemaResolver): ValueMistake | undefined {
  const ruleOf = ruleCache.get(resolve) ?? rulesFor(resolve);
  ruleCache.set(resolve, ruleOf);
  return mistakesOf(ruleOf(schema), value)[0];
}

function rulesFor(resolve: SchemaResolver['resolve']): (schema: unknown) => SchemaRule {
  const ruleOf = createRules({
    resolve(ref): SchemaRule {
      const rule = ruleOf(resolve({ $ref: ref }));
      const activeValues = new Set<unknown>();
      return (value, pointer, mistakes, evaluatedKeys) => {
        // A reference that leads back to itself allows no value.
        if (activeValues.has(value)) return void mistakes.push({ pointer, keyword: '$ref', schema: {} });
        activeValues.add(value);
        try {
          rule(value, pointer, mistakes, evaluatedKeys);
        } finally {
          activeValues.delete(value);
        }
      };
    },
    formats: getFormatTests(),
    pattern: (text) => ({ test: (value) => matchesPattern(text, value) === true }),
    limit: 0,
  });
  return ruleOf;
}

/** Whether a string has a format. True for an unknown format. */
export function hasFormat(format: string, text: string): boolean {
  return fits({ format }, text, { resolve: identity });
}

const identity = (schema: Schema): Schema => schema;

/** Maximum length of a string that any pattern with few repetitions tests quickly. */
const maxQuickLength = 256;

/** Number of slow strings after which a pattern is not used again; until then, other strings may be quick. */
const maxSlowTexts = 5;
/** Limit of slow strings, over all patterns, in a turn of the event loop: there may be thousands of patterns. */
const maxSlowTextsInTurn = 20;
let slowTextCount = 0;

const patternStates = new Map<string, { pattern: RegExp | undefined; slowTextCount: number }>();

/** Whether a string matches a pattern; undefined if the pattern is invalid or too slow: some take years. */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  const state = patternStates.get(pattern) ?? { pattern: patternOf(pattern), slowTextCount: 0 };
  patternStates.set(pattern, state);
  if (state.pattern === undefined || state.slowTextCount >= maxSlowTexts) return undefined;
  const { pattern: expression } = state;
  if (text.length <= maxQuickLength && isQuickPattern(pattern)) return expression.test(text);
  if (slowTextCount >= maxSlowTextsInTurn) return undefined;
  const outcome = runWithinTurnBudget(() => expression.test(text));
  if (outcome.stoppedBy === undefined) return outcome.value;
  state.slowTextCount += 1;
  if (slowTextCount === 0) setImmediate(() => (slowTextCount = 0));
  slowTextCount += 1;
  return undefined;
}
