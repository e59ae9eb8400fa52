import openapiTypes, { astToString } from 'openapi-typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { diffContracts } from '../../scripts/diff/diff.js';
import { loadTeamCode, type TeamCode } from '../../scripts/used-by/team-code.js';
import { findUses, judgeUses, pathsOf, readPair, readUses, type UsedBy } from '../../scripts/used-by/used-by.js';
import { type Edit, editDocument, edited } from '../diff/documents.js';
import type { JsonObject } from '../places.js';
import { yamlBeside } from '../yaml-beside.js';
import { teamFolder } from './team-folder.js';

interface Row {
  title: string;
  code: string;
  after: Edit;
  /** The rule of each change, and the lines of its places. */
  touches?: string[];
  may?: string[];
}

const service = yamlBeside<JsonObject>(import.meta.url, 'service.yaml');
const foreignRows = yamlBeside<Row[]>(import.meta.url, 'foreign.yaml');
const clientRows = yamlBeside<Row[]>(import.meta.url, 'client.yaml');

const foreignEnd = `
import type { Client } from 'openapi-fetch';
import type { paths, components as all } from './schema.js';
type Item = all['schemas']['Item'];
type ItemCreate = all['schemas']['ItemCreate'];
declare const api: Client<paths>;
`;
const clientEnd = `
import type { DirectoryCall, DirectoryClient, DirectoryMethods, DirectoryResult } from 'directory-contract';
import type { PartnerEntry, PartnerEntryUpdate } from 'directory-contract';
declare const client: DirectoryClient;
`;

function compare(before: string, after: string, code: TeamCode): UsedBy {
  const [old, now] = [before, after].map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array];
  const diff = diffContracts(before, after);
  const pair = readPair(diff, { old, new: now });
  return judgeUses(readUses(code, pathsOf(pair.before)), code, diff, pair);
}

function linesOf(entries: UsedBy['touching']): string[] {
  return entries.map(({ change, places }) => [change.rule, ...places.map(({ line }) => line)].join(' ')).sort();
}

const types = async (): Promise<string> => astToString(await openapiTypes(JSON.stringify(service)));

describe.each([
  { name: 'types of openapi-typescript', rows: foreignRows, end: foreignEnd, before: JSON.stringify(service) },
  { name: 'the client of this package', rows: clientRows, end: clientEnd, before: edited() },
])('$name', ({ name, rows, end, before }) => {
  let code: TeamCode;
  // One program has the files of all rows, because the libraries of a program take longest to read.
  beforeAll(async () => {
    const files = Object.fromEntries(rows.map((row, index) => [`src/${index}.ts`, row.code + end]));
    const folder = teamFolder({ ...files, ...(rows === foreignRows && { 'src/schema.d.ts': await types() }) });
    code = loadTeamCode(['src/*.ts'], folder);
  });
  it.each(rows.map(({ title, ...row }, index) => [title, index, row] as const))(`${name}: %s`, (_, index, row) => {
    const files = code.files.filter(({ fileName }) => fileName.endsWith(`/${index}.ts`));
    const after = rows === foreignRows ? JSON.stringify(editDocument(service, row.after)) : edited(row.after);
    const found = compare(before, after, { ...code, files });
    expect([linesOf(found.touching), linesOf(found.possible)]).toEqual([row.touches ?? [], row.may ?? []]);
  });
});

it.each(['typescript54', 'typescript', 'typescript6'])('finds uses with %s', (typescript) => {
  const folder = teamFolder({ 'src/a.ts': `console.log(({} as PartnerEntry).title);${clientEnd}` }, typescript);
  const [before, after] = [edited(), edited({ remove: ['PartnerEntry properties title'] })];
  const [old, now] = [before, after].map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array];
  const options = { documents: { old, new: now }, globs: ['src'], folder };
  expect(findUses(diffContracts(before, after), options)).toEqual({
    touching: [
      {
        change: expect.objectContaining({ rule: 'property-removed' }) as unknown,
        places: [{ file: 'src/a.ts', line: 1, column: 34, text: 'console.log(({} as PartnerEntry).title);' }],
      },
    ],
    possible: [],
    untouched: [],
    files: 1,
    unreadable: [],
    unresolved: [],
  });
});

it.each([
  ['typescript7', 'TypeScript 7.0.2 is installed', 'Other programs cannot call TypeScript 7 yet.'],
  ['none', 'no TypeScript is installed', 'npm install --save-dev typescript@6'],
])('says what to install if there is %s', (typescript, ...texts) => {
  const folder = teamFolder({ 'src/a.ts': '' }, typescript);
  for (const text of texts) expect(() => loadTeamCode(['src'], folder)).toThrow(text);
});
