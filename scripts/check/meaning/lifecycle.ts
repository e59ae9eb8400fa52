import { Bodies, type JsonObject } from '../cases/bodies.js';
import { readAgainCase } from '../cases/reads.js';
import { brokenBodyCases, idCases, keyCases, wrongBodyCases } from '../cases/refusals.js';
import { shown, type Deviation } from '../model/deviation.js';
import { headerOf } from '../model/exchange.js';
import { weightOf } from '../judge/status.js';
import type { CheckedOperation } from '../model/operations.js';
import { caseOf } from '../model/request.js';
import type { Resource } from '../model/resources.js';
import type { RuleId } from '../model/rules/index.js';
import type { Outcome } from '../session/session.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import { fieldOf } from '../session/world.js';
import { isObject } from '../model/likeness.js';
import { isPaged } from './lists.js';
import { QueryList } from './query-list.js';
import { reportReadOnly } from './read-only.js';
import { reflections, shownAs, valueAt } from '../model/reflection.js';
import { checkRandom, type Sending } from './random.js';
import { madeThing, makeThing, parentsOf, type Made } from './making.js';
import { readList, removeThing, type Workshop } from './thing.js';
import { type Thing } from '../session/thing.js';

/** Bodies of a creation that must be refused, as far as they are tried: each that is taken leaves a thing behind. */
const wrongLimit = 24;

/** What creating a thing shows: the thing itself, and that it is found and listed once. */
export async function checkCreate(shop: Workshop, resource: Resource): Promise<void> {
  const { create } = resource;
  const parents = create && (await parentsOf(shop, create, resource.list));
  if (!create || !parents) return;
  const before = await readList(shop, { resource, parameters: parents, parents, isOwn: false }, 'before a creation');
  const made = await makeThing(shop, resource, 'first', 'judged');
  if (made) {
    reportCreated(shop, create, made.outcome, made.body, resource);
    await checkThere(shop, create, made, before);
    await removeThing(shop, made.thing);
  }
  const send = creating(shop, resource, create, parents, made !== undefined);
  const bodies = new Bodies(shop.source, create, parents);
  const probes = [
    ...bodies.examples(),
    bodies.unicode(),
    ...bodies.boundaries(16),
    ...bodies.doubtful(6, 2),
    bodies.readOnly(),
  ];
  for (const probe of probes) {
    if (!probe) continue;
    const outcome = await send(probe.case, 'judged');
    if (outcome.ok && outcome.status !== 202 && isObject(probe.body)) {
      if (probe.case.kind === 'read-only') reportReadOnly(shop.session, create, outcome, probe.body, outcome.value);
      else if (probe.case.kind !== 'long')
        reportMissing(
          shop,
          create,
          outcome,
          probe.body,
          'create.not-shown',
          'The answer to a creation does not show what it has sent for',
        );
    }
  }
  const refusals = [
    ...keyCases(shop.source, create, parents),
    ...idCases(shop.source, create, parents),
    ...brokenBodyCases(create, parents, true),
    ...wrongBodyCases(shop.source, create, parents).slice(0, wrongLimit),
  ];
  for (const kase of refusals) await send(kase, 'judged');
  await checkRandom(shop, create, bodies, parents, undefined, send);
}

type Listed = NonNullable<Awaited<ReturnType<typeof readList>>>;

/**
 * Sends creations, and takes away what they leave behind. A server that has as many things as it may have refuses any
 * body: where one is refused that fits, and then one like the first is refused, too, no body is to blame.
 */
function creating(
  shop: Workshop,
  resource: Resource,
  create: CheckedOperation,
  parents: Thing['parents'],
  hasTaken: boolean,
): Sending {
  const { session } = shop;
  let isFull = false;
  let controls = 0;
  return async (kase, use) => {
    const outcome = await session.send(kase, 'counted');
    const isRefused =
      kase.expect !== 'refusal' && outcome.status >= 400 && outcome.status < 500 && outcome.deviations.length > 0;
    if (isRefused && hasTaken && !isFull) {
      controls += 1;
      const control = await makeThing(shop, resource, `control ${controls}`, 'preparing');
      if (control) await removeThing(shop, control.thing);
      else
        session.tally.leftOut(
          create.id,
          'After some creations the server took no more, so not all bodies could be tried.',
        );
      isFull = control === undefined;
    }
    if (isRefused && isFull) return { ...outcome, deviations: [] };
    if (use === 'judged') for (const deviation of outcome.deviations) session.report(outcome, deviation);
    const left = madeThing(shop, resource, parents, outcome);
    if (left) await removeThing(shop, left);
    return outcome;
  };
}

