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

interface Row {
  title: string;
  schemas: Record<string, object>;
  says?: string[];
  omits?: string[];
  matches?: string;
}

const rows = yamlBeside<Row[]>(import.meta.url, 'types.yaml');
it.each(rows.map((row) => [row.title, row] as const))('%s', async (_, { schemas, says = [], omits = [], matches }) => {
  const foundText = await types(schemas);
  for (const text of says) expect(foundText).toContain(text);
  for (const text of omits) expect(foundText).not.toContain(text);
  if (matches !== undefined) expect(foundText).toMatch(new RegExp(matches));
});

const allFacets: Facet[] = ['name', 'method', 'path', 'request', 'responses'];

/** The standing of an operation with these stated facets. Other facets have the given basis, or `convention`. */
function standing(statedFacets: Facet[], bases: Partial<Record<Facet, 'reference'>> = {}, rest: object = {}): string {
  const otherFacets = allFacets.filter((facet) => !statedFacets.includes(facet));
  const inferred = Object.fromEntries(otherFacets.map((facet) => [facet, bases[facet] ?? 'convention']));
  return operationStanding({ 'x-provenance': { section: '1', stated: statedFacets, inferred }, ...rest });
}

const withBody = { requestBody: { content: {} } } satisfies Partial<OpenApiOperation>;

describe('the standing of an operation says in one sentence what is guessed', () => {
  type Row = { stated: Facet[]; bases?: Record<string, 'reference'>; hasBody?: true; says: string };
  it.each(yamlBeside<Row[]>(import.meta.url, 'standings.yaml'))('$says', ({ stated, bases, hasBody, says }) => {
    expect(standing(stated, bases, hasBody && withBody)).toBe(says);
  });

  it('and says only this if the contract says nothing about the operation', () => {
    expect(operationStanding({})).toBe('Inferred.');
  });

  it('and lists only the questions that the sentence does not cover', () => {
    const sharedValues = [
      'groups.operations',
      'operations.paths',
      'operations.parameters',
      'operations.payloads',
      'operations.success-status',
      'operations.media-types',
    ];
    expect(standing(allFacets, {}, { 'x-unknown': [...sharedValues, 'lists.envelope', 'approval.states'] })).toBe(
      'Stated in full (§1).\nOpen questions: lists.envelope, approval.states.',
    );
    expect(standing(allFacets, {}, { 'x-unknown': sharedValues })).toBe('Stated in full (§1).');
  });
});

/** Files with types that become schemas. */
const files = words`
  engine/report/baseline model/again model/finding model/no-verdict model/proposal model/report/report
  model/report/state-report`;

/** Tags that become keywords of schemas, and tags of functions. */
const knownValues = new Set(words`
  asType format maximum minLength minimum pattern propertyNames title uniqueItems param returns throws`);

// The generator leaves out tags that it does not know, such as misspelt ones.
it.each(files)('each tag in scripts/check/%s.ts has a meaning', (file) => {
  const comments = readFileSync(`scripts/check/${file}.ts`, 'utf8').match(/\/\*\*.*?\*\//gs) ?? [];
  const tags = comments.flatMap((comment) => [...comment.matchAll(/(?<=[\s*])@(\w+)/g)].map(([, tag]) => tag));
  expect(comments.length).toBeGreaterThan(0);
  expect(tags.filter((tag) => !knownValues.has(tag ?? ''))).toEqual([]);
});

it('the tags of a member become keywords of the values that they describe', { tags: 'slow' }, () => {
  const report = JSON.parse(createCheckSchemas()['check-report.schema.json'] ?? '') as {
    $defs: { OperationReport: { properties: { statuses: unknown } } };
  };
  expect(report.$defs.OperationReport.properties.statuses).toMatchObject({
    type: 'object',
    propertyNames: { pattern: '^[0-9]{3}$' },
    additionalProperties: { type: 'integer', minimum: 1 },
  });
});
