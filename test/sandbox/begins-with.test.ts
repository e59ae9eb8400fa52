import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readInitialState, readScenarioFile } from '../../scripts/commands/sandbox/initial-state.js';
import { defaultKey, ownContract } from '../../scripts/sandbox/sandbox.js';
import { blocksOf } from '../docs/guide-blocks.js';
import { publishedProgram } from '../published-program.js';
import { temporaryFile, temporaryFolder } from '../temporary-folder.js';
import { entryPath as first, ids, open, partnersPath, root } from './fixture.js';
import { startCommand, stopCommand } from './program.js';

/** Writes a recording of reads of these paths, with the key; returns its file. */
async function recording(...paths: string[]): Promise<string> {
  const recordings = paths.map(async (path) => {
    const { status, text } = await open().send('GET', path);
    const content = { size: Buffer.byteLength(text), mimeType: 'application/json', text };
    return {
      request: { method: 'GET', url: `https://directory.example.com${path}`, headers: [] },
      response: { status, headers: [], content },
    };
  });
  const log = { version: '1.2', entries: await Promise.all(recordings) };
  return temporaryFile('recorded.har', JSON.stringify({ log }));
}

describe('the state of a recording', () => {
  it('consists of the resources in its reads, and a note says so', async () => {
    const file = await recording(`${root}/directories/`, first, `${root}/directories/1/`, '/index.html');
    const { state, note: said } = readInitialState({ from: file }, ownContract);
    expect(state.collections['PartnerEntry']?.map(({ value }) => value['title'])).toEqual(['Fjordline Data']);
    expect(said).toBe(
      `${file} contains 2 Directory, 1 PartnerEntry. 1 more resource is mentioned only in paths or in other ` +
        'resources. Not used: 1 (its status is 404), 1 (its path is not in the contract).',
    );
  });

  it('is refused if its reads show no resource', async () => {
    const file = await recording('/index.html');
    expect(() => readInitialState({ from: file }, ownContract)).toThrow(
      `${file} contains no resource of the contract. Not used: 1 (its path is not in the contract). ` +
        'Use a recording of requests that read the directory, or leave out --from.',
    );
  });
});

describe('a file that contains a scenario', () => {
  it('may be the example from the guide', () => {
    const guide = readFileSync('openapi/docs/mock-and-sandbox.md', 'utf8');
    const [scenario, ...otherBlocks] = blocksOf(guide).filter(({ language }) => language === 'yaml');
    expect(readScenarioFile(temporaryFile('scenario.yaml', scenario?.source ?? ''), ownContract)).toHaveLength(3);
    expect(otherBlocks).toEqual([]);
  });

  it('quotes no value in the message if a key is a list', async () => {
    const said: string[] = [];
    const listener = (warning: Error) => void said.push(warning.message);
    process.on('warning', listener);
    const file = temporaryFile('scenario.yaml', '- ? [a]\n  : 2\n');
    expect(() => readScenarioFile(file, ownContract)).toThrow('Expected one of when, after, then');
    await new Promise(setImmediate);
    process.removeListener('warning', listener);
    expect(said).toEqual([]);
  });

  it.each([
    ['- when: { nth: 1 }\n  then: { stauts: 500 }\n', /yaml:2:11: Expected one of status, .* Did you mean status\?$/],
    ['- after: 2s\n  then:\n    fault: slo\n', /yaml:3:5: Expected the name of a fault, .* Did you mean slow/],
    ['when: { nth: 1 }\n', /yaml:1:1: Expected a list of rules, each with "then", and "when" or "after", found/],
    ['- when: [\n', /yaml:\d+:\d+: The file is not valid YAML/],
  ])('is refused with file, line and column: %j', (text, pattern) => {
    expect(() => readScenarioFile(temporaryFile('scenario.yaml', text), ownContract)).toThrow(pattern);
  });
});

describe('the command', () => {
  let cli: string;
  beforeAll(async () => {
    cli = await publishedProgram();
  });

  it('starts with a recording and invented data, follows a scenario, and keeps its effects in the state', {
    tags: 'slow',
  }, async () => {
    const folder = temporaryFolder();
    const [scenario, state] = [join(folder, 'scenario.yaml'), join(folder, 'state.jsonl')];
    const removal = `- after: 0s\n  then: { remove: { kind: Tier, id: ${ids.gold} } }\n`;
    writeFileSync(scenario, `${removal}- when: { nth: 2 }\n  then: { drop: true }\n`);
    const flags = ['--from', await recording(first), '--entries', '30', '--scenario', scenario, '--state', state];
    const command = await startCommand(cli, ...flags);
    const get = (url: string): Promise<Response> => fetch(url, { headers: { authorization: defaultKey } });
    try {
      expect(command.output).toContain('recorded.har contains 1 PartnerEntry.');
      expect(command.output).toContain(`The sandbox follows 2 rules of ${scenario}.`);
      expect(await (await get(command.url + first)).json()).not.toHaveProperty('tier');
      await expect(get(command.url + first)).rejects.toThrow('fetch failed');
      expect(await (await get(command.url + partnersPath)).json()).toHaveLength(30);
    } finally {
      await stopCommand(command, 'SIGKILL');
    }
    const secondCommand = await startCommand(cli, '--state', state);
    expect((await get(`${secondCommand.url}${root}/tiers/${ids.gold}/`)).status).toBe(404);
    await stopCommand(secondCommand);
  });

  it('warns if a scenario contains an id that no resource has', async () => {
    const removal = `- after: 2s\n  then: { remove: { kind: Tier, id: ${ids.nobody} } }\n`;
    const file = temporaryFile('scenario.yaml', removal);
    const command = await startCommand(cli, '--scenario', file);
    await stopCommand(command);
    const message = `Rule 1 of the scenario refers to a Tier that does not exist at the start: ${ids.nobody}`;
    expect(command.said.stderr).toContain(message);
  });
});
