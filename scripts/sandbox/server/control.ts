import type { IncomingMessage } from 'node:http';
import { isSlowPattern } from '../../contract/pattern.js';
import { isLoopback } from '../../system/loopback.js';
import { suggest } from '../../text/did-you-mean.js';
import { sanitize } from '../../text/escape.js';
import { maxStateSize, readBodyText, readJson } from '../behaviour/read-body.js';
import type { SandboxContract } from '../model/read-contract.js';
import { Refusal, respond, type SandboxResponse } from '../model/response.js';
import type { SandboxState } from '../model/store.js';
import type { Sandbox } from '../sandbox.js';
import type { EventStreams } from './events.js';

/** A request and its response, without their headers, because one of the headers contains the key. */
export interface RecentRequest {
  /** The time at which the response was ready, as an ISO date-time. */
  time: string;
  method: string;
  /** The path with the query. */
  path: string;
  /** The beginning of the body of the request. */
  sent?: string;
  status: number;
  /** The beginning of the body of the response. */
  received?: string;
}

/** Maximum number of requests to keep, and of bytes to keep of each body. */
const limits = { requests: 100, bytes: 10_000 };

/** The last requests to which a sandbox responded, oldest first. */
export class RecentRequests {
  readonly #requests: RecentRequest[] = [];

  add(
    request: Omit<RecentRequest, 'time' | 'sent' | 'received'>,
    requestPieces: readonly Buffer[],
    responseBody?: Buffer,
  ): void {
    this.#requests.push({
      time: new Date().toISOString(),
      ...request,
      ...(requestPieces.length > 0 && { sent: Buffer.concat(requestPieces).toString('utf8', 0, limits.bytes) }),
      ...(responseBody && { received: responseBody.toString('utf8', 0, limits.bytes) }),
    });
    if (this.#requests.length > limits.requests) this.#requests.shift();
  }

  all(): RecentRequest[] {
    return [...this.#requests];
  }
}

const controlPrefix = '/__sandbox/';

export interface ControlContext {
  sandbox: Sandbox;
  contract: SandboxContract;
  recentRequests: RecentRequests;
  events: EventStreams;
}

type Handler = (sandbox: Sandbox, request: Request, context: ControlContext) => Promise<unknown> | unknown;

/** Handlers by control path and method. Control paths are not part of the contract. */
const handlers: Record<string, Record<string, Handler>> = {
  reset: {
    POST(sandbox) {
      sandbox.reset();
      return { detail: 'The initial state was restored.' };
    },
  },
  state: {
    GET: stateOf,
    async PUT(sandbox, request, { contract }) {
      const state = await jsonOf(request);
      const { stateMistakes } = await import('./state-check.js');
      // While faults are active, accept values that break the contract, because faults may have stored them.
      const mistakes = stateMistakes(state, contract, { includesContractCheck: sandbox.faults().length === 0 });
      if (mistakes.length > 0) throw new Refusal(400, 'The body is not a valid state of a sandbox.', mistakes);
      sandbox.load(state as SandboxState);
      return { detail: 'The state was replaced.' };
    },
  },
  faults: {
    GET: (sandbox) => sandbox.faults(),
    async PUT(sandbox, request) {
      const names = await jsonOf(request);
      if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) {
        const mistake = { pointer: '', message: 'must be an array of strings' };
        throw new Refusal(400, 'Expected an array with the names of faults.', [mistake]);
      }
      try {
        sandbox.setFaults(names);
      } catch (error) {
        if (error instanceof RangeError) throw new Refusal(400, error.message);
        throw error;
      }
      return sandbox.faults();
    },
  },
  requests: { GET: (_, __, { recentRequests }) => recentRequests.all() },
};

/** The whole state, the resources of one kind, or a single resource. */
function stateOf(sandbox: Sandbox, { url }: Request): unknown {
  sandbox.catchUp();
  const { searchParams } = new URL(url);
  const [kind, id] = [searchParams.get('kind'), searchParams.get('id')];
  if (kind === null) return sandbox.snapshot();
  const kinds = Object.keys(sandbox.counts());
  if (!kinds.includes(kind))
    throw new Refusal(404, `There is no kind of resource with the name ${sanitize(kind)}. ${suggest(kind, kinds)}`);
  const records = sandbox.resources(kind);
  const result = id === null ? records : records.find((record) => record.id === id);
  if (!result) throw new Refusal(404, `No ${sanitize(kind)} has the id ${sanitize(id ?? '')}.`);
  return result;
}

/** The control path of the event streams, which `EventStreams` serves. */
const eventsPath = `${controlPrefix}events`;

export function asksForEvents({ method, url }: IncomingMessage): boolean {
  return method === 'GET' && url?.replace(/\?.*/, '') === eventsPath;
}

interface IncomingConnection {
  url?: string | undefined;
  socket: { remoteAddress?: string | undefined };
}

/** Only connections from the same machine reach the control paths; other callers get the usual 404. */
export function isControlRequest(incoming: IncomingConnection): boolean {
  return incoming.url?.startsWith(controlPrefix) === true && mayUseControlPaths(incoming);
}

/** Whether the caller may control the sandbox, and see its home page. */
export function mayUseControlPaths({ socket }: Pick<IncomingConnection, 'socket'>): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return isLoopback(address.includes(':') ? `[${address}]` : address);
}

/** Responds to a request to a control path, always in JSON. Control paths need no key. */
export async function respondToControl(context: ControlContext, request: Request): Promise<Response> {
  let response: SandboxResponse;
  try {
    const json = await runControlRequest(context, request);
    // People read single resources, so indent them.
    const body = new URL(request.url).searchParams.has('id') ? { text: JSON.stringify(json, null, 2) } : { json };
    response = { status: 200, headers: { 'content-type': 'application/json' }, ...body };
  } catch (error) {
    const { message } = error as Error;
    const detail = isSlowPattern(error) ? message : `This is a bug of the sandbox: ${message}`;
    const refusal = error instanceof Refusal ? error : new Refusal(500, detail);
    response = refusal.toResponse();
  }
  return respond(response, false);
}

async function runControlRequest(context: ControlContext, request: Request): Promise<unknown> {
  const { pathname } = new URL(request.url);
  const name = pathname.slice(controlPrefix.length);
  const methods = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
  if (pathname === eventsPath)
    throw new Refusal(405, `${pathname} supports GET, but not ${request.method}.`, [], { allow: 'GET' });
  if (!methods) {
    const paths = [...Object.keys(handlers).map((path) => controlPrefix + path), eventsPath];
    throw new Refusal(404, `The sandbox has no control path ${pathname}. Its control paths are ${paths.join(', ')}.`);
  }
  const handler = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
  if (handler) return handler(context.sandbox, request, context);
  const allow = Object.keys(methods).join(', ');
  throw new Refusal(405, `${pathname} supports ${allow}, but not ${request.method}.`, [], { allow });
}

async function jsonOf(request: Request): Promise<unknown> {
  return readJson(await readBodyText(request, maxStateSize));
}
