import { parseJson } from '../../contract/json.js';
import { unwrap } from '../../contract/object-envelope.js';
import { pathPattern, withoutSlash } from '../../contract/path-template.js';
import { readJson } from '../judge/json-text.js';
import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract/contract.js';
import { type CheckedOperation, resourcePlaceOf } from '../model/contract/operations.js';
import { isNameOf } from '../model/contract/parameter-encoding.js';
import { listShape, prefixesOf, type ResourceType, resourceWrittenBy } from '../model/contract/resources.js';
import { type Exchange, headerOf, type SentRequest } from '../model/exchange.js';
import { type Parameters, pathOf } from '../model/request.js';
import { type CreationEvidence, isSurelyCreated } from '../model/surely-created.js';
import { decodePart, itemsOf, keysIn } from './fixtures.js';
import type { Outcome } from './outcome.js';
import { idOfCreation, idOfLocation, resourceIn } from './recognise.js';
import { fieldOf, hasParents, type Resource } from './resource.js';
import { SentValues } from './sent-values.js';
import { IdsInResponses } from './shown-ids.js';
import { CreationTrail } from './trail.js';

/** Maximum number of creations to remember, which limits the memory of a run. */
const creationLimit = 100_000;

/** Options of `Creations`; a run against a server uses the defaults. */
interface CreationsOptions {
  /** Whether a mock invents the responses. Every creation then counts as sure, without a proof. */
  areCreationsCertain?: boolean | undefined;
  /** Decides whether the run has created a resource; `isSurelyCreated` by default. */
  isProof?: (evidence: CreationEvidence) => boolean;
}

/** A request that has created a resource, according to its response. */
export interface Creation {
  operation: CheckedOperation;
  request: SentRequest;
  /** Status of the response; undefined if no response arrived, so that it is unknown whether the resource exists. */
  status: number | undefined;
  type: ResourceType | undefined;
  /** Path parameters of the resource, with its id if it is known. */
  parameters: Parameters;
  id: string | undefined;
  /** The path of the resource; the path of the request if the id is unknown. */
  path: string;
  /** Whether a response before the creation contained the id. */
  wasKnown: boolean;
  /** Whether the list that would contain the resource had been read completely before the creation. */
  isListComplete: boolean;
  /** Whether it is certain that the run has created the resource. Only then may the run change and delete it. */
  isSure: boolean;
  /** Whether a read has found the resource at its path. */
  isFound: boolean;
  isRemoved: boolean;
}

/** Kinds of test case that read a list without a query that could leave out items. */
const kindsOfWholeReads = new Set<TestCase['kind']>(['read', 'read-again']);

/**
 * Records all resources that a run creates. It gets each exchange of the run, since even requests that should be
 * refused may create a resource: a server may accept a wrong body, key or method.
 */
export class Creations {
  /** The record of the requests that can create these resources again. */
  readonly creationTrail: CreationTrail;
  readonly sentValues = new SentValues();
  readonly #contract: CheckedContract;
  readonly #areSure: boolean;
  readonly #isProof: NonNullable<CreationsOptions['isProof']>;
  readonly #shownIds: IdsInResponses;
  readonly #all: Creation[] = [];
  readonly #byPath = new Map<string, Creation>();
  readonly #byRequest = new WeakMap<SentRequest, Creation>();
  readonly #times = new WeakMap<SentRequest, number>();
  /** When each list was first read to its end, by its path. Times in this class count requests and responses. */
  readonly #listTimes = new Map<string, number>();
  /** Types of which a resource was found or deleted at its path. So responses and paths have the same ids. */
  readonly #provenTypes = new Set<string>();
  /** Types of which two equal requests have created two resources: the service does not return existing resources. */
  readonly #alwaysNewTypes = new Set<string>();
  readonly #ownKeys = new Set<string>();
  #time = 0;

  constructor(
    contract: CheckedContract,
    { areCreationsCertain = false, isProof = isSurelyCreated }: CreationsOptions = {},
  ) {
    this.#areSure = areCreationsCertain;
    this.#isProof = isProof;
    this.#contract = contract;
    this.creationTrail = new CreationTrail(contract);
    this.#shownIds = new IdsInResponses(contract);
  }

