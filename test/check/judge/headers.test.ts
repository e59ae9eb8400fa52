import { describe, expect, it } from 'vitest';
import { readContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import { judgeHeaders } from '../../../scripts/check/judge/headers.js';
import { judgeHttpFields } from '../../../scripts/check/judge/http-fields.js';
import type { Deviation } from '../../../scripts/check/model/deviation.js';
import type { ExchangeResponse } from '../../../scripts/check/model/exchange.js';
import { temporaryFile } from '../../temporary-folder.js';
import { yamlBeside } from '../../yaml-beside.js';
import type { JsonObject } from '../service/contract.js';
import { documentOf, integer } from '../service/document.js';

interface Row {
  what: string;
  header: JsonObject;
  right: string[];
  wrong: string[];
}

type Headers = Record<string, string | string[]>;

/** Returns what the judge says of a response with these headers, where the document describes `X-Part`. */
function judged(described: JsonObject, headers: Headers): Deviation[] {
  const document = documentOf({
    title: 'Lamps',
    schemas: { Count: integer },
    operations: { 'GET /lamps lamps': { shows: {} } },
  });
  const list = document.paths['/lamps']?.['get'] as JsonObject as { responses: Record<string, JsonObject> };
  Object.assign(list.responses['200'] ?? {}, { headers: described });
  const contract = readContract(temporaryFile('api.json', JSON.stringify(document)));
  const [operation = expect.fail('no operation')] = contract.operations;
  const [spec = expect.fail('no response')] = operation.responses;
  return judgeHeaders(contract, operation, spec, responseWith({ headers }));
}

function responseWith(parts: Partial<ExchangeResponse>): ExchangeResponse {
  return { status: 200, headers: {}, bytes: new Uint8Array(), ...parts } as ExchangeResponse;
}

describe.each(yamlBeside<Row[]>(import.meta.url, 'headers.yaml'))('a header that is $what', ({ header, ...row }) => {
  it.each(row.right)('may be %j', (value) => {
    expect(judged({ 'X-Part': header }, { 'x-part': value })).toEqual([]);
  });

  it.each(row.wrong)('must not be %j', (value) => {
    expect(judged({ 'X-Part': header }, { 'x-part': value })).toMatchObject([{ rule: 'header.x-part' }]);
  });
});

describe('a header on several lines', () => {
  const numbers = { schema: { type: 'array', maxItems: 2, items: integer } };
  const session = { schema: { type: 'string', pattern: '^sid=' } };
  it.each<[what: string, described: JsonObject, headers: Headers, count: number]>([
    ['is read as one list', { 'X-Part': numbers }, { 'x-part': ['1', '2'] }, 0],
    ['is read whole', { 'X-Part': numbers }, { 'x-part': ['1', '2, 3'] }, 1],
    ['may set further cookies', { 'Set-Cookie': session }, { 'set-cookie': ['route=a', 'sid=1'] }, 0],
    ['must set the cookie of the document', { 'Set-Cookie': session }, { 'set-cookie': ['route=a'] }, 1],
  ])('%s', (_, described, headers, count) => {
    expect(judged(described, headers)).toHaveLength(count);
  });
});

describe('HTTP, whatever the document says', () => {
  const bytes = new TextEncoder().encode('[]');
  const problem = { 'content-type': 'application/problem+json; charset=utf-8' };
  const part = (range: string): Partial<ExchangeResponse> => ({
    status: 206,
    bytes,
    headers: { 'content-range': range },
  });
  it.each<[what: string, parts: Partial<ExchangeResponse>, value: unknown, rules: string[]]>([
    ['a strong ETag', { headers: { etag: '"a"' } }, undefined, []],
    ['a weak ETag', { headers: { etag: 'W/"a"' } }, undefined, []],
    ['an empty ETag', { headers: { etag: '""' } }, undefined, []],
    ['an ETag without quotes', { headers: { etag: 'a' } }, undefined, ['http.etag']],
    ['an ETag with a small w', { headers: { etag: 'w/"a"' } }, undefined, ['http.etag']],
    ['an ETag twice', { headers: { etag: ['"a"', '"b"'] } }, undefined, ['http.etag']],
    ['a list of ETags', { headers: { etag: '"a", "b"' } }, undefined, ['http.etag']],
    ['a part of the whole', part('bytes 2-3/4'), undefined, []],
    ['a part of a whole of unknown length', part('bytes 2-3/*'), undefined, []],
    ['a part in another unit', part('items 0-24/100'), undefined, []],
    ['a part behind the end', part('bytes 3-4/4'), undefined, ['http.content-range']],
    ['a part that ends before it begins', part('bytes 3-2/4'), undefined, ['http.content-range']],
    ['a part of another length', part('bytes 0-2/4'), undefined, ['http.content-range']],
    ['a part without a position', part('bytes */4'), undefined, ['http.content-range']],
    ['a 206 without Content-Range', { status: 206 }, undefined, ['http.content-range']],
    ['several parts', { status: 206, headers: { 'content-type': 'multipart/byteranges; boundary=a' } }, undefined, []],
    ['a problem with its status', { status: 404, headers: problem }, { status: 404 }, []],
    ['a problem without a status', { status: 404, headers: problem }, { title: 'None' }, []],
    ['a problem with another status', { status: 404, headers: problem }, { status: 400 }, ['http.problem-status']],
    ['another body with a status', { status: 404, headers: {} }, { status: 400 }, []],
  ])('judges %s', (_, parts, value, rules) => {
    expect(judgeHttpFields({ pointer: '' } as never, responseWith(parts), value).map(({ rule }) => rule)).toEqual(
      rules,
    );
  });
});
