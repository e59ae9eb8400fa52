import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { DirectoryRequestError, ResponseError } from '../../scripts/client/index.js';
import { ids, json, key, nowhere, open, serve } from './fixture.js';

describe('a method of orThrow', () => {
  it('resolves with the data of a success', async () => {
    await using server = await serve(json({ title: 'A' }));
    expect(await open(server.url).orThrow.updateEntry({ path: ids, body: {} })).toEqual({ title: 'A' });
  });

  it('rejects with status, body, headers and operation of a response that is not a success', async () => {
    await using server = await serve((response) => json({ detail: 'gone' }, 404)(response.setHeader('x-request', '7')));
    const error = await open(server.url)
      .orThrow.updateEntry({ path: ids, body: {} })
      .catch((reason: ResponseError) => reason);
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({
      name: 'DirectoryResponseError',
      status: 404,
      error: { detail: 'gone' },
      operationId: 'updateEntry',
      message: 'Expected a success from updateEntry; found the status 404. See error.error.',
    });
    expect((error as ResponseError).headers.get('x-request')).toBe('7');
  });

  it('rejects without the body and the headers of a response that repeats the key', async () => {
    await using server = await serve((response) =>
      json({ detail: `bad ${key}` }, 401)(response.setHeader('x-key', key)),
    );
    const error = await open(server.url)
      .orThrow.listEntries()
      .catch((reason: ResponseError) => reason);
    expect(error).toMatchObject({ status: 401, error: '' });
    expect(inspect(error, { depth: null })).not.toContain(key);
  });

  it('rejects like the method itself if no response can be used', async () => {
    const fetch = () => Promise.reject(new Error('down'));
    const call = open(nowhere, { fetch, retries: 0 }).orThrow.listEntries();
    await expect(call).rejects.toBeInstanceOf(DirectoryRequestError);
    await expect(call).rejects.toMatchObject({ code: 'network', operationId: 'listEntries' });
  });
});