  /** All creations in the order of their requests. Several responses with the same id are one creation. */
  get all(): readonly Creation[] {
    return this.#all;
  }

  findByRequest(request: SentRequest): Creation | undefined {
    return this.#byRequest.get(request);
  }

  /** Remembers an id that the run has chosen for a new resource, and that no other resource has. */
  noteChosenId(key: string): void {
    this.#ownKeys.add(key);
  }

  /** Records the time of a request, to compare it with the time when each id first appeared. */
  noteRequest(request: SentRequest): void {
    this.#time += 1;
    this.#times.set(request, this.#time);
  }

  noteExchange(operation: CheckedOperation, exchange: Exchange): void {
    const { request, response, failure } = exchange;
    this.#time += 1;
    const method = request.method.toUpperCase();
    const status = response?.status;
    // After a broken connection, it is unknown whether the server has handled the request.
    const isOutcomeUnknown = failure !== undefined && /^transport\.(?!not-http)/.test(failure.code);
    if (isOutcomeUnknown && this.#typeOfPost(operation, method) && this.#times.has(request))
      this.#add({ operation, request, status, type: undefined, id: undefined });
    if (!response || status === undefined) return;
    if (method === 'DELETE' && operation.method === 'delete') this.#noteDeletion(request, status);
    if (status < 200 || status > 299) return;
    const wholeBody = readJson(response.bytes).value;
    // If the server omits the documented envelope, the run must still find and remove the created resource.
    const value = unwrap(wholeBody, resourcePlaceOf(operation)) ?? wholeBody;
    const parameters = parametersIn(operation, request.path);
    if (method === 'GET') this.#noteRead(operation, request, parameters, value);
    else if (method === 'POST' || method === 'PUT') this.#noteWrite(operation, exchange, parameters, value);
    this.#shownIds.note(operation, parameters, value, this.#time);
  }

  noteWholeList({ case: testCase }: Outcome, items: readonly unknown[]): void {
    const types = this.#contract.resources.filter(({ list }) => list?.id === testCase.operationId);
    const everyItemHasId = types.every(({ idFields }) =>
      items.every((item) => idFields.some((name) => fieldOf(item, name) !== undefined)),
    );
    if (everyItemHasId && kindsOfWholeReads.has(testCase.kind)) this.#noteListTime(testCase.request);
  }

  #noteListTime(request: SentRequest): void {
    const path = pathnameOf(request);
    // Only the first time counts: a resource that was missing from the list at that time is newer.
    if (!this.#listTimes.has(path)) this.#listTimes.set(path, this.#time);
  }

  noteResource(resource: Resource, outcome: Outcome): void {
    const { case: testCase, exchange, status, value } = outcome;
    const { type, parameters } = resource;
    const id = parameters[type.parameter];
    const operation = this.#contract.operation(testCase.operationId);
    if (!operation || id === undefined) return;
    const creation = this.#byRequest.get(exchange.request);
    const path = pathOf(type.prefix, parameters);
    const isOfOtherType = creation?.isSure === true && creation.type?.prefix !== type.prefix;
    // One resource may have two types, each with its own path.
    if (creation && isOfOtherType && creation.id === id) this.#byPath.set(path, creation);
    if (!isOfOtherType && creation?.path !== path) {
      if (creation?.request === exchange.request) this.#forget(creation);
      this.#add({ operation, request: exchange.request, status, type, id, parameters, responseValue: value });
    }
    this.creationTrail.noteCreation(resource, outcome);
  }

  isSure({ type, parameters }: Resource): boolean {
    return this.#byPath.get(pathOf(type.prefix, parameters))?.isSure === true;
  }

  /** Whether a new resource can be recognised by its id, since all other resources in its list are known. */
  knowsOtherResources(type: ResourceType, parameters: Parameters): boolean {
    const isListKnown = this.#areSure || this.#wasListed(type, parameters, Infinity);
    return isListKnown || this.#parentOf({ type, parameters })?.isSure === true;
  }

  /** Whether the creation was below a resource that has been deleted since. */
  isBelowRemovedResource({ path }: Creation): boolean {
    const parts = path.split('/');
    for (let length = parts.length - 1; length > 1; length -= 1) {
      const ancestor = this.#byPath.get(parts.slice(0, length).join('/'));
      if (ancestor?.isSure && ancestor.isRemoved) return true;
    }
    return false;
  }

  #add({ operation, request, status, type, id, ...more }: NewCreation): void {
    const time = this.#times.get(request) ?? this.#time;
    const parameters = more.parameters ?? parametersIn(operation, request.path);
    const ownParameters = type && id !== undefined ? { ...parameters, [type.parameter]: id } : parameters;
    const hasPath = type?.parameters.every((name) => ownParameters[name] !== undefined) === true;
    const path = type && hasPath ? pathOf(type.prefix, ownParameters) : pathnameOf(request);
    const earlierCreation = hasPath ? this.#byPath.get(path) : undefined;
    const isNew = earlierCreation === undefined;
    const creation: Creation = earlierCreation ?? {
      ...{ operation, request, status, type, id, path, parameters: ownParameters },
      wasKnown: type !== undefined && id !== undefined && this.#wasKnown(type, ownParameters, id, time),
      isListComplete: type !== undefined && more.mayAffectOthers !== true && this.#wasListed(type, ownParameters, time),
      ...{ isSure: false, isFound: false, isRemoved: false },
    };
    if (earlierCreation && !this.#areSure && isReturnedAgain(earlierCreation, request) && !this.#ownKeys.has(id ?? ''))
      Object.assign(earlierCreation, { isSure: false, wasKnown: true });
    creation.isRemoved = false;
    if (isNew && this.#all.length < creationLimit) this.#all.push(creation);
    this.#byRequest.set(request, creation);
    if (!hasPath || !type) return;
    this.#byPath.set(path, creation);
    if (isNew && more.mayAffectOthers !== true && this.#all.some((each) => areDuplicates(each, creation)))
      this.#alwaysNewTypes.add(type.prefix);
    // The body of a 202 may describe the request, and not a resource (RFC 9110 §15.3.3).
    this.#prove(creation, status === 202 ? undefined : (resourceIn(more.responseValue, type) ?? more.responseValue));
  }

  #forget(creation: Creation): void {
    const index = this.#all.lastIndexOf(creation);
    if (index >= 0) this.#all.splice(index, 1);
    if (this.#byPath.get(creation.path) === creation) this.#byPath.delete(creation.path);
  }

  /** Whether an earlier response contained the id; false if the run created a resource of another type with this id. */
  #wasKnown(type: ResourceType, parameters: Parameters, id: string, time: number): boolean {
    const isCreatedId = this.#all.some((each) => each.isSure && each.id === id && each.type?.prefix !== type.prefix);
    return !isCreatedId && this.#shownIds.wasShownBefore(type, parameters, id, time);
  }

  /** Whether the list that would contain a resource had been read to its end. */
  #wasListed({ list, keyList }: ResourceType, parameters: Parameters, time: number): boolean {
    const all = list ?? keyList;
    const readTime = all && this.#listTimes.get(withoutSlash(pathOf(all.path, parameters)));
    return readTime !== undefined && readTime < time;
  }

  /** Decides, from a representation of a resource, whether it is certain that the run has created it. */
  #prove(creation: Creation, responseValue: unknown, isListedNow = false): void {
    const { request, status, wasKnown, isListComplete, id, type } = creation;
    if (creation.isSure || wasKnown) return;
    const evidence: CreationEvidence = {
      ...{ status, wasKnown, isListComplete, isListedNow, id },
      givesNewIds: type !== undefined && this.#alwaysNewTypes.has(type.prefix),
      chosenIds: this.#ownKeys,
      requestBody: sentValuesOf(request),
      resource: responseValue,
    };
    // Everything below a resource that the run created was also created by the run.
    creation.isSure = this.#areSure || this.#isProof(evidence) || this.#parentOf(creation)?.isSure === true;
  }

