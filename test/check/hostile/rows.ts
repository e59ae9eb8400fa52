import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type HostileOptions, readPath, rightBut } from './hostile-check.js';
import { type Answer, json, plain, saying, trickle } from './net-server.js';

/** One way to be hostile, and how a run against it ends. */
export interface Hostility extends HostileOptions {
  /** What the server does, as the end of "a server with …". */
  with: string;
  answer: (otherUrl: string) => Answer;
  /** The rule of the finding. */
  finds: string;
  /** The place of the finding in the body, where it matters. */
  at?: string;
  /**
   * Whether the answer can be read all the same, so that its operation is tested; then the finding is all that is said.
   */
  isReadable?: boolean;
  /** The operation that is checked, where it is another than usual. */
  operationId?: string;
}

/** A kind of hostility, by what happens then. */
export interface Row {
  name: string;
  /** Seconds for one request; 10 by default, which only a server that hangs makes anybody wait for. */
  timeout?: number;
  servers: Hostility[];
}

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const bytes =
  (text: string | Uint8Array): Answer =>
  (socket) =>
    void socket.write(text);
const end =
  (text: string): Answer =>
  (socket) =>
    void socket.end(text);

/** A right server but for the body of its list, or for what it calls it. */
const listing = (body: string | Uint8Array) => (): Answer => rightBut(saying(json(body)));
const labelled =
  (body: string, ...types: string[]) =>
  (): Answer =>
    rightBut(
      saying(
        plain(
          body,
          types.map((type) => `content-type: ${type}`),
        ),
      ),
    );

const directory = '0fd4340a-c3c4-4d8b-815a-f5be26abedae';
/** A list of things whose fields the contract lists all. */
const closed = {
  operationId: 'listFilters',
  check: { only: ['listFilters'], parameters: { directory_id: directory } },
};
const isClosed = (path: string): boolean => path === `${readPath}${directory}/filters/`;
const long = 'y'.repeat(2 ** 16);
const six = Array<string>(6).fill('gzip');

const redirects = [300, 301, 302, 303, 305, 307, 308].map(
  (status): Hostility => ({
    with: `status ${status} and a Location elsewhere`,
    finds: 'status.undeclared',
    answer: (other) => saying(plain('', [`location: ${other}/`], `${status} Elsewhere`)),
  }),
);

