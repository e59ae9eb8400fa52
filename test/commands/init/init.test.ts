import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readContractWithAnswers } from '../../../scripts/check/engine/contract/taught-contract.js';
import { readBaseline } from '../../../scripts/check/engine/report/baseline.js';
import { type InitFlags, runInit } from '../../../scripts/commands/init/run.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { collector, settingsFrom } from '../check/fixture.js';

const key = 'c4nary-5ecret-of-init';

/** @param typed the lines that a person types at a terminal; without them, there is no terminal */
async function init(
  flags: InitFlags,
  { folder = temporaryFolder('init'), typed }: { folder?: string; typed?: string[] } = {},
): Promise<{ folder: string; output: string; questions: string; files: Record<string, string> }> {
  const [output, errors] = [collector(false), collector(typed !== undefined)];
  const input = Object.assign(new PassThrough(), { isTTY: typed !== undefined });
  // The test types a line only after the terminal shows its question.
  const writeQuestion = errors.write.bind(errors);
  errors.write = ((text: string) => {
    if (typed && text.endsWith('): ')) input.write(`${typed.shift() ?? ''}\n`);
    return writeQuestion(text);
  }) as typeof errors.write;
  const streams = { output, errors, environment: { DIRECTORY_API_KEY: key }, folder };
  await runInit(flags, { ...streams, input: input as unknown as NodeJS.ReadStream });
  return { folder, output: output.text(), questions: errors.text(), files: filesIn(folder) };
}

/** Returns the texts of the files in a folder, by path. */
function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /.\.\w+$/.test(name));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

const configIn = (files: Record<string, string>): object =>
  JSON.parse(files['directory-contract.config.json'] ?? '') as object;

const url = 'http://127.0.0.1:4020';

/** The lines for the workflow that deploys. */
function callLines(id: string, address: string, service?: string): string {
  return [
    `  ${id}:`,
    '    needs: deploy',
    '    uses: ./.github/workflows/directory-contract.yml',
    '    with:',
    `      base-url: ${address}`,
    ...(service === undefined ? [] : [`      folder: ${service}`]),
    '    secrets:',
    '      DIRECTORY_API_KEY: ${{ secrets.DIRECTORY_API_KEY }}',
  ].join('\n');
}

