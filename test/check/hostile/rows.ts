import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type HostileOptions, readPath, rightBut } from './hostile-check.js';
import { json, plain, type Responder, saying, trickle } from './net-server.js';

/** One kind of hostile behaviour, and the result of a run against it. */
export interface Hostility extends HostileOptions {
  /** Ends the sentence "a server with …". */
  with: string;
  respond: (otherUrl: string) => Responder;
  /** The rule that reports it. */
  finds: string;
  /** The pointer of the finding into the body, if it matters. */
  at?: string;
  /** Whether the response can be read, so that its operation counts as tested. Then there is no other finding. */
  isReadable?: boolean;
  /** The checked operation, if it is not the usual one. */
  operationId?: string;
}

/** A group of hostile servers that have the same outcome. */
export interface Row {
  name: string;
  /** Seconds for one request; 10 by default. It matters only for servers that hang. */
  timeout?: number;
  servers: Hostility[];
}

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const chunked = 'transfer-encoding: chunked\r\n\r\n';
const bytes =
  (text: string | Uint8Array): Responder =>
  (socket) =>
    void socket.write(text);
const end =
  (text: string): Responder =>
  (socket) =>
    void socket.end(text);

/** Servers that are correct except for their list, for its body, or for its Content-Type. */
const responding = (response: Uint8Array): Responder => rightBut(saying(response));
const listing = (body: string | Uint8Array): Responder => responding(json(body));
const labelled = (...types: string[]): Responder => responding(plain('[]', types.map(typed)));
const typed = (type: string): string => `content-type: ${type}`;

type More = Partial<Omit<Hostility, 'with' | 'finds' | 'respond'>>;

/** Servers that lead to the same finding, by their behaviour. */
function finding(finds: string, responders: Readonly<Record<string, Responder>>, more: More = {}): Hostility[] {
  return Object.entries(responders).map(([what, respond]) => ({ with: what, finds, respond: () => respond, ...more }));
}

/** A server that redirects to another origin. */
function moved(what: string, response: (other: string) => Uint8Array): Hostility {
  return { with: what, finds: 'status.undeclared', respond: (other) => saying(response(other)) };
}

const directory = '0fd4340a-c3c4-4d8b-815a-f5be26abedae';

/** A list with a field that the contract does not document, in a schema that documents every field. */
function undeclared(name: string, body: string): Hostility[] {
  const respond = rightBut(saying(json(body)), (path) => path === `${readPath}${directory}/filters/`);
  const operationId = 'listFilters';
  const check = { only: [operationId], parameters: { directory_id: directory } };
  const more = { operationId, check, at: `/*/${name}`, isReadable: true };
  return finding('field.undeclared', { [`a key ${name}`]: respond }, more);
}

const long = 'y'.repeat(2 ** 16);
const spaces = ' '.repeat(2 ** 16);
const six = Array<string>(6).fill('gzip');
const sixTimes = six.reduce<Uint8Array>((body) => gzipSync(body), Buffer.from('[]'));
const encoded = (coding: string, body: string | Uint8Array): Responder =>
  saying(json(body, [`content-encoding: ${coding}`]));
const deep = 200_000;
const signIn = '<!doctype html><title>Sign in</title>';
const id = `"id":"${directory}"`;
const atPosition = { at: '/0/position', isReadable: true };
const position = (number: string): Responder => listing(`[{"position":${number}}]`);
const repeated = [`application/${'y+'.repeat(2 ** 15)}`, `text/html${';'.repeat(2 ** 16)}`];
const noTypes = [...repeated, `application/json${spaces}x`, long];

const noContent = 'HTTP/1.1 204 No Content\r\n';
const switching = 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n';

/** Servers with these content types, each 64 kB long. */
const ofTypes = (kind: string, ...types: string[]): Record<string, Responder> =>
  Object.fromEntries(
    types.map((type, index) => [`a content type of 64 kB that is ${kind} (${index + 1})`, labelled(type)]),
  );

