import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';
import { bundleProgram } from './bundled.js';

it('the modules of the validators depend only on each other, and generate no code at run time', () => {
  const folder = 'generated/validators/';
  const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'));
  expect(modules.length).toBeGreaterThan(2);
  for (const path of modules) {
    const text = readFileSync(folder + path, 'utf8');
    for (const [, from = ''] of text.matchAll(/from '([^']*)'/g))
      expect(from, path).toMatch(/^\.\.?\/(?:parts\/)?[a-z-]+\.js$/);
    expect(text, path).not.toMatch(/\brequire\b|\beval\b|\bnew Function\b|import\(/);
  }
});

describe('a bundle of validators', () => {
  /** The folder with all validators in one file, as in the package, but without `sideEffects: false`. */
  const publishedText = temporaryFolder('modules');
  beforeAll(async () => {
    const entryPoints = { validators: resolve('scripts/validators/index.ts') };
    const form = { format: 'esm', target: 'es2022', platform: 'neutral' } as const;
    await build({ ...form, entryPoints, outdir: publishedText, bundle: true });
  });

  it.each(['apiError', 'filterUpdate', 'tierSummary', 'tier', 'partnerEntry', 'partnerEntryUpdate'])(
    'with %s alone has at most 5,000 bytes, including all dependencies',
    async (name) => {
      const program = `import { ${name} } from './validators.js'; console.log(${name});`;
      const { text, size } = await bundleProgram(program, publishedText);
      expect(size).toBeLessThanOrEqual(5000);
      expect(text).toContain('~standard');
      // Formats are bundled only if the validator uses them.
      expect(text.includes('urn:uuid:')).toBe(name !== 'apiError' && name !== 'filterUpdate');
      expect(text.includes('{|}~')).toBe(name === 'partnerEntry');
    },
  );

  it('contains no validators if none is used', async () => {
    expect((await bundleProgram("import * as validators from './validators.js';", publishedText)).text).toBe('');
  });
});
