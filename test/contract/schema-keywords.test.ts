import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { formats } from '../../scripts/contract/schema-keywords.js';

it('the formats are those of Ajv', () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  expect([...formats].sort()).toEqual(Object.keys(ajv.formats).sort());
});
