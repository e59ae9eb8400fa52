import { contract } from '../../generated/contract.js';
import { firstExampleBody, pathParameters } from '../../scripts/contract/example-walk.js';
import type { JsonObject } from '../../scripts/contract/json.js';
import type { SandboxOperation } from '../../scripts/sandbox/model/operations.js';
import {
  createSandbox,
  defaultKey,
  operations,
  type Sandbox,
  type SandboxOptions,
} from '../../scripts/sandbox/sandbox.js';

/** Ids of the initial data, and an id that no resource has. */
export const ids = {
  directory: '0fd4340a-c3c4-4d8b-815a-f5be26abedae',
  appMarketplace: 'bdbfdf19-b16a-4ec4-a7d7-7b9a918a0e5d',
  fjordline: 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9',
  kestrel: 'bc16f299-cddb-46fc-92cc-d219074e316e',
  ledgerly: 'a69c22b4-f669-41a3-8f5d-ed505d820764',
  gold: 'bc4048fe-b64e-42ae-ba87-0578bd18e23a',
  silver: '0ff27477-252f-4672-b304-8071f2b2e146',
  nobody: '00000000-0000-4000-8000-000000000000',
};

export const root = '/api/directory/private/v1alpha';
export const partnersPath = `${root}/directories/${ids.directory}/entries/partners/`;
export const entryPath = `${partnersPath}${ids.fjordline}/`;

/** The origin of requests that do not leave this process. */
export const origin = 'http://sandbox.example';

export interface Received {
  status: number;
  headers: Headers;
  text: string;
  /** The JSON of the body; undefined if it is not JSON. */
  json: unknown;
}

export interface Send {
  body?: unknown;
  headers?: Record<string, string>;
  /** Path parameters that replace those of the contract's examples. */
  path?: Record<string, string>;
}

/** A sandbox whose operations can be called by operationId or by path. */
export interface Asked extends Sandbox {
  /** Calls an operation. Its parameters are the contract's examples, unless `send` replaces them. */
  call(operationId: string, send?: Send): Promise<Received>;
  send(method: string, path: string, send?: Send): Promise<Received>;
  /** Returns the status of a call. */
  status(operationId: string, send?: Send): Promise<number>;
}

export const open = (options: SandboxOptions = {}): Asked => withCalls(createSandbox(options));

export function withCalls(sandbox: Sandbox): Asked {
  const send: Asked['send'] = async (method, path, { body, headers = {} } = {}) => {
    const response = await sandbox.fetch(requestOf(method, path, body, headers));
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parseText(text) };
  };
  const call: Asked['call'] = (operationId, { path, ...rest } = {}) => {
    const operation = operationOf(operationId);
    return send(operation.method.toUpperCase(), urlOf(operation, path), rest);
  };
  return { ...sandbox, send, call, status: async (...args) => (await call(...args)).status };
}

/** Sends a string unchanged, and any other body as JSON. The Content-Type is always that of JSON. */
export function requestOf(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Request {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const type: Record<string, string> = text === undefined ? {} : { 'content-type': 'application/json' };
  return new Request(origin + path, {
    method,
    headers: { authorization: defaultKey, ...type, ...headers },
    ...(text === undefined ? {} : { body: text }),
  });
}

export function operationOf(operationId: string): SandboxOperation {
  const operation = operations.find(({ id }) => id === operationId);
  if (!operation) throw new RangeError(`The contract has no operation ${operationId}.`);
  return operation;
}

/** Returns the path of an operation, with the parameters of the contract's examples; `others` replaces some. */
export function urlOf({ operation, path }: SandboxOperation, others: Record<string, string> = {}): string {
  const values = { ...pathParameters(contract, operation), ...others };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** Returns the first example of a request body. */
export function bodyOf({ operation }: SandboxOperation): unknown {
  return firstExampleBody(contract, operation);
}

/** Returns the example of the contract with this name. */
export function exampleNamed(name: string): unknown {
  return (contract.components['examples']?.[name] as { value?: unknown } | undefined)?.value;
}

/** Returns the object from an operation that must succeed. */
export async function read(sandbox: Asked, operationId: string, send?: Send): Promise<JsonObject> {
  return (await succeed(sandbox, operationId, send)) as JsonObject;
}

/** Returns the list of objects from an operation that must succeed. */
export async function readList(sandbox: Asked, operationId: string, send?: Send): Promise<JsonObject[]> {
  return (await succeed(sandbox, operationId, send)) as JsonObject[];
}

async function succeed(sandbox: Asked, operationId: string, send?: Send): Promise<unknown> {
  const receivedRequest = await sandbox.call(operationId, send);
  if (receivedRequest.status !== operationOf(operationId).successStatus)
    throw new Error(`${operationId}: ${receivedRequest.status} ${receivedRequest.text}`);
  return receivedRequest.json;
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
