import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Artefact, artefactRows } from '../../scripts/build/steps.js';
import { writeArtefacts } from '../../scripts/build/write.js';
import { temporaryFolder } from '../temporary-folder.js';

const artefact = (path: string, text: string, milliseconds = 5): Artefact => ({ path, text, milliseconds });

describe('a folder of one step', () => {
  const others = ['docs/old.html', 'old.js', 'schemas/Old.json'];
  let project: string;
  beforeEach(() => {
    project = temporaryFolder('artefacts');
    for (const folder of ['validators/parts', 'schemas', 'docs'])
      mkdirSync(join(project, 'generated', folder), { recursive: true });
    for (const file of [...others, 'validators/old.js', 'validators/parts/old.js', 'validators/new.js']) {
      writeFileSync(join(project, 'generated', file), 'old');
    }
  });

  function files(): string[] {
    const all = readdirSync(join(project, 'generated'), { recursive: true, encoding: 'utf8' });
    return all.filter((path) => path.includes('.')).sort();
  }

  it('keeps no files of removed schemas', () => {
    writeArtefacts(project, [
      artefact('generated/validators/new.js', 'new'),
      artefact('generated/validators/parts/new.js', 'new'),
    ]);
    expect(files()).toEqual([...others, 'validators/new.js', 'validators/parts/new.js']);
  });

  it('keeps all files if other steps run', () => {
    writeArtefacts(project, [artefact('generated/types.ts', 'new')]);
    expect(files()).toEqual([
      ...others,
      'types.ts',
      'validators/new.js',
      'validators/old.js',
      'validators/parts/old.js',
    ]);
  });
});

describe('the list of artefacts', () => {
  it('has a row for each file, and one for each folder', () => {
    const made = [
      artefact('generated/types.ts', 'abc', 1200),
      artefact('generated/validators/a.js', 'é'),
      artefact('generated/validators/parts/b.js', 'abc'),
      artefact('generated/docs/page.html', ''),
    ];
    expect(artefactRows(made)).toEqual([
      ['generated/types.ts', '3 B', '1.2 s'],
      ['generated/validators/ (2 files)', '5 B', '5 ms'],
      ['generated/docs/page.html', '0 B', '5 ms'],
    ]);
  });
});
