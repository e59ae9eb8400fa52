import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Artefact, artefactRows } from '../../scripts/build/steps.js';
import { writeArtefacts } from '../../scripts/build/write.js';
import { temporaryFolder } from '../temporary-folder.js';

const artefact = (path: string, text: string, milliseconds = 5): Artefact => ({ path, text, milliseconds });

it('the build removes files of former schemas from the folder of their step, but none of other steps', () => {
  const project = temporaryFolder('artefacts');
  const generatedPath = join(project, 'generated');
  for (const name of ['validators/parts', 'schemas']) mkdirSync(join(generatedPath, name), { recursive: true });
  const files = ['old.js', 'schemas/Old.json', 'validators/new.js', 'validators/old.js', 'validators/parts/old.js'];
  for (const file of files) writeFileSync(join(generatedPath, file), 'old');
  const listFiles = () =>
    readdirSync(generatedPath, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.includes('.'))
      .sort();
  writeArtefacts(project, [artefact('generated/types.ts', 'new')]);
  expect(listFiles()).toEqual([...files, 'types.ts'].sort());
  writeArtefacts(project, [artefact('generated/validators/new.js', 'new')]);
  expect(listFiles()).toEqual(['old.js', 'schemas/Old.json', 'types.ts', 'validators/new.js']);
});

it('the list of artefacts has a row for each file, and a row for each folder', () => {
  const createdArtefacts = [
    artefact('generated/types.ts', 'abc', 1200),
    artefact('generated/validators/a.js', 'é'),
    artefact('generated/validators/parts/b.js', 'abc'),
    artefact('generated/docs/page.html', ''),
  ];
  expect(artefactRows(createdArtefacts)).toEqual([
    ['generated/types.ts', '3 B', '1.2 s'],
    ['generated/validators/ (2 files)', '5 B', '5 ms'],
    ['generated/docs/page.html', '0 B', '5 ms'],
  ]);
});
