import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ownTypeTools } from '../../scripts/build/artefacts/own-type-tools.js';
import { operationStanding } from '../../scripts/build/artefacts/provenance-text.js';
import { createCheckSchemas } from '../../scripts/build/artefacts/type-schema.js';
import { typesText } from '../../scripts/build/artefacts/types.js';
import type { Facet, OpenApiDocument, OpenApiOperation } from '../../scripts/contract/document.js';
import { words } from '../words.js';
import { yamlBeside } from '../yaml-beside.js';

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
      '    /** @description No documented response field shows this value. */\n    nowhere?: string;\n    owner?:',
    );
    expect(found).toContain('    /** @description Called `other` in the entry. */\n    told?:');
  });

  it('say nothing of fields where the contract says nothing of any', async () => {
    expect(await types({ Entry: object({}), Update: object({ field: text }) })).not.toContain('shows this value');
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

const all: Facet[] = ['name', 'method', 'path', 'request', 'responses'];

/** The standing of an operation with these stated facets. The basis of the others is given, or is `convention`. */
function standing(stated: Facet[], bases: Partial<Record<Facet, 'reference'>> = {}, rest: object = {}): string {
  const others = all.filter((facet) => !stated.includes(facet));
  const inferred = Object.fromEntries(others.map((facet) => [facet, bases[facet] ?? 'convention']));
  return operationStanding({ 'x-provenance': { section: '1', stated, inferred }, ...rest });
}

const withBody = { requestBody: { content: {} } } satisfies Partial<OpenApiOperation>;

describe('the standing of an operation says in one sentence what is guessed', () => {
  type Row = { stated: Facet[]; bases?: Record<string, 'reference'>; hasBody?: true; says: string };
  it.each(yamlBeside<Row[]>(import.meta.url, 'standings.yaml'))('$says', ({ stated, bases, hasBody, says }) => {
    expect(standing(stated, bases, hasBody && withBody)).toBe(says);
  });

  it('and only this where the contract says nothing of it', () => {
    expect(operationStanding({})).toBe('Inferred.');
  });

  it('and lists only the questions that this does not cover', () => {
    const shared = [
      'groups.operations',
      'operations.paths',
      'operations.parameters',
      'operations.payloads',
      'operations.success-status',
      'operations.media-types',
    ];
    expect(standing(all, {}, { 'x-unknown': [...shared, 'lists.envelope', 'approval.states'] })).toBe(
      'Stated in full (§1).\nOpen questions: lists.envelope, approval.states.',
    );
    expect(standing(all, {}, { 'x-unknown': shared })).toBe('Stated in full (§1).');
  });
});

/** Files with types that the schemas describe. */
const files = words`
  engine/report/baseline model/again model/finding model/no-verdict model/proposal model/report/report
  model/report/state-report`;

/** Tags that become keywords, and those of functions. */
const known = new Set(words`
  asType format maximum minLength minimum pattern propertyNames title uniqueItems param returns throws`);

// The generator leaves out a tag that it does not know, such as a misspelt one.
it.each(files)('each tag in scripts/check/%s.ts has a meaning', (file) => {
  const comments = readFileSync(`scripts/check/${file}.ts`, 'utf8').match(/\/\*\*.*?\*\//gs) ?? [];
  const tags = comments.flatMap((comment) => [...comment.matchAll(/(?<=[\s*])@(\w+)/g)].map(([, tag]) => tag));
  expect(comments.length).toBeGreaterThan(0);
  expect(tags.filter((tag) => !known.has(tag ?? ''))).toEqual([]);
});

it('the tags of a member become keywords of the values that they are about', { tags: 'slow' }, () => {
  const report = JSON.parse(createCheckSchemas()['check-report.schema.json'] ?? '') as {
    $defs: { OperationReport: { properties: { statuses: unknown } } };
  };
  expect(report.$defs.OperationReport.properties.statuses).toMatchObject({
    type: 'object',
    propertyNames: { pattern: '^[0-9]{3}$' },
    additionalProperties: { type: 'integer', minimum: 1 },
  });
});
