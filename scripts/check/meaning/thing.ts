import type { Case } from '../case.js';
import { Bodies, type JsonObject } from '../cases/bodies.js';
import type { CaseSource } from '../cases/source.js';
import { readAgainCase } from '../cases/reads.js';
import type { Discovery } from '../discover.js';
import { headerOf } from '../exchange.js';
import type { CheckedOperation } from '../operations.js';
import { caseOf, isSendable, type Parameters } from '../request.js';
import { prefixesOf, type Resource } from '../resources.js';
import type { Outcome, Session, Use } from '../session.js';
import { fieldOf, itemsOf, type World } from '../world.js';

/** What writing to things needs. */
export interface Workshop {
  session: Session;
  world: World;
  source: CaseSource;
  discovery: Discovery;
  inScope: (operation: CheckedOperation) => boolean;
  runs: number;
  seed: number;
  isMock: boolean;
}

/** One thing that is written to. */
export interface Thing {
  resource: Resource;
  parameters: Parameters;
  /** Parameters of the list that it is in. */
  parents: Parameters;
  /** Whether the run has made it, and may do away with it. */
  isOwn: boolean;
}

/** The parameters of a list or a creation: those of things that are there. */
export async function parentsOf({ discovery }: Workshop, operation: CheckedOperation, list?: CheckedOperation): Promise<Parameters | undefined> {
  // Beside other things a new one shows more: that it is in their list, and leaves them alone.
  const listed = list && list.path === operation.path ? await discovery.read(list) : undefined;
  return listed?.outcome.ok ? listed.parameters : (await discovery.parametersFor(operation))[0];
}

/** Makes a thing, from an example where that is taken, else from the schema; undefined where it cannot be made. */
export async function makeThing(shop: Workshop, resource: Resource, round: string, use: Use): Promise<{ thing: Thing; outcome: Outcome; body: JsonObject } | undefined> {
  const { create } = resource;
  const parents = create && (await parentsOf(shop, create, resource.list));
  if (!create || !parents) return undefined;
  const bodies = new Bodies(shop.source, create, parents, round);
  const sampled = bodies.certain(() => undefined, `create ${round}`);
  const attempts: { kase: Case; body: JsonObject }[] = [];
  const first = bodies.examples()[0];
  const merged = { ...(first?.body as JsonObject | undefined), ...sampled };
  // An id that the example brings would name another thing, and a second thing cannot have it.
  delete merged[resource.idField];
  if (create.body) attempts.push({ kase: made(create, parents, round, merged), body: merged });
  if (first) attempts.push({ kase: made(create, parents, `${round} example`, first.body), body: first.body as JsonObject });
  if (!create.body) attempts.push({ kase: made(create, parents, round, undefined), body: {} });
  for (const { kase, body } of attempts) {
    const outcome = await shop.session.send(kase, use);
    if (!outcome.ok) continue;
    const id = idOf(resource, outcome) ?? (await findUnnamed(shop, resource, parents, body));
    if (id === undefined) return undefined;
    const thing: Thing = { resource, parameters: ownParameters(resource, parents, id), parents, isOwn: true };
    // 202 promises a thing for later, and its id may be that of a job (RFC 9110 §15.3.3).
    if (outcome.status === 202 && !(await readThing(shop, thing, 'that was accepted'))) return undefined;
    return { thing, outcome, body };
  }
  return undefined;
}

function made(create: CheckedOperation, parameters: Parameters, detail: string, body: unknown): Case {
  // Whether a server takes ids and values of open sets, only the service knows; that it must take some body is the check's to find.
  return caseOf(create, { kind: 'create', about: 'for a new thing', expect: 'either', detail, parameters, body });
}