/** Servers whose fault shows in what they answer, by the rows of the safety rules. */
export const rows: Row[] = [
  {
    name: 'safety deadline: no byte, trickled headers or body, stalled body: one total deadline a request',
    timeout: 0.3,
    servers: [
      { with: 'no byte at all', answer: () => () => undefined, finds: 'transport.timeout' },
      {
        with: 'headers in a trickle',
        answer: () => (socket) => trickle(socket, `${head}x: ${long}`),
        finds: 'transport.timeout',
      },
      {
        with: 'a body in a trickle',
        answer: () => (socket) => trickle(socket, `${head}\r\n["${long}`),
        finds: 'transport.timeout',
      },
      {
        with: 'a body that stalls',
        answer: () => bytes(`${head}content-length: 100\r\n\r\n[`),
        finds: 'transport.timeout',
      },
    ],
  },
  {
    name: 'safety redirect: redirect of any kind: not followed, a finding, another origin sees zero connections',
    servers: [
      ...redirects,
      {
        with: 'a Location without a scheme',
        finds: 'status.undeclared',
        answer: (other) => saying(plain('', [`location: ${other.replace('http:', '')}/`], '302 Found')),
      },
      {
        with: 'a Location, a Refresh and a Content-Location',
        finds: 'status.undeclared',
        answer: (other) =>
          saying(
            json(
              '[]',
              [`location: ${other}/`, `refresh: 0; url=${other}/`, `content-location: ${other}/`],
              '302 Found',
            ),
          ),
      },
    ],
  },
  {
    name: 'safety gzip-bomb: 6 chained encodings: stopped at 2, each of which must be what it says',
    servers: [
      {
        with: 'six codings, one in the other',
        finds: 'transport.encoding',
        answer: () =>
          saying(
            json(
              six.reduce<Uint8Array>((body) => gzipSync(body), Buffer.from('[]')),
              [`content-encoding: ${six.join(', ')}`],
            ),
          ),
      },
      {
        with: 'gzip that is none',
        answer: () => saying(json('[]', ['content-encoding: gzip'])),
        finds: 'transport.encoding',
      },
      {
        with: 'half of br',
        answer: () => saying(json(brotliCompressSync('[]').subarray(0, 3), ['content-encoding: br'])),
        finds: 'transport.encoding',
      },
    ],
  },
  {
    name:
      'safety truncated: truncated body, bad framing, garbage ' +
      'instead of HTTP: its own code, never validated as if whole',
    servers: [
      {
        with: 'fewer bytes than its length, which are JSON',
        answer: () => end(`${head}content-length: 100\r\n\r\n[]`),
        finds: 'transport.truncated',
      },
      {
        with: 'chunks without an end, which are JSON',
        answer: () => end(`${head}transfer-encoding: chunked\r\n\r\n2\r\n[]\r\n`),
        finds: 'transport.truncated',
      },
      { with: 'half of its headers', answer: () => end(head), finds: 'transport.truncated' },
      {
        with: 'two lengths',
        answer: () => bytes(`${head}content-length: 2\r\ncontent-length: 3\r\n\r\n[] `),
        finds: 'transport.framing',
      },
      {
        with: 'a length and chunks',
        finds: 'transport.framing',
        answer: () => bytes(`${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n`),
      },
      {
        with: 'a second answer right behind',
        answer: () => bytes(Buffer.concat([json('[]'), json('["stolen"]')])),
        finds: 'transport.framing',
      },
      {
        with: 'a change of protocol',
        answer: () => bytes('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
        finds: 'transport.interim',
      },
      { with: 'another protocol', answer: () => bytes('SSH-2.0-OpenSSH_9.2\r\n'), finds: 'transport.not-http' },
      { with: 'zeros', answer: () => bytes(new Uint8Array(1000)), finds: 'transport.not-http' },
      { with: 'a reset', answer: () => (socket) => void socket.resetAndDestroy(), finds: 'transport.reset' },
    ],
  },
  {
    name:
      'safety odd-json: invalid UTF-8, byte-order mark, duplicate keys, ' +
      'depth 200,000, `__proto__` keys, numbers beyond double: found and named',
    servers: [
      { with: 'bytes that are no UTF-8', answer: listing(Buffer.from('5b22ff225d', 'hex')), finds: 'body.not-utf8' },
      { with: 'a byte-order mark', answer: listing('\ufeff[]'), finds: 'body.byte-order-mark' },
      {
        with: 'a key twice',
        answer: listing(`[{"id":"${directory}","id":"${directory}"}]`),
        finds: 'body.duplicate-key',
        at: '/0/id',
      },
      {
        with: '200,000 arrays, one in the other',
        answer: listing('['.repeat(200_000) + ']'.repeat(200_000)),
        finds: 'body.too-deep',
      },
      {
        with: '200,000 objects, one in the other',
        answer: listing(`${'{"a":'.repeat(200_000)}0${'}'.repeat(200_000)}`),
        finds: 'body.too-deep',
      },
      {
        with: 'a key __proto__',
        ...closed,
        finds: 'field.undeclared',
        at: '/*/__proto__',
        isReadable: true,
        answer: () => rightBut(saying(json('[{"__proto__":{"polluted":1,"id":"x"}}]')), isClosed),
      },
      {
        with: 'a key constructor',
        ...closed,
        finds: 'field.undeclared',
        at: '/*/constructor',
        isReadable: true,
        answer: () => rightBut(saying(json('[{"constructor":{"prototype":{"polluted":1}}}]')), isClosed),
      },
      {
        with: '1e400',
        answer: listing('[{"position":1e400}]'),
        finds: 'body.number',
        at: '/0/position',
        isReadable: true,
      },
      {
        with: '2^53 + 1',
        answer: listing('[{"position":9007199254740993}]'),
        finds: 'body.number',
        at: '/0/position',
        isReadable: true,
      },
    ],
  },
  {
    name:
      'safety not-json: HTML, empty, 204 with a body where JSON is ' +
      'documented; content type missing, doubled, 64 kB long: a finding',
    servers: [
      {
        with: 'HTML',
        answer: labelled('<!doctype html><title>Sign in</title>', 'text/html'),
        finds: 'media-type.undeclared',
      },
      {
        with: 'HTML that calls itself JSON',
        answer: listing('<!doctype html><title>Sign in</title>'),
        finds: 'body.not-json',
      },
      { with: 'nothing', answer: listing(''), finds: 'body.empty' },
      {
        with: '204 and a body',
        answer: () => rightBut(bytes('HTTP/1.1 204 No Content\r\n\r\n[]')),
        finds: 'transport.framing',
      },
      {
        with: '204 and the length of a body',
        answer: () => rightBut(bytes('HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\n[]')),
        finds: 'transport.framing',
      },
      { with: 'no content type', answer: labelled('[]'), finds: 'media-type.missing' },
      {
        with: 'two content types, the right one first',
        answer: labelled('[]', 'application/json', 'text/html'),
        finds: 'media-type.repeated',
      },
      {
        with: 'two content types, the right one last',
        answer: labelled('[]', 'text/html', 'application/json'),
        finds: 'media-type.repeated',
      },
      ...[`application/json;x=${long}`, `application/json${' '.repeat(2 ** 16)};x=y`].map(
        (type, index): Hostility => ({
          with: `a content type of 64 kB that is JSON (${index + 1})`,
          answer: labelled('[]', type),
          finds: 'media-type.too-long',
        }),
      ),
      ...[
        `application/${'y+'.repeat(2 ** 15)}`,
        `application/json${' '.repeat(2 ** 16)}x`,
        `text/html${';'.repeat(2 ** 16)}`,
        long,
      ].map(
        (type, index): Hostility => ({
          with: `a content type of 64 kB that is none (${index + 1})`,
          answer: labelled('[]', type),
          finds: 'media-type.undeclared',
        }),
      ),
    ],
  },
];
