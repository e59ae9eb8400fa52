// @module-tag slow
import { describe, expect, it } from 'vitest';
import { withAcceptedValues } from '../../scripts/check/cases/body-values.js';
import type { CaseSource } from '../../scripts/check/cases/source.js';
import type { CheckedOperation } from '../../scripts/check/model/contract/operations.js';
import { yamlBeside } from '../yaml-beside.js';
import { accusations } from './run.js';
import type { Json, JsonObject } from './service/contract.js';
import { documentOf, documentOfType, listOf, object, text } from './service/document.js';
import { checkDocument, pathOf, type ResourceOptions } from './service/resources.js';
import { reply } from './service/service.js';

const forms = yamlBeside<[form: string, error: Json, isAbout: boolean][]>(import.meta.url, 'causes-refusals.yaml');

const fields = { title: text, text, more: text };

/** Checks a service of notes. */
async function findingsOf(service: ResourceOptions): Promise<string[]> {
  const document = documentOfType('Note', fields, ['title'], 'GET POST PATCH DELETE', [400, 404, 415, 422]);
  return accusations((await checkDocument(document, service)).report);
}

it('an update that is refused but stored is not blamed on later updates', async () => {
  const findings = await findingsOf({
    acts: {
      updateNote(call, behaviour, notes) {
        const sentBody = call.body as JsonObject;
        if (sentBody['text'] === undefined || sentBody['title'] !== undefined) return undefined;
        notes.set(pathOf(call), { ...notes.get(pathOf(call)), ...sentBody });
        return behaviour.refuse(call, 422, 'It is refused.');
      },
    },
  });
  expect(findings).toContain('refusal.changes updateNote /text');
  expect(findings.filter((line) => /^(update|replace|list)\./.test(line))).toEqual([]);
});

describe('a refusal that names another field than the varied one', () => {
  const mail = {
    subject: text,
    bcc: { type: ['string', 'null'] },
    size: { type: 'integer', minimum: 1 },
    languages: {},
  };
  const document = documentOfType('Mail', mail, ['subject'], 'GET POST DELETE');
  const refusing = (isRefused: (body: JsonObject) => boolean, error: Json): ResourceOptions => ({
    acts: {
      createMail: ({ body }) => (isRefused(body as JsonObject) ? reply(400, error) : undefined),
    },
  });
  const isNullOrSmall = ({ bcc, size }: JsonObject): boolean => bcc === null || size === 1;

  it.each(forms)('gives no verdict on the varied field, as %s', async (_, error, isAbout) => {
    const { report } = await checkDocument(document, refusing(isNullOrSmall, error));
    const refusals = accusations(report).filter((line) => line.startsWith('request.refused'));
    expect(refusals).toEqual(isAbout ? ['request.refused createMail /bcc', 'request.refused createMail /size'] : []);
  });

  it.each<[error: Json, isTested: boolean]>([
    [{ languages: ['None'] }, false],
    [{ message: 'No.' }, true],
  ])('%j refuses another wrong value: %s', async (error, isTested) => {
    const { report } = await checkDocument(document, {
      change: ({ body, schema }) => ({
        // A failure is not a refusal, so the service refuses only wrong fields.
        body: (call) => body(call) && reply(500),
        schema: (call) => schema(call) && reply(400, error),
      }),
    });
    expect(report.operations.find(({ operationId }) => operationId === 'createMail')?.refusal.tested).toBe(isTested);
  });
});

describe('failing requests that share a part', () => {
  const note = documentOfType('Note', { title: text, text }, ['title'], 'GET POST PATCH DELETE');
  const failing = reply(500);

  it.each<[shared: string, operationId: string, writes: 'none' | 'disposable', service: ResourceOptions]>([
    [
      'an unknown id.',
      'updateNote',
      'none',
      {
        change: ({ resource }) => ({
          stages: ['key', 'route', 'resource'],
          resource: (call) => resource(call) && failing,
        }),
      },
    ],
    [
      'the field "text", but no successful request does.',
      'createNote',
      'disposable',
      { acts: { createNote: ({ body }) => ('text' in { ...(body as JsonObject) } ? failing : undefined) } },
    ],
  ])('are explained by the shared part: %s', async (sharedText, operationId, writes, service) => {
    const { report } = await checkDocument(note, service, { writes });
    const failure = report.findings.find(({ id }) => id === `status.server-error:${operationId}:`);
    expect(failure?.message).toContain(`All requests that fail in this way have ${sharedText}`);
  });

  it('are not explained by a part that successful requests also share', async () => {
    let count = 0;
    const { report } = await checkDocument(note, { acts: { createNote: () => (++count % 2 ? undefined : failing) } });
    const failure = report.findings.find(({ id }) => id === 'status.server-error:createNote:');
    expect(failure?.message).not.toContain('All requests');
  });
});

it('a creation that fails but stores its values is not blamed on the next creation', async () => {
  const lamp = { code: text, label: text, note: text };
  const document = documentOf({
    title: 'Lamps',
    schemas: { Lamp: object(lamp, 'code', 'label') },
    refusals: [400, 404],
    operations: {
      'GET /lamps listLamps': { shows: listOf('Lamp') },
      'POST /lamps createLamp': { takes: 'Lamp', example: { code: 'a', label: 'Desk' }, shows: 'Lamp', status: 201 },
      'GET /lamps/{code} getLamp': { shows: 'Lamp' },
      'DELETE /lamps/{code} deleteLamp': {},
    },
  });
  let count = 0;
  const { report } = await checkDocument(document, {
    acts: {
      // Every other creation fails. A code that exists is returned unchanged.
      createLamp({ body }, _, keptObjects) {
        const path = `/lamps/${encodeURIComponent(String((body as JsonObject)['code']))}`;
        const keptObject = keptObjects.get(path);
        if (!keptObject) keptObjects.set(path, body as JsonObject);
        return ++count % 2 ? reply(500) : reply(201, keptObject ?? (body as JsonObject));
      },
    },
  });
  expect(accusations(report)).toEqual(['status.server-error createLamp ']);
});

it('the other fields of a varied body have the values of a body that the server has accepted', async () => {
  const plan = { title: text, kind: { type: 'string', enum: ['small', 'large', 'huge'] }, size: { type: 'integer' } };
  const document = documentOfType('Plan', plan, ['title', 'kind'], 'GET POST DELETE');
  const kinds: Json[] = [];
  let acceptedBody: Json | undefined;
  const service: ResourceOptions = {
    change: ({ schema }) => ({
      schema(call) {
        const isRight = schema(call) === undefined;
        const { kind = null } = call.body as JsonObject;
        if (!isRight) return schema(call);
        acceptedBody ??= kind;
        kinds.push(kind);
        return kind === acceptedBody ? undefined : reply(400, { kind: ['is not for you'] });
      },
    }),
  };
  await checkDocument(document, service, { runs: 0 });
  // Only the first try of a creation, and bodies that test this field, have another value.
  expect(kinds.filter((kind) => kind !== acceptedBody).length).toBeLessThan(kinds.length / 5);
});

it('a body like an accepted one keeps its own names and references', () => {
  const acceptedBody = { title: 'One', kind: 'small', team: 'gone', note: 'Check-k4m9x2' };
  const source = {
    contract: { resources: [{ words: [['team']] }] },
    acceptedBody: () => acceptedBody,
  } as unknown as CaseSource;
  const body = { title: 'Two', kind: 'large', team: 'there', note: 'Check-a1b2c3', size: 7 };
  expect(withAcceptedValues(source, {} as CheckedOperation, body)).toEqual({ ...body, kind: 'small' });
});