/** The id that an answer shows, or the one that Location ends with (RFC 9110 §10.2.2). */
function idOf(resource: Resource, { value, exchange }: Outcome): string | undefined {
  const shown = fieldOf(value, resource.idField);
  if (shown !== undefined && isSendable(shown)) return shown;
  const location = exchange.answer && headerOf(exchange.answer, 'location');
  const last = location?.split(/[?#]/, 1)[0]?.replace(/\/$/, '').split('/').at(-1);
  return last !== undefined && isSendable(last) ? last : undefined;
}

function ownParameters(resource: Resource, parents: Parameters, id: string): Parameters {
  return { ...Object.fromEntries(resource.parameters.map((name) => [name, parents[name] ?? ''])), [resource.parameter]: id };
}

/** A thing whose creation did not tell its id may be found by what it was made of. */
async function findUnnamed(shop: Workshop, resource: Resource, parents: Parameters, body: JsonObject): Promise<string | undefined> {
  if (!resource.list) return undefined;
  const listed = await shop.session.send(readAgainCase(resource.list, parents, 'for what was made'), 'counted');
  const texts = new Set(Object.values(body).filter((value) => typeof value === 'string' && value.length >= 12));
  const found = itemsOf(shop.session.contract, resource.list, listed.value)?.find((item) => Object.values(item ?? {}).some((value) => texts.has(value)));
  const id = fieldOf(found, resource.idField);
  return id !== undefined && isSendable(id) ? id : undefined;
}

/** A thing to write to: one that the run makes, else one that is there. */
export async function subjectFor(shop: Workshop, resource: Resource, round: string): Promise<Thing | undefined> {
  const create = resource.create;
  const fresh = create && (await makeThing(shop, resource, round, shop.inScope(create) ? 'counted' : 'preparing'));
  if (fresh) return fresh.thing;
  const operation = resource.update ?? resource.replace ?? resource.get;
  if (operation) await shop.discovery.parametersFor(operation);
  const binding = shop.world.bindings(resource.prefix).at(-1);
  return binding && { resource, parameters: binding.parameters, parents: { ...binding.context, ...binding.parameters }, isOwn: false };
}

/** Takes away what the run has made; what cannot be taken away stays. */
export async function removeThing(shop: Workshop, { resource, parameters, isOwn }: Thing): Promise<void> {
  if (!resource.remove || !isOwn) return;
  await shop.session.send(caseOf(resource.remove, { kind: 'delete', about: 'of what was made', expect: 'any', parameters, detail: 'afterwards' }), shop.inScope(resource.remove) ? 'counted' : 'preparing');
}

/** What a thing shows at the moment: read alone, or as an item of its list; undefined where neither shows it. */
export async function readThing({ session }: Workshop, thing: Thing, detail: string, isRight: (value: unknown) => boolean = () => true): Promise<Outcome | undefined> {
  const { resource, parameters, parents } = thing;
  if (resource.get) {
    const outcome = await session.settled(readAgainCase(resource.get, parameters, detail), ({ ok, value }) => ok && isRight(value));
    return outcome.ok && outcome.value !== undefined ? outcome : undefined;
  }
  if (!resource.list || !hasAll(resource.list, parents)) return undefined;
  const outcome = await session.settled(readAgainCase(resource.list, parents, detail), (read) => isRight(itemOf(session, resource, read, parameters)));
  const item = itemOf(session, resource, outcome, parameters);
  return item === undefined ? undefined : { ...outcome, value: item };
}

function itemOf(session: Session, resource: Resource, { value }: Outcome, parameters: Parameters): unknown {
  const items = resource.list && itemsOf(session.contract, resource.list, value);
  return items?.find((item) => fieldOf(item, resource.idField)?.toLowerCase() === parameters[resource.parameter]?.toLowerCase());
}

function hasAll(operation: CheckedOperation, parameters: Parameters): boolean {
  return prefixesOf(operation.path).length === 0 || operation.pathParameters.every((name) => parameters[name] !== undefined);
}

/** Every thing of the list that a thing is in, by id; undefined where there is no such list, or it has pages. */
export async function readList(shop: Workshop, { resource, parents }: Thing, detail: string, isRight: (items: ReadonlyMap<string, unknown>) => boolean = () => true): Promise<{ outcome: Outcome; items: Map<string, unknown> } | undefined> {
  const { list } = resource;
  if (!list || !hasAll(list, parents)) return undefined;
  const limit = list.parameters.find(({ name, in: place }) => place === 'query' && /^(limit|per_?page|page_?size|size)$/i.test(name));
  const query = limit ? { [limit.name]: String(limit.schema.maximum ?? 100) } : undefined;
  const kase = caseOf(list, { kind: 'list-again', about: 'of the whole list', expect: 'success', parameters: parents, detail, ...(query && { query }) });
  let items = new Map<string, unknown>();
  const outcome = await shop.session.settled(kase, ({ value }) => {
    const found = itemsOf(shop.session.contract, list, value) ?? [];
    items = new Map(found.flatMap((item) => { const id = fieldOf(item, resource.idField); return id === undefined ? [] : [[id.toLowerCase(), item] as const]; }));
    return isRight(items);
  });
  return outcome.ok ? { outcome, items } : undefined;
}
