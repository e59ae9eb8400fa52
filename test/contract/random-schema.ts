import fc from 'fast-check';

const names = ['a', 'b', 'ab'];
const count = fc.nat(3);
const text = fc.constantFrom('', 'a', 'ab', 'abc', '👩', '2024-02-29', 'a@example.com', 'https://example.com');
const plainArbitrary = fc.oneof(fc.constantFrom<unknown>(null, true, false, 0, 1, 2, 1.5, -1), text);
export const randomValue = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    plainArbitrary,
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...names, 'c'), tie('any'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).any;

/** Random schemas with each keyword that Ajv judges as the standard says, and with references to each other. */
const schema = fc.letrec((tie) => {
  const innerArbitrary = tie('any');
  const fields = fc.dictionary(fc.constantFrom(...names), innerArbitrary, { maxKeys: 3 });
  const list = fc.array(innerArbitrary, { minLength: 1, maxLength: 3 });
  const types = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'];
  const keywords: Record<string, fc.Arbitrary<unknown>> = {
    type: fc.oneof(fc.constantFrom(...types), fc.uniqueArray(fc.constantFrom(...types), { minLength: 1 })),
    const: randomValue,
    enum: fc.uniqueArray(randomValue, { minLength: 1, maxLength: 3, selector: (each) => JSON.stringify(each) }),
    format: fc.constantFrom('date', 'email', 'uri', 'uuid', 'int32', 'regex', 'unheard-of'),
    minimum: count,
    maximum: count,
    exclusiveMinimum: count,
    exclusiveMaximum: count,
    multipleOf: fc.constantFrom(1, 0.5, 2),
    minLength: count,
    maxLength: count,
    pattern: fc.constantFrom('^a', 'b', '^.$'),
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    minProperties: count,
    maxProperties: count,
    required: fc.uniqueArray(fc.constantFrom(...names)),
    dependentRequired: fc.dictionary(fc.constantFrom(...names), fc.uniqueArray(fc.constantFrom(...names)), {
      maxKeys: 2,
    }),
    $ref: fc.constant('#/$defs/Other'),
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: innerArbitrary,
    if: innerArbitrary,
    then: innerArbitrary,
    else: innerArbitrary,
    dependentSchemas: fields,
    propertyNames: innerArbitrary,
    properties: fields,
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'b'), innerArbitrary, { maxKeys: 2 }),
    additionalProperties: innerArbitrary,
    prefixItems: list,
    items: innerArbitrary,
  };
  const subset = fc.uniqueArray(fc.constantFrom(...Object.keys(keywords)), { minLength: 1, maxLength: 4 });
  const object = subset.chain((chosenValues) =>
    fc.record(Object.fromEntries(chosenValues.map((each) => [each, keywords[each] as fc.Arbitrary<unknown>]))),
  );
  return { any: fc.oneof({ maxDepth: 2 }, { arbitrary: fc.boolean(), weight: 1 }, { arbitrary: object, weight: 6 }) };
}).any;

/** A random schema, and another schema that it may refer to as `#/$defs/Other`. */
export const randomSchema = fc.record({
  schema,
  other: fc.oneof(fc.constant({ type: 'string' }), fc.constant({ properties: { a: true } })),
});
