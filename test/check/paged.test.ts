import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import { createSandboxFor, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { ServedResponse, serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { type PagedForm, pagedContract, pagedForms, validatorsOf } from '../paged-contract.js';
import { accusations, everything } from './run.js';

const folder = mkdtempSync(join(tmpdir(), 'paged-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function checked(form: PagedForm, options: Partial<CheckOptions>, prefix?: string) {
  process.env['DIRECTORY_API_KEY'] = defaultKey;
  const document = pagedContract(form, prefix);
  const file = join(folder, 'contract.json');
  writeFileSync(file, JSON.stringify(document));
  const sandbox = createSandboxFor(document, validatorsOf(document))({ Response: ServedResponse });
  const paths: string[] = [];
  const served = await serveSandbox({
    sandbox: {
      ...sandbox,
      fetch(request) {
        paths.push(request.url.slice(served.url.length));
        return sandbox.fetch(request);
      },
    },
  });
  try {
    return { report: await check({ baseUrl: served.url, contract: file, runs: 3, ...options }), paths };
  } finally {
    await served.close();
  }
}

describe.each(pagedForms)('a server whose lists have $name', (form) => {
  it('keeps the contract that says so, and every page is read', async () => {
    const { report, paths } = await checked(form, {}, 'Bearer');
    expect(accusations(report)).toEqual([]);
    const lists = paths.filter((path) => /\/entries\/partners\/\?/.test(path));
    expect(new Set(lists).size).toBeGreaterThan(1);
  });

  it('keeps it in all writes, too', async () => {
    const { report } = await checked(form, { writes: 'disposable', ...everything });
    expect(accusations(report)).toEqual([]);
  });
});