  #parentOf({ type, parameters }: Pick<Creation, 'type' | 'parameters'>): Creation | undefined {
    const prefix = type && prefixesOf(type.prefix).at(-2);
    return prefix === undefined ? undefined : this.#byPath.get(pathOf(prefix, parameters));
  }

  #noteDeletion(request: SentRequest, status: number): void {
    const creation = this.#byPath.get(pathnameOf(request));
    if (!creation?.type) return;
    // With the other key, a success may mean nothing but that no such resource exists for another identity.
    const isSuccessful = status >= 200 && status <= 299 && request.key !== 'other';
    const isNotFound = request.key === 'right' && (status === 404 || status === 410);
    // A 404 proves a deletion only if such a path has already led to a resource of this type. Otherwise the path may be
    // wrong, because the id in it comes from the wrong field.
    const isPathProven = creation.isFound || this.#provenTypes.has(creation.type.prefix);
    const isGone = isNotFound && (isPathProven || this.#parentOf(creation)?.isRemoved === true);
    if (isSuccessful) this.#provenTypes.add(creation.type.prefix);
    creation.isRemoved ||= isSuccessful || isGone;
  }

  #noteRead(operation: CheckedOperation, request: SentRequest, parameters: Parameters, value: unknown): void {
    const creation = this.#byPath.get(pathnameOf(request));
    if (creation?.type) {
      creation.isFound = true;
      this.#provenTypes.add(creation.type.prefix);
      this.#prove(creation, resourceIn(value, creation.type) ?? value);
    }
    const items = itemsOf(this.#contract, operation, value) ?? [];
    const isKeyList = this.#contract.resources.some(({ keyList }) => keyList === operation);
    const keys = isKeyList ? keysIn(this.#contract, operation, value) : [];
    for (const candidate of this.#all) {
      const { isSure, wasKnown, type, id, parameters: ownParameters } = candidate;
      if (isSure || wasKnown || !type || ![type.list, type.keyList].includes(operation)) continue;
      if (Object.entries(parameters).some(([name, text]) => ownParameters[name] !== text)) continue;
      const item = items.find((one) => fieldOf(one, type.idField) === id);
      const isListedKey = type.keyList === operation && keys.includes(id ?? '');
      if (item !== undefined || isListedKey) this.#prove(candidate, item, true);
    }
    // A query parameter that is neither required nor set by the user may leave out items.
    const hasOnlyUsualParameters = [...new URLSearchParams(request.path.split('?')[1]).keys()].every((name) =>
      operation.parameters.some((each) => isNameOf(each, name) && (each.required || each.userValue !== undefined)),
    );
    if (isKeyList && operation.paging === undefined && hasOnlyUsualParameters) this.#noteListTime(request);
  }

  #noteWrite(operation: CheckedOperation, exchange: Exchange, parameters: Parameters, value: unknown): void {
    const { request, response } = exchange;
    const method = request.method.toUpperCase();
    const status = response?.status;
    const type = this.#typeOfPost(operation, method);
    const creation = { operation, request, status, parameters, responseValue: value };
    const putType = method === 'PUT' ? this.#typeOfPut(operation, parameters, status) : undefined;
    if (putType) {
      this.#add({ ...creation, type: putType, id: parameters[putType.parameter] });
      return;
    }
    const createdId = type && idOfCreation(this.#contract, type, { exchange, value });
    if (createdId === undefined && this.#addItems(operation, creation)) return;
    if (type) this.#add({ ...creation, type, id: createdId });
    if (type || status !== 201 || !response) return;
    // A 201 means that a resource was created, even by another kind of operation or by an undeclared method.
    const location = headerOf(response, 'location') ?? '';
    const types = this.#contract.resources.filter((resource) => hasParents(resource, parameters));
    const typeFromLocation = types.findLast((each) => idOfLocation(each, location, request.path) !== undefined);
    const typeFromPath = types.find(
      ({ prefix }) => withoutSlash(operation.path) === prefix.slice(0, prefix.lastIndexOf('/')) && method === 'POST',
    );
    const id = typeFromLocation
      ? idOfLocation(typeFromLocation, location, request.path)
      : typeFromPath && idOfCreation(this.#contract, { ...typeFromPath, create: operation }, { exchange, value });
    this.#add({ ...creation, type: typeFromLocation ?? typeFromPath, id });
  }

  /**
   * Adds the resources in the response to a write of many resources. Adds only those that the run has certainly
   * created: the write may also have changed or found existing ones.
   *
   * @returns whether any resource was added
   */
  #addItems(
    operation: CheckedOperation,
    { responseValue, parameters = {}, ...creation }: Omit<NewCreation, 'type' | 'id'>,
  ) {
    const list = { ...operation, method: 'get' as const };
    const item = listShape(list, this.#contract.resolve)?.items.$ref;
    const isItemType = ({ get }: ResourceType): boolean =>
      item !== undefined && get?.success?.bodies[0]?.schema.$ref === item;
    const type = this.#contract.resources.find((resource) => isItemType(resource) && hasParents(resource, parameters));
    const countBefore = this.#all.length;
    for (const each of (type && itemsOf(this.#contract, list, responseValue)) || []) {
      const id = type && fieldOf(each, type.idField);
      if (!type || id === undefined || this.#byPath.has(pathOf(type.prefix, { ...parameters, [type.parameter]: id })))
        continue;
      this.#add({ ...creation, parameters, type, id, responseValue: each, mayAffectOthers: true });
      const newestCreation = this.#all.at(-1);
      if (newestCreation && !newestCreation.isSure) this.#forget(newestCreation);
    }
    return this.#all.length > countBefore;
  }

  #typeOfPost(operation: CheckedOperation, method: string): ResourceType | undefined {
    if (method !== 'POST' || operation.method !== 'post') return undefined;
    return resourceWrittenBy(this.#contract.resources, operation);
  }

  /**
   * Returns the type of the resource that a PUT has surely created: the status is 201, or only this run can have a
   * resource at this path. At any other path, a resource may have existed before, such as one that the user named.
   */
  #typeOfPut(put: CheckedOperation, parameters: Parameters, status: number | undefined): ResourceType | undefined {
    const isSurelyNew = (type: ResourceType): boolean =>
      status === 201 ||
      this.#ownKeys.has(parameters[type.parameter] ?? '') ||
      this.#parentOf({ type, parameters })?.isSure === true;
    return this.#contract.resources.find((type) => [type.upsert, type.replace].includes(put) && isSurelyNew(type));
  }
}

type NewCreation = Pick<Creation, 'operation' | 'request' | 'status' | 'type' | 'id'> &
  Partial<Pick<Creation, 'parameters'>> & {
    /** The resource as a response shows it. */
    responseValue?: unknown;
    /** Whether the request may also have changed or found other resources. */
    mayAffectOthers?: boolean;
  };

function pathnameOf({ path }: SentRequest): string {
  return withoutSlash(path.split('?')[0] ?? '');
}

/** Whether a POST with another body returned the same resource: the service returns or changes existing resources. */
function isReturnedAgain({ request: before, isRemoved }: Creation, request: SentRequest): boolean {
  return !isRemoved && request.method === 'POST' && before.method === 'POST' && before.body !== request.body;
}

/** Whether two equal requests have created two resources, and neither was deleted. */
function areDuplicates(a: Creation, b: Creation): boolean {
  const { request, type, id, wasKnown, isRemoved } = a;
  return (
    !(wasKnown || isRemoved || b.wasKnown || id === undefined || id === b.id) &&
    type?.prefix === b.type?.prefix &&
    request !== b.request &&
    request.method === 'POST' &&
    request.path === b.request.path &&
    request.body === b.request.body
  );
}

/** Returns the parameters in the path of a request; empty if the path does not match that of the operation. */
export function parametersIn({ path: template, pathParameters }: CheckedOperation, path: string): Parameters {
  const [, ...values] = pathPattern(template).exec(path.split('?')[0] ?? '') ?? [];
  if (values.length !== pathParameters.length) return {};
  return Object.fromEntries(pathParameters.map((name, index) => [name, decodePart(values[index] ?? '')]));
}

/** Returns the values that a request has sent: in JSON or a form; else the lines and the text of XML elements. */
export function sentValuesOf({ body = '' }: Pick<SentRequest, 'body'>): unknown {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const value = parseJson(text);
  return value !== undefined ? value : [...text.split(/[<>\r\n]+/), ...new URLSearchParams(text).values()];
}
