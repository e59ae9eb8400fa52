// @module-tag slow
import { expect, it } from 'vitest';
import { Health, type HealthSign } from '../../scripts/check/session/health.js';
import { checkOffice, type Row } from './office-service.js';

const office: Row[] = [
  ['show', '/organization', 'getOrganization'],
  ['patch', '/organization', 'updateOrganization'],
  ['show', '/jwt/settings', 'getKeySettings'],
  ['act', '/jwt/settings', 'changeKeySettings'],
  ['list', '/notes', 'listNotes'],
];

it.each([
  ['disposable', 'POST /jwt/settings', 'changeKeySettings'],
  ['disposable', 'PATCH /organization', 'updateOrganization'],
  ['noop', 'PATCH /organization', 'updateOrganization'],
  ['roundtrip', 'PATCH /organization', 'updateOrganization'],
] as const)('safety 24: a run with --writes %s that ends by %s names that write', async (writes, lastWrite, id) => {
  const only = ['getOrganization', 'getKeySettings', 'listNotes', id];
  const { report } = await checkOffice(office, { writes, only, settle: 0, state: { lastWrite } });
  expect(report.stopped?.code).toBe('key.refused');
  expect(report.why).toMatch(/has refused the key since request \d+ .*, which had succeeded before/);
  expect(report.why).toMatch(
    new RegExp(
      `\\. The last writes that the server accepted before that: ${lastWrite} \\(${id}, 200\\) \\d+\\.\\d s before[;.]`,
    ),
  );
});

it('safety 24: three operations are named, the last one first, in one line', async () => {
  const health = new Health({ operations: [], operation: () => ({ id: 'listNotes' }) } as never);
  const at = (operationId: string, seconds: number) => ({ operationId, request: 1, seconds, goodAnswers: 0 });
  for (const [seconds, line] of [
    '201 POST /notes createNote',
    '200 POST /roles addRole',
    '200 PATCH /notes/1 updateNote',
    '200 PUT /theme\u001b[2J setTheme',
    '200 PATCH /notes/2 updateNote',
    '403 POST /admin makeAdmin',
    '200 GET /notes listNotes',
    '204 DELETE /notes/2 deleteNote',
  ].entries()) {
    const [status, method = '', path = '', operationId = ''] = line.split(' ');
    note(operationId, seconds, method, path, Number(status));
  }
  const refused = note('listNotes', 9.04, 'GET', '/notes', 401);
  const verdict = await health.runControl(
    () => Promise.resolve(refused),
    () => true,
  );
  expect(verdict?.message).toContain(
    ' The last writes that the server accepted before that: DELETE /notes/2 (deleteNote, 204) 2.0 s before; ' +
      'PATCH /notes/2 (updateNote, 200) 5.0 s before; PUT /theme\\u{1b}[2J (setTheme, 200) 6.0 s before. ',
  );

  function note(operationId: string, seconds: number, method: string, path: string, status: number) {
    const request = { method, path, headers: {}, key: 'right' as const };
    const exchange = {
      request,
      response: { status, headers: {}, bytes: new Uint8Array() },
      milliseconds: 1,
      attempts: 1,
    };
    health.note({
      testCase: { id: '', operationId, kind: 'example', about: '', request, expect: 'success' },
      operation: { id: operationId, security: { kind: 'bearer' } } as unknown as HealthSign['operation'],
      exchange,
      at: at(operationId, seconds),
    });
    return exchange;
  }
});
