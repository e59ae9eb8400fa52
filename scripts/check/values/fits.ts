import { formatTests } from '../../contract/body-rules.js';
import type { Json } from '../../contract/json.js';
import { isQuickPattern, patternOf } from '../../contract/pattern.js';
import type { Schema } from '../../contract/schema.js';
import type { Resolving } from '../../contract/schema-fields.js';
import { mistakesOf, type Rule, rulesWith } from '../../contract/schema-rules.js';
import { boundedInTurn } from '../../system/bounded.js';

const known = new WeakMap<Resolving['resolve'], (schema: unknown) => Rule>();

/** Whether a value that the check has made is valid, format included. A pattern that takes too long fits nothing. */
export function fits(schema: Schema, value: Json, { resolve }: Resolving): boolean {
  const ruleOf = known.get(resolve) ?? rulesFor(resolve);
  known.set(resolve, ruleOf);
  return mistakesOf(ruleOf(schema), value).length === 0;
}

function rulesFor(resolve: Resolving['resolve']): (schema: unknown) => Rule {
  const ruleOf = rulesWith({
    resolve(ref): Rule {
      const rule = ruleOf(resolve({ $ref: ref }));
      const judged = new Set<unknown>();
      return (value, at, mistakes, evaluated) => {
        // A reference that leads back to itself allows nothing.
        if (judged.has(value)) return void mistakes.push({ pointer: at, keyword: '$ref', schema: {} });
        judged.add(value);
        try {
          rule(value, at, mistakes, evaluated);
        } finally {
          judged.delete(value);
        }
      };
    },
    formats: formatTests(),
    pattern: (text) => ({ test: (value) => matches(text, value) === true }),
    most: 0,
  });
  return ruleOf;
}

/** Whether a text has a format; true for a format that nobody knows. */
export function hasFormat(format: string, text: string): boolean {
  return fits({ format }, text, { resolve: same });
}

const same = (schema: Schema): Schema => schema;

/** Texts up to this length match quickly if the pattern has few repetitions. */
const short = 256;

/** How many texts may take too long before a pattern is no longer tried: another text may still be quick. */
const mostStops = 5;
/** The same for all patterns in one turn of the event loop: a file may have thousands. */
const mostInTurn = 20;
let stopsInTurn = 0;

const forms = new Map<string, { pattern: RegExp | undefined; stops: number }>();

/**
 * Whether a text matches a pattern of a schema; undefined if that is unknown: the pattern is invalid, or has taken too
 * long over a text. Some patterns would take years over thirty characters.
 */
export function matches(pattern: string, text: string): boolean | undefined {
  const form = forms.get(pattern) ?? { pattern: patternOf(pattern), stops: 0 };
  forms.set(pattern, form);
  if (form.pattern === undefined || form.stops >= mostStops) return undefined;
  const { pattern: expression } = form;
  if (text.length <= short && isQuickPattern(pattern)) return expression.test(text);
  if (stopsInTurn >= mostInTurn) return undefined;
  const tried = boundedInTurn(() => expression.test(text));
  if (tried.stopped === undefined) return tried.value;
  form.stops += 1;
  if (stopsInTurn === 0) setImmediate(() => (stopsInTurn = 0));
  stopsInTurn += 1;
  return undefined;
}
