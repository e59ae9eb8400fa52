import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { teachOwnContract } from '../../scripts/answers/own-contract.js';
import type { JsonObject } from '../../scripts/contract/json.js';
import { initialState } from '../../scripts/sandbox/data/initial-state.js';
import { readContract, type SandboxContract } from '../../scripts/sandbox/model/read-contract.js';
import { buildSandbox, defaultKey, initialStateOf } from '../../scripts/sandbox/sandbox.js';
import { type RecordedRead, stateFromReads } from '../../scripts/sandbox/server/recorded-state.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { stateMistakes } from '../../scripts/sandbox/server/state-check.js';
import { createFileSandbox, readData } from '../../scripts/sandbox/server/state-source.js';
import { answersFile, correctedFile } from '../answers/taught.js';
import { publishedProgram } from '../published-program.js';
import { temporaryFile, temporaryFolder } from '../temporary-folder.js';
import { ids, partnersPath, requestOf, root } from './fixture.js';
import { type Running, runCommand, send, startCommand, stopCommand } from './program.js';

const answers = {
  'lists.envelope': { value: { items: '/page/results', next: '/page/next', page: { query: 'page' } } },
  'auth.scheme-prefix': { value: 'Bearer' },
  'the-service.name': { value: 'website' },
  'partner-entry.nullability': { value: ['headline'] },
};

/** Only a list returns resources of this kind, and their fields are not documented. */
const collection = 'directories/entries/partners/invite/organization-matches';
const place = `/collections/${collection.replaceAll('/', '~1')}/0/value/name`;

/** Writes answers with an overlay that makes the name of such a resource a number; returns the file. */
function withNumber(givenAnswers: Record<string, unknown> = {}): string {
  const update = { properties: { name: { type: 'integer', description: 'A number.' } } };
  return correctedFile([{ target: '$.components.schemas.OrganizationMatch', update }], givenAnswers);
}

function contractOf(file: string): SandboxContract {
  const { document, validators } = teachOwnContract(file);
  return readContract(document, validators);
}

function withName(name: number): typeof initialState {
  const state = structuredClone(initialState);
  for (const { value } of state.collections[collection] ?? []) (value as JsonObject)['name'] = name;
  return state;
}

describe('the states of a taught sandbox', () => {
  it.each([
    ['bare lists', {}],
    ['lists in an envelope', answers],
  ])('are valid only if they fit the taught contract: %s', { tags: 'slow' }, (_, givenAnswers) => {
    const contract = contractOf(withNumber(givenAnswers));
    const file = temporaryFile('data.json', JSON.stringify(initialState, undefined, 1));
    expect(() => readData(file, contract)).toThrow(`${place} must be an integer`);
    expect(() => readData(file, contract)).toThrow(/data\.json:\d+:\d+: /);
    expect(readData(temporaryFile('data.json', JSON.stringify(withName(7))), contract)).toEqual(withName(7));
  });

  it('are checked at the control path', async () => {
    const contract = contractOf(withNumber());
    const server = await serveSandbox({ sandbox: buildSandbox(contract, { data: withName(7) }), contract });
    try {
      const put = (state: object): Promise<Response> =>
        fetch(`${server.url}/__sandbox/state`, { method: 'PUT', body: JSON.stringify(state) });
      const refusedResponse = await put(initialState);
      expect(refusedResponse.status).toBe(400);
      expect(await refusedResponse.text()).toContain(place);
      expect((await put(withName(8))).status).toBe(200);
    } finally {
      await server.close();
    }
  });

  it('are checked if they are continued with other answers', async () => {
    const file = join(temporaryFolder(), 'state.jsonl');
    (await createFileSandbox(file, initialState, {})).close();
    const textBefore = readFileSync(file, 'utf8');
    const refusal = createFileSandbox(file, initialState, {}, contractOf(withNumber()));
    await expect(refusal).rejects.toThrow(`${file} has values that the contract does not allow with these answers.`);
    await expect(refusal).rejects.toThrow(`${file}: ${place} must be an integer`);
    expect(readFileSync(file, 'utf8')).toBe(textBefore);
    const sandbox = await createFileSandbox(file, initialState, {}, contractOf(answersFile(answers)));
    expect(sandbox.wasResumed).toBe(true);
    sandbox.close();
  });
});

it('a refusal names places in the whole body, also around the resource inside it', async () => {
  const sandbox = buildSandbox(contractOf(answersFile({ 'objects.envelope': { value: { request: '/data' } } })), {});
  const body = { data: { assign: [ids.nobody] } };
  const refusedResponse = await sandbox.fetch(requestOf('POST', `${root}/tiers/${ids.gold}/entries/`, body));
  expect(await refusedResponse.json()).toMatchObject({ errors: [{ pointer: '/data/assign/0' }] });
});

