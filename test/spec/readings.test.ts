import { describe, expect, it } from 'vitest';
import { yamlBeside } from '../yaml-beside.js';
import { bundle, resolve, type Schema, schema } from './bundle.js';

type Described = Schema & { description?: string; 'x-interpreted'?: unknown };

const allNames = Object.keys(bundle.components['schemas'] ?? {});
const statedValues = allNames.filter((name) => schema(name)['x-provenance']?.stated);
const fields = statedValues.flatMap((name) =>
  Object.entries(schema(name).properties ?? {}).map(([field, node]) => ({ at: `${name}.${field}`, node })),
);

const table = yamlBeside<Record<string, string[]>>(import.meta.url, 'literal-fields.yaml');
const literal = new Set(Object.entries(table).flatMap(([name, own]) => own.map((field) => `${name}.${field}`)));

describe('each stated field', () => {
  it('has a sentence, either its own or that of the schema that it refers to', () => {
    expect(fields.length).toBeGreaterThan(130);
    const silentFields = fields.filter(({ node }) => ((resolve(node) as Described).description ?? '') === '');
    expect(silentFields.map(({ at }) => at)).toEqual([]);
  });

  it('is marked as interpreted, unless its sentence is literal', () => {
    const marked = fields.filter(({ node }) => (node as Described)['x-interpreted'] !== undefined);
    expect(marked.length).toBeGreaterThan(50);
    const bothValues = marked.filter(({ at }) => literal.has(at)).map(({ at }) => at);
    const neither = fields.filter((field) => !marked.includes(field) && !literal.has(field.at)).map(({ at }) => at);
    expect({ both: bothValues, neither }).toEqual({ both: [], neither: [] });
  });
});

it('the document marks only descriptions of stated schemas as interpreted', () => {
  const marks = allNames.flatMap((name) => {
    const nodes = [schema(name), ...Object.values(schema(name).properties ?? {})] as Described[];
    return nodes.filter((node) => 'x-interpreted' in node).map((node) => ({ name, node }));
  });
  for (const { name, node } of marks) {
    expect(statedValues, name).toContain(name);
    expect(node['x-interpreted'], name).toBe(true);
    expect(node.description, name).toBeTruthy();
  }
});

it('the document names an open question at each schema that is not stated, since its description is a guess', () => {
  const guesses = allNames.filter((name) => !statedValues.includes(name));
  expect(guesses.length).toBeGreaterThan(50);
  expect(guesses.filter((name) => (schema(name)['x-unknown'] ?? []).length === 0)).toEqual([]);
});