function reportCreated(
  shop: Workshop,
  create: CheckedOperation,
  outcome: Outcome,
  body: JsonObject,
  resource: Resource,
): void {
  const { session } = shop;
  const severity = weightOf(create, 'responses');
  const at = { severity, contract: create.pointer };
  const schema = create.success?.bodies[0]?.schema;
  const isNamed = resource.get ?? resource.update ?? resource.remove;
  const isShown = schema !== undefined && fieldsOf(session.contract, schema).properties.has(resource.idField);
  if (isShown && isNamed && outcome.value !== undefined && fieldOf(outcome.value, resource.idField) === undefined) {
    session.report(outcome, {
      ...at,
      rule: 'create.no-id',
      pointer: `/${resource.idField}`,
      message: 'A created thing does not show its id.',
      expected: `the field ${JSON.stringify(resource.idField)}`,
      actual: 'no such field',
    });
  }
  reportMissing(
    shop,
    create,
    outcome,
    body,
    'create.not-shown',
    'The answer to a creation does not show what it has sent for',
  );
}

/** Fields that a creation has sent and that are not shown. */
function reportMissing(
  { session }: Workshop,
  create: CheckedOperation,
  outcome: Outcome,
  body: JsonObject,
  rule: RuleId,
  message: string,
): void {
  const { contract } = session;
  for (const reflection of outcome.value === undefined
    ? []
    : reflections(contract, create, create.success?.bodies[0]?.schema)) {
    const { name, pointer } = reflection;
    if (
      !Object.hasOwn(body, name) ||
      body[name] === null ||
      shownAs(contract, reflection, body[name], outcome.value) !== 'other'
    )
      continue;
    if (rule === 'create.not-stored' && session.tally.has(`create.not-shown:${create.id}:${pointer}`)) continue;
    session.report(outcome, {
      rule,
      severity: weightOf(create, 'responses'),
      pointer,
      contract: create.pointer,
      message: `${message} ${JSON.stringify(name)}.`,
      expected: shown(body[name]),
      actual: shown(valueAt(outcome.value, pointer)),
    });
  }
}

/** What was created can be read, stands in its list once, and Location leads to it. */
async function checkThere(
  shop: Workshop,
  create: CheckedOperation,
  made: Made,
  before: Listed | undefined,
): Promise<void> {
  const { thing, outcome, body } = made;
  const { session } = shop;
  const severity = weightOf(create, 'responses');
  const report = (rule: RuleId, message: string, expected: string, actual: string): void =>
    session.report(outcome, {
      rule,
      severity,
      pointer: '',
      contract: create.pointer,
      message,
      expected,
      actual,
    } satisfies Deviation);
  if (thing.resource.get) {
    const read = await session.settled(
      readAgainCase(thing.resource.get, thing.parameters, 'after its creation'),
      ({ ok }) => ok,
    );
    if (read.ok && read.value !== undefined)
      reportMissing(
        shop,
        create,
        { ...outcome, value: read.value },
        body,
        'create.not-stored',
        'The next read does not show what a creation has sent for',
      );
    else if (read.ok || isTold(read))
      report('create.not-found', 'A created thing cannot be read.', 'the thing', 'no such thing');
  }
  const id = thing.parameters[thing.resource.parameter] ?? '';
  const list = await readList(shop, thing, 'after a creation', (items) => items.has(id.toLowerCase()));
  if (list && !list.items.has(id.toLowerCase()) && !(await isOnAnotherPage(shop, thing))) {
    const isFiltered = await listsLess(shop, create, thing);
    const severity = isFiltered ? 'observation' : weightOf(create, 'responses');
    session.report(outcome, {
      rule: 'create.not-listed',
      severity,
      pointer: '',
      contract: create.pointer,
      message: 'A created thing is not in the list.',
      expected: `a list with ${id}`,
      actual: `a list of ${list.items.size} without it${isFiltered ? ', and with another that has fewer fields' : ''}`,
    });
  }
  const twin =
    list &&
    [...list.items].find(
      ([other, item]) => other !== id.toLowerCase() && !before?.items.has(other) && isTwin(item, body),
    );
  if (twin)
    report('create.listed-twice', 'A creation makes more than one thing.', 'one new thing', `${id} and ${twin[0]}`);
  await checkLocation(shop, create, thing, outcome, report);
}

