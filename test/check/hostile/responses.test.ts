import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { CheckOptions } from '../../../scripts/check/model/options.js';
import { checkAgainst, isTested, read, readPath, rightBut } from './hostile-check.js';
import { json, plain, type Responder, saying, trickle } from './net-server.js';

type ResponderFor = (otherUrl: string) => Responder;

interface More {
  /** The pointer of the finding into the body, if it matters. */
  at?: string;
  /** Whether the response can be read, so that its operation counts as tested. Then there is no other finding. */
  isReadable?: boolean;
  operationId?: string;
  check?: Partial<CheckOptions>;
}

/** One kind of hostile behaviour, and the rule that reports it. */
type Server = [what: string, finds: string, respond: ResponderFor, more?: More];

const typed = (type: string): string => `content-type: ${type}`;
const head = `HTTP/1.1 200 OK\r\n${typed('application/json')}\r\n`;
const chunked = 'transfer-encoding: chunked\r\n\r\n';
const bytes =
  (text: string | Uint8Array): ResponderFor =>
  () =>
  (socket) =>
    void socket.write(text);
const end =
  (text: string): ResponderFor =>
  () =>
  (socket) =>
    void socket.end(text);
const switching = 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n';
/** A server that is correct except for its list, for its body, or for its Content-Type. */
const responding =
  (response: Uint8Array): ResponderFor =>
  () =>
    rightBut(saying(response));
const listing = (body: string | Uint8Array): ResponderFor => responding(json(body));
const labelled = (...types: string[]): ResponderFor => responding(plain('[]', types.map(typed)));
const encoded =
  (coding: string, body: string | Uint8Array): ResponderFor =>
  () =>
    saying(json(body, [`content-encoding: ${coding}`]));
/** A server that redirects to another origin. */
const moved =
  (status: number, lines: (otherText: string) => string[]): ResponderFor =>
  (otherText) =>
    saying(json('[]', lines(otherText), `${status} Elsewhere`));
const to = (otherText: string): string[] => [`location: ${otherText}/`];

const directory = '0fd4340a-c3c4-4d8b-815a-f5be26abedae';
const filters = `${readPath}${directory}/filters/`;
/** Options for a list whose schema documents every field. */
const inFilters: More = {
  operationId: 'listFilters',
  check: { only: ['listFilters'], parameters: { directory_id: directory } },
  isReadable: true,
};

const longText = 'y'.repeat(2 ** 16);
const spaces = ' '.repeat(2 ** 16);
const six = Array<string>(6).fill('gzip');
const sixTimes = six.reduce<Uint8Array>((body) => gzipSync(body), Buffer.from('[]'));
const id = `"id":"${directory}"`;
const repeatedText = `application/${'y+'.repeat(2 ** 15)}`;