/** Servers with faulty responses, in groups that are named like the rows of the safety guide. */
export const rows: Row[] = [
  {
    name: 'safety deadline: no byte, trickled headers or body, stalled body: one total deadline a request',
    timeout: 0.3,
    servers: finding('transport.timeout', {
      'no byte at all': () => undefined,
      'headers in a trickle': (socket) => trickle(socket, `${head}x: ${long}`),
      'a body in a trickle': (socket) => trickle(socket, `${head}\r\n["${long}`),
      'a body that stalls': bytes(`${head}content-length: 100\r\n\r\n[`),
    }),
  },
  {
    name: 'safety redirect: redirect of any kind: not followed, a finding, another origin sees zero connections',
    servers: [
      ...[300, 301, 302, 303, 305, 307, 308].map((status) =>
        moved(`status ${status} and a Location elsewhere`, (other) =>
          plain('', [`location: ${other}/`], `${status} Elsewhere`),
        ),
      ),
      moved('a Location without a scheme', (other) =>
        plain('', [`location: ${other.replace('http:', '')}/`], '302 Found'),
      ),
      moved('a Location, a Refresh and a Content-Location', (other) => {
        const lines = [`location: ${other}/`, `refresh: 0; url=${other}/`, `content-location: ${other}/`];
        return json('[]', lines, '302 Found');
      }),
    ],
  },
  {
    name: 'safety gzip-bomb: 6 chained encodings: stopped at 2, each of which must be valid',
    servers: finding('transport.encoding', {
      'six nested codings': encoded(six.join(', '), sixTimes),
      'invalid gzip': encoded('gzip', '[]'),
      'half of br': encoded('br', brotliCompressSync('[]').subarray(0, 3)),
    }),
  },
  {
    name: 'safety truncated: truncated body, bad framing, garbage instead of HTTP: own code, never validated as whole',
    servers: [
      ...finding('transport.truncated', {
        'fewer bytes than its length, which are JSON': end(`${head}content-length: 100\r\n\r\n[]`),
        'chunks without an end, which are JSON': end(`${head}${chunked}2\r\n[]\r\n`),
        'half of its headers': end(head),
      }),
      ...finding('transport.framing', {
        'two lengths': bytes(`${head}content-length: 2\r\ncontent-length: 3\r\n\r\n[] `),
        'a length and chunks': bytes(`${head}content-length: 2\r\n${chunked}2\r\n[]\r\n0\r\n\r\n`),
        'a second response right after the first': bytes(Buffer.concat([json('[]'), json('["stolen"]')])),
      }),
      ...finding('transport.interim', { 'a change of protocol': bytes(switching) }),
      ...finding('transport.not-http', {
        'another protocol': bytes('SSH-2.0-OpenSSH_9.2\r\n'),
        zeros: bytes(new Uint8Array(1000)),
      }),
      ...finding('transport.reset', { 'a reset': (socket) => void socket.resetAndDestroy() }),
    ],
  },
  {
    name:
      'safety odd-json: invalid UTF-8, byte-order mark, duplicate keys, depth 200,000, `__proto__` keys, numbers ' +
      'beyond double: found and named',
    servers: [
      ...finding('body.not-utf8', { 'invalid UTF-8': listing(Buffer.from('5b22ff225d', 'hex')) }),
      ...finding('body.byte-order-mark', { 'a byte-order mark': listing('\ufeff[]') }),
      ...finding('body.duplicate-key', { 'a duplicate key': listing(`[{${[id, id].join()}}]`) }, { at: '/0/id' }),
      ...finding('body.too-deep', {
        '200,000 nested arrays': listing('['.repeat(deep) + ']'.repeat(deep)),
        '200,000 nested objects': listing(`${'{"a":'.repeat(deep)}0${'}'.repeat(deep)}`),
      }),
      ...undeclared('__proto__', '[{"__proto__":{"polluted":1,"id":"x"}}]'),
      ...undeclared('constructor', '[{"constructor":{"prototype":{"polluted":1}}}]'),
      ...finding('body.number', { '1e400': position('1e400'), '2^53 + 1': position('9007199254740993') }, atPosition),
    ],
  },
  {
    name:
      'safety not-json: HTML, empty, 204 with a body where JSON is documented; content type missing, doubled, ' +
      '64 kB long: a finding',
    servers: [
      ...finding('media-type.undeclared', { HTML: responding(plain(signIn, [typed('text/html')])) }),
      ...finding('body.not-json', { 'HTML labelled as JSON': listing(signIn) }),
      ...finding('body.empty', { 'an empty body': listing('') }),
      ...finding('transport.framing', {
        '204 and a body': rightBut(bytes(`${noContent}\r\n[]`)),
        '204 and the length of a body': rightBut(bytes(`${noContent}content-length: 2\r\n\r\n[]`)),
      }),
      ...finding('media-type.missing', { 'no content type': labelled() }),
      ...finding('media-type.repeated', {
        'two content types, the right one first': labelled('application/json', 'text/html'),
        'two content types, the right one last': labelled('text/html', 'application/json'),
      }),
      ...finding('media-type.too-long', ofTypes('JSON', `application/json;x=${long}`, `application/json${spaces};x=y`)),
      ...finding('media-type.undeclared', ofTypes('not JSON', ...noTypes)),
    ],
  },
];
