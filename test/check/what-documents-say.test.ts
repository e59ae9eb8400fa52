// @module-tag slow
import { describe, expect, it } from 'vitest';
import { type Finding, idsOf } from '../../scripts/check/model/finding.js';
import { accusations } from './run.js';
import type { JsonObject } from './service/contract.js';
import { documentNamed, documentOf, listOf, object, type Schema, text } from './service/document.js';
import { checkDocument, type ResourceOptions } from './service/resources.js';
import { reply } from './service/service.js';

/** The header of a problem response (RFC 9457). */
const problemType = { 'Content-Type': 'application/problem+json' };
const lamp = object({ id: text, label: text }, 'id', 'label');
const lamps = { '/lamps/a1': { id: 'a1', label: 'Desk' }, '/lamps/b2': { id: 'b2', label: 'Hall' } };

/** A document with the lamps that a list and a read show in this form. */
function lampsDocument(schema: Schema, parts: { schemas?: Record<string, JsonObject>; list?: JsonObject } = {}) {
  return documentOf({
    title: 'Lamps',
    refusals: [404],
    ...(parts.schemas && { schemas: parts.schemas }),
    operations: {
      'GET /lamps listLamps': { shows: listOf(schema), refusals: [], ...(parts.list && { more: parts.list }) },
      'GET /lamps/{lamp} getLamp': { shows: schema },
    },
  });
}

const pages = { parameters: [{ name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } }] };

/** Checks a service with two lamps, without writes. */
async function findingsOf(document: object, options: ResourceOptions = {}): Promise<Finding[]> {
  const { report } = await checkDocument(document, { resources: lamps, ...options }, { writes: 'none' });
  return report.findings;
}

/** Shows each lamp with these fields changed. */
const serveFields = (fields: JsonObject): ResourceOptions => ({
  change: (base) => ({ show: (call, resource) => base.show(call, { ...resource, ...fields }) }),
});

describe('a document without provenance', () => {
  it.each<[form: string, shows: Schema, schemas?: Record<string, JsonObject>]>([
    ['inline', lamp],
    ['in components', 'Lamp', { Lamp: lamp }],
    ['beside a reference', { $ref: '#/components/schemas/Base', ...lamp }, { Base: object({ id: text }) }],
  ])('counts as stating its schemas, whether they are %s', async (_, shows, schemas) => {
    const findings = await findingsOf(lampsDocument(shows, { schemas: schemas ?? {} }), serveFields({ label: 5 }));
    const places = findings.flatMap((finding) => idsOf(finding).map((id) => `${finding.severity} ${id}`));
    expect(places).toEqual(['violation schema.type:listLamps:/*/label', 'violation schema.type:getLamp:/label']);
  });

  it('allows a field that it does not list, which is a drift', async () => {
    const [finding, ...others] = await findingsOf(lampsDocument(lamp), serveFields({ colour: 'red' }));
    expect(others.every(({ rule }) => rule === 'field.undeclared')).toBe(true);
    expect(finding).toMatchObject({
      severity: 'drift',
      message: 'The contract does not list the field "colour", but allows other fields here.',
    });
  });

  it.each<[keyword: string, schema: JsonObject, severities: string[]]>([
    ['additionalProperties: true', { ...lamp, additionalProperties: true }, []],
    ['patternProperties', { ...lamp, patternProperties: { '^c': text } }, []],
    ['unevaluatedProperties: true', { ...lamp, unevaluatedProperties: true }, []],
    ['additionalProperties: false', { ...lamp, additionalProperties: false }, ['violation', 'violation']],
  ])('decides about unlisted fields by %s', async (_, schema, severities) => {
    const findings = await findingsOf(lampsDocument(schema), serveFields({ colour: 'red' }));
    expect(findings.map(({ severity }) => severity)).toEqual(severities);
  });

  it('lets a problem have members beyond its schema (RFC 9457 §3.2)', async () => {
    const problem = object({ title: text, status: { type: 'integer' } }, 'title');
    const document = lampsDocument(lamp);
    const responses = document.paths['/lamps/{lamp}']?.['get'] as { responses: JsonObject };
    responses.responses['404'] = { description: '', content: { 'application/problem+json': { schema: problem } } };
    const refusing = (title: unknown): ResourceOptions => ({
      change: () => ({
        refuse: (_, status) => reply(status, { title, status, balance: 3 } as JsonObject, problemType),
      }),
    });
    expect(accusations({ findings: await findingsOf(document, refusing('None')) } as never)).toEqual([]);
    expect(accusations({ findings: await findingsOf(document, refusing(3)) } as never)).toEqual([
      'schema.type getLamp /title',
    ]);
  });

  const anyPage: ResourceOptions = { change: () => ({ query: () => undefined }) };
  it.each([
    ['an observation if it lists no 400', {}, 'observation'],
    ['a drift if it lists a 400', { '400': { description: 'A bad page.' } }, 'drift'],
  ])('makes an invalid page number that the service accepts %s', async (_, refusals, severity) => {
    const document = lampsDocument(lamp, { list: pages });
    const list = document.paths['/lamps']?.['get'] as { responses: JsonObject };
    Object.assign(list.responses, refusals);
    const findings = await findingsOf(document, anyPage);
    const acceptedFindings = findings.filter(({ rule }) => /^refusal\..*-accepted$/.test(rule));
    expect(new Set(acceptedFindings.map((each) => each.severity))).toEqual(new Set([severity]));
    expect(acceptedFindings).toHaveLength(2);
  });

  it('may list the status with which a service refuses a key', async () => {
    const document = documentOf({
      title: 'Lamps',
      key: 'X-Key',
      refusals: [400, 401],
      operations: { 'GET /lamps listLamps': { shows: listOf(lamp) } },
    });
    const change: ResourceOptions['change'] = (base) => ({
      refuse: (call, status, mistakes) => base.refuse(call, status === 401 ? 400 : status, mistakes),
    });
    expect(accusations({ findings: await findingsOf(document, { change }) } as never)).toEqual([]);
  });
});