describe('directory-contract init', () => {
  it('writes files that the check can read, and no key', async () => {
    const { folder, files, output } = await init({ yes: true, baseUrl: url, writes: 'disposable', ci: 'github' });
    expect(Object.keys(files)).toEqual([
      '.github/workflows/directory-contract.yml',
      'directory-contract.baseline.json',
      'directory-contract.config.json',
      'directory.answers.yaml',
    ]);
    expect(settingsFrom({}, {}, configIn(files))).toMatchObject({ baseUrl: url, writes: 'disposable' });
    const baseline = readBaseline(join(folder, 'directory-contract.baseline.json'));
    expect(baseline).toMatchObject({ findings: [], alwaysPresent: {} });
    expect(baseline.answers).toBe(readContractWithAnswers(join(folder, 'directory.answers.yaml')).answers?.sha256);
    const job = files['.github/workflows/directory-contract.yml'];
    expect(job).toBe(readFileSync('recipes/github-server.yml', 'utf8'));
    // In CI nobody can confirm a write.
    expect(job).toContain('check --strict --writes none ');
    expect(JSON.stringify(files) + output).not.toContain(key);
    expect(output).toContain('npx directory-contract check --update-baseline\n');
  });

  it('allows named hosts plain http, and replaces its own job instead of adding another', async () => {
    const host = { baseUrl: 'http://sandbox:4020', allowInsecureHost: ['sandbox'] };
    const flags: InitFlags = { yes: true, ...host, ci: 'gitlab' };
    const { folder, files } = await init(flags);
    expect(configIn(files)).toMatchObject({ allowInsecureHosts: ['sandbox'] });
    expect(Object.keys((await init({ ...flags, force: true }, { folder })).files)).toEqual(Object.keys(files));
  });

  it('replaces nothing without --force, and writes no other file then', async () => {
    const folder = temporaryFolder('init');
    writeFileSync(join(folder, 'directory-contract.config.json'), 'mine');
    const flags: InitFlags = { yes: true, baseUrl: url, ci: 'none' };
    await expect(init(flags, { folder })).rejects.toThrow('because directory-contract.config.json exists already');
    expect(filesIn(folder)).toEqual({ 'directory-contract.config.json': 'mine' });
    const { files, output } = await init({ ...flags, force: true }, { folder });
    expect(files['directory-contract.config.json']).not.toBe('mine');
    expect(output).toMatch(/^replaced {2}directory-contract\.config\.json /m);
  });

  it('keeps the baseline and the answers of people, also with --force', async () => {
    const folder = temporaryFolder('init');
    const names = ['directory-contract.baseline.json', 'directory.answers.yaml'];
    for (const name of names) writeFileSync(join(folder, name), 'mine');
    const { files, output } = await init({ yes: true, baseUrl: url, ci: 'none', force: true }, { folder });
    expect(names.map((name) => files[name])).toEqual(['mine', 'mine']);
    expect(output).toMatch(/^kept {6}directory-contract\.baseline\.json /m);
  });

  it('refuses a contract outside of the folder, which the settings could not name', async () => {
    const root = temporaryFolder('init');
    const folder = join(root, 'a');
    mkdirSync(folder);
    cpSync('test/check/other-service/openapi.yaml', join(root, 'api.yaml'));
    const flags: InitFlags = { yes: true, baseUrl: url, ci: 'none', contract: '../api.yaml' };
    await expect(init(flags, { folder })).rejects.toThrow('The contract ../api.yaml is outside of this folder');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('writes nothing if one file cannot be written', async () => {
    const folder = temporaryFolder('init');
    writeFileSync(join(folder, '.github'), '');
    await expect(init({ yes: true, baseUrl: url, ci: 'github' }, { folder })).rejects.toThrow('Nothing was written.');
    expect(readdirSync(folder)).toEqual(['.github']);
  });

  it('keeps the job of GitLab apart from an existing job', async () => {
    const folder = temporaryFolder('init');
    writeFileSync(join(folder, '.gitlab-ci.yml'), 'mine: {}\n');
    const { files, output } = await init({ yes: true, baseUrl: url }, { folder });
    expect(files['.gitlab-ci.yml']).toBe('mine: {}\n');
    expect(files['.gitlab/directory-contract.yml']).toBe(readFileSync('recipes/gitlab-ci.yml', 'utf8'));
    expect(output).toContain('include: { local: .gitlab/directory-contract.yml }');
  });

  it('writes no answers for the contract of another service, and reads that contract', async () => {
    const folder = temporaryFolder('init');
    cpSync('test/check/other-service/openapi.yaml', join(folder, 'api.yaml'));
    const flags: InitFlags = { yes: true, baseUrl: url, ci: 'none', contract: 'api.yaml' };
    const { files } = await init(flags, { folder });
    expect(existsSync(join(folder, 'directory.answers.yaml'))).toBe(false);
    expect(configIn(files)).toMatchObject({ contract: 'api.yaml' });
    const otherText = temporaryFolder('init');
    await expect(init({ ...flags, contract: 'none.yaml' }, { folder: otherText })).rejects.toThrow('none.yaml');
    expect(readdirSync(otherText)).toEqual([]);
  });

  it('prints the lines with which a workflow calls the job, and adds the report to .gitignore once', async () => {
    const folder = temporaryFolder('init');
    writeFileSync(join(folder, '.gitignore'), 'dist');
    const flags: InitFlags = { yes: true, baseUrl: 'https://depot.example.com', ci: 'github' };
    const { output } = await init(flags, { folder });
    expect(output).toContain(callLines('contract', 'https://depot.example.com'));
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('dist\ncheck.json\n');
    expect(output).toMatch(/^added to {2}\.gitignore /m);
    const again = await init({ ...flags, force: true }, { folder });
    expect(again.output).not.toContain('.gitignore');
    expect(again.output).toMatch(/^kept {6}\.github\/workflows\/directory-contract\.yml /m);
  });

  it('gives two services of a repository one job of GitHub, at its top, and each its own call', async () => {
    const root = temporaryFolder('init');
    for (const name of ['.git', '.github', 'services/a', 'services/b'])
      mkdirSync(join(root, name), { recursive: true });
    const outputs: string[] = [];
    for (const name of ['a', 'b']) {
      const { output, files } = await init({ yes: true, baseUrl: url }, { folder: join(root, 'services', name) });
      outputs.push(output);
      expect(Object.keys(files)).not.toContain('.github/workflows/directory-contract.yml');
      expect(configIn(files)).toMatchObject({ $schema: expect.stringMatching(/^\.\/node_modules\//) as string });
    }
    expect(filesIn(root)).toHaveProperty('.github/workflows/directory-contract.yml');
    expect(outputs[0]).toMatch(/^wrote {5}\.\.\/\.\.\/\.github\/workflows\/directory-contract\.yml /m);
    expect(outputs[1]).toMatch(/^kept {6}\.\.\/\.\.\/\.github\/workflows\/directory-contract\.yml /m);
    expect(outputs[1]).toContain(callLines('contract-services-b', 'https://directory.example.com', 'services/b'));
  });

  it('gives each service of a repository on GitLab a job with a name of its own', async () => {
    const root = temporaryFolder('init');
    const folder = join(root, 'services', 'a');
    mkdirSync(join(root, '.git'));
    mkdirSync(folder, { recursive: true });
    const { output, files } = await init({ yes: true, baseUrl: url, ci: 'gitlab' }, { folder });
    const job = files['.gitlab/directory-contract.yml'] ?? '';
    expect(parse(job)).toMatchObject({
      'directory-contract-services-a': { variables: { SERVICE_FOLDER: 'services/a' } },
    });
    expect(output).toContain('include: { local: services/a/.gitlab/directory-contract.yml }" to ../../.gitlab-ci.yml');
  });

  it('names the schema where the package is installed', async () => {
    const root = temporaryFolder('init');
    mkdirSync(join(root, 'node_modules', 'directory-contract'), { recursive: true });
    mkdirSync(join(root, 'a'));
    const { files } = await init({ yes: true, baseUrl: url, ci: 'none' }, { folder: join(root, 'a') });
    const schema = '../node_modules/directory-contract/dist/check/config.schema.json';
    expect(configIn(files)).toMatchObject({ $schema: schema });
  });

  it('asks at a terminal for settings that no flag gives, and asks again after a wrong word', async () => {
    const { files, questions } = await init({ ci: 'none' }, { typed: [`${url}/api`, '', 'some', 'noop'] });
    expect(configIn(files)).toMatchObject({ baseUrl: `${url}/api`, writes: 'noop' });
    expect(questions).toContain('Expected one of none, noop, roundtrip, disposable.');
    expect(questions).not.toContain('CI');
  });

  it('refuses an address that would reveal the key', async () => {
    const refusal = init({ yes: true, baseUrl: 'http://directory.example.com', ci: 'none' });
    await expect(refusal).rejects.toThrow('Expected https');
  });
});
