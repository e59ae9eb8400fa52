import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fits } from '../../scripts/check/values/fits.js';
import { findWitness, valueContext } from '../../scripts/check/values/witness.js';
import type { Json } from '../../scripts/contract/json.js';
import { createSchemaResolver } from '../../scripts/contract/references.js';
import type { Schema } from '../../scripts/contract/schema.js';
import { diffContracts } from '../../scripts/diff/diff.js';
import { amountOf, randomSeed } from '../sample.js';

/** Number of pairs that each direction compares. */
const count = amountOf('diffPairs');

const texts = fc.constantFrom('a', 'b', 'ab', '');
const numbers = fc.integer({ min: -3, max: 6 });
const counts = fc.integer({ min: 0, max: 3 });
const names = fc.constantFrom('a', 'b', 'c');

/** Schemas of few names and small numbers, so that two of them often allow nearly the same values. */
const { schema: schemas } = fc.letrec<{ schema: object }>((tie) => {
  const inner = tie('schema');
  const some = (keywords: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> =>
    fc.record(keywords, { requiredKeys: [] });
  const string = some({
    minLength: counts,
    maxLength: counts,
    pattern: fc.constantFrom('^a', 'b$', '^[0-9]+$', '^\\d+$'),
    format: fc.constantFrom('uuid', 'date'),
    enum: fc.uniqueArray(texts, { minLength: 1 }),
  }).map((rest) => ({ type: 'string', ...rest }));
  const number = fc
    .tuple(
      fc.constantFrom('integer', 'number'),
      some({
        minimum: numbers,
        maximum: numbers,
        exclusiveMinimum: numbers,
        exclusiveMaximum: numbers,
        multipleOf: fc.constantFrom(1, 2, 0.5),
      }),
    )
    .map(([type, rest]) => ({ type, ...rest }));
  const array = some({
    items: inner,
    minItems: counts,
    maxItems: counts,
    uniqueItems: fc.boolean(),
    prefixItems: fc.array(inner, { minLength: 1, maxLength: 2 }),
    contains: inner,
  }).map((rest) => ({ type: 'array', ...rest }));
  const object = some({
    properties: fc.dictionary(names, inner, { maxKeys: 3 }),
    required: fc.uniqueArray(names),
    additionalProperties: fc.oneof(fc.boolean(), inner),
    minProperties: counts,
    maxProperties: counts,
    dependentRequired: fc.dictionary(names, fc.uniqueArray(names), { maxKeys: 1 }),
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'b'), inner, { maxKeys: 1 }),
  }).map((rest) => ({ type: 'object', ...rest }));
  const list = fc.array(inner, { minLength: 1, maxLength: 3 });
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.constantFrom(
        {},
        { type: 'boolean' },
        { type: 'null' },
        { type: ['string', 'null'] },
        { const: 'a' },
        { enum: [1, 'a', null] },
      ),
      string,
      number,
      array,
      object,
      some({ anyOf: list, oneOf: list, allOf: list }),
      fc.tuple(object, some({ anyOf: list, oneOf: list, allOf: list, not: inner })).map(([a, b]) => ({ ...a, ...b })),
      some({ not: inner, if: inner, then: inner, else: inner }),
      fc.constantFrom({ $ref: '#/components/schemas/Node' }, { $ref: '#/components/schemas/Leaf' }),
    ),
  };
});

const components = {
  Node: {
    type: 'object',
    properties: { a: { $ref: '#/components/schemas/Leaf' }, b: { $ref: '#/components/schemas/Node' } },
  },
  Leaf: { type: ['string', 'integer'], maxLength: 2, maximum: 4 },
};

/** A schema, and the same with one part that differs, or with another spelling; or two unrelated schemas. */
const pairs = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(schemas, fc.nat(), schemas)
      .map(([schema, place, part]) => [schema, withPart(schema, place, part)] as const),
  },
  { weight: 1, arbitrary: fc.tuple(schemas, schemas) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(schemas, schemas)
      .chain(([schema, other]) =>
        fc.constantFrom<readonly [object, object]>(
          [schema, { allOf: [schema] }],
          [schema, { anyOf: [schema, other] }],
          [{ anyOf: [schema, other] }, { anyOf: [other, schema] }],
          [{ allOf: [schema, other] }, schema],
          [schema, { oneOf: [schema, other] }],
        ),
      ),
  },
);

