import { isObject, parseJson } from '../../contract/json.js';
import { unwrap } from '../../contract/object-envelope.js';
import { withoutSlash } from '../../contract/path-template.js';
import { escapeToken } from '../../contract/pointer.js';
import { cleanupCase } from '../cases/reads.js';
import type { Judgement } from '../judge/content.js';
import { type Again, type AgainStep, stepLimits, toPlaceholder } from '../model/again.js';
import type { TestCase } from '../model/case.js';
import { sentFields } from '../model/contract/body-encoding.js';
import type { CheckedContract } from '../model/contract/contract.js';
import { resourcePlaceOf } from '../model/contract/operations.js';
import { type Deviation, formatValue } from '../model/deviation.js';
import { type Exchange, headerOf, type SentRequest } from '../model/exchange.js';
import { valueAt } from '../model/likeness.js';
import { pathOf } from '../model/request.js';
import type { Outcome } from './outcome.js';
import { fieldOf, type Resource } from './resource.js';

interface SentCase {
  testCase: TestCase;
  request: SentRequest;
}

interface CreationStep extends SentCase {
  resource: Resource;
  id: string;
  /** JSON pointer to the id in the response, or `Location`; undefined if the request chose the id. */
  idPlace: string | undefined;
}

/** The last read. Its response may show a finding about an earlier write. */
interface LastRead extends SentCase {
  order: number;
  status: number;
  /** The list or the resource into which the pointer of a finding leads. */
  value: unknown;
  wholeBody: unknown;
}

/** Rules whose findings the last read proves, by its status and by whether it contains an id. */
const readProvenRules = new Set([
  ...['create.not-found', 'create.not-listed', 'delete.kept', 'delete.listed'],
  'auth.other-identity-deletes',
]);

/** Kinds of test case that repeat the write before them. */
const repetitionKinds = new Set(['again', 'delete-again']);

/** Remembers how a run created its resources, so that a finding can be reproduced after these resources are deleted. */
export class CreationTrail {
  readonly #contract: CheckedContract;
  readonly #byPath = new Map<string, CreationStep>();
  readonly #byId = new Map<string, CreationStep>();
  readonly #byRequest = new WeakMap<SentRequest, CreationStep>();
  readonly #judgedDeviations = new WeakSet<Deviation>();
  readonly #orders = new WeakMap<SentRequest, number>();
  #order = 0;
  #lastRead: LastRead | undefined;
  /** The last two writes. */
  #lastWrites: SentCase[] = [];

  constructor(contract: CheckedContract) {
    this.#contract = contract;
  }

  noteExchange(
    testCase: TestCase,
    { request, response }: Exchange,
    { value, wholeBody = value, deviations }: Judgement,
  ): void {
    this.#order += 1;
    this.#orders.set(request, this.#order);
    for (const deviation of deviations) this.#judgedDeviations.add(deviation);
    const step = { testCase, request };
    if (request.method === 'GET')
      this.#lastRead = { ...step, order: this.#order, status: response?.status ?? 0, value, wholeBody };
    else this.#lastWrites = [...this.#lastWrites.slice(-1), step];
  }

  noteCreation(resource: Resource, { case: testCase, exchange, value, wholeBody = value }: Outcome): void {
    const { request, response } = exchange;
    const id = resource.parameters[resource.type.parameter] ?? '';
    if (!/^\w[\w.~-]*$/.test(id)) return;
    const { idField } = resource.type;
    const lastPart = (request.path.split('?')[0] ?? '').split('/').findLast((part) => part !== '');
    const isIdChosen = lastPart === id || fieldOf(sentFields(request.body, resource.type.create ?? {}), idField) === id;
    // A short id that the request chose could, in the next run, belong to somebody else's resource.
    if (isIdChosen && !isDistinctive(id)) return;
    const location = response && headerOf(response, 'location');
    const isInLocation = /([^/?]+)\/?$/.exec(location ?? '')?.[1] === id;
    const pointer =
      findPointerToId(wholeBody, id, idField) ?? (isDistinctive(id) ? findPointerToId(wholeBody, id) : undefined);
    const idPlace = isIdChosen ? undefined : (pointer ?? (isInLocation ? 'Location' : undefined));
    if (!isIdChosen && idPlace === undefined) return;
    const creation = { testCase, request, resource, id, idPlace };
    this.#byRequest.set(request, creation);
    this.#byPath.set(resourcePath(resource), creation);
    if (isDistinctive(id)) this.#byId.set(id, creation);
  }

