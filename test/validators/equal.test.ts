import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { words } from '../words.js';
import { closedSchema } from './closed-schema.js';
import { examples, schemaNames, validatorOf } from './examples.js';

const ajv = new Ajv2020({ strict: false, strictNumbers: true, ownProperties: true });
addFormats.default(ajv);
ajv.addSchema(contract, 'contract');

/** Returns the names of the schemas that a text refers to, directly or indirectly. */
function reachedFrom(text: string, names = new Set<string>()): Set<string> {
  for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (!names.has(name)) reachedFrom(JSON.stringify(contract.components['schemas']?.[name]), names.add(name));
  }
  return names;
}
const operations = [...eachOperation(contract)].map(({ operation }) => operation);
const ofAnswers = reachedFrom(
  JSON.stringify([operations.map(({ responses }) => responses), contract.components['responses']]),
);

const compiled = new Map<string, ValidateFunction>();
/** Returns the validator that Ajv compiles from a schema. A schema that only requests use is closed. */
function ajvOf(name: string): ValidateFunction {
  const schema = (): object =>
    ofAnswers.has(name) ? { $ref: `contract#/components/schemas/${name}` } : closedSchema(name);
  const validate = compiled.get(name) ?? ajv.compile(schema());
  compiled.set(name, validate);
  return validate;
}

/** Names that some object declares, so that each is declared in one place, and undeclared in another. */
const schemas = Object.values(contract.components['schemas'] ?? {}) as { properties?: object }[];
const names = [...new Set(schemas.flatMap(({ properties }) => Object.keys(properties ?? {})))];

/** Values that some schemas accept and others reject. */
const values = fc.constantFrom<unknown>(
  ...[null, true, 0, 1.5, -1, 1e21, '', 'a b:c', [], [null], ['a', 1], JSON.parse('{"__proto__":1}')],
  ...[{}, { id: 'a' }, { title: 1 }, { nested: { more: [] } }],
  ...words`
    a ffffff 12345 /a/b //a https://example.com/a mailto:a hidden a@example.com a@b c07ef43e 2024-02-29T10:00:00Z
    c07ef43e-b5f0-44d8-8c75-5f49fec498c9 urn:uuid:c07ef43e-b5f0-44d8-8c75-5f49fec498c9 2023-02-29T10:00:00Z
  `,
);

interface Change {
  where: number;
  how: 'replace' | 'remove' | 'add' | 'repeat';
  name: string;
  value: unknown;
}

const changes = fc.array(
  fc.record<Change>({
    where: fc.nat(),
    how: fc.constantFrom('replace', 'replace', 'remove', 'add', 'repeat'),
    name: fc.constantFrom(...names, 'nowhere', '__proto__'),
    value: values,
  }),
  { minLength: 1, maxLength: 2 },
);

function applyChange(value: unknown, { where, how, name, value: newValue }: Change): unknown {
  const other = structuredClone(newValue);
  const places = [...containersOf(value)];
  if (places.length === 0) return other;
  const container = places[where % places.length] as Record<string, unknown> | unknown[];
  const keys = Object.keys(container);
  const key = keys[where % (keys.length || 1)];
  if (how === 'add' || key === undefined) {
    if (Array.isArray(container)) container.push(other);
    else Object.defineProperty(container, name, { value: other, enumerable: true, configurable: true, writable: true });
  } else if (how === 'remove') Reflect.deleteProperty(container, key);
  else if (how === 'repeat' && Array.isArray(container)) container.push(structuredClone(container[0]));
  else (container as Record<string, unknown>)[key] = other;
  return value;
}

function* containersOf(value: unknown): Iterable<object> {
  if (typeof value !== 'object' || value === null) return;
  yield value;
  for (const each of Object.values(value)) yield* containersOf(each);
}

describe('the validators', () => {
  it('exist for each schema of the contract', () => {
    expect(schemaNames.length).toBeGreaterThanOrEqual(82);
    for (const name of schemaNames) expect(validatorOf(name)['~standard'].vendor).toBe('directory-contract');
  });

  it.each(examples)('accept the example $name as a $schema', ({ schema, value }) => {
    expect(validatorOf(schema).validate(value)).toEqual({ value });
  });

  it('agree with Ajv on each changed example', { tags: 'slow' }, () => {
    let valid = 0;
    let invalid = 0;
    const judgedValues = new Set<string>();
    fc.assert(
      fc.property(fc.constantFrom(...examples), changes, ({ schema, value }, list) => {
        const changedValue = list.reduce(applyChange, structuredClone(value));
        const expected = ajvOf(schema)(changedValue);
        judgedValues.add(schema);
        if (expected) valid += 1;
        else invalid += 1;
        const { is, validate } = validatorOf(schema);
        return is(changedValue) === expected && (validate(changedValue).issues === undefined) === expected;
      }),
      { seed: 20_260_101, numRuns: 10_000 },
    );
    // Both results are frequent, so a validator with a constant result would be noticed.
    expect(Math.min(valid, invalid)).toBeGreaterThan(2000);
    expect(judgedValues.size).toBe(new Set(examples.map(({ schema }) => schema)).size);
  });
});
