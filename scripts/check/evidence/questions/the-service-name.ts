import { toFieldReference } from '../../../contract/field-reference.js';
import { isObject, type Json } from '../../../contract/json.js';
import { parsePointer, toPointer } from '../../../contract/pointer.js';
import { groupDigits } from '../../../text/numbers.js';
import { type MarkedProperty, readMarks } from '../marked-parts.js';
import { type Claim, type ClaimGrounds, type Claims, supportOf } from '../proposals.js';
import type { ObservedReflection } from '../reflection-tracker.js';
import type { FieldStats, SchemaStats } from '../resource-stats.js';
import type { QuestionSubject, QuestionWatch, Sentences } from '../rule.js';
import { IgnoredFields } from '../updates.js';
import { countText, listText, resourceName, wordText } from '../words.js';
import { presencesOf } from './field-presence.js';

const question = 'the-service.name';

/** The name of the field in the contract. */
const source = 'the service';

/** Collects evidence about the name of the field that the interface description calls `the service`. */
export function theServiceName(subject: QuestionSubject): QuestionWatch {
  const ignoredFields = new IgnoredFields();
  const attempts: Attempts = { accepted: 0, refused: 0 };
  const { properties } = readMarks(subject.document)(question);
  return {
    see(view) {
      const property = properties.find(({ schema }) => schema === view.requestSchema);
      if (!property) return false;
      ignoredFields.see(view, {});
      const isSent = view.requestBody !== undefined && Object.hasOwn(view.requestBody, property.property);
      if (isSent && view.case.expect !== 'refusal') attempts[view.isSuccess ? 'accepted' : 'refused'] += 1;
      return false;
    },
    answers: () => placeIn(subject)?.stats.basis.responses ?? 0,
    sentences: () => sentences(subject),
    claims: () => findClaims(subject, ignoredFields, attempts),
  };
}

/** Number of valid requests with the field that were accepted, and refused. */
type Attempts = Record<'accepted' | 'refused', number>;

interface NamePlace extends MarkedProperty {
  stats: SchemaStats;
  request: MarkedProperty | undefined;
}

function placeIn({ document, resources }: QuestionSubject): NamePlace | undefined {
  const { properties } = readMarks(document)(question);
  for (const each of properties) {
    const stats = resources.of(each.schema);
    if (stats && stats.count > 0) return { ...each, stats, request: properties.find((other) => other !== each) };
  }
  return undefined;
}

/** Returns fields that the contract does not list and whose values are all URIs. */
function addressFieldsIn({ fields }: SchemaStats): FieldStats[] {
  return [...fields.values()].filter(
    ({ schema, values }) => schema === undefined && values?.types.join() === 'string' && values.canHave('uri'),
  );
}

/** Returns the field under its new name: no resource has the old name, and only one new field contains URIs. */
function findReplacement({ stats, property }: NamePlace): FieldStats | undefined {
  const [field, ...furtherFields] = addressFieldsIn(stats);
  return (stats.fields.get(property)?.present ?? 0) === 0 && furtherFields.length === 0 ? field : undefined;
}

/** Returns the field in which responses show the value that updates send under the contract's name. */
function findReflection({ tracker }: QuestionSubject, { request, property, stats }: NamePlace) {
  const reflection = tracker.of(request?.schema ?? '').find((each) => each.name === request?.property);
  const [name, ...deeper] = parsePointer(reflection?.pointer ?? '');
  const isNew = name !== undefined && deeper.length === 0 && name !== property && !stats.fields.get(name)?.schema;
  return isNew && reflection ? { name, basis: reflection.basis } : undefined;
}

function reflectionsAt({ tracker }: QuestionSubject, { request }: NamePlace, name: string): ObservedReflection[] {
  return tracker.of(request?.schema ?? '').filter(({ pointer }) => pointer === toPointer([name]));
}

