import { describe, expect, it } from 'vitest';
import { fits } from '../../scripts/check/values/fits.js';
import { sampleBody } from '../../scripts/check/values/sample.js';
import type { Json } from '../../scripts/contract/json.js';
import { createSchemaResolver } from '../../scripts/contract/references.js';
import { createRequestSchemas } from '../../scripts/contract/request-schemas.js';
import type { Schema } from '../../scripts/contract/schema.js';
import { yamlBeside } from '../yaml-beside.js';

interface Table {
  schemas: Record<string, Schema>;
  values: Record<string, { fits: Json[]; fails: Json[] }>;
}

const { schemas, values } = yamlBeside<Table>(import.meta.url, 'request-schemas.yaml');
const requests = createRequestSchemas(createSchemaResolver({ components: { schemas } }));
const schemaOf = (name: string): Schema => requests.schemaOf({ $ref: `#/components/schemas/${name}` });

describe.each(Object.entries(values))('the schema %s for requests', (name, { fits: right, fails: wrong }) => {
  it('fits the values without read-only fields, and with the right discriminator', () => {
    for (const value of right) expect(fits(schemaOf(name), value, requests), JSON.stringify(value)).toBe(true);
    for (const value of wrong) expect(fits(schemaOf(name), value, requests), JSON.stringify(value)).toBe(false);
  });

  it('has samples that its server accepts', () => {
    const sample = sampleBody(schemaOf(name), { ...requests, references: () => [], salt: 'a' });
    expect(Object.keys(sample as object).sort()).toEqual(
      expect.arrayContaining(Object.keys(right[0] as object).filter((field) => field !== 'below')),
    );
    expect(JSON.stringify(sample)).not.toMatch(/"(?:id|made)"/);
  });
});

it('a value of the document loses its read-only fields at every depth', () => {
  const part = { id: 'x', label: 'a', pin: 1, other: true };
  const value = requests.valueOf({ $ref: '#/components/schemas/Nested' }, { id: 'kept', parts: [part] });
  expect(value).toEqual({ id: 'kept', parts: [{ label: 'a', pin: 1, other: true }] });
});

it('the schema is the same object each time, so that facts about it are computed only once', () => {
  const { Nested = {} } = schemas;
  expect(requests.schemaOf(Nested)).toBe(requests.schemaOf(Nested));
  const reference = { $ref: '#/components/schemas/Composed' };
  expect(requests.resolve(reference)).toBe(requests.resolve({ ...reference }));
});
