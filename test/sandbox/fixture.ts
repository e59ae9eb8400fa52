import { contract } from '../../generated/contract.js';
import { firstBody, pathParameters } from '../../scripts/contract/example-walk.js';
import type { JsonObject } from '../../scripts/contract/json.js';
import type { SandboxOperation } from '../../scripts/sandbox/model/operations.js';
import {
  createSandbox,
  defaultKey,
  operations,
  type Sandbox,
  type SandboxOptions,
} from '../../scripts/sandbox/sandbox.js';

/** The origin of requests that stay in this process. */
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
  /** Path parameters, in place of those of the contract's examples. */
  path?: Record<string, string>;
}

/** A sandbox whose operations can be called by operationId or by path. */
export interface Asked extends Sandbox {
  /** Calls an operation. Its parameters are the contract's examples, unless `send` replaces them. */
  call(operationId: string, send?: Send): Promise<Received>;
  send(method: string, path: string, send?: Send): Promise<Received>;
}

export function open(options: SandboxOptions = {}): Asked {
  const sandbox = createSandbox(options);
  const send: Asked['send'] = async (method, path, { body, headers = {} } = {}) => {
    const response = await sandbox.fetch(requestOf(method, path, body, headers));
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  };
  return {
    ...sandbox,
    send,
    call: (operationId, { path, ...rest } = {}) => {
      const operation = operationOf(operationId);
      return send(operation.method.toUpperCase(), urlOf(operation, path), rest);
    },
  };
}

/** Sends a string as it is, and any other body as JSON. The Content-Type is always that of JSON. */
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
  return firstBody(contract, operation);
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
  const received = await sandbox.call(operationId, send);
  if (received.status !== operationOf(operationId).successStatus)
    throw new Error(`${operationId}: ${received.status} ${received.text}`);
  return received.json;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
