import { type WireFault, wireFaultOf } from '../../../scripts/sandbox/model/response.js';
import { createSandbox, type Sandbox } from '../../../scripts/sandbox/sandbox.js';
import { requestOf } from '../fixture.js';
import { state } from './tables.js';

export interface Ask {
  method?: string;
  path: string;
  /** A value to send as JSON, or a string to send unchanged. */
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

export async function ask(sandbox: Sandbox, { method = 'GET', path, body, headers = {} }: Ask): Promise<Got> {
  const request = requestOf(method, path, body);
  for (const [name, value] of Object.entries(headers))
    if (value === null) request.headers.delete(name);
    else request.headers.set(name, value);
  const response = await sandbox.fetch(request);
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    bytes,
    wire: wireFaultOf(response),
    text: bytes.toString('utf8'),
  };
}

/** Sends requests one after another to a new sandbox, and returns their responses. */
export async function responsesOf(faults: readonly string[], asks: readonly Ask[]): Promise<Got[]> {
  const sandbox = createSandbox({ data: state, faults });
  const responses: Got[] = [];
  for (const what of asks) responses.push(await withoutRightLength(await ask(sandbox, what), what, faults));
  return responses;
}

/** Removes the length of a HEAD response if it fits the body of GET, with or without faults; a wrong length stays. */
async function withoutRightLength(response: Got, what: Ask, faults: readonly string[]): Promise<Got> {
  if (what.method !== 'HEAD') return response;
  const { 'content-length': length, ...headers } = response.headers;
  for (const values of [faults, []]) {
    const { bytes } = await ask(createSandbox({ data: state, faults: values }), { ...what, method: 'GET' });
    if (length === String(bytes.length)) return { ...response, headers };
  }
  return response;
}

export function json<Body = Record<string, unknown>>(response: Got | undefined): Body {
  return JSON.parse(response?.text ?? '') as Body;
}
