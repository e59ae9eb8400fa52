import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { doneWith, keepBuild, lastBuildFile, readLastBuild, unchangedFiles } from '../../scripts/build/last-build.js';
import { temporaryFolder } from '../temporary-folder.js';

const project = temporaryFolder('last-build');
const file = join(project, lastBuildFile);
const client = { path: 'client.ts', text: 'export {};\n', milliseconds: 1 };
const done = doneWith('inputs', [client]);

beforeEach(() => {
  rmSync(file, { recursive: true, force: true });
  keepBuild(project, { client: done });
});

describe('what is known of the last build', () => {
  it('is kept, one step beside another', () => {
    keepBuild(project, { lint: doneWith('of the lint', []) });
    expect(readLastBuild(project)).toEqual({ client: done, lint: { inputs: 'of the lint', outputs: {} } });
  });

  it.each<[what: string, change: (text: string) => string]>([
    ['is empty', () => ''],
    ['is torn', (text) => text.slice(0, -20)],
    ['is no text', () => '\0\0\0\0'],
    ['is of another version', (text) => text.replace('"version":1', '"version":0')],
    ['is other JSON', () => '[1]'],
    ['is no object', () => 'null'],
    ['has no steps', () => '{"version":1}'],
    ['has a step of another form', (text) => text.replace('"inputs"', '"input"')],
    ['has other digests', (text) => text.replace(/"client.ts":"\w+"/, '"client.ts":1')],
    ['has a step that no longer exists', (text) => text.replace('"client"', '"server"')],
  ])('says nothing if the file %s', (_, change) => {
    const text = readFileSync(file, 'utf8');
    expect(change(text)).not.toBe(text);
    writeFileSync(file, change(text));
    expect(readLastBuild(project)).toEqual({});
  });

  it('is not needed: neither a folder in its place nor one that cannot be written stops a build', () => {
    rmSync(file);
    expect(readLastBuild(project)).toEqual({});
    mkdirSync(file);
    keepBuild(project, { client: done });
    expect(readLastBuild(project)).toEqual({});
    rmSync(dirname(file), { recursive: true });
    writeFileSync(dirname(file), 'a file');
    keepBuild(project, { client: done });
    expect(readLastBuild(project)).toEqual({});
    rmSync(dirname(file));
  });
});

describe('a step', () => {
  const output = join(project, client.path);
  beforeEach(() => writeFileSync(output, client.text));

  it('is as it was if its inputs and all its files are', () => {
    expect(unchangedFiles(project, done, 'inputs')).toEqual([{ path: 'client.ts', bytes: 11 }]);
  });

  it.each<[string, () => void]>([
    ['has changed', () => writeFileSync(output, 'export  {};')],
    ['is missing', () => rmSync(output)],
    ['is a folder', () => [rmSync(output), mkdirSync(output)]],
  ])('is done again if one of its files %s', (_, change) => {
    change();
    expect(unchangedFiles(project, done, 'inputs')).toBeUndefined();
    rmSync(output, { recursive: true, force: true });
  });

  it('is done again if its inputs have changed, or nothing is known of it', () => {
    expect(unchangedFiles(project, done, 'other')).toBeUndefined();
    expect(unchangedFiles(project, undefined, 'inputs')).toBeUndefined();
  });
});
