import { expect, it, vi } from 'vitest';
import { type DiffFlags, runDiff } from '../../scripts/commands/diff/run.js';
import type { ContractDiff } from '../../scripts/diff/change.js';
import { answersFile } from '../answers/taught.js';
import { collector } from '../commands/check/fixture.js';

const file = answersFile({ 'auth.scheme-prefix': { value: 'Bearer' } });

async function diff(args: readonly (string | undefined)[], flags: DiffFlags): Promise<ContractDiff> {
  const [output, errors] = [collector(false), collector(false)];
  await runDiff(args[0], args[1], { format: 'json', ...flags }, { output, errors });
  return JSON.parse(output.text()) as ContractDiff;
}

it('compares a contract with this contract as answers teach it', { tags: 'slow' }, async () => {
  const changes = await diff(['generated/openapi.yaml'], { answers: file });
  expect(JSON.stringify(changes)).toContain('`Authorization` with `Bearer` before it');
  expect(changes).toMatchObject({ new: { name: `this package with ${file}` } });
});

it.each<[args: readonly (string | undefined)[], flags: DiffFlags]>([
  [['generated/openapi.yaml', 'generated/openapi.yaml'], {}],
  [[], { checkVersion: true }],
  [[], { changelog: 'CHANGELOG.md' }],
])('refuses answers if the new contract is not that of this package: %j %j', async (args, flags) => {
  await expect(diff(args, { ...flags, answers: file })).rejects.toThrow(
    /^--answers compares with the contract of this/,
  );
  // The variable applies to all commands, so it must not make any command fail.
  vi.stubEnv('DIRECTORY_ANSWERS', 'no-such-file.yaml');
  if (args.length === 2) expect(await diff(args, flags)).toMatchObject({ changes: [] });
});
