import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileWatcher } from '../../scripts/files/file-watcher.js';
import { temporaryFolder } from '../temporary-folder.js';

let project: string;
const pathTo = (path: string): string => join(project, path);
let files: FileWatcher;
beforeEach(() => {
  project = temporaryFolder('watched');
  mkdirSync(pathTo('a/b'), { recursive: true });
  for (const name of ['a/one', 'a/b/two']) writeFileSync(pathTo(name), 'old');
  files = new FileWatcher(project, list);
});
afterEach(() => files.close());

function list(): string[] {
  if (!existsSync(pathTo('a'))) return [];
  return readdirSync(pathTo('a'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(project, join(entry.parentPath, entry.name)));
}

async function readChanges(): Promise<string[]> {
  const changes = await files.nextChanges();
  return (changes?.files ?? []).map(({ path, kind: what }) => `${path} ${what}`).sort();
}

describe('watched files', () => {
  it('are reported when they change, appear and disappear', async () => {
    writeFileSync(pathTo('a/b/two'), 'new');
    expect(await readChanges()).toEqual(['a/b/two changed']);
    writeFileSync(pathTo('a/three'), 'new');
    expect(await readChanges()).toEqual(['a/three added']);
    rmSync(pathTo('a/three'));
    expect(await readChanges()).toEqual(['a/three deleted']);
  });

  it('are still watched when other files replace them again and again', async () => {
    for (const text of ['first', 'second', 'third']) {
      writeFileSync(pathTo('a/b/new'), text);
      renameSync(pathTo('a/b/new'), pathTo('a/b/two'));
      expect(await readChanges()).toEqual(['a/b/two changed']);
    }
  });

  it('are noticed in new folders, and in folders that replaced others', async () => {
    mkdirSync(pathTo('a/c/d'), { recursive: true });
    writeFileSync(pathTo('a/c/d/deep'), 'new');
    expect(await readChanges()).toEqual(['a/c/d/deep added']);
    writeFileSync(pathTo('a/c/d/deep'), 'newer');
    expect(await readChanges()).toEqual(['a/c/d/deep changed']);

    rmSync(pathTo('a'), { recursive: true });
    mkdirSync(pathTo('a/b'), { recursive: true });
    writeFileSync(pathTo('a/b/two'), 'other');
    expect(await readChanges()).toEqual(['a/b/two changed', 'a/c/d/deep deleted', 'a/one deleted']);
    writeFileSync(pathTo('a/b/two'), 'another');
    expect(await readChanges()).toEqual(['a/b/two changed']);
  });

  it('that are saved together, or before next(), count as one change; saving the same text is no change', async () => {
    writeFileSync(pathTo('a/b/two'), 'old');
    writeFileSync(pathTo('a/one'), 'new');
    writeFileSync(pathTo('a/three'), 'new');
    expect(files.hasChanged()).toBe(true);
    expect(await readChanges()).toEqual(['a/one changed', 'a/three added']);
    expect(files.hasChanged()).toBe(false);
  });

  it('are no longer reported after close()', async () => {
    const waiting = files.nextChanges();
    files.close();
    expect(await waiting).toBeUndefined();
  });
});
