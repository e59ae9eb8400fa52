import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.js';
import { yamlBeside } from '../../yaml-beside.js';
import { commitFiles, createRepository, diffIn, type Files, runGitIn, writeFiles } from './repository.js';

const lamps = yamlBeside<Record<string, string>>(import.meta.url, 'lamps.yaml');
const { compared, refused } = yamlBeside<{
  compared: { sources: string[]; folder?: string; path?: string; says: string; breaks?: boolean }[];
  refused: {
    what: string;
    sources: string[];
    files?: Files;
    committed?: Files;
    report?: string[];
    baseline?: string;
    says: string;
  }[];
}>(import.meta.url, 'revisions.yaml');

const lamp = lamps['api/schemas/Lamp.yaml'] ?? '';
const single = (lamps['api/openapi.yaml'] ?? '').replace(/ {2}\/lamps\/{id}:\n.*\n|{ \$ref: \S+ }/g, (text) =>
  text.includes('{id}') ? '' : '{}',
);

it.each(compared)(
  '$sources in the folder "$folder" are compared',
  async ({ sources, folder = '', path, says, breaks }) => {
    const repository = createRepository({ ...lamps, ...(path !== undefined && { [path]: single }) });
    runGitIn(repository, 'tag', 'v1.0.0');
    writeFiles({ 'api/schemas/Lamp.yaml': lamp.replace(/^ {2}watts.*\n/m, '') }, repository);
    const { code, output, errors } = await diffIn(join(repository, folder), sources);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output.replace(/\s+/g, ' ')).toContain(says);
    expect(output.includes('The field `watts` was removed.')).toBe(breaks === true);
  },
);

it.each(refused)('$what is refused, and nothing is written', async ({ sources, files, committed, says, ...flags }) => {
  const repository = createRepository(lamps);
  runGitIn(repository, 'checkout', '--quiet', '-b', 'other');
  if (committed) commitFiles(repository, committed);
  if (files) writeFiles(files, repository);
  writeFiles({ 'secret.yaml': 'type: object\n' }, join(repository, '..'));
  const report = flags.report ?? [`markdown=${join(repository, 'report.md')}`];
  const { code, output, errors } = await diffIn(repository, sources, { ...flags, report });
  expect({ code, output }).toEqual({ code: 2, output: '' });
  expect(errors).toContain(says);
  expect(['report.md', 'written', 'written:api'].filter((name) => existsSync(join(repository, name)))).toEqual([]);
});

it('a clone that is too shallow says how to fetch the revision', async () => {
  const origin = createRepository(lamps);
  commitFiles(origin, { 'new.txt': '' });
  const clone = temporaryFolder('clone');
  runGitIn(clone, 'clone', '--quiet', '--depth=1', pathToFileURL(origin).href, '.');
  const messageOf = async (revision: string): Promise<string> =>
    (await diffIn(clone, [`${revision}:api/openapi.yaml`])).errors;
  expect(await messageOf('HEAD~1')).toBe(
    'The revision HEAD~1 is not in this clone, which is shallow. Run "git fetch --unshallow" first; in a workflow of ' +
      'GitHub, give actions/checkout "fetch-depth: 0".',
  );
  expect(await messageOf('release')).toContain('Run "git fetch origin release --depth=1" first');
});

it('a revision needs a repository', async () => {
  const { code, errors } = await diffIn(temporaryFolder(), ['main:openapi.yaml']);
  expect(code).toBe(2);
  expect(errors).toMatch(/^A revision can be read only in a git repository: not a git repository.*name two files\.$/);
});

it('a document outside of a repository reads only files of its own folder, through no link', async () => {
  const folder = writeFiles({ ...lamps, 'Room.yaml': lamps['api/schemas/Room.yaml'] ?? '' });
  const sources = [join(folder, 'api/openapi.yaml'), join(folder, 'api/openapi.yaml')];
  expect(await diffIn(folder, sources)).toMatchObject({ code: 0, errors: '' });
  writeFiles({ 'api/schemas/Room.yaml': null }, folder);
  symlinkSync(join(folder, 'Room.yaml'), join(folder, 'api/schemas/Room.yaml'));
  expect((await diffIn(folder, sources)).errors).toContain(
    'leads to schemas/Room.yaml, which is outside of the folder of the file that refers to it.',
  );
  writeFiles({ 'api/schemas/Room.yaml': null }, folder);
  mkdirSync(join(folder, 'api/schemas/Room.yaml'));
  expect((await diffIn(folder, sources)).errors).toContain('leads to schemas/Room.yaml, which is not a regular file.');
});

it('a revision with files of more than 10 MB is refused', async () => {
  const long = `# ${'x'.repeat(10_000_000)}\n`;
  const repository = createRepository({ ...lamps, 'long.yaml': long, 'api/schemas/Room.yaml': long });
  expect((await diffIn(repository, ['HEAD:long.yaml'])).errors).toBe(
    'HEAD:long.yaml cannot be read in HEAD: it has more than 10 MB.',
  );
  expect((await diffIn(repository, ['HEAD:api/openapi.yaml'])).errors).toContain(
    'leads to api/schemas/Room.yaml, which cannot be read in HEAD: it has more than 10 MB.',
  );
});
