import { describe, expect, it, onTestFinished } from 'vitest';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { yamlBeside } from '../yaml-beside.js';
import { reasonOf } from './run.js';
import { checkService } from './service/resources.js';
import { idOf, ownerId, startTeam, type TeamService, teamContract } from './team-service.js';

async function checkTeam(
  options: Partial<CheckOptions>,
  wrapCreated?: Parameters<typeof startTeam>[0],
  document?: object,
): Promise<{ report: CheckReport; team: TeamService; before: object }> {
  const team = await startTeam(wrapCreated, document);
  onTestFinished(team.close);
  const stateBefore = stateOf(team);
  return { report: await checkService(team, options), team, before: stateBefore };
}

function stateOf({ resources }: TeamService): object {
  return structuredClone(Object.fromEntries(resources));
}

/** The part of the document with the operation that the tests change. */
interface Listing {
  paths: { '/labels/{label}': { put: { responses: Record<string, object> } } };
}

/** The three initial users, in their present state. */
function firstUsers({ resources }: TeamService): unknown[] {
  return [1, 2, 3].map((count) => resources.get(`/users/${idOf(count)}`));
}
const untouched = ['Owner', 'Anna', 'Ben'].map((name, index) => ({ id: idOf(index + 1), name, role: 'guest' }));

describe('safety "--writes none": a service that upserts by PUT with 200 alone and logs out by GET', () => {
  it('safety undeclared-method: gets no new resources, and its session stays', { tags: 'slow' }, async () => {
    const { report, team, before } = await checkTeam({ writes: 'none' });
    expect(stateOf(team)).toEqual(before);
    expect(team.isAlive()).toBe(true);
    expect(team.requestLines.filter((line) => /logout|shutdown/i.test(line))).toEqual([]);
    // A PUT to an id that does not exist is sent only if the operation lists 404 and nothing in it suggests a creation.
    const puts = team.requestLines.filter((line) => line.startsWith('PUT')).map((line) => line.split('/')[1]);
    expect([...new Set(puts)]).toEqual(['flags']);
    expect(team.requestLines.filter((line) => line.startsWith('POST'))).toEqual([]);
    expect(team.requestLines.filter((line) => line.startsWith('M-SEARCH')).length).toBeGreaterThan(0);
    // 501 is the correct status for an unknown method.
    expect(report.findings.map(({ rule }) => rule)).not.toContain('status.server-error');
    expect(report.coverage.successTested).toBeGreaterThan(4);
    expect(reasonOf(report, 'logout')).toContain('its name or path contains "log-out"');
    expect(reasonOf(report, 'shutdown')).toContain('To call it anyway, use --only shutdown.');
    expect(reasonOf(report, 'putLabel')).toContain(
      'The operation may create a resource if no resource has the given id (the contract does not list status 404 ' +
        'for it)',
    );
    expect(report.notes.join(' ')).toContain('The path /auth/logout was not followed, because it contains "log-out".');
    expect(report.operations.find(({ operationId }) => operationId === 'logout')?.inScope).toBe(false);
  });

  it('is logged out if --only names that operation', async () => {
    const { team } = await checkTeam({ writes: 'none', only: ['getTheme', 'logout'] });
    expect(team.isAlive()).toBe(false);
  });

  it('gets a PUT to an id that does not exist if --only names the operation', async () => {
    const { team } = await checkTeam({ writes: 'none', only: ['getTheme', 'putLabel'] });
    expect(team.requestLines.filter((line) => line.startsWith('PUT /labels')).length).toBeGreaterThan(0);
  });
});