/** Whether a refused read says anything of the thing: nobody who is busy, or refuses the key, does. */
function isTold({ status }: Outcome): boolean {
  return status >= 300 && status < 500 && ![401, 403, 429].includes(status);
}

/** Whether a list of pages shows the thing further on, or does not tell where it ends. */
async function isOnAnotherPage({ session }: Workshop, { resource, parameters, parents }: Thing): Promise<boolean> {
  const { list, idField } = resource;
  if (!list || !isPaged(list)) return false;
  const query = new QueryList(session, list, parents, idField);
  const all = await query.walk();
  if (!all) return true;
  const id = parameters[resource.parameter]?.toLowerCase() ?? '';
  if (all.some((item) => fieldOf(item, idField)?.toLowerCase() === id)) return true;
  const { limit } = query.known;
  const most = limit && session.contract.resolve(limit.schema).maximum;
  // Without a bound that is documented, a server may have one of its own.
  return most === undefined || (all.length >= query.size && all.length % query.size === 0);
}

/** Whether a thing with the least that is asked for is listed: then the list leaves others out for what they are. */
async function listsLess(shop: Workshop, create: CheckedOperation, { resource, parents }: Thing): Promise<boolean> {
  const body = new Bodies(shop.source, create, parents).least('listed');
  const kase = caseOf(create, {
    kind: 'create',
    about: 'with the least',
    expect: 'either',
    detail: 'least',
    parameters: parents,
    body,
  });
  const outcome = create.body ? await shop.session.send(kase, 'counted') : undefined;
  const thing = outcome && madeThing(shop, resource, parents, outcome);
  if (!thing) return false;
  const id = thing.parameters[resource.parameter] ?? '';
  const list = await readList(shop, thing, 'after the least', (items) => items.has(id.toLowerCase()));
  await removeThing(shop, thing);
  return list?.items.has(id.toLowerCase()) === true;
}

/** Whether a thing has a text that was made for another. */
function isTwin(item: unknown, body: JsonObject): boolean {
  const texts = new Set(Object.values(body).filter((value) => typeof value === 'string' && value.length >= 12));
  return Object.values(item ?? {}).some((value) => texts.has(value));
}

async function checkLocation(
  { session }: Workshop,
  create: CheckedOperation,
  { resource, parameters }: Thing,
  outcome: Outcome,
  report: (rule: RuleId, message: string, expected: string, actual: string) => void,
): Promise<void> {
  const { answer } = outcome.exchange;
  const location = answer && headerOf(answer, 'location');
  if (location === undefined) return;
  const path = /^https?:\/\/[^/]+(\/.*)$/.exec(location)?.[1] ?? location;
  const id = parameters[resource.parameter] ?? '';
  const kase = {
    ...caseOf(create, { kind: 'href', about: 'of its Location', expect: 'any', parameters, detail: 'location' }),
    operationId: create.id,
  };
  const read =
    path.startsWith('/') && !path.startsWith('//')
      ? await session.send({ ...kase, request: { method: 'GET', path, headers: {}, key: 'right' } })
      : undefined;
  if (!read || read.exchange.attempts === 0) return;
  const found = fieldOf(read.value, resource.idField);
  const isThing = create.success?.bodies[0] !== undefined && resource.get !== undefined;
  if (read.ok && isThing && found === undefined)
    report(
      'location.other',
      'Location leads to something else than the created thing.',
      id,
      `an answer without ${JSON.stringify(resource.idField)}`,
    );
  if (!read.ok && isTold(read))
    report(
      'location.dead',
      'Location does not lead to the created thing (RFC 9110 §10.2.2).',
      `the path of ${id}`,
      `${location} answers ${read.status}`,
    );
  else if (found !== undefined && found.toLowerCase() !== id.toLowerCase())
    report('location.other', 'Location leads to another thing.', id, found);
}
