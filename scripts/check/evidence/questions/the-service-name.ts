import { isObject, type Json } from '../../../contract/json.js';
import { parsePointer } from '../../../contract/pointer.js';
import { grouped } from '../../../text/numbers.js';
import type { Proposal } from '../../model/proposal.js';
import { type Basis, supportOf } from '../basis.js';
import { type MarkedProperty, readMarked, schemasOf } from '../marked.js';
import { conflicting, proposalsOf } from '../proposals.js';
import { placeOfAll } from '../reflected-seen.js';
import type { FieldSeen, SchemaSeen } from '../resources-seen.js';
import type { Rule, Subject } from '../rule.js';
import { seenOf } from '../seen-of.js';
import { count, list, resourceName, verb, withoutFalse, word } from '../words.js';

const question = 'the-service.name';

/** What the field is called that the interface description calls `the service`. */
export const theServiceName: Rule = {
  unknown: question,
  watch: (subject) => ({
    answers: () => placeIn(subject)?.seen.basis.responses ?? 0,
    sentences: () => sentences(subject),
    proposals: () => proposals(subject),
  }),
};

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
  const sent = request && reflected.of(request.schema).get(request.property);
  const [pointer, basis] = (sent && placeOfAll(sent)) ?? [];
  const [name, ...deeper] = parsePointer(pointer ?? '');
  const isNew = name !== undefined && deeper.length === 0 && name !== property && !seen.fields.get(name)?.schema;
  return isNew && basis ? { name, basis } : undefined;
}

/** The name under which recorded updates send what responses show in a field; the contract does not know it. */
function recordedName({ reflected, document }: Subject, { request }: Place, { name }: FieldSeen): string | undefined {
  const known = schemasOf(document)[request?.schema ?? '']?.properties ?? {};
  const [found, ...others] = [...reflected.of(request?.schema ?? '')].filter(([sent, seen]) => {
    const [pointer = ''] = placeOfAll(seen) ?? [];
    return !Object.hasOwn(known, sent) && parsePointer(pointer).join('\n') === name;
  });
  return others.length === 0 ? found?.[0] : undefined;
}

/** The name of a field that is probably no further field, but this one; undefined if there is none. */
export function newName(subject: Subject): string | undefined {
  const place = isAnswered(subject) ? undefined : placeIn(subject);
  return place && (shownByWrite(subject, place)?.name ?? inItsPlace(place)?.name);
}

function isAnswered({ document }: Subject): boolean {
  return document['x-unknowns']?.find(({ id }) => id === question)?.answered !== undefined;
}

/** The name in requests, where only that in responses was answered: updates send under it what responses show. */
function nameInRequests(subject: Subject, { request, property }: Place): Proposal[] {
  const { answered, reflected } = subject;
  if (!isObject(answered?.value) || answered.value['request'] !== undefined) return [];
  const names = [...reflected.of(request?.schema ?? '')].flatMap(([sent, seen]) => {
    const [pointer = '', basis] = placeOfAll(seen) ?? [];
    return basis && parsePointer(pointer).join('\n') === property ? [{ sent, basis }] : [];
  });
  const [name, another] = names;
  if (!name || another) return [];
  const rests = restsOn(name.basis, 'A response that shows the value of an update elsewhere.');
  return proposalsOf(question, subject, { shown: { value: nameOf(name.sent, property), rests } });
}

function proposals(subject: Subject): Proposal[] {
  const place = placeIn(subject);
  if (!place) return [];
  if (isAnswered(subject)) return nameInRequests(subject, place);
  const current = place.request?.property ?? place.property;
  const shown = shownByWrite(subject, place);
  if (shown) {
    const rests = restsOn(shown.basis, 'A response that shows the value of an update elsewhere.');
    return proposalsOf(question, subject, { shown: { value: nameOf(current, shown.name), rests } });
  }
  const field = inItsPlace(place);
  if (!field) return [];
  const against = `A resource with the field ${word(place.property)}, or a second new field with addresses.`;
  const request = recordedName(subject, place, field);
  const value = request === undefined ? { response: field.name } : nameOf(request, field.name);
  const renamed = { value, rests: restsOn(field.basis, against) };
  if (subject.resources.isEnough(field.breadth)) return proposalsOf(question, subject, { likely: renamed });
  const kept = { value: nameOf(current, place.property), rests: restsOn(place.seen.basis, 'That it is never there.') };
  return [conflicting(question, [renamed, kept])];
}

function restsOn(basis: Basis, against: string) {
  return supportOf([basis], against);
}

function nameOf(request: string, response: string): Json {
  return request === response ? request : { request, response };
}

function sentences(subject: Subject): string[] {
  const place = placeIn(subject);
  const [presence] = place ? seenOf(subject, [place.schema]) : [];
  if (!place || !presence) return [];
  const present = presence.properties.find(({ name }) => name === place.property)?.present ?? 0;
  const found = addressesIn(place.seen).map(({ name }) => name);
  return withoutFalse(
    `${present > 0 ? grouped(present) : 'None'} of ${count(presence.count, resourceName(place.schema))} ` +
      `${verb(Math.max(present, 1), 'has', 'have')} the field ${word(place.property)}.`,
    found.length > 0 && `Fields that the contract does not list contain a URL: ${list(found)}.`,
  );
}
