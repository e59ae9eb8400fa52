import { type Asked, asking, type Received } from '../other-service/ask.js';
import { departuresFrom } from '../service-contract.js';
import { type operations, routeOf } from './contract.js';
import { createWorkshopServer } from './server.js';

/** A request. Only the usual service decides which status is right for it. */
type Step = readonly [request: string, asked?: Asked];

const json = (body: Asked['body']): Asked => ({ body: body ?? null, headers: { 'content-type': 'application/json' } });
const form = (text: string): Asked => ({ text, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
const plain = (text: string): Asked => ({ text, headers: { 'content-type': 'text/plain' } });
const noKey: Asked = { authorization: null };
const wrongKey: Asked = { headers: { 'x-api-key': 'kh_0000000000000000' } };
const matching = (tag: string | undefined, body: Asked['body']): Asked => ({
  body: body ?? null,
  headers: { 'content-type': 'application/json', ...(tag !== undefined && { 'if-match': tag }) },
});
const multipart = (name: string): Asked => ({
  text: `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nGIF89a\r\n--b--\r\n`,
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
});

const kiln = '/studios/1/kilns/Old%20Bess';

/** Requests that together show each behaviour, and each documented status of each operation. */
export const steps: readonly Step[] = [
  ['GET /health', noKey],
  ['GET /version', noKey],
  ...['', '?count=2', '?count=2&cursor=c2', '?count=100', '?open=false', '?open=yes', '?count=0', '?cursor=no'].map(
    (query): Step => [`GET /studios${query}`],
  ),
  ['GET /studios', noKey],
  ['POST /studios', json({ title: 'New Wharf', city: '  Oban ', labels: { quay: '3' } })],
  ['POST /studios', json({ title: 'New Wharf' })],
  ['POST /studios', json({ title: 'Strict', open: 'yes', seats: '3' })],
  ['POST /studios', json({ title: '' })],
  ['POST /studios', json({ title: 'Odd', shape: 'round' })],
  ['POST /studios', json({})],
  ['POST /studios', { text: '{"title":', headers: { 'content-type': 'application/json' } }],
  ...['1', '1', '99', 'one'].map((id): Step => [`GET /studios/${id}`]),
  ['HEAD /studios/1'],
  ['PATCH /studios/2', json({ seats: 5, open: null })],
  ['PATCH /studios/2', json({ title: 'Cone Six' })],
  ['PATCH /studios/2', json({ seats: 'many' })],
  ['DELETE /studios/9999'],
  ['DELETE /studios/9'],
  ['POST /studios', json({ title: 'After Nine' })],
  ['DELETE /studios/seven'],
  ['GET /studios/1/sign'],
  ['GET /studios/3/sign'],
  ['GET /studios/three/sign'],
  ['PUT /studios/3/sign', plain('Closed on Mondays')],
  ['GET /studios/3/sign'],
  ['PUT /studios/99/sign', plain('Nobody')],
  ['PUT /studios/x/sign', plain('Nobody')],
  ['POST /studios/1/photos', multipart('file')],
  ['POST /studios/1/photos', multipart('caption')],
  ['GET /studios/1/kilns'],
  ['GET /studios/99/kilns'],
  ['GET /studios/one/kilns'],
  [`GET ${kiln}`],
  ['GET /studios/1/kilns/none'],
  ['GET /studios/one/kilns/none'],
  ['PUT /studios/1/kilns/New', json({ fuel: 'gas', note: 'N' })],
  ['PUT /studios/1/kilns/New', json({ fuel: 'wood' })],
  ['PUT /studios/99/kilns/New', json({ fuel: 'wood' })],
  ['PUT /studios/99/kilns/New', json({ fuel: 'coal' })],
  ['PUT /studios/1/kilns/New', json({ fuel: 'wood', max_temperature: 'hot' })],
  ['DELETE /studios/1/kilns/New'],
  ['DELETE /studios/1/kilns/New'],
  ['DELETE /studios/one/kilns/New'],
  [`GET ${kiln}/firings`],
  ['GET /studios/1/kilns/none/firings'],
  ['GET /studios/one/kilns/none/firings'],
  [`POST ${kiln}/firings`, json({ programme: 'raku', glaze: 'CELADON' })],
  [`POST ${kiln}/firings`, json({ programme: 'raku', glaze: 'none' })],
  [`GET ${kiln}/firings/1`],
  [`GET ${kiln}/firings/4`],
  [`GET ${kiln}/firings/first`],
  ['GET /glazes'],
  ['GET /glazes?archived=maybe'],
  ['GET /glazes', noKey],
  ['GET /glazes', wrongKey],
  ['POST /glazes', json({ key: 'Ochre-2', colour: 'ochre' })],
  ['POST /glazes', json({ key: 'ochre-2', colour: 'ochre' })],
  ['POST /glazes', json({ key: '2' })],
  ['POST /glazes', json({ key: 'nothing', colour: 'white', gloss: null })],
  ['POST /glazes', { ...json({ key: 'a', colour: 'b' }), ...noKey }],
  ['GET /glazes/CELADON'],
  ['GET /glazes/none'],
  ['GET /glazes/none', noKey],
  ['PATCH /glazes/shino', json({ gloss: false })],
  ['PATCH /glazes/shino', json({ gloss: 'yes' })],
  ['PATCH /glazes/none', json({ gloss: false })],
  ['PATCH /glazes/shino', { ...json({}), ...noKey }],
  ['DELETE /glazes/ochre-2'],
  ['DELETE /glazes/none'],
  ['DELETE /glazes/shino', noKey],
  ['GET /glazes?archived=true'],
  ['GET /queues'],
  ['GET /queues', noKey],
  ['GET /queues/drying'],
  ['GET /queues/nobody'],
  ['GET /queues/drying', noKey],
  ['POST /queues/drying/items', form('text=Plates&priority=3&urgent=yes')],
  ['POST /queues/drying/items', form('text=Plates&priority=3')],
  ['POST /queues/drying/items', form('priority=x')],
  ...Array.from({ length: 3 }, (): Step => ['POST /queues/drying/take']),
  ['POST /queues/nobody/take'],
  ['POST /queues/nobody/take', noKey],
  ['POST /search', json({ words: 'c', top: 3 })],
  ['POST /search', json({ top: 0 })],
  ['GET /materials?limit=3'],
  ['GET /materials?offset=3'],
  ['GET /materials?limit=0'],
  ['GET /log'],
  ['GET /log?after=6'],
  ['GET /log?after=x'],
  ['GET /settings'],
  ['GET /settings'],
  ['GET /settings'],
  ['GET /settings', noKey],
  ['GET /settings', wrongKey],
  ['PUT /settings', matching('*', { motto: 'Quick!', quiet_from: 21 })],
  ['PUT /settings', matching(undefined, { motto: 'Quick!', quiet_from: 21 })],
  ['PUT /settings', matching('"old"', { motto: 'Quick!', quiet_from: 21 })],
  ['PUT /settings', matching('*', { motto: 'Quick!', quiet_from: 24 })],
  ['PUT /settings', { ...matching('*', {}), text: '{' }],
  ['PUT /settings', { ...matching('*', { motto: 'Quick!', quiet_from: 1 }), ...noKey }],
  ['OPTIONS /studios/1'],
  ['PUT /studios'],
  ['M-SEARCH /studios'],
  ['GET /studios/'],
  ['GET /nowhere', noKey],
];

/** Returns the operation that a request reaches. */
export function operationFor(request: string): (typeof operations)[number] | undefined {
  const [method = '', target = ''] = request.split(' ');
  return routeOf(method, target)?.operation;
}

export interface Walked {
  /** Each response, without the parts that change by themselves. */
  lines: string[];
  /** Entries such as `getStudio 200`: operation and status. */
  seen: ReadonlySet<string>;
  /** The ways in which responses break the contract. */
  departures: string[];
}

/** Sends all requests, one after another, to a new service with these variants. */
export async function walk(names: readonly string[]): Promise<Walked> {
  const server = await createWorkshopServer(names);
  const lines: string[] = [];
  const seen = new Set<string>();
  const departures: string[] = [];
  try {
    for (const [request, asked] of steps) {
      // On a connection of its own: some variants close it without saying so.
      const received = await asking(server, { 'x-api-key': server.key })(request, asked);
      lines.push(lineOf(request, received));
      const operation = operationFor(request);
      if (!operation || /^HEAD /.test(request)) continue;
      seen.add(`${operation.id} ${received.status}`);
      departures.push(...departuresFrom(operation, received));
    }
  } finally {
    await server.close();
  }
  return { lines, seen, departures };
}

const moving = /"(now|last_seen|uptime|time|took_ms|age_seconds)":("[^"]*"|[\d.e-]+)/g;

function lineOf(request: string, { status, headers, text }: Received): string {
  const kept = [...headers].filter(([name]) => !['date', 'content-length'].includes(name));
  const length = headers.get('content-length') === null ? 'no length' : 'a length';
  return JSON.stringify([request, status, kept, length, text.replaceAll(moving, '"$1":0')]);
}
