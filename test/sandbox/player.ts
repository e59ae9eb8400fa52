import { contract } from '../../generated/contract.js';
import { isObject, type JsonObject } from '../../scripts/contract/json.js';
import { initialState } from '../../scripts/sandbox/data/initial-state.js';
import type { SandboxOperation } from '../../scripts/sandbox/model/operations.js';
import { createSandbox, defaultKey, operations, ownContract, type Sandbox } from '../../scripts/sandbox/sandbox.js';
import { bodiesByAjv } from '../bodies-by-ajv.js';
import { operationOf, origin } from './fixture.js';
import { Model } from './model.js';
import type { IdChoice, RandomRequest } from './random-request.js';

interface Resource {
  id: string;
  parents: Readonly<Record<string, string>>;
}

/** The statuses of the refusals that a request can cause. */
const refusals = new Set([400, 401, 404, 405, 409, 413, 415]);

const { route } = ownContract;
const { answers } = bodiesByAjv(contract);

/** Sends random requests to one sandbox, and compares each response with the contract and with earlier responses. */
export class Player {
  readonly #sandbox: Sandbox;
  readonly #model = new Model();
  readonly #resources = new Map<string, Resource[]>();
  #commits = 0;
  #sent = 0;

  constructor() {
    this.#sandbox = createSandbox({ onChange: () => (this.#commits += 1) });
    for (const [collection, records] of Object.entries(initialState.collections))
      this.#resources.set(collection, [...records]);
  }

  async play(random: RandomRequest): Promise<void> {
    const { path: template, parameters: namedParameters } = operationOf(random.operationId);
    const parameters = this.#parameters(namedParameters, random.ids);
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
    // The whole state is compared only sometimes, since that takes as long as thirty requests.
    const wholeText = this.#sent++ % 64 === 0 ? JSON.stringify(this.#sandbox.snapshot()) : undefined;
    const commits = this.#commits;
    const response = await this.#sandbox.fetch(requestOf(random, path));
    const text = await response.text();
    const { status } = response;
    const exchange = `${random.method} ${path} ${String(random.body).slice(0, 500)} → ${status} ${text.slice(0, 500)}`;
    const demand = (isTrue: boolean, what: string): void => {
      if (!isTrue) throw new Error(`${what}\n${exchange}`);
    };
    const changeCount = this.#commits - commits;
    const isPreferred = /(?:code|example)=/.test(random.headers['prefer'] ?? '');
    const preferred = isPreferred && status >= 500 ? /code=(\d+)/.exec(random.headers['prefer'] ?? '')?.[1] : undefined;
    demand(status < 500 || String(status) === preferred, 'The server failed.');
    const isRefused = status >= 400;
    if (isRefused || isPreferred || random.method === 'GET' || random.method === 'HEAD')
      demand(changeCount === 0, 'The request changed the state.');
    if (wholeText !== undefined && changeCount === 0)
      demand(JSON.stringify(this.#sandbox.snapshot()) === wholeText, 'The state changed without a commit.');
    demand(changeCount <= 1, 'The request committed more than once.');
    if (random.method === 'HEAD') return demand(text === '', 'The response to HEAD has a body.');
    if (isRefused) {
      demand(isPreferred || refusals.has(status), 'No request can cause this refusal.');
      demand(isObject(parseBody(response, text)), 'The refusal is not a JSON object.');
      this.#refused(random, path, status, demand);
      return;
    }
    // A literal path can also match a template: DELETE …/export/ is the deletion of a review with the id `export`.
    const operation = route(path).operations.find(({ method }) => method.toUpperCase() === random.method);
    if (!operation || status !== operation.successStatus)
      throw new Error(`This success is not in the contract.\n${exchange}`);
    const value = operation.mediaType === null ? undefined : parseBody(response, text);
    demand(operation.mediaType !== null || text === '', 'A response without a media type has a body.');
    // The schema is for JSON, but an export may be CSV.
    const validate = typeof value === 'string' ? undefined : answers[operation.id];
    demand(!validate || validate(value), `The response breaks the contract: ${JSON.stringify(validate?.errors)}.`);
    if (!isPreferred) await this.#succeeded({ operation, path: path.toLowerCase(), parameters, value }, demand);
  }

  #refused({ method, headers }: RandomRequest, path: string, status: number, demand: Demand): void {
    if (status !== 404 || method !== 'GET' || Object.keys(headers).length > 0) return;
    const text = this.#model.contradiction(path.toLowerCase(), undefined);
    demand(text === undefined, text ?? '');
  }

  async #succeeded({ operation, path, parameters, value }: Success, demand: Demand): Promise<void> {
    const model = this.#model;
    const { collection } = operation;
    if (operation.method === 'get') {
      const shownItems = operation.isList ? (value as unknown[]) : [value];
      for (const each of shownItems.filter(isObject)) {
        const at = operation.verb === 'get' ? path : model.pathOf(collection, each, parameters);
        const text = at === undefined ? undefined : model.contradiction(at, each);
        demand(text === undefined, text ?? '');
        if (at !== undefined && operation.verb === 'get' && operation.itemParameter) model.learn(collection, at, each);
      }
      return;
    }
    if (operation.verb === 'delete' && operation.itemParameter) return model.deleted(operation, path);
    if (isObject(value) && operation.verb === 'update' && operation.itemParameter) {
      model.learn(collection, path, value);
      const isStored = (await this.#read(path)) === JSON.stringify(value);
      return demand(isStored, 'The next read differs from the response to the update.');
    }
    model.forget(path);
    await this.#readAbove(operation, path, demand);
    const createdItems = operation.verb === 'create' ? [value] : operation.verb === 'bulk' ? (value as unknown[]) : [];
    for (const each of createdItems.filter(isObject)) {
      const itemPath = model.pathOf(collection, each, parameters);
      this.#remember(collection, String(each['id']), parameters);
      if (itemPath === undefined) continue;
      const last = createdItems.findLast((other) => isObject(other) && other['id'] === each['id']) as JsonObject;
      model.learn(collection, itemPath, last);
      const isStored = (await this.#read(itemPath)) === JSON.stringify(last);
      demand(isStored, 'The next read differs from the response to the creation.');
    }
  }

  /** Expects that after a request below a resource, that resource is still readable. */
  async #readAbove({ path: template }: SandboxOperation, path: string, demand: Demand): Promise<void> {
    const isAbove = (each: SandboxOperation): boolean => each.verb === 'get' && template.startsWith(each.path);
    for (const { path: part } of operations.filter((operation) => operation.itemParameter && isAbove(operation))) {
      const depth = part.split('/').length - 1;
      const read = `${path.split('/').slice(0, depth).join('/')}/`;
      const text = await this.#read(read);
      demand(isObject(JSON.parse(text)) && !text.startsWith('{"detail"'), `${read} can no longer be read: ${text}`);
    }
  }

  async #read(path: string): Promise<string> {
    const response = await this.#sandbox.fetch(new Request(origin + path, { headers: { authorization: defaultKey } }));
    return response.text();
  }

