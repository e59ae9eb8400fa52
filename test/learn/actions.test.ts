import { beforeEach, expect, it, vi } from 'vitest';
import { learn } from '../../scripts/learn/rounds.js';
import { readContract } from '../../scripts/sandbox/model/read-contract.js';
import { buildSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { taughtWith } from '../answers/taught.js';
import { allWrites } from './learnt-world.js';

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
});

it('an action without a body is repeated until its responses prove a claim', async () => {
  const payloads = { approvePartnerEntryReview: { response: 'PartnerEntry' } };
  const { document, validators } = taughtWith({ 'operations.payloads': { value: payloads } });
  const contract = readContract(document, validators);
  const server = await serveSandbox({ sandbox: buildSandbox(contract), contract });
  try {
    const { taken } = await learn({
      ...{ file: 'directory.answers.yaml', text: '', today: '2026-11-23', baseUrl: server.url, runs: 0, ...allWrites },
      only: ['submitPartnerEntryReview', 'approvePartnerEntryReview', 'listPartnerEntries', 'listDirectories'],
    });
    const found = taken.find(({ question }) => question === 'operations.payloads');
    expect(found?.answer.value).toEqual(payloads);
  } finally {
    await server.close();
  }
});
