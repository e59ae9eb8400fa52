import { expect, it, vi } from 'vitest';
import { check } from '../../../scripts/check/engine/check.js';
import { createContract } from '../../../scripts/check/model/contract/contract.js';
import { createSandboxFor, defaultKey } from '../../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../../scripts/sandbox/server/serve.js';
import { taughtWith } from '../../answers/taught.js';

it('writes that are undone find a resource inside of its object, and put it there', { tags: 'slow' }, async () => {
  vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
  const value = { response: '/data/attributes', request: '/data' };
  const { document, validators } = taughtWith({ 'objects.envelope': { value } });
  const { url, close } = await serveSandbox({ sandbox: createSandboxFor(document, validators)() });
  const contract = createContract({ document, placeOf: (pointer) => ({ pointer }) });
  const only = ['listDirectories', 'listTiers', 'getTier', 'updateTier'];
  const report = await check({ baseUrl: url, contract, runs: 0, strict: true, writes: 'roundtrip', only });
  await close();
  expect(report).toMatchObject({ exitCode: 0, state: { resources: 1, differing: [] } });
  expect(report.state?.writes).toBeGreaterThan(10);
});
