import type { TaughtOwnContract } from '../../scripts/answers/own-contract.js';
import { isObject, type JsonObject } from '../../scripts/contract/json.js';
import { readContract } from '../../scripts/sandbox/model/read-contract.js';
import type { SandboxState } from '../../scripts/sandbox/model/store.js';
import { buildSandbox, ownContract } from '../../scripts/sandbox/sandbox.js';
import { type SandboxServer, serveSandbox } from '../../scripts/sandbox/server/serve.js';

/** A response of the sandbox, which `vary` may change before it is sent. */
export interface Shown {
  operationId: string;
  request: Request;
  status: number;
  headers: Record<string, string>;
  /** A JSON value or a text. */
  body: unknown;
  /** Number of earlier responses, of all operations and of the same operation. */
  before: number;
  beforeOfOperation: number;
}

/** Returns the resources of a successful response: the items of a list, or the single resource. */
export function resourcesOf({ status, body }: Shown): JsonObject[] {
  return status >= 300 ? [] : [body].flat().filter(isObject);
}

/** Returns a number from 0 to 996 that is always the same for a resource. */
export function numberOf({ id }: JsonObject): number {
  return [...String(id)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 0);
}

/** Serves a sandbox, and lets `vary` change each response. */
export async function varyingServer(
  vary: (reply: Shown) => void,
  { taughtContract, data }: { taughtContract?: TaughtOwnContract; data?: SandboxState } = {},
): Promise<SandboxServer> {
  const contract = taughtContract ? readContract(taughtContract.document, taughtContract.validators) : ownContract;
  const sandbox = buildSandbox(contract, { data });
  const { route } = contract;
  const counts = new Map<string, number>();
  let before = 0;
  const fetch = async (request: Request): Promise<Response> => {
    const method = request.method.toLowerCase();
    const operation = route(new URL(request.url).pathname).operations.find((each) => each.method === method);
    const response = await sandbox.fetch(request);
    const text = await response.text();
    const operationId = operation?.id ?? '';
    const beforeOfOperation = counts.get(operationId) ?? 0;
    const { 'content-length': _, ...headers } = Object.fromEntries(response.headers);
    const body: unknown = headers['content-type']?.includes('json') && text !== '' ? JSON.parse(text) : text;
    const reply: Shown = { operationId, request, status: response.status, headers, body, before, beforeOfOperation };
    counts.set(operationId, beforeOfOperation + 1);
    before += 1;
    vary(reply);
    const changedText = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    const sentText = changedText === '' || method === 'head' ? null : changedText;
    return new Response(sentText, { status: reply.status, headers: reply.headers });
  };
  return serveSandbox({ sandbox: { ...sandbox, fetch }, contract });
}
