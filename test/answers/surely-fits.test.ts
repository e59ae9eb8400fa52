import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { answersSchema } from '../../scripts/answers/answers-schema.js';
import { surelyFits } from '../../scripts/answers/surely-fits.js';

const questions = (contract['x-unknowns'] ?? []).filter(({ answer }) => typeof answer === 'object');
const ajv = new Ajv2020({ strict: false, ownProperties: true, validateSchema: false });
addFormats.default(ajv);

/** An example of each answer, with one part of it replaced by something else. */
const anything = fc.oneof(
  fc.constantFrom('', null, 0, -1, 1.5, true, 'bare', '/a', 'a/b', {}, []),
  fc.string(),
  fc.jsonValue({ maxDepth: 2 }),
);

/** The value with another value at the place that the steps lead to. */
function replaced(value: unknown, steps: readonly number[], other: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined || typeof value !== 'object' || value === null) return other;
  const keys = Object.keys(value);
  const key = keys[step % (keys.length + 1)] ?? 'another';
  const changed = replaced((value as Record<string, unknown>)[key], rest, other);
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === key ? changed : (item as unknown)));
  return { ...value, [key]: changed };
}

describe.each(questions)('the answer to $id', (question) => {
  const schema = answersSchema([question]);
  const validate = ajv.compile(schema);
  const [example] = (question.answer as { examples: unknown[] }).examples;
  const whole = { answers: { [question.id]: { value: example, from: { by: 'us', on: '2026-11-22' } } } };

  it('fits if it is the example', () => {
    expect(surelyFits(schema, whole)).toBe(true);
  });

  it('fits only what another validator accepts', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { maxLength: 6 }), anything, (steps, other) => {
        const value = replaced(whole, steps, other);
        if (surelyFits(schema, value)) expect(validate(value)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

it.each([
  [{ not: {} }, 1],
  [{ properties: { a: { patternProperties: {} } } }, {}],
  [{ type: 'string', format: 'iri' }, 'a'],
  [{ $ref: 'https://example.com/schema.json' }, 1],
  [{ items: { if: true } }, []],
])('another validator is asked about what this one does not understand: %j', (schema, value) => {
  expect(surelyFits(schema, value)).toBe(false);
});
