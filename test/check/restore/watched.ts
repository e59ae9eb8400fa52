import { onTestFinished } from 'vitest';
import { check } from '../../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../../scripts/check/model/options.js';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import type { Json } from '../../../scripts/contract/json.js';
import type { SandboxState } from '../../../scripts/sandbox/model/store.js';
import { createSandbox, defaultKey, type Sandbox } from '../../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../../scripts/sandbox/server/serve.js';

/** A request at its arrival. */
export interface Arrived {
  method: string;
  path: string;
  body: string;
  /** Whether the resource in its path exists. */
  isReal: boolean;
}

export interface Watching {
  faults?: readonly string[];
  /** Changes the initial data of the sandbox. */
  prepare?: (state: SandboxState) => void;
  /** Handles requests in place of the sandbox; `perform` returns the response of the sandbox. */
  answer?: (arrived: Arrived, perform: () => Promise<Response>) => Promise<Response>;
}

/** A sandbox over HTTP, and all its requests. */
export interface Watched {
  url: string;
  sandbox: Sandbox;
  before: SandboxState;
  arrived: Arrived[];
  /** The PATCH requests to existing resources, in order. */
  writes(): Arrived[];
  /** Whether the data is byte for byte as it was at the beginning. */
  isAsBefore(): boolean;
}

/** Serves a sandbox until the test ends. */
export async function watch({ faults = [], prepare, answer }: Watching = {}): Promise<Watched> {
  process.env['DIRECTORY_API_KEY'] = defaultKey;
  const sandbox = createSandbox({ faults });
  const state = sandbox.snapshot();
  prepare?.(state);
  if (prepare) sandbox.load(state);
  const stateBefore = sandbox.snapshot();
  const bytes = bytesOf(stateBefore);
  const arrived: Arrived[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { method } = request;
    const path = new URL(request.url).pathname;
    const body = method === 'PATCH' ? await request.text() : '';
    const id = path.match(/[0-9a-f]{8}-[0-9a-f-]{27}|not-a-uuid/gi)?.at(-1);
    const isReal = id === undefined || bytes.includes(id.toLowerCase());
    const each: Arrived = { method, path, body, isReal };
    arrived.push(each);
    const whole = method === 'PATCH' ? new Request(request.url, { method, headers: request.headers, body }) : request;
    return answer ? answer(each, () => sandbox.fetch(whole)) : sandbox.fetch(whole);
  };
  const server = await serveSandbox({ sandbox: { ...sandbox, fetch } });
  onTestFinished(() => server.close());
  return {
    url: server.url,
    sandbox,
    before: stateBefore,
    arrived,
    writes: () => arrived.filter(({ method, isReal }) => method === 'PATCH' && isReal),
    isAsBefore: () => bytesOf(sandbox.snapshot()) === bytes,
  };
}

/** Serves a sandbox that calls `then` instead of performing this write, counted among those to existing resources. */
export async function watchWrite(
  number: number,
  then: (server: Watched, perform: () => Promise<Response>) => Promise<Response>,
): Promise<Watched> {
  let count = 0;
  const isWrite = ({ method, isReal }: Arrived): boolean => method === 'PATCH' && isReal;
  const server: Watched = await watch({
    answer: (arrived, perform) => (isWrite(arrived) && ++count === number ? then(server, perform) : perform()),
  });
  return server;
}

/** Returns the data without the number of changes, which always grows. */
function bytesOf({ collections }: SandboxState): string {
  return JSON.stringify(collections);
}

/** Returns a response that never arrives. */
export function never(): Promise<Response> {
  return new Promise(() => {});
}

export function json(status: number, value: Json, headers: Record<string, string> = {}): Promise<Response> {
  return Promise.resolve(
    new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...headers } }),
  );
}

export const filter = 'updateFilter';
export const entry = 'updatePartnerEntry';

/** Fields that are not written by default, since others would notice a change. */
export const feltFields = ['slug', 'customSlug', 'tier', 'featured', 'status'];

/** Checks a server with writes that are undone, and with a short `--settle`. */
export function checkWrites(
  { url }: Pick<Watched, 'url'>,
  only: readonly string[],
  options: Partial<CheckOptions> = {},
): Promise<CheckReport> {
  return check({ baseUrl: url, writes: 'roundtrip', settle: 0.1, runs: 3, only, ...options });
}
