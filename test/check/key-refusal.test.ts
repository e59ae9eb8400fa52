// @module-tag slow
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { check } from '../../scripts/check/engine/check.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import type { KeyRefusalStatuses } from '../../scripts/contract/security.js';
import { createSandboxFor, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { temporaryFolder } from '../temporary-folder.js';
import { accusations } from './run.js';

type Status = number | KeyRefusalStatuses;

/** The contract, with this status as the refusal of requests without a valid key. */
function refusingWith(status: Status | undefined): OpenApiDocument {
  const document = structuredClone(contract);
  const key = document.components['securitySchemes']?.['ApiKey'] as Record<string, unknown>;
  if (status !== undefined) key['x-refusal-status'] = status;
  return document;
}

/** Returns the findings for a server that refuses with one status, under a contract that names another. */
async function accused(server: Status, said: Status | undefined): Promise<string[]> {
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

const apart = { missing: 401, wrong: 403 };
const wrong = 'refusal.status listDirectories ';

it.each<[server: Status, said: Status | undefined, ...found: string[]]>([
  [403, undefined],
  [418, undefined],
  [apart, undefined],
  [403, 403],
  [403, 401, wrong],
  [401, 403, wrong],
  [apart, apart],
  [401, apart, wrong],
  [apart, { missing: 403, wrong: 401 }, wrong],
])('a request without a valid key is refused with %j as the contract says, %j', async (server, said, ...found) => {
  expect(await accused(server, said)).toEqual(found);
});
