import { isMultipleOf, multiplesAround } from '../../contract/decimal.js';
import type { Json } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { fits } from './fits.js';
import { boundsOf, itemLimit, roundingOf, sampleValue, textOfLength } from './sample.js';
import { type Shape, shapesOf, typesOf, type ValueContext } from './shape.js';
import { textsOfBranches } from './text.js';
import { hashOf, rotate } from './token.js';

/** A value with its description, such as `of 120 characters`. */
export type LabelledValue = readonly [description: string, value: Json | undefined];

/** Values at the limits that a schema sets (`edges`), and values just beyond these limits. */
interface Limits {
  edges: LabelledValue[];
  outsideValues: LabelledValue[];
  /** Empty values and 0, which the schema allows, but which programs easily confuse with no value. */
  emptyValues: LabelledValue[];
}

/** Maximum length of a string that tests a limit. A longer string would instead test other limits of the server. */
const lengthLimit = 10_000;

export function limitsOf(shape: Shape, name: string, context: ValueContext): Limits {
  const limits: Limits = { edges: [], outsideValues: [], emptyValues: [] };
  if (shape.enum) {
    const members = shape.enum as Json[];
    const numbers = members.filter((member) => typeof member === 'number');
    for (const value of rotate(members, hashOf(name, context.salt)))
      limits.edges.push([`as ${JSON.stringify(value)}`, value]);
    if (numbers.length === members.length)
      limits.outsideValues.push(['as a number that is not listed', Math.max(0, ...numbers) + 7]);
    else if (members.some((member) => typeof member === 'string'))
      limits.outsideValues.push(['as a string that is not listed', 'not-one-of-them']);
    return limits;
  }
  for (const type of typesOf(shape)) {
    if (type === 'string') addLengthLimits(limits, shape, name, context);
    if (type === 'integer' || type === 'number') addRange(limits, shape, type === 'integer');
    if (type === 'array') addCountLimits(limits, shape, name, context);
    if (type === 'object' && shape.minProperties) limits.outsideValues.push(['without a member', {}]);
  }
  return limits;
}

function addLengthLimits(limits: Limits, shape: Shape, name: string, context: ValueContext): void {
  const { edges, outsideValues, emptyValues } = limits;
  const { minLength = 0, maxLength = Infinity, format, patterns, 'x-known-values': knownValues } = shape;
  const maximum = maxLength + 1;
  for (const [branch, text] of textsOfBranches(patterns[0] ?? '', hashOf(name, context.salt)))
    edges.push([`that matches the alternative ${branch} of its pattern`, text]);
  if (maxLength < lengthLimit) {
    if (maxLength > 0) edges.push([`of ${maxLength} characters`, textOfLength(maxLength, name, context)]);
    // A long string for a URI is still a valid URI, so that only its length is wrong.
    const start = 'https://check.example.com/';
    const isUri = (format === 'uri' || format === 'url') && maximum >= start.length;
    const text = isUri ? start.padEnd(maximum, 'a') : textOfLength(maximum, name, context);
    outsideValues.push([`of ${maximum} characters, where at most ${maxLength} are allowed`, text]);
  }
  if (minLength > 0 && minLength <= lengthLimit) {
    if (minLength !== maxLength) edges.push([`of ${minLength} characters`, textOfLength(minLength, name, context)]);
    const description = `of ${minLength - 1} characters, where at least ${minLength} are required`;
    outsideValues.push([description, textOfLength(minLength - 1, name, context)]);
  }
  if (format === undefined && patterns.length === 0 && knownValues === undefined && minLength === 0)
    emptyValues.push(['as an empty string', '']);
}

