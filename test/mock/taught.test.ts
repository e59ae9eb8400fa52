import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { operationTable } from '../../generated/operation-table.js';
import { type Mock, startMock } from '../../scripts/mock/index.js';
import { answersFile } from '../answers/taught.js';
import { temporaryFolder } from '../temporary-folder.js';

const folder = temporaryFolder();
const answers = {
  'lists.envelope': { value: { items: '/results', total: '/count' } },
  'operations.success-status': { value: { createDirectory: [202, 201, 200] } },
};
let mock: Mock;
beforeAll(async () => {
  vi.stubEnv('TMPDIR', folder);
  mock = await startMock({ answers: answersFile(answers) });
  vi.unstubAllEnvs();
});
afterAll(() => mock.close());

it('a taught mock returns the examples of the taught contract', async () => {
  const response = await fetch(mock.url + operationTable.listDirectories.path, { headers: { Authorization: 'any' } });
  expect(await response.json()).toMatchObject({
    count: expect.any(Number),
    results: expect.arrayContaining([expect.objectContaining({ id: expect.any(String) })]),
  });
});

it('a taught mock sends the usual one of several statuses', async () => {
  const headers = { Authorization: 'any', 'Content-Type': 'application/json' };
  const response = await fetch(mock.url + operationTable.createDirectory.path, { method: 'POST', headers, body: '{}' });
  expect(response.status).toBe(202);
});

it('the mock leaves no file when it ends', async () => {
  expect(readdirSync(folder)).toHaveLength(1);
  await mock.close();
  expect(readdirSync(folder)).toEqual([]);
});

it('the mock reads the answers before it looks for Prism', async () => {
  await expect(startMock({ answers: answersFile({ 'auth.scheme-prefix': { value: 7 } }) })).rejects.toThrow(
    /directory\.answers\.yaml:3:5: expected string; found 7/,
  );
});
