import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import { readContract } from '../../scripts/check/engine/contract/foreign-contract.js';
import type { CheckedContract } from '../../scripts/check/model/contract/contract.js';
import type { CheckedOperation } from '../../scripts/check/model/contract/operations.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { createRules, mistakesOf } from '../../scripts/contract/schema-rules.js';
import { countingServer, key } from '../commands/check/fixture.js';
import { temporaryFile } from '../temporary-folder.js';
import { yamlBeside } from '../yaml-beside.js';
import type { JsonObject } from './service/contract.js';
import { documentOf, object as fields, text } from './service/document.js';
import { spelledOut } from './spelled-out.js';

beforeAll(() => {
  process.env['DIRECTORY_API_KEY'] = key;
});

/** So many items that comparing every pair of them would exceed the time of a test. */
const many = 200_000;
const list = (count: number, item: (index: number) => unknown): unknown[] =>
  Array.from({ length: count }, (_, index) => item(index));
const object = (count: number, member: (index: number) => unknown): object =>
  Object.fromEntries(list(count, (index) => [`k${index}`, member(index)]) as [string, unknown][]);

const array = (items: object): object => ({ type: 'array', items });
const reference = { $ref: '#/components/schemas/Thing' };
const tree = { $ref: '#/components/schemas/Tree' };
/** A contract with one list at the path of each schema. */
function contractOf(schemas: Record<string, object>): CheckedContract {
  const document = documentOf({
    title: 'Things',
    key: 'Authorization',
    schemas: {
      Thing: { type: 'object', required: ['a', 'b'], properties: { a: text } },
      Tree: fields({ v: text, l: tree, r: tree }),
    },
    refusals: [401, 405],
    operations: Object.fromEntries(
      Object.entries(schemas).map(([id, schema]) => [`GET /${id} ${id}`, { shows: schema as JsonObject }]),
    ),
  });
  return readContract(temporaryFile('api.json', JSON.stringify(document)));
}

/** Returns the number of mistakes in a value. */
function mistakesIn(schema: object, value: unknown): number {
  const { operation, judge } = contractOf({ it: schema });
  return judge.response(operation('it') as CheckedOperation, '200', value).length;
}

const wrongTree = (depth: number): object =>
  depth > 0 ? { l: wrongTree(depth - 1), r: wrongTree(depth - 1), v: 1 } : { v: 1 };
const empty = list(many, () => ({}));
const emptyMembers = object(many, () => ({}));

