import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { teachOwnContract } from '../../scripts/answers/own-contract.js';
import type { JsonObject } from '../../scripts/contract/json.js';
import { initialState } from '../../scripts/sandbox/data/initial-state.js';
import { readContract, type SandboxContract } from '../../scripts/sandbox/model/read-contract.js';
import { buildSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { createFileSandbox, readData } from '../../scripts/sandbox/server/state-source.js';
import { answersFile } from '../answers/taught.js';
import { publishedProgram } from '../published-program.js';
import { temporaryFile, temporaryFolder } from '../temporary-folder.js';
import { type Running, runCommand, startCommand, stopCommand } from './program.js';

const envelope = { items: '/page/results', next: '/page/next', page: { query: 'page' } };
const answers = {
  'lists.envelope': { value: envelope },
  'auth.scheme-prefix': { value: 'Bearer' },
  'the-service.name': { value: 'website' },
  'partner-entry.nullability': { value: ['headline'] },
};

/** Only a list returns this resource, and its fields are not documented. */
const collection = 'directories/entries/partners/invite/organization-matches';
const place = `/collections/${collection.replaceAll('/', '~1')}/0/value/name`;

/** Writes answers with an overlay that makes the name of such a resource a number; returns the file. */
function correctedFile(given: object = {}): string {
  const file = answersFile(stringify({ answers: given, overlays: ['corrections.yaml'] }));
  const action = {
    target: '$.components.schemas.OrganizationMatch',
    update: { properties: { name: { type: 'integer', description: 'A number.' } } },
  };
  const overlay = { overlay: '1.0.0', info: { title: 'Corrections', version: '1' }, actions: [action] };
  writeFileSync(join(dirname(file), 'corrections.yaml'), stringify(overlay));
  return file;
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
  ])('must fit the taught contract: %s', { tags: 'slow' }, (_, given) => {
    const contract = contractOf(correctedFile(given));
    const file = temporaryFile('data.json', JSON.stringify(initialState, undefined, 1));
    expect(() => readData(file, contract)).toThrow(`${place} must be integer`);
    expect(() => readData(file, contract)).toThrow(/data\.json:\d+:\d+: /);
    expect(readData(temporaryFile('data.json', JSON.stringify(withName(7))), contract)).toEqual(withName(7));
  });

  it('are checked at the control path', async () => {
    const contract = contractOf(correctedFile());
    const served = await serveSandbox({ sandbox: buildSandbox(contract, { data: withName(7) }), contract });
    try {
      const put = (state: object): Promise<Response> =>
        fetch(`${served.url}/__sandbox/state`, { method: 'PUT', body: JSON.stringify(state) });
      const refused = await put(initialState);
      expect(refused.status).toBe(400);
      expect(await refused.text()).toContain(place);
      expect((await put(withName(8))).status).toBe(200);
    } finally {
      await served.close();
    }
  });

  it('are checked when they are continued with other answers', async () => {
    const file = join(temporaryFolder(), 'state.jsonl');
    (await createFileSandbox(file, initialState, {})).close();
    const before = readFileSync(file, 'utf8');
    const refused = createFileSandbox(file, initialState, {}, contractOf(correctedFile()));
    await expect(refused).rejects.toThrow(`${file} has values that the contract does not allow with these answers.`);
    await expect(refused).rejects.toThrow(`${file}: ${place} must be integer`);
    expect(readFileSync(file, 'utf8')).toBe(before);
    const kept = await createFileSandbox(file, initialState, {}, contractOf(answersFile(answers)));
    expect(kept.resumed).toBe(true);
    kept.close();
  });
});

describe('the command sandbox with answers', () => {
  let cli: string;
  let running: Running;
  beforeAll(async () => {
    cli = await publishedProgram();
    const file = answersFile({ ...answers, 'the-service.name': { value: 'website' } });
    running = await startCommand(cli, '--answers', file, '--state', join(temporaryFolder(), 'state.jsonl'));
  });
  afterAll(() => stopCommand(running));

  it('serves the taught contract, and prints how to call it', async () => {
    expect(running.printed).toMatch(/^Sandbox of .*, with the answers in \S*directory\.answers\.yaml, at http/);
    expect(running.printed).toContain(`-H 'Authorization: Bearer ${defaultKey}'`);
    const url = `${running.url}/api/directory/private/v1alpha/directories/`;
    const page = (authorization: string): Promise<Response> => fetch(url, { headers: { authorization } });
    expect(await (await page(`Bearer ${defaultKey}`)).json()).toMatchObject({ page: { results: expect.any(Array) } });
    expect((await page(defaultKey)).status).toBe(401);
  });

  it('begins with data that show the answers, as does the sandbox of a program', async () => {
    // The sandbox may close an idle connection just when a slow machine uses it again.
    const bearer = { headers: { authorization: `Bearer ${defaultKey}`, connection: 'close' } };
    const { createSandbox } = createRequire(cli)('./sandbox.cjs') as typeof import('../../scripts/sandbox/index.js');
    const sandbox = createSandbox({ answers: answersFile(answers) });
    const shown = async (send: (request: Request) => Promise<Response>): Promise<JsonObject[]> => {
      const read = async (path: string): Promise<JsonObject[]> => {
        const response = await send(
          new Request(`${running.url}/api/directory/private/v1alpha/directories/${path}`, bearer),
        );
        const { page } = (await response.json()) as { page: { results: JsonObject[] } };
        return page.results;
      };
      const [directory] = await read('');
      const pages = ['', '?page=2', '?page=3'].map((page) => read(`${directory?.['id']}/entries/partners/${page}`));
      return (await Promise.all(pages)).flat();
    };
    const entries = await shown(fetch);
    expect(entries).toContainEqual(expect.objectContaining({ website: expect.stringMatching(/^https:/) }));
    expect(entries).toContainEqual(expect.objectContaining({ headline: null }));
    expect(await shown(sandbox.fetch)).toEqual(entries);
  });

  it('refuses data that do not fit', { tags: 'slow' }, async () => {
    const data = temporaryFile('data.json', JSON.stringify(initialState));
    const { code, stderr } = await runCommand(cli, '--port', '0', '--answers', correctedFile(), '--data', data);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(`${place} must be integer`) });
  });
});
