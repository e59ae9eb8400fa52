import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { downgradeDocument } from '../../scripts/build/artefacts/downgrade.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { isObject } from '../../scripts/contract/json.js';
import type { Schema } from '../../scripts/contract/schema.js';
import { nodesOf } from '../../scripts/contract/walk.js';
import { randomSchema, randomValue } from '../contract/random-schema.js';
import { yamlBeside } from '../yaml-beside.js';

const head = { openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths: {} };
const documentWith = (schemas: object): OpenApiDocument => ({ ...head, components: { schemas } }) as never;

/** Ajv does not support draft 4, but only lacks its boolean flags for exclusive limits. */
function withNumericLimits(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNumericLimits);
  if (!isObject(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withNumericLimits(each)]));
  for (const [limit, flag] of Object.entries({ minimum: 'exclusiveMinimum', maximum: 'exclusiveMaximum' })) {
    if (copy[flag] === true) copy[flag] = copy[limit];
    else if (copy[flag] === false) delete copy[flag];
  }
  return copy;
}

const options = { strict: false, ownProperties: true, validateSchema: false, logger: false } as const;

/** The schema of documents of OpenAPI 3.0. */
const {
  id: _,
  $schema: _dialect,
  ...schema30
} = JSON.parse(
  readFileSync('node_modules/@stoplight/spectral-rulesets/dist/oas/schemas/oas/v3.0.json', 'utf8'),
) as Record<string, unknown>;
const isDocument30 = addFormats.default(new Ajv(options)).compile(withNumericLimits(schema30) as object);

function expectDocument30(document: object): void {
  expect([isDocument30(document), isDocument30.errors]).toEqual([true, null]);
}

/** Keywords without an equivalent in 3.0. */
const lostValues = words(
  'prefixItems propertyNames patternProperties dependentRequired dependentSchemas if then else unevaluatedItems',
);

function words(text: string): Set<string> {
  return new Set(text.split(' '));
}

describe('a schema in OpenAPI 3.0', () => {
  it.each(yamlBeside<[object, object][]>(import.meta.url, 'downgrade.yaml'))(
    'instead of %j is %j',
    (schema, expected) => {
      const document = downgradeDocument(documentWith({ Thing: schema, Other: { type: 'string' } }));
      expect(document.components['schemas']?.['Thing']).toEqual(expected);
      expectDocument30(document);
    },
  );

  it('allows all values that it allowed before, and no others if 3.0 has its keywords', { tags: 'slow' }, () => {
    const counts = { same: 0, fits: 0, fails: 0 };
    fc.assert(
      fc.property(randomSchema, fc.array(randomValue, { minLength: 3, maxLength: 12 }), ({ schema, other }, values) => {
        const text = JSON.stringify({ Thing: schema, Other: other });
        const schemas = JSON.parse(text.replaceAll('#/$defs/Other', '#/components/schemas/Other')) as object;
        const documentBefore = documentWith(schemas);
        const after = downgradeDocument(documentBefore);
        expectDocument30(after);
        const isExact = nodesOf(documentBefore, 'schema').every(({ value }) =>
          Object.keys(value).every((key) => !lostValues.has(key)),
        );
        const reference = { $ref: 'document#/components/schemas/Thing' };
        const old = addFormats.default(new Ajv2020(options)).addSchema(documentBefore, 'document').compile(reference);
        const ajv = addFormats.default(new Ajv(options));
        const validateNew = ajv.addSchema(withNumericLimits(after) as object, 'document').compile(reference);
        for (const value of values) {
          const [was, is] = [old(value), validateNew(value)];
          if (isExact) counts.same += 1;
          counts[was ? 'fits' : 'fails'] += 1;
          if (was || isExact) expect(is, JSON.stringify([documentBefore, after, value])).toBe(was);
        }
      }),
      { seed: 20_260_101, numRuns: 1500 },
    );
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(1000);
  });
});

describe('a document in OpenAPI 3.0', () => {
  it('has no parts that only 3.1 has, and leaves the original as it is', () => {
    const original = {
      ...head,
      jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
      info: { ...head.info, summary: 'All things.', license: { name: 'MIT', identifier: 'MIT' } },
      webhooks: { made: {} },
      components: {
        pathItems: { Thing: {} },
        schemas: { Anything: true, Nothing: false },
        examples: { One: { value: { const: 1 } } },
        responses: { Same: { $ref: '#/components/responses/One', description: 'The same.' } },
      },
    };
    const copy = structuredClone(original);
    const document = downgradeDocument(original as never);
    expect(document).toEqual({
      openapi: '3.0.3',
      info: { ...head.info, license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' } },
      paths: {},
      components: {
        schemas: { Anything: {}, Nothing: { not: {} } },
        examples: { One: { value: { const: 1 } } },
        responses: { Same: { $ref: '#/components/responses/One' } },
      },
    });
    expectDocument30(document);
    expect(original).toEqual(copy);
  });

  it('is the published one', () => {
    const publishedDocument = JSON.parse(readFileSync('generated/docs/openapi-3.0.json', 'utf8')) as OpenApiDocument;
    expectDocument30(publishedDocument);
    const { schemas = {} } = publishedDocument.components;
    expect((schemas['Review'] as Schema).properties?.['approvedBy']).toMatchObject({
      anyOf: [{ $ref: '#/components/schemas/ReviewPerson' }, { nullable: true, enum: [null] }],
    });
  });
});
