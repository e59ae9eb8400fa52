import type { SandboxOperation } from '../model/operations.js';
import { Refusal } from '../model/response.js';
import type { Stored } from '../model/store.js';
import type { Behaviour, RequestContext } from './behaviour.js';

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Selects the operation for a request; refuses an unknown path with 404 and an unsupported method with 405. */
export function choose(
  exchange: RequestContext,
  { operations, parameters }: ReturnType<Behaviour['route']>,
): ReturnType<Behaviour['choose']> {
  const { request, path } = exchange;
  if (operations.length === 0) {
    const hint = path.endsWith('/') ? '' : ' Paths of the interface end with a slash.';
    throw new Refusal(404, `No operation of the contract has the path ${path}.${hint}`);
  }
  const wanted = request.method === 'HEAD' ? 'get' : request.method.toLowerCase();
  const index = operations.findIndex(({ method }) => method === wanted);
  const operation = operations[index];
  if (operation) return { operation, parameters: parameters[index] ?? {} };
  const allowed = allowedMethods(operations);
  throw new Refusal(405, `${path} supports ${allowed}, but not ${request.method}.`, [], { allow: allowed });
}

/** Every path that supports GET also supports HEAD (RFC 9110 §9.3.2). */
function allowedMethods(operations: readonly SandboxOperation[]): string {
  const methods = new Set(operations.map(({ method }) => method.toUpperCase()));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].join(', ');
}

/** Checks that each parameter names an existing record that belongs to its parents in the path; else 404. */
export function locate({ operation, parameters, store }: RequestContext): void {
  for (const { name, collection } of operation?.parameters ?? []) {
    const id = parameters[name] ?? '';
    if (!uuid.test(id)) throw new Refusal(404, `${name} is not a UUID, so no resource has this id.`);
    const record = store.get(collection, id);
    if (!record || !belongs(record, parameters))
      throw new Refusal(404, `No resource at this path has the ${name} ${id}.`);
  }
}

/** Whether a record has the parents that a path names. */
function belongs({ parents }: Stored, parameters: Readonly<Record<string, string>>): boolean {
  for (const name in parents) if ((parameters[name] ?? parents[name]) !== parents[name]) return false;
  return true;
}
