import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';
import { schemaNames } from './examples.js';

const folder = fileURLToPath(new URL('../../generated/validators/', import.meta.url));
const index = fileURLToPath(new URL('../../scripts/validators/index.ts', import.meta.url));
const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'));

/** Returns the bundle of a program for browsers. */
async function bundled(program: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: published },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** The folder with all validators in one file, as in the package, but without `sideEffects: false`. */
const published = temporaryFolder('modules');
beforeAll(async () => {
  await build({
    entryPoints: { validators: index },
    outdir: published,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
  });
});

const gzipped = (text: string): number => gzipSync(text, { level: 9 }).length;

describe('the modules of the validators', () => {
  it('export a validator for each schema', async () => {
    const exported = (await import(`${folder}index.js`)) as Record<string, unknown>;
    for (const name of schemaNames)
      expect(exported).toHaveProperty([name.charAt(0).toLowerCase() + name.slice(1), '~standard', 'version'], 1);
    expect(Object.keys(exported)).toHaveLength(schemaNames.length);
  });

  it('depend only on each other, and generate no code at run time', () => {
    for (const path of modules) {
      const text = readFileSync(`${folder}${path}`, 'utf8');
      for (const [, from = ''] of text.matchAll(/from '([^']*)'/g))
        expect(from, path).toMatch(/^\.\.?\/(?:parts\/)?[a-z-]+\.js$/);
      expect(text, path).not.toMatch(/\brequire\b|\beval\b|\bnew Function\b|import\(/);
    }
  });
});

describe('a bundle', () => {
  it.each([
    ['apiError', 5000],
    ['filterUpdate', 5000],
    ['tierSummary', 5000],
    ['tier', 5000],
    ['partnerEntry', 5000],
    ['partnerEntryUpdate', 5000],
  ])('with %s alone has at most %i bytes, including all dependencies', async (name, budget) => {
    const text = await bundled(`import { ${name} } from './validators.js'; console.log(${name});`);
    expect(gzipped(text)).toBeLessThanOrEqual(budget);
    expect(text).toContain('~standard');
    // Formats are bundled only if the validator uses them.
    expect(text.includes('urn:uuid:')).toBe(name !== 'apiError' && name !== 'filterUpdate');
    expect(text.includes('{|}~')).toBe(name === 'partnerEntry');
  });

  it('contains no validators if none is used', async () => {
    expect(await bundled("import * as validators from './validators.js';")).toBe('');
  });
});
