import { expect, it } from 'vitest';
import { wrongQueryCases } from '../../../scripts/check/cases/refusals.js';
import { caseSource } from '../../../scripts/check/cases/source.js';
import { readContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import { Fixtures } from '../../../scripts/check/session/fixtures.js';
import { FactNotebook } from '../../../scripts/check/session/notebook.js';
import { temporaryFile } from '../../temporary-folder.js';
import { documentOf, integer, listOf, object } from '../service/document.js';

it.each([
  [{ minimum: 1, maximum: 9 }, ['0', '10']],
  // Documents may contain 9007199254741001 and 9223372036854775807, which doubles cannot hold.
  [{ maximum: Number('9007199254741001') }, ['9007199254741002']],
  [{ minimum: -Number('9223372036854775808') }, ['-9223372036854778000']],
])('a number beyond the limits %j of a query parameter is beyond them with any digits', (limits, numbers) => {
  const parameters = [{ name: 'after', in: 'query', schema: { ...integer, ...limits } }];
  const shows = listOf(object({ id: integer }));
  const document = documentOf({ title: 'Marks', operations: { 'GET /marks list': { shows, more: { parameters } } } });
  const contract = readContract(temporaryFile('contract.json', JSON.stringify(document)));
  const [operation] = contract.operations;
  if (!operation) throw new Error('The document has an operation.');
  const source = caseSource(contract, 0, new Fixtures(new FactNotebook(contract), {}));
  const paths = wrongQueryCases(source, operation, {}).map(({ request }) => request.path);
  expect(paths).toEqual(['three', ...numbers].map((value) => `/marks?after=${value}`));
});
