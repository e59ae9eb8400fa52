// A test suite of a consumer, which uses the matcher on a response of the sandbox.
import 'directory-contract/vitest';
import { createSandbox, defaultKey } from 'directory-contract/sandbox';
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
