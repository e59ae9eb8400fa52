// On an unsupported Node.js, the check fails with a clear message, and the client works or fails with such a message.
const assert = require('assert');
const sentence = /^directory-contract needs Node\.js 20\.19 or later/;

const refuses = (error) => sentence.test(error.message);
assert.throws(() => require('directory-contract/check'), refuses);

const checkRoot = ({ createDirectoryClient, DirectoryRequestError }) => {
  try {
    const client = createDirectoryClient({ baseUrl: 'http://127.0.0.1', apiKey: 'a' });
    assert.strictEqual(typeof client.updatePartnerEntry, 'function');
  } catch (error) {
    assert.ok(error instanceof DirectoryRequestError, `createDirectoryClient throws ${error.stack}`);
    assert.match(error.message, /Node\.js 20\.19/);
  }
};

const main = async () => {
  await assert.rejects(import('directory-contract/check'), refuses);
  checkRoot(require('directory-contract'));
  checkRoot(await import('directory-contract'));
};
main();
