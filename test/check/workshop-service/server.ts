import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { listenHere } from '../../listen-here.js';
import { acting } from './acts.js';
import type { Behaviour, Call, Reply } from './behaviour.js';
import { routeOf } from './contract.js';
import { House } from './house.js';
import { stages, workshopKey } from './stages.js';
import { variantsNamed } from './variants.js';

export interface WorkshopServer {
  /** Such as `http://127.0.0.1:4711`, without a slash at the end. */
  url: string;
  key: string;
  /** Closes every connection; resolves when the server has stopped listening. */
  close(): Promise<void>;
}

/** Starts the service on a free port of 127.0.0.1, in memory. @throws RangeError for an unknown variant or fault */
export async function createWorkshopServer(
  names: readonly string[] = [],
  house: House = new House(),
): Promise<WorkshopServer> {
  const behaviour = {} as Behaviour;
  Object.assign(behaviour, stages(behaviour), acting(behaviour));
  for (const { change } of variantsNamed(names)) Object.assign(behaviour, change({ ...behaviour }));
  const server = createServer((incoming, outgoing) => {
    respond(behaviour, house, incoming, outgoing).catch(() => outgoing.destroy());
  });
  // Otherwise Node.js would announce a timeout, and close the connection a second after it.
  server.keepAliveTimeout = 0;
  const { url, close } = await listenHere(server);
  return { url, key: workshopKey, close };
}

/** The timers of idle connections that will be closed. */
const idle = new WeakMap<object, NodeJS.Timeout>();

async function respond(
  behaviour: Behaviour,
  house: House,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { method = 'GET', url: target = '/', headers } = incoming;
  const bytes = await buffer(incoming);
  const call = { method, target, headers, bytes, house, query: {}, body: null, place: {}, ...routeOf(method, target) };
  const { socket } = incoming;
  clearTimeout(idle.get(socket));
  const response = behaviour.send(call, responseTo(behaviour, call));
  const { keepsAlive } = behaviour;
  outgoing.once('finish', () => {
    if (response.closes === 'unsaid') socket.end();
    else if (keepsAlive !== undefined)
      idle.set(
        socket,
        globalThis.setTimeout(() => socket.end(), keepsAlive),
      );
  });
  await write(call, outgoing, response);
}

function responseTo(behaviour: Behaviour, call: Call): Reply {
  try {
    for (const stage of behaviour.stages) {
      const refused = behaviour[stage](call);
      if (refused) return refused;
    }
    return behaviour.act(call);
  } catch {
    return behaviour.refuse(call, 500, 'Internal Server Error');
  }
}

async function write(call: Call, outgoing: ServerResponse, response: Reply): Promise<void> {
  const { status, headers, body, text, closes, delay, isChunked } = response;
  if (delay !== undefined) await setTimeout(delay);
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const hasBody = sent !== undefined && status !== 204;
  if (closes === 'said') outgoing.shouldKeepAlive = false;
  const length = hasBody ? Buffer.byteLength(sent) : 0;
  outgoing.writeHead(status, { ...headers, ...(status !== 204 && !isChunked && { 'Content-Length': length }) });
  if (hasBody && call.method !== 'HEAD') outgoing.write(sent);
  outgoing.end();
}
