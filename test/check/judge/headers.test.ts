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

const ofHttp = yamlBeside<[what: string, parts: Partial<ExchangeResponse>, value: unknown, rules: string[]][]>(
  import.meta.url,
  'http.yaml',
);

interface Row {
  what: string;
  header: JsonObject;
  right: string[];
  wrong: string[];
}

type Headers = Record<string, string | string[]>;

/** Returns the deviations of a response with these headers from a document that describes the header `X-Part`. */
function deviationsOf(described: JsonObject, headers: Headers): Deviation[] {
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
    expect(deviationsOf({ 'X-Part': header }, { 'x-part': value })).toEqual([]);
  });

  it.each(row.wrong)('must not be %j', (value) => {
    expect(deviationsOf({ 'X-Part': header }, { 'x-part': value })).toMatchObject([{ rule: 'header.x-part' }]);
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
    expect(deviationsOf(described, headers)).toHaveLength(count);
  });
});

describe('HTTP, whatever the document says,', () => {
  const bytes = new TextEncoder().encode('[]');
  it.each(ofHttp)('has rules for %s', (_, parts, value, rules) => {
    const response = responseWith({ ...parts, ...('bytes' in parts && { bytes }) });
    const deviations = judgeHttpFields({ pointer: '' } as never, response, value ?? undefined);
    expect(deviations.map(({ rule }) => rule)).toEqual(rules);
  });
});
