import { isObject, type Json } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import type { ValueContext } from '../values/context.js';
import { fits } from '../values/fits.js';
import { sampleValue } from '../values/sample.js';
import { shapesOf, targetOf } from '../values/shape.js';

/** A part of a body that may be of several kinds, and one of them. */
export interface Choice {
  path: readonly string[];
  schema: Schema;
}

/** Parts below a body to look into. */
const deepest = 4;

/** Returns what parts of a body may be instead: other branches and other words, those with the fewest others first. */
export function choicesIn(schema: Schema, body: Json, context: ValueContext): Choice[] {
  return optionsIn(schema, body, context)
    .map(({ others }) => others)
    .sort((one, other) => one.length - other.length)
    .flat();
}

/** Returns the branches and the words that a body has, where it could have others. */
export function formsIn(schema: Schema, body: Json, context: ValueContext): Choice[] {
  return optionsIn(schema, body, context).map(({ own }) => own);
}

/** What a part of a body is, and what it may be instead; parts come before the parts below them. */
interface Options {
  own: Choice;
  others: Choice[];
}

function optionsIn(schema: Schema, body: Json, context: ValueContext): Options[] {
  const found: Options[] = [];
  const walk = (node: Schema, value: Json, path: readonly string[]): void => {
    const add = (own: Schema, all: readonly Schema[]): void => {
      const others = all.filter((each) => each !== own).map((each) => ({ path, schema: each }));
      if (others.length > 0) found.push({ own: { path, schema: own }, others });
    };
    const target = targetOf(node, context);
    const branches = (target.oneOf ?? target.anyOf ?? []).filter((branch) => targetOf(branch, context).type !== 'null');
    const branch = branches.find((each) => fits(each, value, context));
    if (branch) add(branch, branches);
    const [shape] = shapesOf(branch ?? target, context);
    const words = (shape?.enum ?? []).filter((word) => word !== null).map((word) => ({ const: word }));
    const word = words.find((each) => each.const === value);
    if (word) add(word, words);
    if (!isObject(value) || path.length >= deepest) return;
    for (const [name, below] of Object.entries(value))
      walk(shape?.properties[name] ?? {}, below as Json, [...path, name]);
  };
  walk(schema, body, []);
  return found;
}

/** The body with other kinds of parts. */
export function chosen(body: Json, choices: readonly Choice[], context: ValueContext): Json {
  return choices.reduce((whole, choice) => placed(whole, choice.path, choice, context), body);
}

function placed(body: Json, [name, ...rest]: readonly string[], choice: Choice, context: ValueContext): Json {
  if (name === undefined) return sampleValue(choice.schema, choice.path.at(-1) ?? 'body', context) ?? body;
  if (!isObject(body) || !Object.hasOwn(body, name)) return body;
  return { ...body, [name]: placed(body[name] as Json, rest, choice, context) } as Json;
}

/** The body without what parts of it need not have, as far as `isKept` does not keep it. */
export function pruned(
  schema: Schema,
  body: Json,
  context: ValueContext,
  isKept: (name: string, value: Json) => boolean,
  depth = 0,
): Json {
  const shape = shapesOf(schema, context).find(
    ({ properties }) => isObject(body) && Object.keys(body).every((name) => Object.hasOwn(properties, name)),
  );
  if (!isObject(body) || !shape) return body;
  const kept = Object.entries(body).filter(
    ([name, value]) => depth === 0 || shape.required.includes(name) || isKept(name, value as Json),
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      pruned(shape.properties[name] ?? {}, value as Json, context, isKept, depth + 1),
    ]),
  );
}
