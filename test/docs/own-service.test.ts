import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { depot, depotDocument } from '../check/depot-service.js';
import { type ResourceService, serveDocument } from '../check/service/resources.js';
import { ownEnvironment } from '../own-machine.js';
import { publishedProgram } from '../published-program.js';
import { type Ended, runProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';
import { blocksOf } from './guide-blocks.js';
import { project } from './pages-fixture.js';

const blocks = blocksOf(readFileSync(join(project, 'openapi/docs/own-service.md'), 'utf8'));
const commands = blocks.filter(({ language }) => language === 'sh').map(({ source }) => source.trim());
const blockIn = (language: string, part: string): string =>
  blocks.find((block) => block.language === language && block.source.includes(part))?.source ?? '';

const address = 'http://127.0.0.1:8080';
const folder = temporaryFolder('own-service');
let cli = '';
let servedService: ResourceService;

beforeAll(async () => {
  cli = await publishedProgram();
  servedService = await serveDocument(depotDocument, depot);
  writeFileSync(join(folder, 'openapi.yaml'), stringify(depotDocument, { aliasDuplicateObjects: false }));
});
beforeEach(() => {
  servedService.resources.clear();
  servedService.resources.set('/sites/north', { name: 'north' });
  servedService.resources.set('/sites/north/boxes/a-box', { id: 'b1', name: 'a-box' });
  servedService.resources.set('/sites/north/labels/fragile', { text: 'Handle with care' });
});
afterAll(() => servedService.close());

/** Runs a command of the guide in the folder, with a different port. */
function run(command: string): Promise<Ended> {
  const source = command
    .replace(/^export .*\n/, '')
    .replaceAll(address, servedService.url)
    .replace('npx directory-contract', `'${process.execPath}' '${cli}'`);
  const env = { ...ownEnvironment(), DIRECTORY_API_KEY: servedService.key, XDG_STATE_HOME: folder };
  return runProgram('/bin/sh', ['-c', source], { cwd: folder, env });
}

describe('the guide "Your own service", from the document to CI', { tags: 'long' }, () => {
  it('has a command for each step until CI', () => {
    expect(commands.map((command) => command.replace(/^export .*\n/, ''))).toEqual([
      `npx directory-contract check --base-url ${address} --contract openapi.yaml`,
      'npx directory-contract check',
      'npx directory-contract check --writes disposable',
      'npx directory-contract check --writes disposable --baseline known.json --update-baseline',
      'npx directory-contract check --writes disposable --baseline known.json --strict',
    ]);
  });

  it('1. finds a mistake without changing anything, and says why other operations were not tested', async () => {
    const textBefore = JSON.stringify([...servedService.resources]);
    const { code, stdout } = await run(commands[0] ?? '');
    expect(code).toBe(1);
    expect(stdout).toMatch(/schema\.type.*getUnit|getUnit.*schema\.type/s);
    expect(stdout).toMatch(/openapi\.yaml:\d+/);
    expect(stdout).toContain('No value for site_name was found');
    expect(JSON.stringify([...servedService.resources])).toBe(textBefore);
  });

  it('2 and 3. reads the configuration and the ids', async () => {
    const config = blockIn('json', '"baseUrl"').replace(address, servedService.url);
    writeFileSync(join(folder, 'directory-contract.config.json'), config);
    writeFileSync(join(folder, 'ids.yaml'), blockIn('yaml', 'site_name'));
    const { code, stdout } = await run(commands[1] ?? '');
    expect(code).toBe(1);
    expect(stdout).not.toContain('No value for site_name was found');
    expect(stdout).toContain('sealBox');
  });

  it('4. creates resources, and leaves only those that it lists', async () => {
    servedService.resources.clear();
    writeFileSync(join(folder, 'ids.yaml'), '{}');
    const { code, stdout } = await run(commands[2] ?? '');
    expect(code).toBe(1);
    const listedNames = [...stdout.matchAll(/ \/sites\/([^/\s]+)(?=\s)/g)].map(([, name]) => name);
    const sites = [...servedService.resources.keys()].flatMap((path) => /^\/sites\/([^/]+)$/.exec(path)?.[1] ?? []);
    expect(listedNames).toEqual(expect.arrayContaining(sites));
    expect(stdout).toMatch(/the run created \d+ resources/);
  });

  let knownText: string;

  it('5. accepts known findings, and only these', async () => {
    servedService.resources.clear();
    expect(await run(commands[3] ?? '')).toMatchObject({ code: 1 });
    knownText = readFileSync(join(folder, 'known.json'), 'utf8');
    expect(knownText).toContain('schema.type:getUnit');
    expect(await run(commands[4] ?? '')).toMatchObject({ code: 0 });
    writeFileSync(join(folder, 'known.json'), '{ "accepted": [] }');
    expect((await run(commands[4] ?? '')).code).not.toBe(0);
  });

  it('6. has a job that runs the last command, and writes reports', async () => {
    servedService.resources.clear();
    const job = parse(blockIn('yaml', 'runs-on')) as { jobs: { contract: { steps: { run?: string }[] } } };
    const step = job.jobs.contract.steps.find(({ run: line }) => line?.includes('directory-contract'))?.run ?? '';
    writeFileSync(join(folder, 'known.json'), knownText);
    const { code, stdout } = await run(step.replace('npx --yes', 'npx'));
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'contract.xml'), 'utf8')).toContain('<testsuites');
  });
});