describe('a very large body', () => {
  it.each<[string, object, unknown]>([
    ['wrong items', array(reference), empty],
    ['wrong members', { type: 'object', additionalProperties: reference }, emptyMembers],
    ['wrong names', { type: 'object', propertyNames: { maxLength: 1 } }, emptyMembers],
    ['no item that is contained', { type: 'array', contains: reference }, empty],
    ['items that nothing evaluates', { type: 'array', prefixItems: [reference], unevaluatedItems: reference }, empty],
    ['members that nothing evaluates', { allOf: [reference], unevaluatedProperties: reference }, emptyMembers],
    ['items of no branch', array({ anyOf: [reference, { type: 'string' }] }), empty],
    ['a mistake at each place of a tree', tree, wrongTree(15)],
    ['items that are there twice', { type: 'array', uniqueItems: true }, list(many, (at) => ({ index: at >> 1 }))],
  ])('is judged without comparing every pair of its items: %s', (_, schema, value) => {
    const errors = mistakesIn(schema, value);
    expect(errors).toBeGreaterThan(0);
    expect(errors).toBeLessThan(2 ** 16);
  });

  it.each<[string, object, unknown]>([
    ['the last item is contained', { type: 'array', contains: reference }, [...empty, { a: '', b: 1 }]],
    ['items that differ', { type: 'array', uniqueItems: true }, list(many, (index) => ({ index }))],
    ['items of the second branch', array({ anyOf: [reference, { type: 'number' }] }), list(many, (index) => index)],
    ['items that are not the forbidden ones', array({ not: reference }), empty],
  ])('is accepted if it is correct: %s', (_, schema, value) => {
    expect(mistakesIn(schema, value)).toBe(0);
  });

  it.each(yamlBeside<[value: string, isUnique: boolean][]>(import.meta.url, 'unique-items.yaml'))(
    '%s are unique: %j',
    (value, isUnique) => {
      expect(mistakesIn({ type: 'array', uniqueItems: true }, JSON.parse(value)) === 0).toBe(isUnique);
    },
  );

  it('is judged in the same way as by Ajv alone', () => {
    const schema = yamlBeside<object>(import.meta.url, 'mixed-items.yaml');
    const terms = {
      resolve: () => true,
      formats: {},
      pattern: (text: string) => new RegExp(text, 'u'),
      limit: 2,
    };
    const ours = createRules(terms)(schema);
    const plain = new Ajv2020({ ownProperties: true, strict: false }).compile(schema);
    const item = fc.oneof(
      fc.integer(),
      fc.string(),
      fc.constant(null),
      fc.record(
        { a: fc.oneof(fc.string(), fc.integer()), b1: fc.array(fc.oneof(fc.integer(), fc.boolean())), c: fc.integer() },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(
        fc.array(item, { maxLength: 12 }),
        (value) => (mistakesOf(ours, value).length === 0) === plain(value),
      ),
      { numRuns: 1000 },
    );
  });
});

/** Checks a server that returns these bodies by path. */
async function reportOn(
  contract: CheckedContract | undefined,
  bodies: Record<string, unknown>,
  options: Partial<CheckOptions> = {},
): Promise<CheckReport> {
  const texts = new Map(Object.entries(bodies).map(([path, body]) => [path, JSON.stringify(body)]));
  const { url } = await countingServer((request, response) => {
    const text = request.headers.authorization === key ? texts.get(spelledOut(request.url ?? '')) : '';
    const status =
      text === undefined ? 404 : text === '' ? 401 : request.method === 'GET' || request.method === 'HEAD' ? 200 : 405;
    response
      .writeHead(status, { 'content-type': 'application/json', ...(status === 405 && { allow: 'GET, HEAD' }) })
      .end(status === 200 ? text : '{}');
  });
  return check({ baseUrl: url, ...(contract && { contract }), ...options });
}

const accused = ({ findings }: CheckReport): string[] =>
  findings
    .filter(({ severity }) => severity !== 'observation')
    .map(({ rule, severity, pointer }) => `${severity} ${rule} ${pointer}`);

describe('safety many-errors: a large share of wrong data fails the check', () => {
  it('a list of 20,000 wrong items, which the contract infers, fails with --strict', { tags: 'long' }, async () => {
    const directory = '00000000-0000-4000-8000-000000000000';
    const path = `/api/directory/private/v1alpha/directories/${directory}/entries/partners/`;
    const options = { only: ['listPartnerEntries'], parameters: { directory_id: directory } };
    const report = await reportOn(
      undefined,
      { [path]: list(20_000, (index) => ({ id: index })) },
      { ...options, strict: true },
    );
    expect(accused(report)).toEqual(['drift body.too-many-errors ', 'drift schema.type /*/id']);
    expect(report).toMatchObject({ verdict: 'failed', exitCode: 1 });
  });

  it('one object with 20,000 wrong members violates the contract', { tags: 'long' }, async () => {
    const report = await reportOn(contractOf({ it: { type: 'object', additionalProperties: reference } }), {
      '/it': object(20_000, () => ({})),
    });
    expect(accused(report)).toEqual(['violation schema.required ']);
    expect(report).toMatchObject({ verdict: 'failed', exitCode: 1 });
  });

  const addresses = array({ type: 'string', format: 'uri' });

  it('a serious mistake after many minor ones is found', { tags: 'slow' }, async () => {
    const report = await reportOn(contractOf({ it: addresses }), { '/it': [...list(5000, () => ''), 'nowhere'] });
    expect(accused(report)).toEqual(['violation schema.format /*']);
  });

  it('a body that was not judged completely does not pass', { tags: 'slow' }, async () => {
    const report = await reportOn(contractOf({ it: addresses, other: addresses }), {
      '/it': [...list(many, () => ''), 'nowhere'],
      '/other': [],
    });
    expect(accused(report)).toEqual(['drift body.too-many-errors ']);
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3 });
    expect(report.why).toContain('A response of it could not be judged. The body has more than 10,000 errors');
  });

  const exploding = array({ type: 'string', pattern: '^(a+)+$' });
  const bait = [`${'a'.repeat(40)}!`];

  it('a response that cannot be judged does not pass, although others do', { tags: 'slow' }, async () => {
    const report = await reportOn(contractOf({ it: exploding, other: addresses }), { '/it': bait, '/other': [] });
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3 });
    expect(report.why).toMatch(
      /^A response of it could not be judged\. The check could not judge the body within 2 s because of the pattern/,
    );
  });

  it('a violation in another response stays proven', { tags: 'long' }, async () => {
    const bodies = { '/it': bait, '/other': ['nowhere'] };
    const report = await reportOn(contractOf({ it: exploding, other: addresses }), bodies);
    expect(report).toMatchObject({ verdict: 'failed', exitCode: 1 });
    const start = 'The server violates the contract (1 violation), and the run is incomplete: ';
    expect(report.why.startsWith(`${start}A response of it could not be judged.`)).toBe(true);
  });
});

