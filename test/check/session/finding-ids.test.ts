import { expect, it } from 'vitest';
import { readContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import { Fixtures } from '../../../scripts/check/session/fixtures.js';
import { FactNotebook } from '../../../scripts/check/session/notebook.js';
import { temporaryFile } from '../../temporary-folder.js';
import { yamlBeside } from '../../yaml-beside.js';

interface Row {
  title: string;
  /** The operation that returns the value. */
  read: string;
  value: unknown;
  /** The operation that needs parameters. */
  for: string;
  found: unknown;
  paths: object;
}

it.each(yamlBeside<Row[]>(import.meta.url, 'finding-ids.yaml'))('parameters are found $title', ({ paths, ...row }) => {
  const document = { openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths };
  const contract = readContract(temporaryFile('things.json', JSON.stringify(document)));
  const fixtures = new Fixtures(new FactNotebook(contract), {});
  const operation = (id: string) => contract.operation(id) ?? expect.fail(`The document lacks ${id}.`);
  fixtures.noteResponse(operation(row.read), {}, row.value);
  fixtures.noteResourcesInPaths();
  expect(fixtures.parametersFor(operation(row.for))).toEqual(row.found);
});
