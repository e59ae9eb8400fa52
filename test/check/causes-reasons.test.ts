// @module-tag slow
import { expect, it } from 'vitest';
import { untestedReasonsOf } from '../../scripts/check/reports/summary.js';
import type { Json } from './service/contract.js';
import { documentNamed } from './service/document.js';
import { checkDocument } from './service/resources.js';
import { reply } from './service/service.js';

const document = documentNamed('projects');

/** Returns the reasons why success was not tested, by operation, and those that a summary shows. */
async function reasonsFor(error: Json): Promise<[Map<string, string>, string[]]> {
  const act = () => reply(400, error);
  const { report } = await checkDocument(document, { acts: { createProject: act, draw: act, offer: act } });
  const untestedValues = report.operations.flatMap(({ operationId, success: { reason } }): [string, string][] =>
    reason === undefined ? [] : [[operationId, reason]],
  );
  return [new Map(untestedValues), untestedReasonsOf(report).map(({ reason }) => reason)];
}

it.each<[error: Json, words: string]>([
  [{ resourcetype: ['This field is required'] }, 'resourcetype: This field is required'],
  [{ title: 'Bad Request', status: 400, detail: 'There is no type.' }, 'There is no type.'],
  [{ error: { code: 4, message: 'x'.repeat(300) } }, `${'x'.repeat(120)}…`],
  [{ detail: [{ loc: ['body', 'resourcetype'], msg: 'is required' }] }, 'is required'],
])('the reason for a test that failed quotes %j', async (error, words) => {
  const [reasons, shownValues] = await reasonsFor(error);
  expect(reasons.get('createProject')).toMatch(/^The server refused 12/);
  expect(reasons.get('createProject')).toContain(`The server said: "${words}"`);
  // No request for a project was meant to succeed, since no project is known.
  expect(reasons.get('getProject')).toMatch(/^No value for id was found/);
  expect(shownValues.filter((reason) => reason.startsWith('No response was a success'))).toHaveLength(1);
});