  /**
   * Remembers the requests that show a finding.
   *
   * @returns a function to call at the end of the run; it returns the steps, or undefined if a step cannot be repeated
   */
  planReplay(testCase: TestCase, { request, response }: Exchange, deviation: Deviation): () => Again | undefined {
    const ownStep: SentCase = { testCase, request };
    const [before] = this.#lastWrites;
    const isRepetition = repetitionKinds.has(testCase.kind) && before?.request.path === request.path;
    const wasReadLater = (this.#lastRead?.order ?? 0) > (this.#orders.get(request) ?? Infinity);
    const read = wasReadLater && request.method !== 'GET' ? this.#lastRead : undefined;
    const isJudged = this.#judgedDeviations.has(deviation);
    const operation = this.#contract.operation(testCase.operationId);
    const body = isJudged ? undefined : parseJson(new TextDecoder().decode(response?.bytes));
    const responseValue = unwrap(body, operation && resourcePlaceOf(operation));
    const { pointer, actual, rule, missingId, shownPath = '' } = deviation;
    const hasActual = (value: unknown): boolean => pointer !== '' && formatValue(valueAt(value, pointer)) === actual;
    const isInResponse = !isJudged && hasActual(responseValue);
    const hasValue = isInResponse || (read !== undefined && hasActual(read.value));
    const by = isJudged ? 'judgement' : hasValue ? 'value' : 'nothing';
    const isOther = request.key === 'other';
    // What happens with the other key is proven by reads with the right key.
    const isShownByRead = read !== undefined && !isJudged && (isOther || !isInResponse);
    const proofSteps = isShownByRead ? [ownStep, read] : [ownStep];
    const controlSteps = isOther ? [toControl(isShownByRead ? read : ownStep)] : [];
    const shownCreation = this.#byPath.get(shownPath);
    const prerequisites = [
      ...new Set([
        ...this.#prerequisitesOf(proofSteps.map((proofStep) => proofStep.request)),
        ...(shownCreation ? [...this.#prerequisitesOf([shownCreation.request]), shownCreation] : []),
      ]),
    ];
    const readResult = read && { status: read.status, text: JSON.stringify(read.wholeBody) ?? '' };
    return () => {
      const ownCreation = this.#byRequest.get(request);
      const findingSteps = [...(isRepetition && before ? [before] : []), ...controlSteps, ...proofSteps];
      const creations = [...new Set([...prerequisites, ...(ownCreation ? [ownCreation] : [])])];
      const subject = ownCreation ?? prerequisites.at(-1);
      const isShownByResponse = by === 'nothing' && isShownByRead && readProvenRules.has(rule) && subject !== undefined;
      const plan = planSteps(creations, findingSteps);
      if (!plan) return undefined;
      const { steps, show } = plan;
      if (missingId !== undefined && response)
        return { steps, show, by: 'response', pointer, status: response.status, id: missingId, isNamed: false };
      if (shownCreation && response) {
        const id = plan.nameOf(shownCreation);
        return { steps, show, by: 'response', pointer, status: response.status, id, isNamed: true };
      }
      const more =
        isShownByResponse && readResult
          ? { status: readResult.status, id: plan.nameOf(subject), isNamed: readResult.text.includes(subject.id) }
          : {};
      return { steps, show, by: isShownByResponse ? 'response' : by, pointer, ...more };
    };
  }

  /** Returns the creations of the resources that requests need, in the order in which they must be repeated. */
  #prerequisitesOf(requests: readonly SentRequest[], ancestors: ReadonlySet<CreationStep> = new Set()): CreationStep[] {
    const all = new Set<CreationStep>();
    for (const request of requests)
      for (const creation of this.#creationsIn(request)) {
        if (ancestors.has(creation) || creation.request === request) continue;
        for (const step of this.#prerequisitesOf([creation.request], new Set([...ancestors, creation]))) all.add(step);
        all.add(creation);
      }
    return [...all];
  }

  /** Returns the creations whose ids a request contains. */
  #creationsIn({ path, body }: SentRequest): CreationStep[] {
    const [pathname = '', search = ''] = path.split('?');
    const parts = pathname.split('/');
    const creationsInPath = parts.flatMap((part, index) => {
      const prefix = parts.slice(0, index + 1).join('/');
      return this.#byPath.get(prefix) ?? this.#byId.get(part) ?? [];
    });
    const text = `${search} ${typeof body === 'string' && body.length <= stepLimits.body ? body : ''}`;
    const creationsInText = (text.match(/[\w.~-]{8,}/g) ?? []).flatMap((word) => this.#byId.get(word) ?? []);
    return [...creationsInPath, ...creationsInText];
  }
}

function resourcePath({ type: { prefix }, parents, parameters }: Resource): string {
  return withoutSlash(pathOf(prefix, { ...parents, ...parameters }));
}

/** Returns the request with the right key, to send before a request with the other key. */
function toControl({ testCase, request }: SentCase): SentCase {
  return { testCase: { ...testCase, id: `${testCase.id}/control` }, request: { ...request, key: 'right' } };
}

/** Whether an id is so long that an equal string elsewhere is almost certainly the same id. */
function isDistinctive(id: string): boolean {
  return id.length >= 8;
}

/** Returns the steps of a replay; undefined if the body of a step is binary, or too long for a report. */
function planSteps(
  creations: readonly CreationStep[],
  findingSteps: readonly SentCase[],
): { steps: AgainStep[]; show: number; nameOf(creation: CreationStep): string } | undefined {
  const findingRequests = findingSteps.map(({ request }) => request);
  const setupSteps = creations.filter(({ request }) => !findingRequests.includes(request));
  const creationsWithIdPlace = creations.filter(({ idPlace }) => idPlace !== undefined);
  const names = new Map(creationsWithIdPlace.map((step, index) => [step, `id${index + 1}`]));
  const cleanups = [...creations]
    .reverse()
    .flatMap(({ resource: { type, parameters } }) => (type.remove ? [cleanupCase(type.remove, parameters)] : []));
  const wasSent = ({ request: { method, path } }: TestCase): boolean =>
    findingRequests.some((each) => each.key === 'right' && each.method === method && each.path === path);
  const allCases = [
    ...[...setupSteps, ...findingSteps],
    ...cleanups.filter((cleanup) => !wasSent(cleanup)).map((testCase) => ({ testCase, request: testCase.request })),
  ];
  const isRepeatable = ({ body = '' }: SentRequest): boolean =>
    typeof body === 'string' && body.length <= stepLimits.body;
  if (!allCases.every(({ request }) => isRepeatable(request))) return undefined;
  const steps = allCases.map(({ testCase, request }) => {
    const creation = creations.find((creation) => creation.request === request);
    const name = creation && names.get(creation);
    return stepOf(testCase, request, names, name === undefined ? undefined : { name, at: creation?.idPlace ?? '' });
  });
  const show = setupSteps.length + findingSteps.length - 1;
  return { steps, show, nameOf: (creation) => idOrPlaceholder(creation, names) };
}

function stepOf(
  { id, about: _, request: __, ...purpose }: TestCase,
  { method, path, headers, body, key, writing }: SentRequest,
  names: PlaceholderNames,
  gives: AgainStep['gives'],
): AgainStep {
  return {
    case: id,
    ...purpose,
    method,
    path: withPathPlaceholders(path, names),
    headers: { ...headers },
    ...(typeof body === 'string' && { body: body.replace(/[\w.~-]+/g, (word) => withPlaceholder(word, names)) }),
    key,
    ...(writing && { writing }),
    ...(gives && { gives }),
  };
}

/** For each creation whose id comes from its response: the name of the placeholder for this id. */
type PlaceholderNames = ReadonlyMap<CreationStep, string>;

function idOrPlaceholder(creation: CreationStep, names: PlaceholderNames): string {
  const name = names.get(creation);
  return name === undefined ? creation.id : toPlaceholder(name);
}

/** Replaces a distinctive id with its placeholder. Returns any other text unchanged. */
function withPlaceholder(text: string, names: PlaceholderNames): string {
  const creation = isDistinctive(text) ? [...names.keys()].find(({ id }) => id === text) : undefined;
  return creation ? idOrPlaceholder(creation, names) : text;
}

/** Returns a path with placeholders. A short id is replaced only at its position in the path of its resource. */
function withPathPlaceholders(path: string, names: PlaceholderNames): string {
  const [pathname = '', ...search] = path.split(/(?=\?)/);
  const parts = pathname.split('/');
  const newParts = parts.map((part, index) => {
    const prefix = parts.slice(0, index + 1).join('/');
    const creation = [...names.keys()].find(({ resource }) => resourcePath(resource) === prefix);
    return creation ? idOrPlaceholder(creation, names) : withPlaceholder(part, names);
  });
  const query = search.join('').replace(/[\w.~-]+/g, (word) => withPlaceholder(word, names));
  return newParts.join('/') + query;
}

/** Returns the JSON pointer to an id in a response, only in members called `name` if it is given; else undefined. */
function findPointerToId(value: unknown, id: string, name?: string, depth = 0): string | undefined {
  if (!isObject(value) && !Array.isArray(value)) return undefined;
  const members = Object.entries(value);
  const isId = (each: unknown): boolean =>
    (typeof each === 'string' || typeof each === 'number') && String(each) === id;
  const match = members.find(([key, member]) => isId(member) && (name === undefined || key === name));
  if (match) return `/${escapeToken(match[0])}`;
  for (const [key, child] of depth < 3 ? members.slice(0, 50) : []) {
    const pointer = findPointerToId(child, id, name, depth + 1);
    if (pointer !== undefined) return `/${escapeToken(key)}${pointer}`;
  }
  return undefined;
}
