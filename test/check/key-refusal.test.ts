// @module-tag slow
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { check } from '../../scripts/check/engine/check.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import type { KeyRefusalStatuses } from '../../scripts/contract/security.js';
import { createSandboxFor, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { temporaryFolder } from '../temporary-folder.js';
import { accusations } from './run.js';

/** The contract, with this status as the refusal of requests without a valid key. */
function refusingWith(status: number | KeyRefusalStatuses | undefined): OpenApiDocument {
  const document = structuredClone(contract);
  const key = document.components['securitySchemes']?.['ApiKey'] as Record<string, unknown>;
  if (status !== undefined) key['x-refusal-status'] = status;
  return document;
}

/** Returns the findings for a server that refuses with one status, under a contract that names another. */
async function accused(
  server: number | KeyRefusalStatuses,
  said: number | KeyRefusalStatuses | undefined,
): Promise<string[]> {
  process.env['DIRECTORY_API_KEY'] = defaultKey;
  const file = join(temporaryFolder('refusal'), 'contract.json');
  writeFileSync(file, JSON.stringify(refusingWith(said)));
  const document = refusingWith(server);
  const sandbox = createSandboxFor(document)();
  const served = await serveSandbox({ sandbox });
  try {
    return accusations(await check({ baseUrl: served.url, contract: file, only: ['listDirectories'] }));
  } finally {
    await served.close();
  }
}

describe('a request without a valid key', () => {
  it('may be refused with any status from 400 to 499 where the contract names none', async () => {
    expect(await accused(403, undefined)).toEqual([]);
    expect(await accused(418, undefined)).toEqual([]);
  });

  it('is refused with the status that the contract names', async () => {
    expect(await accused(403, 403)).toEqual([]);
    expect(await accused(403, 401)).toEqual(['refusal.status listDirectories ']);
    expect(await accused(401, 403)).toEqual(['refusal.status listDirectories ']);
  });

  it('is refused with the status for its case, where the contract has one for each', async () => {
    const apart = { missing: 401, wrong: 403 };
    expect(await accused(apart, apart)).toEqual([]);
    expect(await accused(apart, undefined)).toEqual([]);
    expect(await accused(401, apart)).toEqual(['refusal.status listDirectories ']);
    expect(await accused(apart, { missing: 403, wrong: 401 })).toEqual(['refusal.status listDirectories ']);
  });
});
