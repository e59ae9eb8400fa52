import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { createJsonSchemas } from '../../scripts/build/artefacts/json-schemas.js';
import { examples, schemaNames } from './examples.js';

const folder = new URL('../../generated/schemas/', import.meta.url);

function read(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Record<string, unknown>;
}

/** Returns every key of every object inside a value. */
function keysIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...keysIn(each)]);
}

describe('the JSON Schemas', () => {
  it('consist of one file for each schema of the contract, and one for answers to its questions', () => {
    const names = schemaNames.map((name) => `${name}.json`);
    expect(readdirSync(folder).sort()).toEqual([...names, 'answers.schema.json'].sort());
  });

  it('are accepted by Ajv unchanged, in strict mode, all in one instance', () => {
    const ajv = new Ajv2020({ strict: true });
    addFormats.default(ajv);
    for (const name of schemaNames) expect(ajv.validateSchema(read(name)), name).toBe(true);
    for (const name of schemaNames) ajv.addSchema(read(name));
    const entry = ajv.getSchema(`urn:directory-contract:${contract.info.version}:PartnerEntry`);
    expect([entry?.({ media: [{ id: 'a' }] }), entry?.errors]).toMatchObject([
      false,
      [{ instancePath: '/media/0/id' }],
    ]);
    for (const { name, schema, value } of examples) {
      const validate = ajv.getSchema(`urn:directory-contract:${contract.info.version}:${schema}`);
      expect([name, validate?.(value), validate?.errors ?? []]).toEqual([name, true, []]);
    }
  });

  it('need no other file, and have no keyword of OpenAPI or of this contract', () => {
    for (const name of schemaNames) {
      const schema = read(name);
      expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', title: name });
      expect(readFileSync(new URL(`${name}.json`, folder), 'utf8')).not.toContain('#/components');
      expect(keysIn(schema).filter((key) => key.startsWith('x-') || key === 'example')).toEqual([]);
    }
  });

  it('keep descriptions, and allow additional fields in responses', () => {
    const tier = (contract.components['schemas']?.['Tier'] ?? {}) as Record<string, unknown>;
    const { description, additionalProperties } = tier;
    expect(read('Tier')).toMatchObject({ description, additionalProperties });
    expect(read('PartnerEntryUpdate')).not.toHaveProperty('unevaluatedProperties');
  });

  it('refer to themselves by #, and list their example under examples', () => {
    const document = structuredClone(contract);
    document.components['schemas'] = {
      Tree: {
        type: 'object',
        example: { a: 1 },
        examples: [{}],
        properties: {
          'x-ray': { type: 'string', 'x-unknown': ['a'] },
          children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
        },
      },
      Leaf: { type: 'object', properties: { tree: { $ref: '#/components/schemas/Tree' } } },
    };
    const { 'Tree.json': tree = '', 'Leaf.json': leaf = '' } = createJsonSchemas(document);
    expect(JSON.parse(tree)).toMatchObject({
      examples: [{ a: 1 }, {}],
      properties: { 'x-ray': { type: 'string' }, children: { items: { $ref: '#' } } },
    });
    expect(tree).not.toContain('x-unknown');
    expect(JSON.parse(leaf)).toMatchObject({ properties: { tree: { $ref: '#/$defs/Tree' } } });
    const validate = new Ajv2020({ strict: true }).compile(JSON.parse(leaf) as object);
    expect(validate({ tree: { children: [{ children: [] }] } })).toBe(true);
    expect(validate({ tree: { children: [{ children: 1 }] } })).toBe(false);
  });
});