describe('a recording', () => {
  const recordingOf = (...paths: string[]): string => {
    const response = {
      ...{ status: 200, headers: [{ name: 'content-type', value: 'application/json' }] },
      content: { text: '["a","b"]' },
    };
    const entries = paths.map((path) => ({
      ...{ time: 1, response },
      request: { method: 'GET', url: `https://example.com${path}`, headers: [] },
    }));
    return temporaryFile('traffic.har', JSON.stringify({ log: { entries } }));
  };

  it('matches the operation at the root path only to requests for the root', async () => {
    const contract = contractOf({ '': array(text) });
    const { notes } = await check({ baseUrl: '', har: recordingOf('/', '/v2/', '/others'), contract });
    expect(notes).toEqual(['1 recorded exchange was judged; 2 exchanges belong to no operation of the contract.']);
  });

  it('without a body to judge has no verdict, but the reason for each kind of entry, with its count', async () => {
    const entry = (url: string, content: object | null, status = 200): object => ({
      request: { method: 'GET', url, headers: [] },
      response: { status, headers: [{ name: 'content-type', value: 'application/json' }], content },
    });
    const entries = [
      ...[entry('https://example.com/it', {}), entry('https://example.com/it', null)],
      ...[entry('https://example.com/it', {}, 302), entry('https://example.com/others', { text: '1' })],
      ...[entry('https://cdn.example/it', { text: '1' }), entry('https://cdn.example/app.js', { text: '1' })],
    ];
    const har = temporaryFile('traffic.har', JSON.stringify({ log: { entries } }));
    const report = await check({ baseUrl: 'https://example.com/v1', har, contract: contractOf({ it: array(text) }) });
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3, findings: [] });
    expect(report.why.replace(har, 'traffic.har')).toBe(
      'traffic.har contains no success response for any operation of the contract. 0 recorded exchanges were judged; ' +
        '1 exchange belongs to no operation of the contract. 2 exchanges were left out, because a server other than ' +
        'https://example.com responded. 2 entries of the recording were skipped, each because its body was not ' +
        'recorded. 1 entry of the recording was skipped, because it is a redirect.',
    );
  });

  it('leads to curl lines that contain the path of the base URL only once', async () => {
    const contract = contractOf({ it: array({ type: 'integer' }) });
    const { findings } = await check({ baseUrl: 'https://example.com/v1/', har: recordingOf('/v1/it'), contract });
    expect(findings.map(({ curl }) => curl)).toContain("curl 'https://example.com/v1/it'");
  });

  it('is no longer judged once the run is stopped', async () => {
    const har = recordingOf(...Array<string>(400).fill('/it'));
    const contract = contractOf({ it: array({ type: 'string' }) });
    const controller = new AbortController();
    let judgedCount = 0;
    const { operation } = contract;
    // Each exchange takes a millisecond, and the signal comes in the turn of the event loop after the first exchange.
    const slow: typeof operation = (id) => {
      if (judgedCount++ === 0) setImmediate(() => controller.abort());
      for (const end = performance.now() + 1; performance.now() < end; );
      return operation(id);
    };
    const { signal } = controller;
    const report = await check({ baseUrl: '', har, contract: { ...contract, operation: slow }, signal });
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3, why: 'The run was stopped.' });
    expect(report.run.requests).toBeLessThan(400);
  });
});
