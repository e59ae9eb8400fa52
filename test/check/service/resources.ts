import { check } from '../../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../../scripts/check/model/options.js';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { temporaryFile } from '../../temporary-folder.js';
import { type Json, type JsonObject, type ServiceOperation, serviceContractOf } from './contract.js';
import { type Behaviour, type Call, type Reply, reply, type Service, serviceOf } from './service.js';
import { stagesOf } from './stages.js';

/** A service that stores its resources by their paths, and does what its document says. */
export interface ResourceService extends Service {
  document: object;
  key: string;
  /** The resources by path: `/notes/1`. Parts of a path are percent-encoded. */
  resources: Map<string, JsonObject>;
}

/** The behaviour of a `ResourceService` as parts that a test can replace. */
export interface ResourceBehaviour extends Behaviour {
  /** Returns the id of a new resource, the `count`-th one. */
  idFor(call: Call, count: number): string;
  /** Returns a resource in the form of responses. */
  show(call: Call, resource: JsonObject): Json;
  /** Stores a new resource, and returns it. */
  create(call: Call, fields?: JsonObject): JsonObject;
}

/** Handles an operation. If it returns undefined, the service handles the operation as usual. */
export type Act = (call: Call, behaviour: ResourceBehaviour, resources: Map<string, JsonObject>) => Reply | undefined;

export interface ResourceOptions {
  /** The key that requests must have, as the document says; by default requests need no key. */
  key?: string;
  /** The initial resources by path. */
  resources?: Record<string, JsonObject>;
  /** Handlers by operationId. */
  acts?: Record<string, Act>;
  /** Returns the parts that replace the usual parts in this service. */
  change?: (base: ResourceBehaviour, resources: Map<string, JsonObject>) => Partial<ResourceBehaviour>;
}

/** Starts a service that does what its document says, apart from these options. */
export async function serveDocument(
  document: object,
  { key = 'test-key-0123456789', resources: initial = {}, acts = {}, change = () => ({}) }: ResourceOptions = {},
): Promise<ResourceService> {
  const contract = serviceContractOf(document);
  const resources = new Map(Object.entries(structuredClone(initial)));
  const admits = keyTest(document, key);
  let createdCount = 0;
  const behaviourOf = (whole: ResourceBehaviour): ResourceBehaviour => ({
    ...stagesOf(contract, whole, admits, 'Key'),
    resource: (call) => (isThere(call, resources) ? undefined : whole.refuse(call, 404, 'It does not exist.')),
    refuse: (_, status, mistakes) => reply(status, { reason: JSON.stringify(mistakes) }),
    send: (_, response) => response,
    idFor: (_, count) => `new-${count}`,
    show: (_, resource) => resource,
    create(call, fields = call.body as JsonObject) {
      createdCount += 1;
      const id = whole.idFor(call, createdCount);
      const resource = { ...fields, id };
      resources.set(`${pathOf(call)}/${encodeURIComponent(id)}`, resource);
      return resource;
    },
    act: (call) =>
      acts[call.operation?.id ?? '']?.(call, whole, resources) ?? perform(call, call.operation!, whole, resources),
  });
  return {
    ...(await serviceOf(contract, behaviourOf, [{ change: (base) => change(base, resources) }])),
    document,
    key,
    resources,
  };
}

/** Checks a service. The run includes writes, unless the options say otherwise. */
export function checkService(
  { url, document, key }: ResourceService,
  options: Partial<CheckOptions> = {},
): Promise<CheckReport> {
  process.env['DIRECTORY_API_KEY'] = key;
  const contract = temporaryFile('contract.json', JSON.stringify(document));
  return check({ baseUrl: url, contract, writes: 'disposable', runs: 1, timeout: 5, ...options });
}

/** Starts a service, checks it, and closes it. */
export async function checkDocument(
  document: object,
  service: ResourceOptions = {},
  options: Partial<CheckOptions> = {},
): Promise<{ report: CheckReport; service: ResourceService }> {
  const startedDocument = await serveDocument(document, service);
  try {
    return { report: await checkService(startedDocument, options), service: startedDocument };
  } finally {
    await startedDocument.close();
  }
}

/** Returns the path of a request, with its parameters in one form of percent-encoding. */
export function pathOf({ template = '', parameters }: Call): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
}

function perform(
  call: Call,
  { path: template, method, statuses, isList }: ServiceOperation,
  behaviour: ResourceBehaviour,
  resources: Map<string, JsonObject>,
): Reply {
  const path = pathOf(call);
  const kept = resources.get(path);
  const status = statuses.find((otherStatus) => otherStatus < 300) ?? 200;
  const body = (call.body ?? {}) as JsonObject;
  const store = (resource: JsonObject): JsonObject => resources.set(path, resource).get(path) as JsonObject;
  switch (method) {
    case 'GET': {
      const innerResources = [...resources].filter(([text]) => text.slice(0, text.lastIndexOf('/')) === path);
      const list = innerResources.map(([, resource]) => behaviour.show(call, resource));
      // A path without an id always has a resource.
      return reply(status, isList ? list : behaviour.show(call, kept ?? {}));
    }
    case 'DELETE':
      for (const key of resources.keys()) if (key === path || key.startsWith(`${path}/`)) resources.delete(key);
      return reply(status, status === 204 ? undefined : {});
    case 'PUT': {
      const id = template.endsWith('}') ? decodeURIComponent(path.slice(path.lastIndexOf('/') + 1)) : undefined;
      const isNew = !kept && statuses.includes(201);
      return reply(isNew ? 201 : 200, behaviour.show(call, store({ ...body, ...(id !== undefined && { id }) })));
    }
    default: {
      const resource =
        status === 201 ? behaviour.create(call) : store({ ...kept, ...body, ...(kept?.['id'] && { id: kept['id'] }) });
      return reply(status, status === 204 ? undefined : behaviour.show(call, resource));
    }
  }
}

/** Whether all resources exist that the path names. A PUT that lists 201 may create the last one. */
function isThere(call: Call, resources: ReadonlyMap<string, JsonObject>): boolean {
  const { template = '', operation } = call;
  const ends = [...template.matchAll(/\}/g)].map(({ index }) => template.slice(0, index + 1));
  const neededValues =
    operation?.method === 'PUT' && operation.statuses.includes(201) ? ends.filter((end) => end !== template) : ends;
  return neededValues.every((end) => resources.has(pathOf({ ...call, template: end })));
}

/** Returns a test for the key of a request, in the place that the document names. */
function keyTest(document: object, key: string): (call: Call) => boolean {
  const { components } = document as { components?: { securitySchemes?: Record<string, { name?: string }> } };
  const [scheme] = Object.values(components?.securitySchemes ?? {});
  if (!scheme) return () => true;
  const [header, value] =
    scheme.name === undefined ? ['authorization', `Bearer ${key}`] : [scheme.name.toLowerCase(), key];
  return ({ headers }) => headers[header] === value;
}
