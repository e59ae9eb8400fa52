import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serveFiles } from '../../scripts/bench/docs/file-server.js';
import { parseDiagnostics } from '../../scripts/bench/types.js';
import { temporaryFolder } from '../temporary-folder.js';

it('the figures of the compiler are read, and a missing figure is named', () => {
  const printedText =
    'Files:                         83\nInstantiations:              1106\nMemory used:               68963K\n';
  expect(parseDiagnostics(`${printedText}Total time:                10.65s\n`)).toEqual({
    milliseconds: 10_650,
    memory: 68_963 * 1024,
    instantiations: 1106,
  });
  expect(() => parseDiagnostics(printedText)).toThrow(
    'Expected a line "Total time: <number>" from the compiler, found none.',
  );
});

it('the server compresses files, counts the bytes that it sends, and serves nothing outside its folders', async () => {
  const folder = temporaryFolder('served');
  mkdirSync(join(folder, 'deep'));
  writeFileSync(join(folder, 'deep/page.html'), 'a'.repeat(1000));
  const server = await serveFiles({ docs: { folder, texts: { 'own.js': 'b' } } });
  try {
    const page = await fetch(`${server.url}docs/deep/page.html`);
    expect([page.headers.get('content-type'), (await page.text()).length]).toEqual(['text/html; charset=utf-8', 1000]);
    expect(await (await fetch(`${server.url}docs/own.js`)).text()).toBe('b');
    for (const path of ['docs/none.html', 'docs/', 'other/own.js', 'docs/..%2f..%2fetc/passwd'])
      expect((await fetch(`${server.url}${path}`)).status, path).toBe(404);
    const sentBytes = server.takeSentBytes();
    expect(sentBytes).toBeGreaterThan(2);
    expect(sentBytes).toBeLessThan(100);
    expect(server.takeSentBytes()).toBe(0);
  } finally {
    server.close();
  }
});
