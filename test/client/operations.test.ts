import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as operations from '../../generated/operations.js';
import { createDirectoryClient, operationTable, type PartnerEntry } from '../../scripts/index.js';
import { createSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { bundleProgram } from '../validators/bundled.js';

const path = { directory_id: '0fd4340a-c3c4-4d8b-815a-f5be26abedae', entry_id: 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9' };
const options = { baseUrl: 'http://localhost', apiKey: defaultKey };

describe('the functions of operations', () => {
  it('are as many as the table has rows, and send what the methods of the client send', async () => {
    const names = Object.keys(operationTable) as (keyof typeof operationTable)[];
    expect(Object.keys(operations)).toEqual(expect.arrayContaining(names));
    const requests: string[] = [];
    const fetch = async (request: Request) => {
      const headers = [...request.headers].map(String);
      requests.push(JSON.stringify([request.method, request.url, headers, await request.text()]));
      return new Response('{"a":1}', { headers: { 'content-type': 'application/json' } });
    };
    const client = createDirectoryClient({ ...options, fetch });
    const connection = operations.connectDirectory({ ...options, fetch });
    const functions = new Map<string, unknown>(Object.entries(operations));
    for (const id of names) {
      const values = [...operationTable[id].path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, `${name}-1`]);
      const call = {
        path: Object.fromEntries(values),
        query: { a: ['1', '2'] },
        ...(operationTable[id].method !== 'get' && { body: { b: 2 } }),
      } as never;
      const results = [
        await client[id](call),
        await (functions.get(id) as (...values: unknown[]) => unknown)(connection, call),
      ];
      expect(results[1], id).toEqual(results[0]);
      expect(requests.at(-1), id).toBe(requests.at(-2));
    }
  });

  it('have the types of the methods', async () => {
    const connection = operations.connectDirectory({ ...options, fetch: createSandbox().fetch });
    const result = await operations.updatePartnerEntry(connection, { path, body: { title: 'Ours' } });
    const entry: PartnerEntry | undefined = result.ok ? result.data : undefined;
    expect(entry?.title).toBe('Ours');
    // @ts-expect-error the body has an unknown field
    await operations.updatePartnerEntry(connection, { path, body: { nope: 1 } });
  });

  it('reject with the name of the operation', async () => {
    const connection = operations.connectDirectory(options);
    const call = operations.getPartnerEntry(connection, { path: { ...path, entry_id: '' } });
    await expect(call).rejects.toMatchObject({ code: 'invalid-id', operationId: 'getPartnerEntry' });
  });

  it('come alone into a bundle', async () => {
    const { text } = await bundleProgram(
      "export { connectDirectory, updateFilter } from './generated/operations.js';",
      resolve('.'),
    );
    expect(text).toContain('filters/{filter_id}/');
    expect(text).not.toContain('entries/partners');
  });
});
