import { describe, expect, it } from 'vitest';
import { json, open, rejection, serve } from './fixture.js';

const unusable: [string, unknown][] = [
  ['missing', undefined],
  ['null', null],
  ['a number', 7],
  ['a list', ['a']],
  ['an object', { toString: () => 'a' }],
  ['empty', ''],
  ['one dot', '.'],
  ['two dots', '..'],
  ['a slash', 'a/b'],
  ['a backslash', 'a\\b'],
  ['a line feed', 'a\n'],
  ['a tab before dots', '\t..'],
  ['NUL', 'a\0'],
  ['DEL', 'a\x7f'],
  ['a C1 control', 'a\x85'],
  ['a lone surrogate', 'a\udc00'],
];

describe('a path parameter', () => {
  it.each(unusable)(
    'safety ids: that is unusable (%s) is rejected before sending, by methods and by raw',
    async (_, entry_id) => {
      await using server = await serve(json({}));
      const client = open(server.url);
      const error = await rejection(client.deleteEntry({ path: { entry_id } }));
      expect(error).toMatchObject({ code: 'invalid-id', operationId: 'deleteEntry' });
      expect(error.message).toMatch(/^path\.entry_id is .+\.$/);
      const path = { entry_id: entry_id as string };
      expect(await rejection(client.raw.GET('/v1/entries/{entry_id}/', { params: { path } }))).toMatchObject({
        code: 'invalid-id',
      });
      expect(server.connections()).toBe(0);
    },
  );

  it('that is missing is rejected, by methods and by raw', async () => {
    await using server = await serve(json({}));
    const client = open(server.url);
    expect(await rejection(client.deleteEntry())).toMatchObject({ code: 'invalid-id' });
    const get = client.raw.GET as (url: string) => Promise<unknown>;
    expect(await rejection(get('/v1/entries/{entry_id}/'))).toMatchObject({ code: 'invalid-id' });
    expect(server.connections()).toBe(0);
  });

  it('is rejected even if a call of raw has its own path serializer', async () => {
    const { raw } = open('https://directory.example.com');
    const pathSerializer = (path: string) => path;
    const error = await rejection(
      raw.GET('/v1/entries/{entry_id}/', { params: { path: { entry_id: '..' } }, pathSerializer }),
    );
    expect(error).toMatchObject({ code: 'invalid-id' });
  });

  it.each([
    ['%2e%2e', '%252e%252e'],
    ['%2F', '%252F'],
    ['...', '...'],
    ['a?b#c', 'a%3Fb%23c'],
    ['{entry_id}', '%7Bentry_id%7D'],
    ['$&', '%24%26'],
    ['é 😀', '%C3%A9%20%F0%9F%98%80'],
    ['@x:y;z', '%40x%3Ay%3Bz'],
  ])('is sent as data: %s', async (entry_id, sent) => {
    await using server = await serve(json({}));
    const client = open(server.url);
    await client.deleteEntry({ path: { entry_id } });
    await client.raw.GET('/v1/entries/{entry_id}/', { params: { path: { entry_id } } });
    expect(server.seen.map(({ url }) => url)).toEqual([`/v1/entries/${sent}/`, `/v1/entries/${sent}/`]);
    expect(decodeURIComponent(sent)).toBe(entry_id);
  });
});
