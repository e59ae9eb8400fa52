import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serveFiles } from '../../scripts/bench/docs-pages/file-server.js';
import { comparisonsOf } from '../../scripts/bench/setup.js';
import { diagnosticsIn } from '../../scripts/bench/types/diagnostics.js';
import { temporaryFolder } from '../temporary-folder.js';

it('reads the figures of the compiler, and says which one is missing', () => {
  const printed =
    'Files:                         83\nInstantiations:              1106\nMemory used:               68963K\n';
  expect(diagnosticsIn(`${printed}Total time:                10.65s\n`)).toEqual({
    milliseconds: 10_650,
    memory: 68_963 * 1024,
    instantiations: 1106,
  });
  expect(() => diagnosticsIn(printed)).toThrow('The compiler printed no "Total time".');
});

it('compares installations by their medians; one that failed has its error', () => {
  const of = (...milliseconds: number[]) =>
    milliseconds.map((each) => ({ milliseconds: each, packages: 3, bytes: 10 }));
  const [time, packages] = comparisonsOf([
    { name: 'ours', kind: 'ours', runs: of(5, 1, 2) },
    { name: 'slow', kind: 'peer', runs: of(8, 8, 8) },
    { name: 'fast', kind: 'peer', runs: of(4, 4, 4) },
    { name: 'none', kind: 'peer', runs: of(1), error: 'It has no network.' },
  ]);
  expect(time).toMatchObject({
    subjects: [{ values: [5, 1, 2] }, {}, {}, { values: [], error: 'It has no network.' }],
    targets: [{ value: 0.5, wanted: 'at most', target: 1 }],
  });
  expect(packages?.targets).toMatchObject([{ value: 1 }]);
});

it('serves files packed, counts what it sends, and nothing outside of its folders', async () => {
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
    const { requests, bytes } = server.sent();
    expect(requests).toBe(2);
    expect(bytes).toBeLessThan(100);
    expect(server.sent()).toEqual({ requests: 0, bytes: 0 });
  } finally {
    server.close();
  }
});
