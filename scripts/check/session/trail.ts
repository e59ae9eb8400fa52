import { isObject, jsonIn } from '../../contract/json.js';
import { withoutSlash } from '../../contract/path-template.js';
import { escapeToken } from '../../contract/pointer.js';
import { cleanupCase } from '../cases/reads.js';
import { type Again, type AgainStep, placeholder, stepLimits } from '../model/again.js';
import type { TestCase } from '../model/case.js';
import { type Deviation, shown } from '../model/deviation.js';
import { type Exchange, headerOf, type SentRequest } from '../model/exchange.js';
import { valueAt } from '../model/likeness.js';
import { pathOf } from '../model/request.js';
import type { Outcome } from './outcome.js';
import { fieldOf, type Resource } from './resource.js';

/** A request of the run, with the purpose that it had. */
interface Sent {
  testCase: TestCase;
  request: SentRequest;
}

/** How a resource of the run came into being. */
interface Creation extends Sent {
  resource: Resource;
  id: string;
  /** The place of its id in the response; undefined if the request chose it. */
  at: string | undefined;
}

/** A response, as far as it may show a finding. */
interface Seen extends Sent {
  order: number;
  status: number;
  value: unknown;
}

/** Rules that the status of a last read shows, with the presence of an id. */
const shownByRead = new Set(['create.not-found', 'create.not-listed', 'delete.kept', 'delete.listed']);

/** Kinds of requests that repeat the write before them. */
const repeating = new Set(['again', 'delete-again']);

/** Remembers how a run made its resources, so that a finding can be shown again after they are gone. */
export class Trail {
  readonly #byPath = new Map<string, Creation>();
  /** Those whose id means nothing else. */
  readonly #byId = new Map<string, Creation>();
  readonly #byRequest = new WeakMap<SentRequest, Creation>();
  readonly #judged = new WeakSet<Deviation>();
  readonly #orders = new WeakMap<SentRequest, number>();
  #order = 0;
  #read: Seen | undefined;
  /** The last two writes. */
  #writes: Sent[] = [];

  /** Notes an exchange and its deviations. */
  saw(testCase: TestCase, { request, response }: Exchange, value: unknown, deviations: readonly Deviation[]): void {
    this.#order += 1;
    this.#orders.set(request, this.#order);
    for (const deviation of deviations) this.#judged.add(deviation);
    const sent = { testCase, request };
    if (request.method === 'GET') this.#read = { ...sent, order: this.#order, status: response?.status ?? 0, value };
    else this.#writes = [...this.#writes.slice(-1), sent];
  }

  /** Notes that the run has made a resource. */
  made(resource: Resource, { case: testCase, exchange, value }: Outcome): void {
    const { request, response } = exchange;
    const id = resource.parameters[resource.type.parameter] ?? '';
    if (!/^\w[\w.~-]*$/.test(id)) return;
    const { idField } = resource.type;
    const sent = typeof request.body === 'string' ? request.body : '';
    const last = request.path
      .split('?')[0]
      ?.split('/')
      .findLast((part) => part !== '');
    const isChosen = last === id || fieldOf(jsonIn(sent), idField) === id;
    // A short id that the request chose could be that of somebody else's resource the next time.
    if (isChosen && !isTelling(id)) return;
    const location = response && headerOf(response, 'location');
    const isLocated = /([^/?]+)\/?$/.exec(location ?? '')?.[1] === id;
    const found = isChosen
      ? undefined
      : (placeOf(value, id, idField) ??
        (isTelling(id) ? placeOf(value, id) : undefined) ??
        (isLocated ? 'Location' : undefined));
    if (!isChosen && found === undefined) return;
    const creation = { testCase, request, resource, id, at: found };
    this.#byRequest.set(request, creation);
    this.#byPath.set(placeIn(resource), creation);
    if (isTelling(id)) this.#byId.set(id, creation);
  }

