// @module-tag slow
import { expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import type { KeyRefusalStatuses } from '../../scripts/contract/security.js';
import { createSandboxFor } from '../../scripts/sandbox/sandbox.js';
import { temporaryFile } from '../temporary-folder.js';
import { accusations, checkServed } from './run.js';

type Status = number | KeyRefusalStatuses;

/** The contract, with this status as the refusal of requests without a valid key. */
function refusingWith(status: Status | undefined): OpenApiDocument {
  const document = structuredClone(contract);
  const key = document.components['securitySchemes']?.['ApiKey'] as Record<string, unknown>;
  if (status !== undefined) key['x-refusal-status'] = status;
  return document;
}

/** Returns the findings for a server that refuses with one status, under a contract that names another status. */
async function accused(server: Status, said: Status | undefined): Promise<string[]> {
  const file = temporaryFile('contract.json', JSON.stringify(refusingWith(said)));
  const sandbox = createSandboxFor(refusingWith(server))();
  return accusations(await checkServed(sandbox, { contract: file, only: ['listDirectories'] }));
}

const apart = { missing: 401, wrong: 403 };
const wrongText = 'refusal.status listDirectories ';

it.each<[server: Status, said: Status | undefined, ...found: string[]]>([
  [403, undefined],
  [418, undefined],
  [apart, undefined],
  [403, 403],
  [403, 401, wrongText],
  [401, 403, wrongText],
  [apart, apart],
  [401, apart, wrongText],
  [apart, { missing: 403, wrong: 401 }, wrongText],
])('a request without a valid key is refused with %j, and the contract says %j', async (server, said, ...values) => {
  expect(await accused(server, said)).toEqual(values);
});
