import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import { expect, it } from 'vitest';
import { temporaryFolder } from './temporary-folder.js';
import { yamlBeside } from './yaml-beside.js';

interface House {
  floors: Record<string, string[][]>;
  forbidden: NonNullable<NonNullable<ICruiseOptions['ruleSet']>['forbidden']>;
  options: ICruiseOptions;
}

const { floors, forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as House;

const { rooms, clockReaders } = yamlBeside<{
  rooms: Record<string, { files: Record<string, string>; says: string }>;
  clockReaders: string[];
}>(import.meta.url, 'house.yaml');

/** Returns the violations in a folder, as `file uses file: rule`. */
async function broken(folder: string): Promise<string[]> {
  const { output } = await cruise(['scripts'], { ...options, baseDir: folder, ruleSet: { forbidden }, validate: true });
  const { violations } = (output as ICruiseResult).summary;
  return violations.map(({ from, to, rule }) => `${from} uses ${to}: ${rule.name}`);
}

it('every room uses only rooms below it, and there are no import cycles', { tags: 'slow' }, async () => {
  expect(await broken('.')).toEqual([]);
});

it.each(Object.entries(rooms))('%s is found', { tags: 'slow' }, async (_, { files, says }) => {
  const folder = temporaryFolder('house');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, 'scripts', path, '..'), { recursive: true });
    writeFileSync(join(folder, 'scripts', path), `${text}\nexport {};\n`);
  }
  writeFileSync(join(folder, 'tsconfig.json'), '{}');
  expect((await broken(folder)).join('\n')).toContain(says);
});

/** Returns the hand-written files of code below these folders. */
function listCode(...folders: readonly string[]): string[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  return files.filter((file) => /\.[cm]?[jt]s$/.test(file) && !/node_modules|\/\./.test(file));
}

it('no two exported types share a name', () => {
  const files = new Map<string, string[]>();
  for (const file of listCode('scripts').filter((text) => !text.startsWith('scripts/release/consumers/'))) {
    // Code that the build generates stands in template literals.
    const code = readFileSync(file, 'utf8').replace(/`(?:[^`\\]|\\.)*`/gs, '``');
    for (const [, name = ''] of code.matchAll(/^export (?:abstract )?(?:class|interface|type) (\w+)/gm))
      files.set(name, [...(files.get(name) ?? []), file]);
  }
  expect(files.size).toBeGreaterThan(400);
  expect([...files].filter(([, declaredIn]) => declaredIn.length > 1)).toEqual([]);
});

it('no line of code has more than 120 characters', () => {
  const code = listCode('scripts', 'test');
  expect(code.length).toBeGreaterThan(800);
  const longValues = code.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (line.length > 120 ? [`${file}:${index + 1}`] : [])),
  );
  expect(longValues).toEqual([]);
});

// People and other machines set the system clock, so a wait by it could last an hour longer.
it('safety 12: no other code reads the system clock: waits and deadlines use performance.now()', () => {
  const reads = listCode('scripts').flatMap((file) => {
    const matches = readFileSync(file, 'utf8').match(/\bDate\.now\b|\bnew Date\(\s*\)/g) ?? [];
    return matches.map(() => relative('scripts', file).replaceAll(sep, '/'));
  });
  expect(reads.sort()).toEqual(clockReaders.sort());
});

it('CONTRIBUTING.md shows the actual floors', () => {
  const sample = Object.values(floors).map((part) =>
    part
      .map((floor) => floor.join('   '))
      .reverse()
      .join('\n'),
  );
  const contributing = readFileSync('CONTRIBUTING.md', 'utf8');
  for (const picture of sample) expect(contributing).toContain(picture);
});
