import { writeFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { check } from '../scripts/check/engine/check.js';
import { createContract } from '../scripts/check/model/contract/contract.js';
import { createSandboxFor, defaultKey } from '../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../scripts/sandbox/server/serve.js';
import { taughtWith } from './answers/taught.js';

const value = process.env['OE'] ? JSON.parse(process.env['OE']) : { response: '/data', request: '/data' };
it('holds', async () => {
  vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
  const { document, validators } = taughtWith({ 'objects.envelope': { value } });
  writeFileSync('/tmp/oe/doc.json', JSON.stringify(document, null, 1));
  const served = await serveSandbox({ sandbox: createSandboxFor(document, validators)() });
  const own = createContract({ document, placeOf: (pointer) => ({ pointer }) });
  const out: unknown[] = [];
  for (const writes of ['none', 'disposable'] as const) {
    const report = await check({
      baseUrl: served.url,
      contract: own,
      runs: 1,
      strict: true,
      ...(writes === 'none' ? {} : { writes, include: ['answered', 'inferred'] as never, confirm: undefined as never }),
    });
    out.push({
      writes,
      exit: report.exitCode,
      why: report.why,
      coverage: report.coverage,
      findings: report.findings.map(({ rule, operationId, pointer, message, expected, actual, severity }) => ({
        rule,
        operationId,
        pointer,
        message,
        expected,
        actual,
        severity,
      })),
    });
  }
  await served.close();
  writeFileSync('/tmp/oe/out.json', JSON.stringify(out, null, 1));
  expect(1).toBe(1);
}, 400000);