  /**
   * Keeps what shows a finding.
   *
   * @returns a function for the end of the run, which returns the steps; undefined if a step cannot be repeated
   */
  sketch(testCase: TestCase, { request, response }: Exchange, deviation: Deviation): () => Again | undefined {
    const own: Sent = { testCase, request };
    const [before] = this.#writes;
    const isRepeated = repeating.has(testCase.kind) && before?.request.path === request.path;
    const isLater = (this.#read?.order ?? 0) > (this.#orders.get(request) ?? Infinity);
    const read = isLater && request.method !== 'GET' ? this.#read : undefined;
    const judged = this.#judged.has(deviation);
    const first = judged ? undefined : jsonIn(new TextDecoder().decode(response?.bytes));
    const { pointer, actual, rule } = deviation;
    const isIn = (value: unknown): boolean => pointer !== '' && shown(valueAt(value, pointer)) === actual;
    const by = judged ? 'judgement' : isIn(first) || (read && isIn(read.value)) ? 'value' : 'nothing';
    const isByRead = read !== undefined && by !== 'judgement' && !(by === 'value' && isIn(first));
    const showing = isByRead ? [own, read] : [own];
    const makers = this.#makersOf([...showing.map((each) => each.request)]);
    const seen = read && { status: read.status, text: JSON.stringify(read.value) ?? '' };
    return () => {
      const last = this.#byRequest.get(request);
      const sent = [...(isRepeated && before ? [before] : []), ...showing];
      const creations = [...makers, ...(last && !makers.includes(last) ? [last] : [])];
      const subject = last ?? makers.at(-1);
      const isByResponse = by === 'nothing' && isByRead && shownByRead.has(rule) && subject !== undefined;
      const drawn = drawnUp(creations, sent);
      if (!drawn) return undefined;
      const more =
        isByResponse && seen
          ? { status: seen.status, id: drawn.nameOf(subject), isNamed: seen.text.includes(subject.id) }
          : {};
      return { steps: drawn.steps, show: drawn.show, by: isByResponse ? 'response' : by, pointer, ...more };
    };
  }

  /** The creations that requests need, those that others need first. */
  #makersOf(requests: readonly SentRequest[], seen: ReadonlySet<Creation> = new Set()): Creation[] {
    const found = new Set<Creation>();
    for (const request of requests)
      for (const maker of this.#named(request)) {
        if (seen.has(maker) || maker.request === request) continue;
        for (const each of this.#makersOf([maker.request], new Set([...seen, maker]))) found.add(each);
        found.add(maker);
      }
    return [...found];
  }

  /** The creations whose ids a request contains. */
  #named({ path, body }: SentRequest): Creation[] {
    const [pathname = '', search = ''] = path.split('?');
    const parts = pathname.split('/');
    const inPath = parts.flatMap((part, index) => {
      const place = parts.slice(0, index + 1).join('/');
      return this.#byPath.get(place) ?? this.#byId.get(part) ?? [];
    });
    const text = `${search} ${typeof body === 'string' && body.length <= stepLimits.body ? body : ''}`;
    const inText = (text.match(/[\w.~-]{8,}/g) ?? []).flatMap((word) => this.#byId.get(word) ?? []);
    return [...inPath, ...inText];
  }
}

/** The path of a resource. */
function placeIn({ type: { prefix }, parents, parameters }: Resource): string {
  return withoutSlash(pathOf(prefix, { ...parents, ...parameters }));
}

/** Whether an id is hardly a word or a number that means something else. */
function isTelling(id: string): boolean {
  return id.length >= 8;
}

/** The steps; undefined if one cannot be repeated from a report. */
function drawnUp(
  creations: readonly Creation[],
  sent: readonly Sent[],
): { steps: AgainStep[]; show: number; nameOf(creation: Creation): string } | undefined {
  const isOwn = (creation: Creation): boolean => sent.some(({ request }) => request === creation.request);
  const making = creations.filter((each) => !isOwn(each));
  const given = creations.filter(({ at }) => at !== undefined);
  const names = new Map(given.map((each, index) => [each, `id${index + 1}`]));
  const removing = [...creations]
    .reverse()
    .flatMap(({ resource: { type, parameters } }) => (type.remove ? [cleanupCase(type.remove, parameters)] : []));
  const isSent = ({ request }: TestCase): boolean =>
    sent.some(
      (each) =>
        each.request.key === 'right' && each.request.method === request.method && each.request.path === request.path,
    );
  const all = [
    ...[...making, ...sent],
    ...removing.filter((each) => !isSent(each)).map((testCase) => ({ testCase, request: testCase.request })),
  ];
  if (
    all.some(
      ({ request: { body } }) => body !== undefined && (typeof body !== 'string' || body.length > stepLimits.body),
    )
  )
    return undefined;
  const steps = all.map(({ testCase, request }) => {
    const creation = creations.find((each) => each.request === request);
    const name = creation && names.get(creation);
    return stepOf(testCase, request, names, name === undefined ? undefined : { name, at: creation?.at ?? '' });
  });
  return { steps, show: making.length + sent.length - 1, nameOf: (creation) => filledName(creation, names) };
}

function stepOf(
  { id, about: _, request: __, ...purpose }: TestCase,
  { method, path, headers, body, key, writing }: SentRequest,
  names: Names,
  gives: AgainStep['gives'],
): AgainStep {
  return {
    case: id,
    ...purpose,
    method,
    path: namedPath(path, names),
    headers: { ...headers },
    ...(typeof body === 'string' && {
      body: body.replace(/[\w.~-]+/g, (word) => named(word, names)),
    }),
    key,
    ...(writing && { writing }),
    ...(gives && { gives }),
  };
}

/** The names of the ids that responses give. */
type Names = ReadonlyMap<Creation, string>;

function filledName(creation: Creation, names: Names): string {
  const name = names.get(creation);
  return name === undefined ? creation.id : placeholder(name);
}

/** The placeholder of an id that means nothing else; any other text stays. */
function named(text: string, names: Names): string {
  const creation = isTelling(text) ? [...names.keys()].find(({ id }) => id === text) : undefined;
  return creation ? filledName(creation, names) : text;
}

/** A path with placeholders: a short id stands only where the path of its kind has it. */
function namedPath(path: string, names: Names): string {
  const [pathname = '', ...search] = path.split(/(?=\?)/);
  const parts = pathname.split('/');
  const shown = parts.map((part, index) => {
    const place = parts.slice(0, index + 1).join('/');
    const creation = [...names.keys()].find(({ resource }) => placeIn(resource) === place);
    return creation ? filledName(creation, names) : named(part, names);
  });
  const query = search.join('').replace(/[\w.~-]+/g, (word) => named(word, names));
  return shown.join('/') + query;
}

/** The JSON pointer to an id in a response, in a member with this name or any; undefined if it is not there. */
function placeOf(value: unknown, id: string, name?: string, depth = 0): string | undefined {
  if (!isObject(value) && !Array.isArray(value)) return undefined;
  const members = Object.entries(value);
  const own = members.find(
    ([key, member]) =>
      (typeof member === 'string' || typeof member === 'number') &&
      String(member) === id &&
      (name === undefined || key === name),
  );
  if (own) return `/${escapeToken(own[0])}`;
  for (const [key, below] of depth < 3 ? members.slice(0, 50) : []) {
    const found = placeOf(below, id, name, depth + 1);
    if (found !== undefined) return `/${escapeToken(key)}${found}`;
  }
  return undefined;
}
