import type { SandboxOperation } from '../model/operations.js';
import { Refusal } from '../model/response.js';
import type { Behaviour, RequestContext } from './behaviour.js';

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Which operation a request asks for; else 404 where nothing has its path, and 405 where something has. */
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
  throw new Refusal(405, `${path} knows ${allowed}, and not ${request.method}.`, [], { allow: allowed });
}

/** HEAD goes wherever GET does (RFC 9110 §9.3.2). */
export function allowedMethods(operations: readonly SandboxOperation[]): string {
  const methods = new Set(operations.map(({ method }) => method.toUpperCase()));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].join(', ');
}

/** Looks that each parameter names a record that is there, in the place that the path gives it; else 404. */
export function locate({ operation, parameters, store }: RequestContext): void {
  for (const { name, collection } of operation?.parameters ?? []) {
    const id = parameters[name] ?? '';
    if (!uuid.test(id)) throw new Refusal(404, `${name} is no UUID, so nothing has it for an id.`);
    const record = store.get(collection, id);
    const belongs = record && Object.entries(record.parents).every(([parent, of]) => (parameters[parent] ?? of) === of);
    if (!belongs) throw new Refusal(404, `Nothing here has the ${name} ${id}.`);
  }
}
