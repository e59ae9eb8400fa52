// A test suite of a consumer, which uses the matcher on responses of the sandbox and of Mock Service Worker.
import 'directory-contract/vitest';
import { createRequire } from 'node:module';
import { directory } from 'directory-contract/examples';
import { handlers } from 'directory-contract/msw';
import { createSandbox, defaultKey } from 'directory-contract/sandbox';
import { setupServer } from 'msw/node';
import { expect, it } from 'vitest';

const address = 'http://127.0.0.1/api/directory/private/v1alpha/directories/';

it('accepts a valid response', async () => {
  const response = await createSandbox().fetch(new Request(address, { headers: { authorization: defaultKey } }));
  await expect(response).toMatchContract('listDirectories');
});

it('rejects an invalid response', async () => {
  await expect(expect(Response.json({ nope: 1 })).toMatchContract('listDirectories')).rejects.toThrow(
    'listDirectories',
  );
});

it('has handlers in both module formats', async () => {
  const commonJs = createRequire(import.meta.url)('directory-contract/msw').handlers('http://127.0.0.1');
  const { listDirectories } = handlers('http://127.0.0.1');
  setupServer(
    commonJs.listDirectories.once(() => directory.list(2)),
    listDirectories.error(404),
  ).listen();
  await expect(fetch(address)).resolves.toMatchContract('listDirectories');
  expect(await fetch(address)).toHaveProperty('status', 404);
});
