import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { listenHere } from '../../listen-here.js';
import { acts } from './acts.js';
import type { Behaviour, Call, Reply } from './behaviour.js';
import { routeOf } from './contract.js';
import { variantsNamed } from './faults.js';
import { problem } from './responses.js';
import { refusal, shelfKey, stages } from './stages.js';
import { Store } from './store.js';

export interface ShelfServer {
  /** Such as `http://127.0.0.1:4711`, without a slash at the end. */
  url: string;
  key: string;
  /** Closes every connection; resolves when the server has stopped listening. */
  close(): Promise<void>;
  /** Restores the initial state. */
  reset(): void;
}

export interface ShelfOptions {
  faults?: string[];
  /** Whether an error closes the connection unannounced, just as the next request arrives. */
  closesAfterErrors?: boolean;
}

/** Starts the service on a free port of 127.0.0.1, in memory. @throws RangeError for an unknown fault or variant */
export async function createShelfServer({ faults = [], closesAfterErrors }: ShelfOptions = {}): Promise<ShelfServer> {
  const variants = variantsNamed(faults);
  let origin = '';
  let behaviour: Behaviour;
  let store: Store;
  const reset = (): void => {
    behaviour = {} as Behaviour;
    Object.assign(behaviour, stages, acts(behaviour));
    for (const { change } of variants) Object.assign(behaviour, change({ ...behaviour }));
    store = new Store();
  };
  reset();
  const ended = new WeakSet<Socket>();
  const server = createServer((incoming, outgoing) => {
    const { socket } = incoming;
    if (ended.has(socket)) return void socket.destroy();
    outgoing.on('finish', () => void (closesAfterErrors && outgoing.statusCode >= 400 && ended.add(socket)));
    received(incoming, { store, origin })
      .then((call) => write(call, outgoing, behaviour.send(call, responseTo(behaviour, call))))
      // A client may disconnect early, which is no error.
      .catch(() => outgoing.destroy());
  });
  const { url, close } = await listenHere(server);
  origin = url;
  return { url, key: shelfKey, reset, close };
}

async function received(incoming: IncomingMessage, to: Pick<Call, 'store' | 'origin'>): Promise<Call> {
  const { method = 'GET', url: target = '/', headers, rawHeaders } = incoming;
  const bytes = await buffer(incoming);
  const { place: parameters = {}, ...route } = routeOf(method, target) ?? {};
  return { ...to, method, target, headers, rawHeaders, bytes, query: {}, body: null, parameters, ...route };
}

function responseTo(behaviour: Behaviour, call: Call): Reply {
  try {
    return refusal(behaviour, call) ?? behaviour.act(call);
  } catch {
    return problem(500, 'Something went wrong here.');
  }
}

function write(call: Call, outgoing: ServerResponse, { status, headers, body, text, closes }: Reply): void {
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const hasBody = sent !== undefined && status !== 204;
  if (closes) outgoing.shouldKeepAlive = false;
  outgoing.writeHead(status, {
    ...headers,
    ...(status !== 204 && { 'Content-Length': hasBody ? Buffer.byteLength(sent) : 0 }),
  });
  outgoing.end(hasBody && call.method !== 'HEAD' ? sent : undefined);
}
