import { isObject, type Json } from '../../../contract/json.js';
import { parsePointer, toPointer } from '../../../contract/pointer.js';
import { grouped } from '../../../text/numbers.js';
import { type MarkedProperty, readMarked } from '../marked.js';
import { type Claims, supportOf } from '../proposals.js';
import type { Reflection } from '../reflected-seen.js';
import type { FieldSeen, SchemaSeen } from '../resources-seen.js';
import type { Sentences, Subject, Watch } from '../rule.js';
import { IgnoredFields } from '../updates.js';
import { count, list, resourceName, verb, word } from '../words.js';
import { seenOf } from './field-presence.js';

const question = 'the-service.name';

/** The name that the contract has. */
const source = 'the service';

/** What the field is called that the interface description calls `the service`. */
export function theServiceName(subject: Subject): Watch {
  const ignored = new IgnoredFields();
  const tried: Tried = { accepted: 0, refused: 0 };
  const { properties } = readMarked(subject.document)(question);
  return {
    see(sight) {
      const asked = properties.find(({ schema }) => schema === sight.asked);
      if (!asked) return false;
      ignored.see(sight, {});
      const isSent = sight.sent !== undefined && Object.hasOwn(sight.sent, asked.property);
      if (isSent && sight.case.expect !== 'refusal') tried[sight.isSuccess ? 'accepted' : 'refused'] += 1;
      return false;
    },
    answers: () => placeIn(subject)?.seen.basis.responses ?? 0,
    sentences: () => sentences(subject),
    claims: () => claims(subject, ignored, tried),
  };
}

/** Numbers of right requests with the field. */
type Tried = Record<'accepted' | 'refused', number>;

/** Where responses have the field, and where requests do. */
interface Place extends MarkedProperty {
  seen: SchemaSeen;
  request: MarkedProperty | undefined;
}

function placeIn({ document, resources }: Subject): Place | undefined {
  const { properties } = readMarked(document)(question);
  for (const each of properties) {
    const seen = resources.of(each.schema);
    if (seen && seen.count > 0) return { ...each, seen, request: properties.find((other) => other !== each) };
  }
  return undefined;
}

/** Fields that the contract does not list, with nothing but addresses. */
function addressesIn({ fields }: SchemaSeen): FieldSeen[] {
  return [...fields.values()].filter(
    ({ schema, values }) => schema === undefined && values?.types.join() === 'string' && values.canHave('uri'),
  );
}

/**
 * The one field of a response that may be the same under another name: the old name is in no resource, and only one new
 * field has its type and its form.
 */
function inItsPlace({ seen, property }: Place): FieldSeen | undefined {
  const [field, ...others] = addressesIn(seen);
  return (seen.fields.get(property)?.present ?? 0) === 0 && others.length === 0 ? field : undefined;
}

/** Where responses show what an update sends under the name that the contract has. */
function shownByWrite({ reflected }: Subject, { request, property, seen }: Place) {
  const sent = reflected.of(request?.schema ?? '').find((each) => each.name === request?.property);
  const [name, ...deeper] = parsePointer(sent?.pointer ?? '');
  const isNew = name !== undefined && deeper.length === 0 && name !== property && !seen.fields.get(name)?.schema;
  return isNew && sent ? { name, basis: sent.basis } : undefined;
}

/** The fields of updates that show in a field of responses. */
function shownIn({ reflected }: Subject, { request }: Place, name: string): Reflection[] {
  return reflected.of(request?.schema ?? '').filter(({ pointer }) => pointer === toPointer([name]));
}

/** The name under which recorded updates send what responses show in a field; the contract does not know it. */
function recordedName(subject: Subject, place: Place, { name }: FieldSeen): string | undefined {
  const known = subject.schemas[place.request?.schema ?? '']?.properties ?? {};
  const [found, other] = shownIn(subject, place, name).filter((sent) => !Object.hasOwn(known, sent.name));
  return other ? undefined : found?.name;
}

/** The name of a field that is probably no further field, but this one; undefined if there is none. */
export function newName(subject: Subject): string | undefined {
  const place = isAnswered(subject) ? undefined : placeIn(subject);
  return place && (shownByWrite(subject, place)?.name ?? inItsPlace(place)?.name);
}

function isAnswered({ document }: Subject): boolean {
  return document['x-unknowns']?.find(({ id }) => id === question)?.answered !== undefined;
}

function claims(subject: Subject, ignored: IgnoredFields, tried: Tried): Claims {
  const place = placeIn(subject);
  if (!place) return {};
  if (isAnswered(subject)) return nameInRequests(subject, place, ignored, tried);
  const current = place.request?.property ?? place.property;
  const shown = shownByWrite(subject, place);
  if (shown) {
    const rests = supportOf([shown.basis], 'A response that shows the value of an update elsewhere.');
    return { shown: { value: nameOf(current, shown.name), rests } };
  }
  const field = inItsPlace(place);
  if (!field) return {};
  const against = `A resource with the field ${word(place.property)}, or a second new field with addresses.`;
  const request = recordedName(subject, place, field) ?? (ignored.has(current) ? field.name : undefined);
  const value = request === undefined ? { response: field.name } : nameOf(request, field.name);
  const renamed = { value, rests: supportOf([field.basis], against) };
  if (subject.resources.isEnough(field.breadth)) return { likely: renamed };
  const kept = {
    value: nameOf(current, place.property),
    rests: supportOf([place.seen.basis], 'That it is never there.'),
  };
  return { readings: [renamed, kept] };
}

/** What requests show, once the name in responses is known. */
function nameInRequests(subject: Subject, place: Place, ignored: IgnoredFields, { accepted, refused }: Tried): Claims {
  const { request, property, seen } = place;
  const { answered } = subject;
  const isOpen = isObject(answered?.value) && answered.value['request'] === undefined;
  const against = 'A response that shows the value of an update elsewhere.';
  if (!isOpen) {
    // Requests with the name that responses have are no better.
    const isUseless = ignored.has(property) || (refused > 0 && accepted === 0);
    if (request?.property !== property || property === source || !isUseless) return {};
    return { likely: { value: { response: property }, rests: supportOf([seen.basis], against) } };
  }
  const [sent, other] = shownIn(subject, place, property);
  if (sent && !other) return { shown: { value: nameOf(sent.name, property), rests: supportOf([sent.basis], against) } };
  if (!request || !ignored.has(request.property)) return {};
  return { likely: { value: property, rests: supportOf([seen.basis], against) } };
}

function nameOf(request: string, response: string): Json {
  return request === response ? request : { request, response };
}

function sentences(subject: Subject): Sentences {
  const place = placeIn(subject);
  const [presence] = place ? seenOf(subject, [place.schema]) : [];
  if (!place || !presence) return [];
  const present = presence.properties.find(({ name }) => name === place.property)?.present ?? 0;
  const found = addressesIn(place.seen).map(({ name }) => name);
  return [
    `${present > 0 ? grouped(present) : 'None'} of ${count(presence.count, resourceName(place.schema))} ` +
      `${verb(Math.max(present, 1), 'has', 'have')} the field ${word(place.property)}.`,
    found.length > 0 && `Fields that the contract does not list contain a URL: ${list(found)}.`,
  ];
}