it('a service that needs no key is accused once, and not for each place that a key may be in', async () => {
  const document = documentOf({
    title: 'Lamps',
    key: 'X-Key',
    refusals: [401],
    operations: { 'GET /lamps listLamps': { shows: listOf(lamp) } },
  });
  const findings = await findingsOf(document, { change: () => ({ key: () => undefined }) });
  const rules = findings.filter(({ severity }) => severity !== 'observation').map(({ rule }) => rule);
  expect(rules).toEqual(['auth.empty-key-accepted', 'auth.no-key-accepted', 'auth.wrong-key-accepted']);
});

describe('a list whose order changes with each read', () => {
  const turning: ResourceOptions = {
    change: (base) => {
      let turn = 0;
      return {
        send(call, response) {
          const { body } = response;
          turn += 1;
          return base.send(
            call,
            Array.isArray(body) && turn % 2 === 0 ? { ...response, body: body.toReversed() } : response,
          );
        },
      };
    },
  };
  const sort = { name: 'sort', in: 'query', schema: { type: 'string', enum: ['label'] } };
  it.each<[what: string, list: JsonObject, isFault: boolean]>([
    ['is right where nothing states an order', {}, false],
    ['is wrong where a description states one', { description: 'Returns the lamps, the newest first.' }, true],
    ['is wrong where a parameter sorts', { parameters: [sort] }, true],
    ['is wrong where the list has pages', pages, true],
  ])('%s', async (_, list, isFault) => {
    const findings = await findingsOf(lampsDocument(lamp, { list }), turning);
    expect(findings.some(({ rule }) => rule === 'order.unstable')).toBe(isFault);
  });
});

describe('the parts of a document that OpenAPI says to ignore', () => {
  const nonsense = { schema: { type: 'string', enum: ['nonsense'] } };

  it('are header parameters that a request has anyway (OAS 3.1 §4.8.12.2)', async () => {
    const parameters = ['Accept', 'content-type', 'Authorization'].map((name) => ({
      ...{ name, in: 'header', required: true },
      ...nonsense,
    }));
    const sentValues: unknown[] = [];
    const findings = await findingsOf(lampsDocument(lamp, { list: { parameters } }), {
      change: (base) => ({
        act(call) {
          sentValues.push(Object.values(call.headers));
          return base.act(call);
        },
      }),
    });
    expect(findings).toEqual([]);
    expect(sentValues.flat()).not.toContain('nonsense');
  });

  it('are response headers named Content-Type (OAS 3.1 §4.8.17)', async () => {
    const document = lampsDocument(lamp);
    const list = document.paths['/lamps']?.['get'] as { responses: Record<string, JsonObject> };
    Object.assign(list.responses['200'] ?? {}, { headers: { 'Content-Type': nonsense } });
    expect(await findingsOf(document)).toEqual([]);
    Object.assign(list.responses['200'] ?? {}, { headers: { 'X-Total': { required: true, ...nonsense } } });
    expect((await findingsOf(document)).map(({ rule }) => rule)).toEqual(['header.x-total-missing']);
  });
});

describe('a path without parameters', () => {
  it('takes precedence over a template that also fits, even if a resource has its name as id', async () => {
    const resources = { '/lamps/mine': { id: 'mine', label: 'Mine' }, ...lamps };
    const acts: ResourceOptions['acts'] = { mine: () => reply(200, { mine: 'yes' }) };
    expect(accusations({ findings: await findingsOf(documentNamed('mine'), { resources, acts }) } as never)).toEqual(
      [],
    );
  });
});

describe('a filter for free text', () => {
  const document = lampsDocument(lamp, { list: { parameters: [{ name: 'label', in: 'query', schema: text }] } });

  it.each<[compares: string, isMatch: (value: string, wantedText: string) => boolean, seen: string[]]>([
    ['whole values', (value, wantedText) => value === wantedText, []],
    ['a part of them', (value, wantedText) => value.includes(wantedText), ['a part of their value']],
    [
      'them in any case',
      (value, wantedText) => value.toLowerCase() === wantedText.toLowerCase(),
      ['their value in another letter case'],
    ],
  ])('that compares %s gets an observation, not an accusation', async (_, isMatch, seenValues) => {
    const findings = await findingsOf(document, {
      acts: {
        listLamps: ({ query }) =>
          reply(
            200,
            Object.values(lamps).filter(({ label }) => isMatch(label, String(query['label'] ?? label))),
          ),
      },
    });
    const messages = seenValues.map((like) => `The filter also finds items by ${like} `);
    expect(findings.map(({ rule, message }) => `${rule} ${message}`)).toEqual(
      messages.map((message) => expect.stringContaining(`filter.like ${message}`) as string),
    );
    expect(findings.every(({ severity }) => severity === 'observation')).toBe(true);
  });
});