describe('the command sandbox with answers', () => {
  let cli: string;
  let command: Running;
  beforeAll(async () => {
    cli = await publishedProgram();
    const file = answersFile(answers);
    command = await startCommand(cli, '--answers', file, '--state', join(temporaryFolder(), 'state.jsonl'));
  });
  afterAll(() => stopCommand(command));

  it('serves the taught contract, and prints how to call it', async () => {
    expect(command.output).toMatch(/^Sandbox of .*, with the answers in \S*directory\.answers\.yaml, at http/);
    expect(command.output).toContain(`-H 'Authorization: Bearer ${defaultKey}'`);
    const url = `${command.url}${root}/directories/`;
    const page = (authorization: string): Promise<Response> => fetch(url, { headers: { authorization } });
    expect(await (await page(`Bearer ${defaultKey}`)).json()).toMatchObject({ page: { results: expect.any(Array) } });
    const detail = async (authorization: string) => (await (await page(authorization)).json())['detail'];
    expect(await detail(defaultKey)).toBe('The prefix Bearer before the API key is missing.');
    const tokenDetail = 'The key came with the scheme Token. Send "Bearer" before it instead.';
    expect(await detail(`Token ${defaultKey}`)).toBe(tokenDetail);
    // A message that named the first word would contain the key.
    expect(await detail(`${defaultKey} a`)).toBe('The API key is unknown.');
    expect(await detail('Bearer a')).toBe('The API key is unknown.');
  });

  it('starts with data that show the answers, and so does the sandbox in a program', async () => {
    const readItems = async (send: (request: Request) => Promise<Response>): Promise<JsonObject[]> => {
      const pages = ['', '?page=2', '?page=3'].map(async (query) => {
        const headers = { authorization: `Bearer ${defaultKey}` };
        const response = await send(new Request(command.url + partnersPath + query, { headers }));
        const { page } = (await response.json()) as { page: { results: JsonObject[] } };
        return page.results;
      });
      return (await Promise.all(pages)).flat();
    };
    const entries = await readItems(fetch);
    expect(entries).toContainEqual(expect.objectContaining({ website: expect.stringMatching(/^https:/) }));
    expect(entries).toContainEqual(expect.objectContaining({ headline: null }));
    const { createSandbox } = createRequire(cli)('./sandbox.cjs') as typeof import('../../scripts/sandbox/index.js');
    expect(await readItems(createSandbox({ answers: answersFile(answers) }).fetch)).toEqual(entries);
  });

  it('refuses data that do not fit the contract', { tags: 'slow' }, async () => {
    const data = temporaryFile('data.json', JSON.stringify(initialState));
    const { code, stderr } = await runCommand(cli, '--port', '0', '--answers', withNumber(), '--data', data);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(`${place} must be an integer`) });
  });
});

describe('a sandbox of a taught contract', () => {
  const contract = contractOf(answersFile(answers));
  const authorization = `Bearer ${defaultKey}`;

  it('starts with invented data that fit the contract', () => {
    const state = initialStateOf(contract, { entries: 60, seed: 2 });
    expect(state.collections['PartnerEntry']).toHaveLength(60);
    expect(stateMistakes(state, contract, { includesContractCheck: true })).toEqual([]);
  });

  it("starts with a recording of the contract's service", async () => {
    const sandbox = buildSandbox(contract, {});
    const read = async (path: string): Promise<RecordedRead> => {
      const response = await sandbox.fetch(requestOf('GET', path, undefined, { authorization }));
      return { method: 'GET', path, status: response.status, text: await response.text() };
    };
    const pages = await Promise.all(['', '?page=2', '?page=3'].map((page) => read(partnersPath + page)));
    const { state, resourceCounts } = stateFromReads(contract, pages);
    expect(Object.fromEntries(resourceCounts)).toEqual({ PartnerEntry: 12 });
    expect(stateMistakes(state, contract, { includesContractCheck: true })).toEqual([]);
    sandbox.load(state);
    const withoutCounts = ({ text }: RecordedRead): string => text.replace(/"entriesCount":\d+/g, '');
    expect(withoutCounts(await read(partnersPath))).toBe(withoutCounts(pages[0] as RecordedRead));
  });

  it('has a home page with its key, and follows a scenario', async () => {
    const scenario = [
      { when: { operation: 'getTier', nth: 2 }, then: { status: 418 } },
      { after: '0s', then: { set: { kind: 'Tier', id: ids.gold, fields: { title: 'Platinum' } } } },
    ];
    const sandbox = buildSandbox(contract, { scenario });
    const server = await serveSandbox({ sandbox, contract });
    try {
      const page = await send(server.url, { path: '/', headers: { accept: 'text/html' } });
      expect(page.text).toContain('Authorization: Bearer sandbox-key');
      expect(page.text).toContain('>Platinum</a>');
      const tier = () => fetch(`${server.url}${root}/tiers/${ids.gold}/`, { headers: { authorization } });
      expect(await (await tier()).json()).toMatchObject({ title: 'Platinum' });
      expect((await tier()).status).toBe(418);
    } finally {
      await server.close();
    }
  });
});
