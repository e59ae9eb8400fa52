import { describe, expect, it } from 'vitest';
import { json, nowhere, open, rejection, serve } from './fixture.js';
import { inputs } from './inputs.js';

const template = '/v1/entries/{entry_id}/';

const unusable: [string, unknown][] = [
  ['missing', undefined],
  ['null', null],
  ['a number', 7],
  ['an object', { toString: () => 'a' }],
  ['empty', ''],
  ['one dot', '.'],
  ['two dots', '..'],
  ['a slash', 'a/b'],
  ['a backslash', 'a\\b'],
  ['a line feed', 'a\n'],
  ['a tab before dots', '\t..'],
  ['NUL', 'a\0'],
  ['a C1 control', 'a\x85'],
  ['a lone surrogate', 'a\udc00'],
];

describe('a path parameter', () => {
  it.each(unusable)(
    'safety ids: that is unusable (%s) is rejected before sending, by methods and by raw',
    async (_, entry_id) => {
      await using server = await serve(json({}));
      const client = open(server.url);
      const error = { code: 'invalid-id', message: expect.stringMatching(/^path\.entry_id (is|must not be) .+\.$/) };
      const namedError = { ...error, operationId: 'deleteEntry' };
      expect(await rejection(client.deleteEntry({ path: { entry_id } }))).toMatchObject(namedError);
      const params = { path: { entry_id: entry_id as string } };
      expect(await rejection(client.raw.GET(template, { params }))).toMatchObject(error);
      expect(server.connections()).toBe(0);
    },
  );

  it('that is missing is rejected, by methods and by raw', async () => {
    await using server = await serve(json({}));
    const client = open(server.url);
    const get = client.raw.GET as (url: string) => Promise<unknown>;
    for (const call of [client.deleteEntry, () => get(template)])
      expect(await rejection(call())).toMatchObject({ code: 'invalid-id' });
    expect(server.connections()).toBe(0);
  });

  it('is rejected even if a call of raw has its own path serializer', async () => {
    const init = { params: { path: { entry_id: '..' } }, pathSerializer: (path: string) => path };
    expect(await rejection(open(nowhere).raw.GET(template, init))).toMatchObject({ code: 'invalid-id' });
  });

  it.each(Object.entries(inputs.ids))('is sent as data: %s', async (entry_id, sentText) => {
    await using server = await serve(json({}));
    const client = open(server.url);
    await client.deleteEntry({ path: { entry_id } });
    await client.raw.GET(template, { params: { path: { entry_id } } });
    expect(server.requests.map(({ url }) => url)).toEqual([`/v1/entries/${sentText}/`, `/v1/entries/${sentText}/`]);
    expect(decodeURIComponent(sentText)).toBe(entry_id);
  });
});
