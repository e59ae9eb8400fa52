import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { listenHere } from '../../listen-here.js';
import type { Json, ServiceContract, ServiceOperation } from './contract.js';

/** A request while a service handles it. */
export interface Call {
  method: string;
  /** Path and query, as they were sent. */
  target: string;
  headers: IncomingHttpHeaders;
  /** Names and values of headers, as they were sent. */
  rawHeaders: readonly string[];
  bytes: Buffer;
  /** The origin, such as `http://127.0.0.1:4711`. */
  origin: string;
  /** The template that the path matches. */
  template?: string;
  /** The parameters of the path, decoded. */
  parameters: Record<string, string>;
  operation?: ServiceOperation;
  /** The query parameters, with their defaults. The stage `query` sets them. */
  query: Record<string, Json>;
  /** The body, set by the stage `body`. */
  body: Json;
}

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body?: Json;
  /** A text or bytes to send in place of `body`. */
  text?: string | Buffer;
  /** Closes the connection after this response, or just as the next request arrives; both unannounced. */
  closes?: 'unsaid' | 'at next request';
  /** Milliseconds to wait before the response. */
  delay?: number;
  /** Sends the body in chunks, without a length. */
  isChunked?: boolean;
}

/** A mistake in a request: its place, beginning with `path`, `query` or `body`, and a text about it. */
export interface Mistake {
  at: string[];
  text: string;
}

/** A step that may refuse a request. */
export type StageName = 'key' | 'route' | 'query' | 'body' | 'resource' | 'schema';

/** A service as parts that a fault can replace. A part calls other parts through the complete behaviour. */
export interface Behaviour<C extends Call = Call> extends Record<StageName, (call: C) => Reply | undefined> {
  stages: readonly StageName[];
  /** Converts a text in a path, a query or a form to its type. A text that does not fit stays as it is. */
  typed(type: string | undefined, text: string): Json;
  /** Reads a body of the documented media type. @throws if it cannot be read */
  read(call: C, text: string): Json;
  /** Performs an operation whose request all stages accepted. */
  act(call: C): Reply;
  refuse(call: C, status: number, mistakes: string | readonly Mistake[]): Reply;
  /** Edits any response before it is sent. */
  send(call: C, response: Reply): Reply;
  /** Milliseconds until an idle connection is closed; undefined for never. */
  keepsAlive?: number;
}

/** Returns the replaced parts, given the parts before. The function is called again at each start of the service. */
export type Replacement<B> = (base: B) => Partial<B>;

/** A behaviour of a service that differs from the usual one. */
export interface Variant<B> {
  name: string;
  /** One sentence about the behaviour. */
  about: string;
  change: Replacement<B>;
}

/** Returns the variants with these names, in this order. @throws RangeError for an unknown name */
export function variantsNamed<B>(names: readonly string[], allVariants: readonly Variant<B>[]): Variant<B>[] {
  return names.map((name) => {
    const variant = allVariants.find((each) => each.name === name);
    if (!variant) throw new RangeError(`The service has no fault and no variant "${name}".`);
    return variant;
  });
}

export interface Service {
  /** The URL, such as `http://127.0.0.1:4711`, without a slash at the end. */
  url: string;
  /** Method and path of each request, in the order of arrival. */
  requestLines: string[];
  /** Closes every connection; resolves when the server has stopped listening. */
  close(): Promise<void>;
}

export function reply(status: number, body?: Json, headers: Record<string, string> = {}): Reply {
  return body === undefined
    ? { status, headers }
    : { status, headers: { 'Content-Type': 'application/json', ...headers }, body };
}

/**
 * Starts a service on a free port of 127.0.0.1, in memory.
 *
 * @param behaviourOf returns the usual behaviour, whose parts call each other through `whole`
 * @param variants the differences from the usual behaviour; each builds on the earlier ones
 * @param state additional members of each call, such as the stored resources
 */
export async function serviceOf<C extends Call, B extends Behaviour<C>>(
  contract: ServiceContract,
  behaviourOf: (behaviour: B) => B,
  variants: readonly Pick<Variant<B>, 'change'>[] = [],
  state: Omit<C, keyof Call> = {} as C,
): Promise<Service> {
  const behaviour = {} as B;
  Object.assign(behaviour, behaviourOf(behaviour));
  for (const { change } of variants) Object.assign(behaviour, change({ ...behaviour }));
  const sentValues: string[] = [];
  let origin = '';
  const idle = new WeakMap<Socket, NodeJS.Timeout>();
  const endedSockets = new WeakSet<Socket>();
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url: target = '/', headers, rawHeaders, socket } = incoming;
    if (endedSockets.has(socket)) return void socket.destroy();
    clearTimeout(idle.get(socket));
    sentValues.push(`${method} ${target.split('?')[0]}`);
    try {
      const bytes = await buffer(incoming);
      const route = contract.routeOf(method, target);
      const request = { method, target, headers, rawHeaders, bytes, origin, query: {}, body: null, parameters: {} };
      const call = { ...state, ...request, ...route } as unknown as C;
      const response = behaviour.send(call, responseTo(behaviour, call));
      const { keepsAlive } = behaviour;
      outgoing.once('finish', () => {
        if (response.closes === 'unsaid') socket.end();
        else if (response.closes === 'at next request') endedSockets.add(socket);
        else if (keepsAlive !== undefined)
          idle.set(
            socket,
            setTimeout(() => socket.end(), keepsAlive),
          );
      });
      await write(method, outgoing, response);
    } catch {
      // A client may disconnect early, which is not an error.
      outgoing.destroy();
    }
  });
  // Otherwise Node.js would announce a timeout in a header, and close the connection a second later.
  server.keepAliveTimeout = 0;
  const { url, close } = await listenHere(server);
  origin = url;
  return { url, requestLines: sentValues, close };
}

function responseTo<C extends Call>(behaviour: Behaviour<C>, call: C): Reply {
  try {
    for (const stage of behaviour.stages) {
      const refusal = behaviour[stage](call);
      if (refusal) return refusal;
    }
    return behaviour.act(call);
  } catch {
    return behaviour.refuse(call, 500, 'Something went wrong here.');
  }
}

async function write(method: string, outgoing: ServerResponse, response: Reply): Promise<void> {
  const { status, headers, body, text, delay, isChunked } = response;
  if (delay !== undefined) await wait(delay);
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const hasBody = content !== undefined && status !== 204;
  const length = hasBody ? Buffer.byteLength(content) : 0;
  outgoing.writeHead(status, { ...headers, ...(status !== 204 && !isChunked && { 'Content-Length': length }) });
  if (hasBody && method !== 'HEAD') outgoing.write(content);
  outgoing.end();
}
