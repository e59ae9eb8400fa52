import { expect, it } from 'vitest';
import { type Health, healthAfter, newHealth, type Sign } from '../../scripts/check/session/health.js';
import { writesText } from '../../scripts/check/session/health-verdict.js';
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
    new RegExp(`\\. The last accepted writes before it: ${lastWrite} \\(${id}, 200\\) \\d\\.\\d s before[;.]`),
  );
});

it('safety 24: three operations are named, the last one first, in one line', () => {
  let health: Health = newHealth({ operations: [] } as never);
  const at = (operationId: string, seconds: number) => ({ operationId, request: 1, seconds, goodAnswers: 0 });
  expect(writesText(health.writes, at('', 1))).toBe('');
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
    const request = { method, path, headers: {}, key: 'right' as const };
    const response = { status: Number(status), headers: {}, bytes: new Uint8Array() };
    health = healthAfter(health, {
      testCase: { id: '', operationId, kind: 'example', about: '', request, expect: 'success' },
      operation: { id: operationId, security: { kind: 'bearer' } } as unknown as Sign['operation'],
      exchange: { request, response, milliseconds: 1, attempts: 1 },
      at: at(operationId, seconds),
    });
  }
  expect(writesText(health.writes, at('listNotes', 9.04))).toBe(
    'The last accepted writes before it: DELETE /notes/2 (deleteNote, 204) 2.0 s before; ' +
      'PATCH /notes/2 (updateNote, 200) 5.0 s before; PUT /theme\\u{1b}[2J (setTheme, 200) 6.0 s before.',
  );
});
