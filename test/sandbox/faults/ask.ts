import { type WireFault, wireOf } from '../../../scripts/sandbox/model/response.js';
import { createSandbox, defaultKey, type Sandbox } from '../../../scripts/sandbox/sandbox.js';
import { state } from './state.js';

export const origin = 'http://sandbox.example';

export interface Ask {
  method?: string;
  path: string;
  /** Sent as JSON, except for a string, which is sent as it is. */
  body?: unknown;
  /** Headers besides the API key and the Content-Type; null removes one of these two. */
  headers?: Record<string, string | null>;
}

/** A received response, with its exact bytes. */
export interface Got {
  status: number;
  headers: Record<string, string>;
  bytes: Buffer;
  wire: WireFault | undefined;
  text: string;
}

export function requestOf({ method = 'GET', path, body, headers = {} }: Ask): Request {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const all = {
    authorization: defaultKey,
    ...(text !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  };
  const kept = Object.entries(all).filter((header): header is [string, string] => header[1] !== null);
  return new Request(origin + path, { method, headers: kept, ...(text !== undefined && { body: text }) });
}

export async function ask(sandbox: Sandbox, what: Ask): Promise<Got> {
  const response = await sandbox.fetch(requestOf(what));
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    bytes,
    wire: wireOf(response),
    text: bytes.toString('utf8'),
  };
}

/** Sends requests one after another to a new sandbox, and returns their responses. */
export async function responsesOf(faults: readonly string[], asks: readonly Ask[]): Promise<Got[]> {
  const sandbox = createSandbox({ data: state, faults });
  const got: Got[] = [];
  for (const what of asks) got.push(await withoutRightLength(await ask(sandbox, what), what, faults));
  return got;
}

/** Removes the length of a HEAD response if it fits the body of GET, with or without the faults; a wrong one stays. */
async function withoutRightLength(got: Got, what: Ask, faults: readonly string[]): Promise<Got> {
  if (what.method !== 'HEAD') return got;
  const { 'content-length': length, ...headers } = got.headers;
  for (const each of [faults, []]) {
    const { bytes } = await ask(createSandbox({ data: state, faults: each }), { ...what, method: 'GET' });
    if (length === String(bytes.length)) return { ...got, headers };
  }
  return got;
}
