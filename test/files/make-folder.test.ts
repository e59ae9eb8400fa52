import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, whyUnwritable } from '../../scripts/files/whole-file.js';
import { temporaryFolder } from '../temporary-folder.js';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('folders');
});

describe('a folder that is made', () => {
  it('has those above it, and the first that was missing is named', () => {
    expect(makeFolder(join(folder, 'a', 'b', 'c'), 0o700)).toBe(join(folder, 'a'));
    expect(statSync(join(folder, 'a', 'b', 'c')).mode & 0o777).toBe(0o700);
    expect(makeFolder(join(folder, 'a', 'b', 'c'))).toBeUndefined();
    expect(makeFolder('.')).toBeUndefined();
  });

  it.runIf(process.platform === 'linux').each([
    ['/proc/x', 'ENOENT'],
    ['/proc/x/y/z', 'ENOENT'],
    ['/sys/x/y', 'E'],
    ['/dev/null/x/y', 'E'],
  ])('does not make the program try for ever: %s', (path, code) => {
    expect(() => makeFolder(path)).toThrow(code);
  });

  it('is not made in place of a file, or of a link that leads nowhere', () => {
    writeFileSync(join(folder, 'file'), '');
    symlinkSync('none', join(folder, 'link'));
    for (const name of ['file', 'link'])
      for (const path of [join(folder, name), join(folder, name, 'below')])
        expect(() => makeFolder(path)).toThrow(/EEXIST|ENOTDIR/);
  });
});

describe('a place for a file', () => {
  it('can be written, and is left as it was', () => {
    writeFileSync(join(folder, 'old'), 'old');
    for (const path of ['old', 'new', 'a/b/new']) expect(whyUnwritable(join(folder, path))).toBeUndefined();
    expect(whyUnwritable('/dev/null')).toBeUndefined();
    expect(readdirSync(folder)).toEqual(['old']);
  });

  it('cannot be written, with the reason', () => {
    mkdirSync(join(folder, 'inside'));
    writeFileSync(join(folder, 'file'), '');
    expect(whyUnwritable(join(folder, 'inside'))).toBe('it is a folder');
    expect(whyUnwritable(join(folder, 'file', 'a', 'b'))).toBe(`${join(folder, 'file')} is not a folder`);
    if (existsSync('/proc'))
      expect(whyUnwritable('/proc/x/y.xml')).toBe('/proc takes no files: the file or folder does not exist');
  });
});
