import { expect, it } from 'vitest';
import { teachOwnContract } from '../../../scripts/answers/own-contract.js';
import { createSandboxFor } from '../../../scripts/sandbox/sandbox.js';
import { answersFile } from '../../answers/taught.js';
import { checkServed } from '../run.js';

it('writes that are undone read and write a resource inside its envelope', { tags: 'slow' }, async () => {
  const answers = answersFile({ 'objects.envelope': { value: { response: '/data/attributes', request: '/data' } } });
  const { document, validators } = teachOwnContract(answers);
  const only = ['listDirectories', 'listTiers', 'getTier', 'updateTier'];
  const options = { answers, runs: 0, strict: true, writes: 'roundtrip', only } as const;
  const report = await checkServed(createSandboxFor(document, validators)(), options);
  expect(report).toMatchObject({ exitCode: 0, state: { resources: 1, differing: [] } });
  expect(report.state?.writes).toBeGreaterThan(10);
});
