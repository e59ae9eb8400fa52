import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { bundleProgram } from '../validators/bundled.js';

const parts = { client: 'Authorization', table: 'directories/{directory_id}/', update: 'pdf_file_thumbnail_url' };

it.each([
  ['createDirectoryClient', ['client', 'table']],
  ['operationTable', ['table']],
  ['toPartnerEntryUpdate', ['update']],
  ['withPartnerEntryUpdate', ['update']],
  ['DirectoryRequestError', []],
  ['contractVersion', []],
])('a program that imports only %s contains no code of the other exports', async (name, expected) => {
  const { text } = await bundleProgram(`export { ${name} } from './scripts/index.js';`, resolve('.'));
  expect(text).toContain(`as ${name}`);
  expect(Object.entries(parts).flatMap(([part, sign]) => (text.includes(sign) ? [part] : []))).toEqual(expected);
});
