import { describe, expect, it } from 'vitest';
import { teachOwnContract } from '../../scripts/answers/own-contract.js';
import { readContract, type SandboxContract } from '../../scripts/sandbox/model/read-contract.js';
import { buildSandbox, defaultKey, initialStateOf } from '../../scripts/sandbox/sandbox.js';
import { type RecordedRead, stateFromReads } from '../../scripts/sandbox/server/recorded-state.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { stateMistakes } from '../../scripts/sandbox/server/state-check.js';
import { answersFile } from '../answers/taught.js';
import { send } from './program.js';

const answers = {
  'lists.envelope': { value: { items: '/page/results', next: '/page/next', page: { query: 'page' } } },
  'auth.scheme-prefix': { value: 'Bearer' },
  'the-service.name': { value: 'website' },
  'partner-entry.nullability': { value: ['headline'] },
};
const gold = 'bc4048fe-b64e-42ae-ba87-0578bd18e23a';
const root = '/api/directory/private/v1alpha';
const partners = `${root}/directories/0fd4340a-c3c4-4d8b-815a-f5be26abedae/entries/partners/`;

function taught(): SandboxContract {
  const { document, validators } = teachOwnContract(answersFile(answers));
  return readContract(document, validators);
}

describe('a sandbox of a taught contract', () => {
  const contract = taught();
  const authorization = `Bearer ${defaultKey}`;

  it('begins with invented data that fit it', () => {
    const state = initialStateOf(contract, { entries: 60, seed: 2 });
    expect(state.collections['PartnerEntry']).toHaveLength(60);
    expect(stateMistakes(state, contract, { isJudged: true })).toEqual([]);
  });

  it('begins with a recording of it', async () => {
    const sandbox = buildSandbox(contract, {});
    const read = async (path: string): Promise<RecordedRead> => {
      const response = await sandbox.fetch(new Request(`http://127.0.0.1${path}`, { headers: { authorization } }));
      return { method: 'GET', path, status: response.status, text: await response.text() };
    };
    const pages = await Promise.all(['', '?page=2', '?page=3'].map((page) => read(partners + page)));
    const { state, taken } = stateFromReads(contract, pages);
    expect(Object.fromEntries(taken)).toEqual({ PartnerEntry: 12 });
    expect(stateMistakes(state, contract, { isJudged: true })).toEqual([]);
    sandbox.load(state);
    expect((await read(partners)).text.replace(/"entriesCount":\d+/g, '')).toBe(
      pages[0]?.text.replace(/"entriesCount":\d+/g, ''),
    );
  });

  it('has a home page with its key, and follows a scenario', async () => {
    const scenario = [
      { when: { operation: 'getTier', nth: 2 }, then: { status: 418 } },
      { after: '0s', then: { set: { kind: 'Tier', id: gold, fields: { title: 'Platinum' } } } },
    ];
    const sandbox = buildSandbox(contract, { scenario });
    const served = await serveSandbox({ sandbox, contract });
    try {
      const page = await send(served.url, { path: '/', headers: { accept: 'text/html' } });
      expect(page.text).toContain('Authorization: Bearer sandbox-key');
      expect(page.text).toContain('>Platinum</a>');
      const tier = () => fetch(`${served.url}${root}/tiers/${gold}/`, { headers: { authorization } });
      expect(await (await tier()).json()).toMatchObject({ title: 'Platinum' });
      expect((await tier()).status).toBe(418);
    } finally {
      await served.close();
    }
  });
});
