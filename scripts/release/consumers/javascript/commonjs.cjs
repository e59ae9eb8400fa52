// Requires every entry point, and the documents and schemas, which a program can only get with `require`.
const assert = require('node:assert/strict');
const { readFileSync } = require('node:fs');
const root = require('directory-contract');
const check = require('directory-contract/check');
const examples = require('directory-contract/examples');
const mock = require('directory-contract/mock');
const sandbox = require('directory-contract/sandbox');
const validators = require('directory-contract/validators');

assert.throws(() => require('directory-contract/vitest'), {
  message: /^Vitest is an ES module\. Use import [^\n]+$/,
});
assert.equal(require('directory-contract/openapi.json').info.version, root.contractVersion);
assert.match(readFileSync(require.resolve('directory-contract/openapi.yaml'), 'utf8'), /^openapi: 3\.1\.0$/m);
assert.equal(typeof require('directory-contract/schemas/PartnerEntry.json'), 'object');
assert.equal(typeof require('directory-contract/check/config.schema.json'), 'object');
assert.equal(require('directory-contract/package.json').name, 'directory-contract');

import('./jobs.mjs').then(({ doJobs }) => doJobs({ root, validators, examples, sandbox, mock, check }));
