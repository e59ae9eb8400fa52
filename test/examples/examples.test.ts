import { join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { build } from 'esbuild';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import * as generated from '../../generated/examples.js';
import { bundle } from '../spec/bundle.js';
import { schemasByExample } from './invented.js';

const project = resolve(import.meta.dirname, '../..');
/** The constants; functions are factories. */
const exported = Object.fromEntries(Object.entries(generated).filter(([, value]) => typeof value !== 'function'));
const entries = Object.entries(bundle.components['examples'] ?? {}) as [string, { summary: string; value: unknown }][];
const constantOf = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

describe('the examples', () => {
  it('are the examples of the document, each under its name in camelCase', () => {
    expect(entries.length).toBeGreaterThan(100);
    expect(Object.keys(exported).sort()).toEqual(entries.map(([name]) => constantOf(name)).sort());
    for (const [name, { value }] of entries) expect(exported[constantOf(name)], name).toEqual(value);
  });

  it('are valid for every body that uses them', { tags: 'slow' }, () => {
    const ajv = addFormats.default(new Ajv2020({ strict: false }));
    ajv.addSchema({ $id: 'contract', components: bundle.components });
    const absolute = (schema: object) => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract#/')) as object;
    const schemas = schemasByExample(bundle);
    for (const [name] of entries) {
      const bodies = new Set((schemas.get(name) ?? []).map((schema) => JSON.stringify(absolute(schema))));
      expect(bodies.size, name).toBeGreaterThan(0);
      for (const body of bodies) {
        const validate = ajv.compile(JSON.parse(body) as object);
        expect(validate(exported[constantOf(name)]) ? [] : validate.errors, name).toEqual([]);
      }
    }
  });

  it('compile in a strict project with exact optional properties', { tags: 'slow' }, () => {
    const program = ts.createProgram([join(project, 'generated/examples.ts')], {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts'],
      types: [],
      noEmit: true,
      skipLibCheck: true,
    });
    const messages = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
    expect(messages).toEqual([]);
  });

  it('are bundled separately if only one is imported', async () => {
    const contents = "import { partnerEntryHidden } from './generated/examples.js'; console.log(partnerEntryHidden);";
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: project },
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
    });
    const text = outputFiles[0]?.text ?? '';
    expect(text).toContain('Data pipelines that survive the night shift');
    // The bundle lacks the second entry of the list, and all summaries.
    expect(text).not.toMatch(/Kestrel|does not show/);
    expect(text.length).toBeLessThan(JSON.stringify(generated.partnerEntryHidden).length * 1.1);
  });
});
