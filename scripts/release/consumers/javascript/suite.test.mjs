// A suite of a consumer: the matcher, on an answer of the sandbox.
import 'directory-contract/vitest';
import { createSandbox, defaultKey } from 'directory-contract/sandbox';
import { expect, it } from 'vitest';

const address = 'http://127.0.0.1/api/directory/private/v1alpha/directories/';

it('knows a right answer', async () => {
  const response = await createSandbox().fetch(new Request(address, { headers: { authorization: defaultKey } }));
  await expect(response).toMatchContract('listDirectories');
});

it('knows a wrong answer', async () => {
  await expect(expect(Response.json({ nope: 1 })).toMatchContract('listDirectories')).rejects.toThrow(
    'listDirectories',
  );
});