  #remember(collection: string, id: string, parameters: Record<string, string>): void {
    const resources = this.#resources.get(collection) ?? [];
    this.#resources.set(collection, resources);
    if (!resources.some((resource) => resource.id === id)) resources.push({ id, parents: parameters });
  }

  /** Chooses the last parameter first. The others name its parents, unless chance chooses another value. */
  #parameters(namedParameters: SandboxOperation['parameters'], ids: readonly IdChoice[]): Record<string, string> {
    const values: Record<string, string> = {};
    let around: Readonly<Record<string, string>> = {};
    for (let index = namedParameters.length - 1; index >= 0; index--) {
      const { name, collection } = namedParameters[index] ?? { name: '', collection: '' };
      const choice: IdChoice = ids[index] ?? { kind: 'text', text: '' };
      const resources = this.#resources.get(collection) ?? [];
      // The first and the last resource are chosen more often: most resources are below the first, and the last is new.
      const places = [0, 0, 0, 0, -1, -1];
      const position = choice.kind === 'known' ? (places[choice.index] ?? choice.index - places.length + 1) : undefined;
      const resource = position === undefined ? undefined : resources.at(position % resources.length);
      if (resource && index === namedParameters.length - 1) around = resource.parents;
      const id = choice.kind === 'text' ? choice.text : (around[name] ?? resource?.id ?? '');
      values[name] = choice.kind === 'known' && choice.upperCase && choice.index < 2 ? id.toUpperCase() : id;
    }
    return values;
  }
}

type Demand = (isTrue: boolean, what: string) => void;

interface Success {
  operation: SandboxOperation;
  path: string;
  parameters: Record<string, string>;
  value: unknown;
}

function requestOf({ method, query, headers, body }: RandomRequest, path: string): Request {
  const carries = body !== undefined && method !== 'GET' && method !== 'HEAD';
  return new Request(origin + path + query, {
    method,
    headers: { authorization: defaultKey, ...(carries && { 'content-type': 'application/json' }), ...headers },
    ...(carries && { body }),
  });
}

function parseBody(response: Response, text: string): unknown {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/csv')) return text;
  if (type !== 'application/json') throw new Error(`Expected application/json, found "${type}": ${text.slice(0, 500)}`);
  return JSON.parse(text) as unknown;
}