/** The servers in groups, which are named like the rows of the safety guide, and the seconds for one request. */
const rows: [title: string, servers: Server[], timeout?: number][] = [
  [
    'safety deadline: no byte, trickled headers or body, stalled body: one total deadline a request',
    [
      ['no byte at all', 'transport.timeout', bytes('')],
      ['a body in a trickle', 'transport.timeout', () => (socket) => trickle(socket, `${head}\r\n["${longText}`)],
    ],
    0.3,
  ],
  [
    'safety redirect: redirect of any kind: not followed, a finding, another origin sees zero connections',
    [
      ['301 and a Location elsewhere', 'status.undeclared', moved(301, to)],
      ['307 and no scheme', 'status.undeclared', moved(307, (otherText) => to(otherText.replace('http:', '')))],
      ['a Refresh', 'status.undeclared', moved(302, (other) => [...to(other), `refresh: 0; url=${other}/`])],
    ],
  ],
  [
    'safety gzip-bomb: 6 chained encodings: stopped at 2, each of which must be valid',
    [
      ['six nested codings', 'transport.encoding', encoded(six.join(', '), sixTimes)],
      ['invalid gzip', 'transport.encoding', encoded('gzip', '[]')],
    ],
  ],
  [
    'safety truncated: truncated body, bad framing, garbage instead of HTTP: own code, never validated as whole',
    [
      ['too few bytes, which are JSON', 'transport.truncated', end(`${head}content-length: 100\r\n\r\n[]`)],
      ['chunks without an end, which are JSON', 'transport.truncated', end(`${head}${chunked}2\r\n[]\r\n`)],
      ['two lengths', 'transport.framing', bytes(`${head}content-length: 2\r\ncontent-length: 3\r\n\r\n[] `)],
      ['a second response', 'transport.framing', bytes(Buffer.concat([json('[]'), json('["stolen"]')]))],
      ['a change of protocol', 'transport.interim', bytes(switching)],
      ['another protocol', 'transport.not-http', bytes('SSH-2.0-OpenSSH_9.2\r\n')],
      ['a reset', 'transport.reset', () => (socket) => void socket.resetAndDestroy()],
    ],
  ],
  [
    'safety odd-json: invalid UTF-8, byte-order mark, duplicate keys, depth 200,000, `__proto__` keys, numbers ' +
      'beyond double: found and named',
    [
      ['invalid UTF-8', 'body.not-utf8', listing(Buffer.from('5b22ff225d', 'hex'))],
      ['a byte-order mark', 'body.byte-order-mark', listing('\ufeff[]')],
      ['a duplicate key', 'body.duplicate-key', listing(`[{${id},${id}}]`), { at: '/0/id' }],
      ['200,000 nested arrays', 'body.too-deep', listing('['.repeat(200_000) + ']'.repeat(200_000))],
      [
        'a key __proto__',
        'field.undeclared',
        () => rightBut(saying(json('[{"__proto__":{"polluted":1,"id":"x"}}]')), (path) => path === filters),
        { ...inFilters, at: '/*/__proto__' },
      ],
      ['1e400', 'body.number', listing('[{"position":1e400}]'), { at: '/0/position', isReadable: true }],
    ],
  ],
  [
    'safety not-json: HTML, empty, 204 with a body where JSON is documented; content type missing, doubled, ' +
      '64 kB long: a finding',
    [
      ['HTML', 'media-type.undeclared', responding(plain('<!doctype html><p>Sign in', [typed('text/html')]))],
      ['HTML labelled as JSON', 'body.not-json', listing('<!doctype html><p>Sign in')],
      ['an empty body', 'body.empty', listing('')],
      ['204 and a body', 'transport.framing', () => rightBut(bytes('HTTP/1.1 204 No Content\r\n\r\n[]')(''))],
      ['no content type', 'media-type.missing', labelled()],
      ['two content types', 'media-type.repeated', labelled('application/json', 'text/html')],
      ['64 kB that are JSON', 'media-type.too-long', labelled(`application/json${spaces};x=y`)],
      ['64 kB that are not JSON', 'media-type.undeclared', labelled(`application/json${spaces}x`)],
      ['64 kB of +', 'media-type.undeclared', labelled(repeatedText)],
    ],
  ],
];

it('a correct server passes, so the findings about the others come from their faults', async () => {
  const { report } = await checkAgainst(() => rightBut(saying(json('[]'))));
  expect(report).toMatchObject({ verdict: 'passed', findings: [], notes: [] });
  expect(isTested(report)).toBe(true);
});

/** The family of a rule: `body` of `body.not-json`. One mistake may break several rules of the same family. */
const familyOf = (rule: string): string | undefined => rule.split('.')[0];

describe.each(rows)('%s', (_, servers, timeout = 10) => {
  it.each(servers)('a server with %s', { tags: 'slow' }, async (__, finds, respond, more = {}) => {
    const { at, isReadable = false, operationId = read, check } = more;
    const { report, server, other } = await checkAgainst(respond, { check: { timeout, ...check } });
    const findings = report.findings.filter(({ rule, pointer }) => rule === finds && pointer === (at ?? pointer));
    expect(findings.map((finding) => finding.operationId)).toEqual([operationId]);
    const graverFindings = report.findings.filter(({ severity }) => severity !== 'observation');
    expect(graverFindings.filter(({ rule }) => familyOf(rule) !== familyOf(finds))).toEqual([]);
    expect(isTested(report, operationId)).toBe(isReadable);
    if (!isReadable) expect([report.verdict, report.exitCode]).not.toEqual(['passed', 0]);
    expect(server.requests.length).toBeGreaterThan(0);
    expect(other.connections).toBe(0);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
