import { beforeEach, expect, it, vi } from 'vitest';
import { readContract } from '../../scripts/check/engine/contract/foreign-contract.js';
import { cases } from '../../scripts/check/engine/runners/cases-for-runners.js';
import { runLearn } from '../../scripts/commands/learn/run.js';
import { echoes, echoServer } from '../canary/echo.js';
import { collector } from '../commands/check/fixture.js';
import { temporaryFile, temporaryFolder } from '../temporary-folder.js';
import { type Received, shelfDocument, shelfService } from './shelf-service.js';

const key = 'key-of-a-command-12345';
const tenant = 'tenant-77-of-the-north';
const keyCommand = `"${process.execPath}" -p "'${key}'"`;

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', undefined);
  vi.stubEnv('TENANT', tenant);
});

const admits = ({ headers, url }: Received): boolean =>
  headers.authorization === `Bearer ${key}` && headers['x-tenant'] === tenant && /api-version=2/.test(url);

it('cases() accepts headers, a scheme, a command and parameters', async () => {
  const shelf = await shelfService(admits);
  const version = { name: 'api-version', in: 'query', schema: { type: 'string' } };
  const file = temporaryFile('shelf.json', JSON.stringify(shelfDocument({}, [version])));
  const allCases = cases({
    baseUrl: shelf.url,
    contract: readContract(file),
    parameters: { item_id: 'a1', 'api-version': '2' },
    headers: { 'X-Tenant': '$TENANT' },
    auth: 'bearer',
    keyCommand,
  });
  const failing = [];
  for (const each of allCases) if ((await each.run()).length > 0) failing.push(each.id);
  expect({ failing, read: allCases.some(({ id }) => id === 'getItem/read') }).toEqual({ failing: [], read: true });
});

it('cases() needs no key if its operations require none', async () => {
  const shelf = await shelfService(() => false);
  const contract = readContract(temporaryFile('shelf.json', JSON.stringify(shelfDocument())));
  const [read] = cases({ baseUrl: shelf.url, contract, only: ['getHealth'] });
  expect(await read?.run()).toEqual([]);
  const [list] = cases({ baseUrl: shelf.url, contract, only: ['listItems'] });
  await expect(list?.run()).rejects.toThrow('The environment variable DIRECTORY_API_KEY is not set.');
});

it('learn accepts headers and a command', { tags: 'slow' }, async () => {
  await using server = await echoServer(key, echoes['in values'][0], [], 'a text');
  const [output, errors] = [collector(false), collector(false)];
  const code = await runLearn(
    { baseUrl: server.url, only: ['listDirectories'], header: ['X-Tenant: $TENANT'], keyCommand, dryRun: true },
    { output, errors, environment: {}, folder: temporaryFolder() },
  );
  expect(code, errors.text()).toBe(0);
  expect(output.text()).not.toMatch(/key-of-a-command|tenant-77/);
});
