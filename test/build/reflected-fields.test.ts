import { describe, expect, it } from 'vitest';
import { ownTypeTools } from '../../scripts/build/artefacts/own-type-tools.js';
import { typesText } from '../../scripts/build/artefacts/types.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';

const body = (schema: object) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Returns the types of a document with these schemas, in which `update` sends an `Update` and returns an `Entry`. */
function types(schemas: Record<string, object>): Promise<string> {
  const update = {
    operationId: 'update',
    'x-provenance': { section: '1', stated: [], inferred: {} },
    requestBody: body(ref('Update')),
    responses: { 200: { description: 'The entry.', ...body(ref('Entry')) } },
  };
  const info = { title: 'Entries', version: '1.0.0' };
  const document = { openapi: '3.1.0', info, paths: { '/': { patch: update } }, components: { schemas } };
  return typesText(document as unknown as OpenApiDocument, ownTypeTools);
}

const text = { type: 'string' };
const at = (pointer: string, rest: object = {}) => ({ ...text, 'x-reflected-as': pointer, ...rest });
const object = (properties: object) => ({ type: 'object', properties });

describe('the types of a request', () => {
  it('say where the response shows a field, if not under its own name', async () => {
    const found = await types({
      Entry: object({ same: text, of: object({ 'the id': text }), owner: text, other: text }),
      Update: object({
        same: at('/same'),
        id: at('/of/the id'),
        nowhere: text,
        owner: object({}),
        told: at('/other', { description: 'Called `other` in the entry.' }),
      }),
    });
    expect(found).toContain(
      'export interface Update {\n    same?: string;\n' +
        '    /** @description Shows as `of.the id`. */\n    id?: string;\n',
    );
    expect(found).toContain(
      '    /** @description Not documented where it shows. */\n    nowhere?: string;\n    owner?:',
    );
    expect(found).toContain('    /** @description Called `other` in the entry. */\n    told?:');
  });

  it('say nothing of fields where the contract says nothing of any', async () => {
    expect(await types({ Entry: object({}), Update: object({ field: text }) })).not.toContain('it shows');
  });

  it('offer the known values of the field that shows them, also in items and in parts of a schema', async () => {
    const known = (...values: string[]) => ({ 'x-known-values': values });
    const found = await types({
      Entry: object({
        state: { ...text, ...known('on', 'off') },
        parts: { type: 'array', items: ref('Part') },
        self: ref('Entry'),
      }),
      Part: object({ kind: { ...text, ...known('a') } }),
      Update: { allOf: [ref('Fields')] },
      Fields: object({
        status: at('/state', known('off', 'new')),
        parts: { type: 'array', items: ref('PartUpdate'), 'x-reflected-as': '/parts' },
        self: { ...ref('Fields'), 'x-reflected-as': '/self' },
      }),
      PartUpdate: object({ type: at('/kind') }),
    });
    expect(found).toContain('status?: "on" | "off" | "new" | (string & {});');
    expect(found).toContain('state?: "on" | "off" | (string & {});');
    expect(found).toMatch(/export interface PartUpdate \{\n[^}]*type\?: "a" \| \(string & \{\}\);/);
  });
});

describe('a schema', () => {
  it('is declared under its own name, which is used wherever it is meant', async () => {
    const found = await types({
      Update: { type: 'object', description: 'Ends */ here.' },
      Entry: object({ next: ref('Entry'), all: { type: 'array', items: ref('Odd-Name') } }),
      'Odd-Name': object({}),
      Same: ref('Entry'),
    });
    expect(found).toContain('export interface Entry {\n    next?: Entry;\n    all?: OddName[];\n}');
    expect(found).toContain('export type Same = Entry;');
    expect(found).toContain('        "Odd-Name": OddName;\n');
    expect(found).toContain('"application/json": Entry;');
    expect(found).toContain('/**\n * Ends *\\/ here.\n * Standing: inferred.\n */\nexport type Update =');
    expect(found).not.toContain("components['schemas']");
    expect(found).not.toContain('components["schemas"]');
  });
});
