// @module-tag slow
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { check } from '../../../scripts/check/engine/check.js';
import { renderReport } from '../../../scripts/check/reports/index.js';
import { runAgain } from '../../../scripts/commands/again/run.js';
import type { Behaviour, Call } from '../../check/other-service/behaviour.js';
import { contractFile } from '../../check/other-service/contract.js';
import { createShelfServer } from '../../check/other-service/server.js';
import { shelfKey } from '../../check/other-service/stages.js';
import { Store } from '../../check/other-service/store.js';
import { otherKey, tenants } from '../../check/tenants.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { type Ran, ranWith } from '../check/fixture.js';

const leaks = ['getBook', 'listBooks', 'updateBook', 'deleteBook'];
const file = join(temporaryFolder('again-other'), 'check.json');

const start = (open: readonly string[]) =>
  createShelfServer([], new Store(), [tenants<Call, Behaviour>(shelfKey, { leaks: open })]);

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', shelfKey);
  vi.stubEnv('DIRECTORY_OTHER_API_KEY', otherKey);
  onTestFinished(() => void vi.unstubAllEnvs());
});

/** Shows a finding again, on a new server with these open operations. */
async function again(rule: string, open: readonly string[], text = reportText): Promise<Ran> {
  const server = await start(open);
  onTestFinished(server.close);
  writeFileSync(file, text.replaceAll(address, server.url));
  const flags = { report: file, baseUrl: server.url, contract: contractFile, writes: 'disposable' };
  return ranWith((streams) => runAgain(rule, flags, { ...streams, environment: {}, folder: '' }));
}

let reportText = '';
let address = '';

beforeAll(async () => {
  vi.stubEnv('DIRECTORY_API_KEY', shelfKey);
  vi.stubEnv('DIRECTORY_OTHER_API_KEY', otherKey);
  const server = await start(leaks);
  const options = { writes: 'disposable', runs: 0, only: ['createBook', ...leaks] } as const;
  const report = await check({ baseUrl: server.url, contract: contractFile, ...options });
  await server.close();
  [reportText, address] = [renderReport('json', report), server.url];
});

describe.each(['reads', 'lists', 'changes', 'deletes'])('a finding about what another identity %s', (kind) => {
  it('occurs again on a server with the fault, with both keys', async () => {
    const { code, output } = await again(`auth.other-identity-${kind}`, leaks);
    expect(output).toContain('The finding occurred again.');
    expect(code).toBe(1);
  });

  it('does not occur again on a server without the fault', async () => {
    const { code, output } = await again(`auth.other-identity-${kind}`, []);
    expect(output).toContain('The finding did not occur again.');
    expect(code).toBe(0);
  });
});

it('without the other key, nothing is sent', async () => {
  vi.stubEnv('DIRECTORY_OTHER_API_KEY', undefined);
  const { code, errors } = await again('auth.other-identity-reads', leaks);
  expect(errors).toContain('The finding needs the key of another identity. Nothing was sent.');
  expect(code).toBe(2);
});

it('nothing is created with the other key, whatever a report says', async () => {
  const report = JSON.parse(reportText) as { findings: { again?: { steps: { kind: string; key: string }[] } }[] };
  for (const { again: plan } of report.findings)
    for (const step of plan?.steps ?? []) if (step.kind === 'create') step.key = 'other';
  const { code, errors } = await again('auth.other-identity-reads', leaks, JSON.stringify(report));
  expect(errors).toContain('The check creates nothing with the key of another identity.');
  expect(code).toBe(2);
});
