// @module-tag slow
import { expect, it } from 'vitest';
import { Health, type HealthSign } from '../../scripts/check/session/health.js';
import { yamlBeside } from '../yaml-beside.js';
import { checkOffice, type Row } from './office-service.js';

const rows = yamlBeside<{
  office: Row[];
  writes: [writes: 'disposable' | 'noop' | 'roundtrip', lastWrite: string, id: string][];
  requests: string[];
}>(import.meta.url, 'last-writes.yaml');

it.each(rows.writes)(
  'safety 24: a run with --writes %s that ends by %s names that write',
  async (writes, lastWrite, id) => {
    const only = ['getOrganization', 'getKeySettings', 'listNotes', id];
    const { report } = await checkOffice(rows.office, { writes, only, settle: 0, state: { lastWrite } });
    expect(report.stopped?.code).toBe('key.refused');
    expect(report.why).toMatch(/has refused the key since request \d+ .*, which had succeeded before/);
    const last = `The last writes that the server accepted before that: ${lastWrite} \\(${id}, 200\\)`;
    expect(report.why).toMatch(new RegExp(`\\. ${last} \\d+\\.\\d s before[;.]`));
  },
);

it('safety 24: one line names the last three operations, the latest first', async () => {
  const health = new Health({ operations: [], operation: () => ({ id: 'listNotes' }) } as never);
  const at = (operationId: string, seconds: number) => ({ operationId, request: 1, seconds, goodAnswers: 0 });
  for (const [seconds, line] of rows.requests.entries()) {
    const [status, method = '', path = '', operationId = ''] = line.split(' ');
    note(operationId, seconds, method, path, Number(status));
  }
  const refusedRead = note('listNotes', 9.04, 'GET', '/notes', 401);
  const verdict = await health.runControlRead(
    () => Promise.resolve(refusedRead),
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
      moment: at(operationId, seconds),
    });
    return exchange;
  }
});
