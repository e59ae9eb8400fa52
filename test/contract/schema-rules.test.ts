import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readContract } from '../../scripts/check/engine/contract/foreign-contract.js';
import { createDocumentRules, findSchemaErrors } from '../../scripts/contract/body-rules.js';
import { formats } from '../../scripts/contract/schema-keywords.js';
import { temporaryFile } from '../temporary-folder.js';
import { yamlBeside } from '../yaml-beside.js';
import { randomSchema, randomValue } from './random-schema.js';

it('the formats of the rules are the formats of Ajv', () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  expect([...formats].sort()).toEqual(Object.keys(ajv.formats).sort());
});

describe('the rules of a schema', () => {
  it('give the verdict of Ajv, for random schemas and values', { tags: 'slow' }, () => {
    const counts = { fits: 0, fails: 0 };
    fc.assert(
      fc.property(randomSchema, fc.array(randomValue, { minLength: 3, maxLength: 12 }), ({ schema, other }, values) => {
        const whole = { $defs: { Other: other }, allOf: [schema] };
        const ajv = addFormats.default(
          new Ajv2020({ strict: false, ownProperties: true, validateSchema: false, logger: false }),
        );
        // The schemas here do not use these keywords, and Ajv throws for some schemas if it checks them.
        ajv.opts.unevaluated = false;
        const validate = ajv.compile(whole);
        const rule = createDocumentRules(whole)(whole);
        for (const value of values) {
          const isRight = findSchemaErrors(rule, value).length === 0;
          counts[isRight ? 'fits' : 'fails'] += 1;
          expect(isRight, JSON.stringify([whole, value])).toBe(validate(value));
        }
      }),
      { seed: 20_260_101, numRuns: 1500 },
    );
    expect(Math.min(counts.fits, counts.fails)).toBeGreaterThan(1000);
  });
});

interface Row {
  schema: object;
  fits: readonly unknown[];
  fails: readonly unknown[];
}

function expectVerdicts({ schema, fits, fails }: Row): void {
  const rule = createDocumentRules(schema)(schema);
  const isRight = (each: unknown): boolean => findSchemaErrors(rule, each).length === 0;
  expect(fits.filter((fit) => !isRight(fit))).toEqual([]);
  expect(fails.filter(isRight)).toEqual([]);
}

describe('the rules for numbers', () => {
  it.each([
    [{ multipleOf: 0.01 }, [19.99, 4.35, -4.35, 0, 1e21, 8.1e-1], [19.999, 4.355, 1e-7]],
    [{ multipleOf: 0.0000001 }, [0.0000003, 1e-7, 123.4567891], [3e-8, 1.5e-7]],
    [{ multipleOf: 1e-8 }, [1e-8, 0.12345678], [1e-9, 0.123456789]],
    [{ multipleOf: 2.5 }, [7.5, 1e300], [7, -1e-300]],
    [{ multipleOf: 3 }, [9007199254740990], [9007199254740991, 9007199254740989]],
    // The documents contain 9007199254740993 and 9223372036854775807, which are multiples of 3 and of 7.
    [{ multipleOf: 3 }, [Number('9007199254740993')], []],
    [{ multipleOf: 7 }, [Number('9223372036854775807')], []],
    [{ multipleOf: 10_000 }, [Number('9223372036854770000')], [Number('9223372036854775807')]],
    [{ exclusiveMaximum: Number('9223372036854775808') }, [Number('9223372036854775807'), 1], [1e19]],
    [{ exclusiveMinimum: 4.35 }, [4.36], [4.35]],
  ])('for %j use the decimal digits', (schema, fits, fails) => expectVerdicts({ schema, fits, fails }));
});

describe('items and fields that other keywords have evaluated: the verdict is right for', () => {
  it.each(yamlBeside<Row[]>(import.meta.url, 'evaluated.yaml'))('$schema', expectVerdicts);
});

describe('the text of a foreign contract', () => {
  /** Returns the number of mistakes in a response whose schema is Thing. */
  function mistakesIn(value: unknown, thing: object): number | undefined {
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } };
    const get = { operationId: 'getThing', responses: { 200: { description: 'It.', content } } };
    const paths = { '/thing': { get } };
    const head = { openapi: '3.1.0', info: { title: 'Things', version: '1' } };
    const document = { ...head, paths, components: { schemas: { Thing: thing } } };
    const { judge, operations } = readContract(temporaryFile('contract.json', JSON.stringify(document)));
    return operations[0] && judge.response(operations[0], '200', value, 'application/json').length;
  }

  it('does not become code even if it looks like code of Ajv', () => {
    const text = 'vErrors = vErrors.concat(x.errors); for(let i=0;;){ ,parentData /*# sourceURL="x" */; "0"';
    const thing = { required: [text], properties: { [text]: { const: text }, 'for(': { type: 'array' } } };
    expect(mistakesIn({ [text]: text, 'for(': [] }, thing)).toBe(0);
    expect(mistakesIn({ [text]: 'another', 'for(': 1 }, thing)).toBe(2);
  });

  it('does not run even if the id of a schema ends a comment', () => {
    const thing = { $id: '*/;globalThis.ran=true;/*', type: 'object', properties: { part: { $ref: '#' } } };
    expect(mistakesIn({ part: 1 }, thing)).toBe(1);
    expect(globalThis).not.toHaveProperty('ran');
  });
});
