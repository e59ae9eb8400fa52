import { Bodies, type JsonObject } from '../cases/bodies.js';
import { brokenBodyCases, idCases, keyCases, wrongBodyCases } from '../cases/refusals.js';
import { shown, type Deviation } from '../deviation.js';
import { headerOf } from '../exchange.js';
import { weightOf } from '../judge/status.js';
import type { CheckedOperation } from '../operations.js';
import { caseOf } from '../request.js';
import type { Resource } from '../resources.js';
import type { Outcome } from '../session.js';
import { fieldOf } from '../world.js';
import { isObject } from './likeness.js';
import { reportReadOnly } from './read-only.js';
import { reflections, shownAs, valueAt } from './reflection.js';
import { checkRandom } from './random.js';
import { makeThing, parentsOf, readList, readThing, removeThing, type Thing, type Workshop } from './thing.js';

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
  const bodies = new Bodies(shop.source, create, parents);
  const probes = [...bodies.examples(), bodies.unicode(), ...bodies.boundaries(16), ...bodies.doubtful(6, 2), bodies.readOnly()];
  for (const probe of probes) {
    if (!probe) continue;
    const outcome = await shop.session.send(probe.case);
    if (outcome.ok && isObject(probe.body)) {
      if (probe.case.kind === 'read-only') reportReadOnly(shop.session, create, outcome, probe.body, outcome.value);
      else if (probe.case.kind !== 'long') reportMissing(shop, create, outcome, probe.body, 'create.not-shown', 'The answer to a creation does not show what it has sent for');
    }
    await tidied(shop, resource, parents, outcome);
  }
  const refusals = [
    ...keyCases(shop.source, create, parents), ...idCases(shop.source, create, parents),
    ...brokenBodyCases(create, parents, true), ...wrongBodyCases(shop.source, create, parents).slice(0, wrongLimit),
  ];
  for (const kase of refusals) await tidied(shop, resource, parents, await shop.session.send(kase));
  await checkRandom(shop, create, bodies, parents);
}

type Made = NonNullable<Awaited<ReturnType<typeof makeThing>>>;
type Listed = NonNullable<Awaited<ReturnType<typeof readList>>>;

/** What a creation has left behind is taken away. */
async function tidied(shop: Workshop, resource: Resource, parents: Thing['parents'], outcome: Outcome): Promise<void> {
  const id = outcome.ok ? fieldOf(outcome.value, resource.idField) : undefined;
  if (id === undefined || resource.parameters.slice(0, -1).some((name) => parents[name] === undefined)) return;
  await removeThing(shop, { resource, parameters: { ...parents, [resource.parameter]: id }, parents, isOwn: true });
}

function reportCreated(shop: Workshop, create: CheckedOperation, outcome: Outcome, body: JsonObject, resource: Resource): void {
  const { session } = shop;
  const severity = weightOf(create, 'responses');
  const at = { severity, contract: create.pointer };
  const schema = create.success?.bodies[0]?.schema;
  const isNamed = resource.get ?? resource.update ?? resource.remove;
  if (schema && isNamed && outcome.value !== undefined && fieldOf(outcome.value, resource.idField) === undefined) {
    session.report(outcome, { ...at, rule: 'create.no-id', pointer: `/${resource.idField}`, message: 'A created thing does not show its id.', expected: `the field ${JSON.stringify(resource.idField)}`, actual: 'no such field' });
  }
  reportMissing(shop, create, outcome, body, 'create.not-shown', 'The answer to a creation does not show what it has sent for');
}

/** Fields that a creation has sent and that are not shown. */
function reportMissing({ session }: Workshop, create: CheckedOperation, outcome: Outcome, body: JsonObject, rule: string, message: string): void {
  const { contract } = session;
  for (const reflection of outcome.value === undefined ? [] : reflections(contract, create, create.success?.bodies[0]?.schema)) {
    const { name, pointer } = reflection;
    if (!Object.hasOwn(body, name) || body[name] === null || shownAs(contract, reflection, body[name], outcome.value) !== 'other') continue;
    if (rule === 'create.not-stored' && session.tally.has(`create.not-shown:${create.id}:${pointer}`)) continue;
    session.report(outcome, {
      rule, severity: weightOf(create, 'responses'), pointer, contract: create.pointer, message: `${message} ${JSON.stringify(name)}.`, expected: shown(body[name]), actual: shown(valueAt(outcome.value, pointer)),
    });
  }
}

