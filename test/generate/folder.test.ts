import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { type GeneratedFile, generatedMark } from '../../scripts/generate/files.js';
import { differencesOf, moduleForm, staleFiles, writeFolder } from '../../scripts/generate/folder.js';
import { startProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';

const file = (name: string, ...lines: string[]): GeneratedFile => ({
  name,
  text: [`// ${generatedMark} 1.0.0; do not edit.`, ...lines, ''].join('\n'),
});
const files = [file('client.ts', 'one', 'two'), file('types.ts', 'three')];

/** Returns a folder with the generated files, and one file of its team. */
function writtenFolder(): string {
  const folder = join(temporaryFolder(), 'src', 'directory');
  writeFolder(folder, files);
  writeFileSync(join(folder, 'ours.ts'), 'export {};\n');
  return folder;
}

it('a folder with what was written is up to date, also with the line ends of Windows', () => {
  const folder = writtenFolder();
  expect(differencesOf(folder, files)).toEqual([]);
  writeFileSync(join(folder, 'types.ts'), files[1]?.text.replaceAll('\n', '\r\n') ?? '');
  expect(differencesOf(folder, files)).toEqual([]);
});

it('each file that is missing, differs or is left over is named', () => {
  const folder = writtenFolder();
  const changed = [file('client.ts', 'one', 'another'), file('new.ts')];
  expect(differencesOf(folder, changed)).toEqual([
    `${folder}/client.ts:3 differs.\n  expected  another\n  found     two`,
    `${folder}/new.ts is missing.`,
    `${folder}/types.ts is not made any more. Remove it.`,
  ]);
  expect(staleFiles(folder, changed)).toEqual(['types.ts']);
  // A compiler copies the comment that marks generated files.
  for (const name of ['client.js', 'client.d.ts', 'older.js']) writeFileSync(join(folder, name), file(name).text);
  expect(staleFiles(folder, files)).toEqual(['older.js']);
  for (const name of ['client.js', 'client.d.ts', 'older.js']) rmSync(join(folder, name));
  expect(differencesOf(join(folder, 'nowhere'), files)).toHaveLength(2);
  expect(readdirSync(folder).sort()).toEqual(['client.ts', 'ours.ts', 'types.ts']);
});

it('only files that differ are written, and no others are touched', () => {
  const folder = writtenFolder();
  const before = new Date('2020-01-01');
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), before, before);
  expect(writeFolder(folder, [file('client.ts', 'other'), file('types.ts', 'three')])).toEqual(['client.ts']);
  const times = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mtime > before]);
  expect(Object.fromEntries(times)).toEqual({ 'client.ts': true, 'ours.ts': false, 'types.ts': false });
});

it('a file of the same name that somebody wrote by hand is kept, and nothing is written', () => {
  const folder = writtenFolder();
  writeFileSync(join(folder, 'types.ts'), 'export type Ours = string;\n');
  expect(() => writeFolder(folder, [file('client.ts', 'other'), file('types.ts')])).toThrow(
    `${folder}/types.ts was not made by this command, which would replace it. Choose another folder with --out, or ` +
      'remove the file.',
  );
  expect(differencesOf(folder, files)).toEqual([expect.stringContaining('types.ts:1 differs.')]);
});

it('all files stay as they were if one cannot be written', () => {
  const folder = writtenFolder();
  const unwritable = file(`${'long-name-'.repeat(30)}.ts`);
  expect(() => writeFolder(folder, [file('client.ts', 'other'), unwritable])).toThrow(/the name is too long/);
  const place = join(folder, 'place');
  writeFileSync(place, '');
  expect(() => writeFolder(place, files)).toThrow(/place\/client\.ts cannot be read/);
  expect(differencesOf(folder, files)).toEqual([]);
});

it('a process that is killed while it writes leaves each file whole', { tags: 'slow' }, async () => {
  const folder = temporaryFolder();
  const module = resolve('scripts/generate/folder.ts');
  const program = `import { writeFolder } from ${JSON.stringify(module)};
    for (let round = 0; ; round++) {
      const text = '// ${generatedMark}\\n' + String(round % 10).repeat(2_000_000);
      writeFolder(${JSON.stringify(folder)}, ['a.ts', 'b.ts'].map((name) => ({ name, text })));
      if (round % 5 === 4) console.log('written');
    }`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', program];
  const { child, printed, ended } = startProgram(process.execPath, args);
  await printed(/written\n/);
  child.kill('SIGKILL');
  await ended;
  for (const name of ['a.ts', 'b.ts']) {
    const [note, text = ''] = readFileSync(join(folder, name), 'utf8').split('\n');
    expect(note).toBe(`// ${generatedMark}`);
    expect(text).toMatch(/^(\d)\1{1999999}$/);
  }
});

it.each([
  ['{ "type": "module" }', 'esm'],
  ['{ "type": "commonjs" }', 'commonjs'],
  ['{}', 'commonjs'],
  ['no JSON', 'commonjs'],
] as const)('the nearest package.json decides the form of modules: %s', (manifest, form) => {
  const folder = temporaryFolder();
  const inner = join(folder, 'src', 'directory');
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(folder, 'package.json'), manifest);
  expect(moduleForm(inner)).toBe(form);
  writeFileSync(join(inner, 'package.json'), '{ "type": "module" }');
  expect(moduleForm(inner)).toBe('esm');
});
