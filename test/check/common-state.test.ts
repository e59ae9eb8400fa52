// @module-tag slow
import { describe, expect, it } from 'vitest';
import { endsInSharedResource, wordsForSharedResources } from '../../scripts/check/model/operation-words.js';
import { words } from '../words.js';
import { yamlBeside } from '../yaml-beside.js';
import { checkOffice, type Row } from './office-service.js';
import { reasonOf, untested } from './run.js';

const { office, ends, settings, tenants, keys } = yamlBeside<{
  office: Row[];
  tenants: Row[];
  keys: Row[];
  ends: [path: string, is: boolean][];
  settings: [what: string, rows: Row[]][];
}>(import.meta.url, 'common-state.yaml');
const searchedRows: Row[] = [
  ['list', '/notes', 'listNotes'],
  ['act', '/search', 'search'],
];
describe('safety 23, mode-disposable: resources that all users share are only read', () => {
  const changing = ['act', 'patch', 'put', 'delete'] as const;
  const inPath = (word: string): Row[] => [
    ...changing.map((kind): Row => [kind, `/v1/${word}s`, `${kind} of ${word}`]),
    ['act', `/v1/${word}/title`, `${word} by path`],
  ];
  const inName = (word: string, index: number): Row[] =>
    changing.map((kind) => [kind, `/n${index}`, `${kind}Own${word[0]?.toUpperCase()}${word.slice(1)}`]);
  const inTag = (word: string, index: number): Row[] =>
    changing.map((kind) => [kind, `/t${index}`, `${kind}T${index}`, `The ${word}s`]);

  it.each([
    ['path', inPath],
    ['operationId', inName],
    ['tag', inTag],
  ])('if a word in the %s marks them as shared, for any method', async (_, rowsOf) => {
    const { report, acceptedLines } = await checkOffice(
      [...wordsForSharedResources.flatMap(rowsOf), ...searchedRows],
      {},
    );
    expect(acceptedLines.filter((line) => line !== 'POST /search')).toEqual([]);
    expect(untested(report)).toHaveLength(wordsForSharedResources.flatMap(rowsOf).length);
    for (const id of untested(report)) expect(reasonOf(report, id), id).toMatch(new RegExp(`--only ${id}\\b`));
    expect(acceptedLines).toContain('POST /search');
  });

  it('if no operation creates them, except below resources that the run has created', {
    tags: 'slow',
  }, async () => {
    const paths = words`/devices/d1 /workspaces/w1 /workspaces/w1/columns/c1 /workspaces/w1/features/wiki`;
    const state = {
      there: paths,
      childPaths: ['/columns/c1', '/features/wiki'],
      parameterValues: { feature: ['wiki'] },
    };
    const { report, acceptedLines } = await checkOffice([...searchedRows, ...office], { state });
    const beneath = acceptedLines.filter((line) => paths.some((path) => line.includes(` ${path}`)));
    expect(beneath.filter((line) => !/^\w+ \/devices\/d1\/alarms(?:$|\/new)/.test(line))).toEqual([]);
    expect(acceptedLines.filter((line) => /theme|motto|greeting/.test(line))).toEqual([]);
    expect(untested(report)).toEqual(words`updateTheme setMotto changeGreeting updateDevice renameDevice`);
    expect(reasonOf(report, 'updateTheme')).toBe(
      'The operation would change something that the run did not create. To call the operation anyway, use --only ' +
        'updateTheme.',
    );
    expect(reasonOf(report, 'renameDevice')).toBe(
      'The operation would change something that the run did not create. ' +
        'To choose a resource that the check may change, use --param renameDevice.device_id=ID.',
    );
  });

  it.each(settings)('also if there are paths of single resources beside them: %s', async (_, rows) => {
    const paths = ['/settings/login'];
    const { acceptedLines } = await checkOffice([...searchedRows, ...rows], { state: { there: paths } });
    expect(acceptedLines.filter((line) => line.includes('/settings'))).toEqual([]);
  });

  it('unless --only or --param names the operation, and then no other operation writes to them', async () => {
    const rows = [...searchedRows, ...tenants];
    const state = { there: ['/tenants/t1'], refusedWrite: 'POST /tenants/t1/rename' };
    const { acceptedLines, report } = await checkOffice(rows, { only: ['renameTenant', 'checkLicense'], state });
    expect(new Set(acceptedLines)).toEqual(new Set(['POST /license/check']));
    expect(
      report.operations.find(({ operationId }) => operationId === 'renameTenant')?.statuses['409'],
    ).toBeGreaterThan(0);
    const givenOffice = await checkOffice(rows, { parameters: { 'suspendTenant.tenant_id': 't1' }, state });
    expect(new Set(givenOffice.acceptedLines.filter((line) => /tenant|license/.test(line)))).toEqual(
      new Set(['POST /tenants/t1/suspend']),
    );
  });
});

it('safety 23: a write that would disable the key is not sent', async () => {
  const { report, acceptedLines } = await checkOffice([...keys, ...searchedRows], {
    state: { lastWrite: 'POST /jwt/settings' },
  });
  expect(report.stopped).toBeUndefined();
  expect(acceptedLines.filter((line) => /organization|jwt/.test(line))).toEqual([]);
  expect(untested(report)).toEqual(words`updateOrganization changeInviteToken changeKeySettings`);
});

it.each(ends)('endsInSharedResource() finds a word for shared resources at the end of a path: %s %s', (path, is) => {
  expect(endsInSharedResource(path)).toBe(is);
});