describe('safety "--writes disposable": the same service', () => {
  it('is neither logged out nor shut down, and only new users are changed', { tags: 'slow' }, async () => {
    const { report, team } = await checkTeam({});
    expect(team.isAlive()).toBe(true);
    expect(firstUsers(team)).toEqual(untouched);
    expect(team.resources.get('/theme')).toEqual({ name: 'plain' });
    expect([...team.resources.keys()].filter((path) => path.startsWith('/users/'))).toEqual(
      untouched.map(({ id }) => `/users/${id}`),
    );
    expect(team.invited.filter((id) => untouched.some((user) => user.id === id))).toEqual([]);
    expect(team.invited.some((id) => id.startsWith('00000000-0000-4000'))).toBe(true);
    for (const id of ['createUser', 'updateUser', 'deleteUser', 'promoteUser'])
      expect(reasonOf(report, id), id).toBe('');
    expect(reasonOf(report, 'logout')).toContain('The check does not call the operation, because');
    expect(reasonOf(report, 'shutdown')).toContain('The check does not call the operation, because');
    expect(reasonOf(report, 'updateTheme')).toContain('To call the operation anyway, use --only updateTheme.');
    for (const id of ['updateMe', 'updateMember'])
      expect(reasonOf(report, id), id).toContain('The operation may change the account that the key belongs to');
  });

  it.each<[string, Parameters<typeof startTeam>[0]]>([
    ['in two wrappers', (user) => ({ response: { data: [user] } })],
    ['under another name, where a list shows the thing', ({ id }) => ({ identifier: id ?? '' })],
  ])('gets updates and deletions of new resources, although the id comes %s', { tags: 'slow' }, async (_, created) => {
    const only = ['createUser', 'updateUser', 'deleteUser', 'listUsers'];
    const { report, team } = await checkTeam({ only }, created);
    expect(firstUsers(team)).toEqual(untouched);
    expect([reasonOf(report, 'updateUser'), reasonOf(report, 'deleteUser')]).toEqual(['', '']);
  });

  it.each<[string, Parameters<typeof startTeam>[0]]>([
    ['nowhere that is known', ({ id }) => ({ identifier: id ?? '' })],
    ['as that of the owner', () => ({ data: { id: ownerId } })],
  ])('gets no updates and deletions if the id comes %s, and the report says why', async (_, wrapCreated) => {
    const hidden = structuredClone(teamContract) as { paths: Record<string, Record<string, unknown>> };
    // Without a request body in the document, only the response can identify the new user.
    hidden.paths['/users']!['post'] = { ...(hidden.paths['/users']!['post'] as object), requestBody: undefined };
    const only = ['createUser', 'updateUser', 'deleteUser', 'promoteUser', 'listUsers'];
    const { report, team } = await checkTeam({ only }, wrapCreated, hidden);
    expect(firstUsers(team)).toEqual(untouched);
    expect(team.requestLines.filter((line) => /^(?:PATCH|DELETE|POST) \/users\/00000000-0000-4000/.test(line))).toEqual(
      [],
    );
    const message = 'createUser succeeded, but neither its response nor a list identifies the created resource';
    for (const id of ['updateUser', 'deleteUser', 'promoteUser']) expect(reasonOf(report, id), id).toContain(message);
  });

  it('gets a replacement of a resource created by PUT, if PUT lists 201, but not of an existing one', async () => {
    const listing = structuredClone(teamContract) as unknown as Listing;
    const { responses } = listing.paths['/labels/{label}'].put;
    Object.assign(responses, { 201: responses['200'] });
    const { report, team } = await checkTeam({ only: ['putLabel', 'listLabels', 'getLabel'] }, undefined, listing);
    expect(team.resources.get('/labels/old')).toEqual({ name: 'Old' });
    expect(reasonOf(report, 'putLabel')).toBe('');
  });

  it('gets an update of the resource that --param names', async () => {
    const { team, report } = await checkTeam({
      only: ['updateMember', 'updateMe'],
      parameters: { 'updateMember.member_id': idOf(3) },
    });
    const [, anna, ben] = firstUsers(team);
    expect(anna).toEqual(untouched[1]);
    expect(ben).not.toEqual(untouched[2]);
    // The path of `updateMe` has no id, so --only names the operation instead of --param.
    expect(reasonOf(report, 'updateMe')).toBe('');
  });
});

describe('--exclude', () => {
  it.each<[string[], RegExp, string]>([
    [['listUsers'], /^(?!POST)\w+ \/users$/, 'listUsers'],
    [['/USERS/*/promote', 'people'], /^\w+ \/users/, 'people'],
  ])(
    '%j skips the operations that it names, in every mode and for every purpose',
    { tags: 'slow' },
    async (exclude, pattern, namedText) => {
      const { report, team } = await checkTeam({ exclude });
      expect(team.requestLines.filter((line) => pattern.test(line))).toEqual([]);
      expect(firstUsers(team)).toEqual(untouched);
      const excluded = report.operations.map(({ success }) => !success.tested && success.reason);
      expect(excluded).toContain(`--exclude ${namedText} excludes it.`);
    },
  );

  it.each(yamlBeside<[value: string, says: string][]>(import.meta.url, 'unknown-operations.yaml'))(
    '%s is refused, since it matches nothing',
    async (namedText, words) => {
      await expect(checkTeam({ exclude: [namedText] })).rejects.toThrow(words);
    },
  );
});