function addRange({ edges, outsideValues, emptyValues }: Limits, shape: Shape, isInteger: boolean): void {
  const { least, most } = boundsOf(shape, isInteger);
  const { multipleOf: step, exclusiveMinimum, exclusiveMaximum } = shape;
  const ends = step ? [multiplesAround(least, step)[1], multiplesAround(most, step)[0]] : [least, most];
  // A Set also turns -0 into 0, as JSON.stringify would.
  const bounds = [...new Set(ends)].filter(Number.isFinite);
  for (const value of bounds) edges.push([`as ${value}`, value]);
  if (!bounds.includes(0)) emptyValues.push(['as 0', 0]);
  const [tooLow, tooHigh] = [least - 1 - 2 * roundingOf(least), most + 1 + 2 * roundingOf(most)];
  const isExact = (bound: number | undefined): bound is number => !isInteger && Math.abs(bound ?? NaN) < 2 ** 53;
  if (Number.isFinite(least))
    outsideValues.push([`below ${least}`, isExact(exclusiveMinimum) ? exclusiveMinimum : tooLow]);
  if (Number.isFinite(most))
    outsideValues.push([`above ${most}`, isExact(exclusiveMaximum) ? exclusiveMaximum : tooHigh]);
  if (step === undefined) return;
  const start = Number.isFinite(least) ? least : 0;
  const candidates = [start + 1, start + 2, start + step / 2, start + step / 3];
  outsideValues.push([`that is not a multiple of ${step}`, candidates.find((number) => !isMultipleOf(number, step))]);
}

function addCountLimits(limits: Limits, shape: Shape, name: string, context: ValueContext): void {
  const { edges, outsideValues, emptyValues } = limits;
  const { items = {}, minItems = 0, maxItems = Infinity, uniqueItems } = shape;
  const makeItems = (count: number): Json[] | undefined => {
    const counts = { minItems: count, maxItems: count };
    const list: Schema = { type: 'array', items, ...counts, ...(uniqueItems && { uniqueItems }) };
    return sampleValue(list, name, context) as Json[] | undefined;
  };
  const itemsText = (count: number): string => `of ${count} ${count === 1 ? 'item' : 'items'}`;
  if (maxItems > 0 && maxItems <= itemLimit) edges.push([itemsText(maxItems), makeItems(maxItems)]);
  if (maxItems < itemLimit)
    outsideValues.push([`of ${maxItems + 1} items, where at most ${maxItems} are allowed`, makeItems(maxItems + 1)]);
  if (minItems > 0 && minItems <= itemLimit) {
    if (minItems !== maxItems) edges.push([itemsText(minItems), makeItems(minItems)]);
    const description = `of ${minItems - 1} items, where at least ${minItems} are required`;
    outsideValues.push([description, makeItems(minItems)?.slice(0, -1)]);
  }
  if (minItems === 0) emptyValues.push(['as an empty array', []]);
  const [first, ...others] = makeItems(Math.max(1, minItems)) ?? [];
  if (uniqueItems && first !== undefined)
    outsideValues.push(['with a duplicate item', [first, first, ...others].slice(0, Math.max(2, minItems))]);
}

/** A valid value at a limit of its schema. */
interface BoundaryValue {
  about: string;
  value: Json;
  /** `success` if the schema sets the limit; else `either`, since the server may have a limit of its own. */
  expect: 'success' | 'either';
}

const maxValues = 4;

/** Returns at most four valid values at limits. Values that a server must accept come first. */
export function boundaryValues(schema: Schema, name: string, context: ValueContext): BoundaryValue[] {
  const [shape] = shapesOf(schema, context);
  if (!shape) return [];
  const { edges, emptyValues } = limitsOf(shape, name, context);
  const toBoundaryValues = (
    labelledValues: readonly LabelledValue[],
    expect: BoundaryValue['expect'],
  ): BoundaryValue[] =>
    labelledValues.flatMap(([about, value]) =>
      value !== undefined && fits(schema, value, context) ? [{ about: `${name} ${about}`, value, expect }] : [],
    );
  return [...toBoundaryValues(edges, 'success'), ...toBoundaryValues(emptyValues, 'either')].slice(0, maxValues);
}