/** What was created can be read, stands in its list once, and Location leads to it. */
async function checkThere(shop: Workshop, create: CheckedOperation, made: Made, before: Listed | undefined): Promise<void> {
  const { thing, outcome, body } = made;
  const { session } = shop;
  const severity = weightOf(create, 'responses');
  const report = (rule: string, message: string, expected: string, actual: string): void =>
    session.report(outcome, { rule, severity, pointer: '', contract: create.pointer, message, expected, actual } satisfies Deviation);
  if (thing.resource.get) {
    const read = await readThing(shop, thing, 'after its creation');
    if (!read) report('create.not-found', 'A created thing cannot be read.', 'the thing', 'no such thing');
    else reportMissing(shop, create, { ...outcome, value: read.value }, body, 'create.not-stored', 'The next read does not show what a creation has sent for');
  }
  const id = thing.parameters[thing.resource.parameter] ?? '';
  const list = await readList(shop, thing, 'after a creation', (items) => items.has(id.toLowerCase()));
  const isPaged = thing.resource.list?.parameters.some(({ in: place }) => place === 'query') === true;
  if (list && !list.items.has(id.toLowerCase()) && !(isPaged && list.items.size >= 100)) {
    report('create.not-listed', 'A created thing is not in the list.', `a list with ${id}`, `a list of ${list.items.size} without it`);
  }
  const twin = list && [...list.items].find(([other, item]) => other !== id.toLowerCase() && !before?.items.has(other) && isTwin(item, body));
  if (twin) report('create.listed-twice', 'A creation makes more than one thing.', 'one new thing', `${id} and ${twin[0]}`);
  await checkLocation(shop, create, thing, outcome, report);
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
  report: (rule: string, message: string, expected: string, actual: string) => void,
): Promise<void> {
  const { answer } = outcome.exchange;
  const location = answer && headerOf(answer, 'location');
  if (location === undefined) return;
  const path = /^https?:\/\/[^/]+(\/.*)$/.exec(location)?.[1] ?? location;
  const id = parameters[resource.parameter] ?? '';
  const kase = { ...caseOf(create, { kind: 'href', about: 'of its Location', expect: 'any', parameters, detail: 'location' }), operationId: create.id };
  const read = path.startsWith('/') && !path.startsWith('//')
    ? await session.send({ ...kase, request: { method: 'GET', path, headers: {}, key: 'right' } })
    : undefined;
  if (!read) return;
  const found = fieldOf(read.value, resource.idField);
  const isThing = create.success?.bodies[0] !== undefined && resource.get !== undefined;
  if (read.ok && isThing && found === undefined) report('location.other', 'Location leads to something else than the created thing.', id, `an answer without ${JSON.stringify(resource.idField)}`);
  if (!read.ok) report('location.dead', 'Location does not lead to the created thing (RFC 9110 §10.2.2).', `the path of ${id}`, `${location} answers ${read.status}`);
  else if (found !== undefined && found.toLowerCase() !== id.toLowerCase()) report('location.other', 'Location leads to another thing.', id, found);
}

/** What deleting a thing shows: it is gone, and the list no longer shows it. A refused deletion leaves it there. */
export async function checkRemove(shop: Workshop, thing: Thing): Promise<void> {
  const { session, source } = shop;
  const { resource, parameters } = thing;
  const { remove } = resource;
  if (!remove || !thing.isOwn) return;
  for (const kase of [...keyCases(source, remove, parameters), ...idCases(source, remove, parameters).filter(({ kind }) => kind === 'other-parent')]) await session.send(kase);
  // What goes with a thing is mostly what was made after it.
  const beside = await makeThing(shop, resource, 'beside', resource.create && shop.inScope(resource.create) ? 'counted' : 'preparing');
  const before = await readList(shop, thing, 'before a deletion');
  const outcome = await session.send(caseOf(remove, { kind: 'delete', about: 'of a thing', expect: 'success', parameters }));
  if (!outcome.ok) {
    if (beside) await removeThing(shop, beside.thing);
    return;
  }
  const report = (rule: string, message: string, expected: string, actual: string): void =>
    session.report(outcome, { rule, severity: weightOf(remove, 'responses'), pointer: '', contract: remove.pointer, message, expected, actual });
  if (resource.get) {
    const kase = { ...caseOf(resource.get, { kind: 'read-again', about: 'of a deleted thing', expect: 'any', parameters, detail: 'after its deletion' }) };
    const read = await session.settled(kase, ({ status }) => status >= 400);
    if (read.ok) report('delete.kept', 'A deleted thing can still be read.', 'status 404 or 410', `status ${read.status}`);
  }
  const id = parameters[resource.parameter] ?? '';
  const list = await readList(shop, thing, 'after a deletion', (items) => !items.has(id.toLowerCase()));
  if (list?.items.has(id.toLowerCase())) report('delete.listed', 'A deleted thing is still in the list.', `a list without ${id}`, 'a list with it');
  const lost = beside?.thing.parameters[resource.parameter]?.toLowerCase();
  if (lost !== undefined && before?.items.has(lost) && list && !list.items.has(lost)) report('delete.takes-others', 'A deletion takes another thing away, too.', `a list with ${lost}`, 'a list without it');
  await session.send(caseOf(remove, { kind: 'delete-again', about: 'of a thing that was deleted', expect: 'either', parameters }));
  if (beside) await removeThing(shop, beside.thing);
}
