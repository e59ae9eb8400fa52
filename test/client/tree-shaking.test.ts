import { resolve } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

/** Returns the bundle of a browser program that imports one name from the package. */
async function bundled(name: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${name} } from './scripts/index.js';`,
      resolveDir: resolve(import.meta.dirname, '../..'),
    },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

const parts = {
  client: 'Authorization',
  table: 'directories/{directory_id}/',
  update: 'pdf_file_thumbnail_url',
};

describe('a program that imports one name', () => {
  it.each([
    ['createDirectoryClient', ['client', 'table']],
    ['operationTable', ['table']],
    ['toPartnerEntryUpdate', ['update']],
    ['DirectoryRequestError', []],
    ['contractVersion', []],
  ])('such as %s contains nothing of the others', async (name, expected) => {
    const text = await bundled(name);
    expect(text).toContain(`as ${name}`);
    expect(Object.entries(parts).flatMap(([part, sign]) => (text.includes(sign) ? [part] : []))).toEqual(expected);
  });
});