/** Returns the unlisted name under which recorded updates send the value that responses show in a field. */
function recordedName(subject: QuestionSubject, place: NamePlace, { name }: FieldStats): string | undefined {
  const properties = subject.schemas[place.request?.schema ?? '']?.properties ?? {};
  const isUnlisted = (reflection: ObservedReflection): boolean => !Object.hasOwn(properties, reflection.name);
  const [only, second] = reflectionsAt(subject, place, name).filter(isUnlisted);
  return second ? undefined : only?.name;
}

/** Returns the probable new name of the field; undefined if the question is answered, or no name is probable. */
export function findNewName(subject: QuestionSubject): string | undefined {
  const isAnswered = subject.document['x-unknowns']?.some(({ id, answered }) => id === question && answered);
  const place = isAnswered ? undefined : placeIn(subject);
  return place && (findReflection(subject, place)?.name ?? findReplacement(place)?.name);
}

function findClaims(subject: QuestionSubject, ignoredFields: IgnoredFields, attempts: Attempts): Claims {
  const place = placeIn(subject);
  if (!place) return {};
  if (subject.answered) return nameInRequests(subject, place, ignoredFields, attempts);
  const currentName = place.request?.property ?? place.property;
  const reflection = findReflection(subject, place);
  if (reflection) {
    const support = supportOf([reflection.basis], 'A response that shows the value of an update elsewhere.');
    return { shown: { value: nameOf(currentName, reflection.name), support } };
  }
  const field = findReplacement(place);
  if (!field) return {};
  const counterexample = `A resource with the field ${wordText(place.property)}, or a second new field with addresses.`;
  const request = recordedName(subject, place, field) ?? (ignoredFields.has(currentName) ? field.name : undefined);
  const value = request === undefined ? { response: toFieldReference(field.name) } : nameOf(request, field.name);
  const renameClaim = { value, support: supportOf([field.basis], counterexample) };
  if (subject.resources.isEnough(field.breadth)) return { likely: renameClaim };
  // A few resources without the field prove nothing: the field may be empty in each of them.
  return { readings: [renameClaim] };
}

/** Returns the claims about the name in requests, once the name in responses is known. */
function nameInRequests(
  subject: QuestionSubject,
  place: NamePlace,
  ignoredFields: IgnoredFields,
  { accepted, refused }: Attempts,
): Claims {
  const { request, property, stats } = place;
  const { answered } = subject;
  const isOpen = isObject(answered?.value) && answered.value['request'] === undefined;
  const claim = (value: Json, basis: ClaimGrounds): Claim => {
    return { value, support: supportOf([basis], 'A response that shows the value of an update elsewhere.') };
  };
  if (!isOpen) {
    // Whether the name from responses also fails in requests.
    const isUseless = ignoredFields.has(property) || (refused > 0 && accepted === 0);
    if (request?.property !== property || property === source || !isUseless) return {};
    return { likely: claim({ response: toFieldReference(property) }, stats.basis) };
  }
  const [reflection, secondReflection] = reflectionsAt(subject, place, property);
  if (reflection && !secondReflection) return { shown: claim(nameOf(reflection.name, property), reflection.basis) };
  if (!request || !ignoredFields.has(request.property)) return {};
  return { likely: claim(toFieldReference(property), stats.basis) };
}

function nameOf(request: string, response: string): Json {
  const [sentText, shownText] = [toFieldReference(request), toFieldReference(response)];
  return sentText === shownText ? sentText : { request: sentText, response: shownText };
}

function sentences(subject: QuestionSubject): Sentences {
  const place = placeIn(subject);
  const [presence] = place ? presencesOf(subject, [place.schema]) : [];
  if (!place || !presence) return [];
  const count = presence.properties.find(({ name }) => name === place.property)?.present ?? 0;
  const names = addressFieldsIn(place.stats).map(({ name }) => name);
  return [
    `${count > 0 ? groupDigits(count) : 'None'} of ${countText(presence.count, resourceName(place.schema))} ` +
      `${count > 1 ? 'have' : 'has'} the field ${wordText(place.property)}.`,
    names.length > 0 && `Fields that the contract does not list contain a URL: ${listText(names)}.`,
  ];
}
