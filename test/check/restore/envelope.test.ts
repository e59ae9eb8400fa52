import { expect, it, onTestFinished, vi } from 'vitest';
import { teachOwnContract } from '../../../scripts/answers/own-contract.js';
import { check } from '../../../scripts/check/engine/check.js';
import { createSandboxFor, defaultKey } from '../../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../../scripts/sandbox/server/serve.js';
import { answersFile } from '../../answers/taught.js';

it('writes that are undone find a resource inside of its object, and put it there', { tags: 'slow' }, async () => {
  vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
  const answers = answersFile({ 'objects.envelope': { value: { response: '/data/attributes', request: '/data' } } });
  const { document, validators } = teachOwnContract(answers);
  const { url, close } = await serveSandbox({ sandbox: createSandboxFor(document, validators)() });
  onTestFinished(close);
  const only = ['listDirectories', 'listTiers', 'getTier', 'updateTier'];
  const report = await check({ baseUrl: url, answers, runs: 0, strict: true, writes: 'roundtrip', only });
  expect(report).toMatchObject({ exitCode: 0, state: { resources: 1, differing: [] } });
  expect(report.state?.writes).toBeGreaterThan(10);
});
