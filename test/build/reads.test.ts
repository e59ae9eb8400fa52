import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { filesOf } from '../../scripts/build/step-inputs.js';
import { steps } from '../../scripts/build/step-names.js';
import { temporaryFile } from '../temporary-folder.js';
import { DocumentCopy } from './document-copy.js';
import { PackageCopy } from './package-copy.js';

const recorder = fileURLToPath(new URL('record-reads.js', import.meta.url));

/** Files that start the build, and cannot change what it makes. */
const starting = ['scripts/build/step-code.js', 'scripts/commands/run-build.js'];

it('every file of the package that a build opens is an input of one of its steps', { tags: 'long' }, async () => {
  const copy = new PackageCopy();
  const document = new DocumentCopy('CHANGELOG.md');
  const reads = temporaryFile('reads', '');
  const env = { ...process.env, READS: reads, NODE_OPTIONS: `--import ${recorder}` };
  const { code, stderr } = await copy.build(document.project, [], env);
  expect(stderr).toMatch(/^docs: \d/m);
  expect(code).toBe(0);

  const opened = new Set(readFileSync(reads, 'utf8').split('\n').filter(Boolean));
  const inside = [...opened].map((path) => relative(copy.folder, path));
  const own = inside.filter((path) => !/^(?:\.\.|node_modules\b|$)/.test(path));
  const { compiled } = await copy.compiled();
  const inputs = new Set([...compiled.sources, ...steps.flatMap((step) => filesOf(step, copy.folder)), ...starting]);
  expect(own.length).toBeGreaterThan(200);
  expect(own.filter((path) => !inputs.has(path))).toEqual([]);
});
