// Uses the package from CommonJS, with `require` calls that the compiler writes.
import contract = require('directory-contract');
import examples = require('directory-contract/examples');
import sandbox = require('directory-contract/sandbox');
import validators = require('directory-contract/validators');
import check = require('directory-contract/check');
import mock = require('directory-contract/mock');

const { fetch } = sandbox.createSandbox();
const client: contract.DirectoryClient = contract.createDirectoryClient({
  baseUrl: 'http://127.0.0.1',
  apiKey: 'a',
  fetch,
});
const hidden: contract.PartnerEntry = examples.partnerEntryHidden;
const isTier: boolean = validators.tierSummary.is(hidden.tier);
const failure: contract.DirectoryRequestError | undefined = undefined;
// @ts-expect-error there is no such field
const wrong: contract.PartnerEntryUpdate = { nope: 1 };

export = {
  client,
  isTier,
  wrong,
  failure,
  report: check.check({ baseUrl: 'http://127.0.0.1' }),
  mock: mock.startMock(),
};