/** Replaces one of the values inside of a schema. */
function withPart(schema: object, place: number, part: object): object {
  const copy = structuredClone(schema) as Record<string, unknown>;
  const places: [holder: Record<string, unknown>, key: string][] = [];
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const key of Object.keys(node)) {
      places.push([node as Record<string, unknown>, key]);
      collect((node as Record<string, unknown>)[key]);
    }
  };
  collect(copy);
  const [holder, key] = places[place % Math.max(1, places.length)] ?? [copy, 'not'];
  const old = holder[key];
  if (Array.isArray(holder) && typeof old !== 'object') holder.splice(Number(key), 1);
  else if (typeof old === 'number') holder[key] = Math.max(key === 'multipleOf' ? 1 : 0, old + ((place % 3) - 1));
  else if (typeof old !== 'object' || Array.isArray(old) || /properties|dependent/i.test(key)) delete holder[key];
  else holder[key] = part;
  return copy;
}

/** The paths of all fields that a schema lists, sorted. */
function namesIn(schema: unknown, at = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const names = Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === '$ref' && String(value).endsWith('/Node')) return namesIn({ properties: { a: {}, b: {} } }, at);
    if (keyword === 'properties')
      return Object.entries(value as object).flatMap(([name, each]) => [
        `${at}.${name}`,
        ...namesIn(each, `${at}.${name}`),
      ]);
    const isOfParts = /items|contains|additional|pattern/i.test(keyword);
    return namesIn(value, isOfParts ? `${at}[]` : at);
  });
  return [...new Set(names)].sort();
}

function documentOf(schema: object, place: 'request' | 'response'): Record<string, unknown> {
  const content = { 'application/json': { schema } };
  const operation = {
    operationId: 'doIt',
    ...(place === 'request' && { requestBody: { content } }),
    responses: { 200: { description: 'Fine.', ...(place === 'response' && { content }) } },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Random', version: '1.0.0' },
    paths: { '/it/': { post: operation } },
    components: { schemas: components },
  };
}

it.each(['request', 'response'] as const)(
  'no change of a %s that is called compatible has a value that it breaks',
  { timeout: 3_600_000 },
  (place) => {
    const seed = randomSeed(3);
    let compatible = 0;
    let undecided = 0;
    fc.assert(
      fc.property(pairs, ([old, current]) => {
        const [before, after] = [documentOf(old, place), documentOf(current, place)];
        const { changes } = diffContracts(JSON.stringify(before), JSON.stringify(after));
        const breaking = changes.filter(({ effect, codeOnly }) => effect === 'breaking' && !codeOnly);
        undecided += Number(breaking.some(({ isUndecided }) => isUndecided));
        // A name that only one of the schemas lists is no value of either.
        const isOfNames = namesIn(old).join() === namesIn(current).join();
        if (breaking.length > 0 || !isOfNames) return;
        compatible += 1;
        const [inner, outer] = place === 'request' ? [before, after] : [after, before];
        const placedIn = (document: object, schema: object) => ({
          schema,
          context: valueContext(createSchemaResolver(document)),
        });
        const [from, to] = [
          placedIn(inner, place === 'request' ? old : current),
          placedIn(outer, place === 'request' ? current : old),
        ];
        const witness = findWitness(from, to, 'value');
        expect(witness, JSON.stringify([old, current])).toBeUndefined();
        const values = fc.sample(fc.jsonValue({ maxDepth: 2 }), { numRuns: 30, seed });
        const broken = (values as Json[]).find(
          (value) => fits(from.schema as Schema, value, from.context) && !fits(to.schema as Schema, value, to.context),
        );
        expect(broken, JSON.stringify([old, current])).toBeUndefined();
      }),
      { seed, numRuns: count },
    );
    console.log(`${place}, seed ${seed}: ${compatible} of ${count} pairs are compatible, ${undecided} undecided.`);
    expect(compatible).toBeGreaterThan(count / 10);
  },
);
