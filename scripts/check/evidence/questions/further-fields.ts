import { isObject, type JsonObject, sameJson } from '../../../contract/json.js';
import { textsIn } from '../../../contract/operations.js';
import { questionsOf } from '../marked.js';
import { answeredObject, type Claim, type Claims, type Grounds, grown, supportOf } from '../proposals.js';
import type { FieldSeen, SchemaSeen } from '../resources-seen.js';
import type { Subject, Watch } from '../rule.js';
import { schemaOf, type ValuesSeen } from '../values-seen.js';
import { each, Fields, list, resourceName, shapeSentences, verb } from '../words.js';
import { canBecomeNullable, isAlways, isSometimesAbsent } from './field-presence.js';
import { newName } from './the-service-name.js';

/** Which fields a partner entry has that the contract does not list. */
export function partnerEntryFields(subject: Subject): Watch {
  const seen = (): SchemaSeen[] => subject.marked.schemas.flatMap((name) => subject.resources.of(name) ?? []);
  return {
    answers: () => subject.resources.responsesWith(subject.marked.schemas),
    sentences: () => seen().map(sentenceOn),
    claims: () => entryClaims(subject, seen()[0]),
  };
}

function sentenceOn({ fields, count }: SchemaSeen): string {
  const further = [...fields.values()].filter(({ schema }) => schema === undefined).map(({ name }) => name);
  return further.length === 0
    ? `${each(count, 'resource')} read ${verb(count, 'has', 'have')} only fields that the contract lists.`
    : `Fields that the contract does not list: ${list(further)}.`;
}

function entryClaims(subject: Subject, seen: SchemaSeen | undefined): Claims {
  if (!seen) return {};
  const known = answeredObject(subject);
  const renamed = newName(subject);
  const against = { shown: 'A value of another type.', likely: 'A value of another type or format.' };
  return shapeClaims(against, (hasFormats) => {
    const isLeftOut = (name: string): boolean => name === renamed;
    return furtherFields(subject, seen, { known, hasFormats, isLeftOut });
  });
}

/** The fields of an option of a filter. */
export function filterOptionShape(subject: Subject): Watch {
  const { marked } = subject;
  const [name = ''] = marked.schemas;
  const against = { likely: 'An option without them, or of another form.', shown: 'Another type.' };
  const fields = new Fields();
  return {
    see({ shown, resources: objects }) {
      const places = marked.properties.filter(({ schema }) => schema === shown);
      if (places.length === 0 && !marked.schemas.includes(shown ?? '')) return false;
      const before = fields.count;
      for (const object of objects) {
        const options = places.length === 0 ? [object] : places.flatMap(({ property }) => object[property]);
        for (const option of options.slice(0, 200)) if (isObject(option)) fields.see(option);
      }
      return fields.count > before;
    },
    sentences: () => shapeSentences(fields, 'filter option'),
    claims: () => shapeClaims(against, (isLikely) => shapeOf(subject, name, answeredObject(subject), isLikely)),
  };
}

/** The fields of the resources that the description only names. */
export function resourcesFields(subject: Subject): Watch {
  const { schemas, marked } = subject;
  const against = { likely: 'A resource without them, or of another form.', shown: 'A value of another type.' };
  const byName = new Map(marked.schemas.map((name) => [name, new Fields()]));
  return {
    see({ shown, resources }) {
      const fields = byName.get(shown ?? '');
      for (const object of fields ? resources : []) fields?.see(object);
      return fields !== undefined && resources.length > 0;
    },
    sentences: () =>
      [...byName].flatMap(([name, fields]) =>
        shapeSentences(fields, resourceName(name), Object.keys(schemas[name]?.properties ?? {})),
      ),
    claims: () => shapeClaims(against, (isLikely) => shapesOf(subject, isLikely)),
  };
}

/** What was seen of all these resources; of options of filters there is another question. */
function shapesOf(subject: Subject, isLikely: boolean): SeenShape {
  const { marked, schemas } = subject;
  const before = answeredObject(subject);
  const own = marked.schemas.filter((name) => !questionsOf(schemas[name]).includes('filter.option-shape'));
  const shapes = own
    .map((name) => ({ name, ...shapeOf(subject, name, before[name], isLikely) }))
    .filter(({ value, bases }) => bases.length > 0 && Object.keys(value).length > 0);
  const value = { ...before, ...Object.fromEntries(shapes.map((each) => [each.name, each.value])) };
  return { value, bases: shapes.flatMap(({ bases }) => bases) };
}

/** What is shown of shapes, and what is likely, each with what would be against it. */
function shapeClaims(against: Record<'shown' | 'likely', string>, shapeFor: (isLikely: boolean) => SeenShape): Claims {
  const claim = (kind: 'shown' | 'likely'): Claim | undefined => {
    const { value, bases } = shapeFor(kind === 'likely');
    return bases.length > 0 ? { value, rests: supportOf(bases, against[kind]) } : undefined;
  };
  return { shown: claim('shown'), likely: claim('likely') };
}

/**
 * The fields of a schema that the contract does not list, with those that were answered already; their types are as
 * wide as the values seen.
 *
 * @param known JSON Schemas of the fields that were answered
 * @param hasFormats whether the schemas say the formats that all values have, where there are enough of them
 * @param isLeftOut fields that something else explains
 */
function furtherFields(
  subject: Subject,
  seen: SchemaSeen,
  {
    known,
    hasFormats,
    isLeftOut = () => false,
  }: { known: JsonObject; hasFormats: boolean; isLeftOut?: (name: string) => boolean },
): SeenShape {
  const properties: JsonObject = { ...known };
  const bases: Grounds[] = [];
  for (const field of seen.fields.values()) {
    const { name, values, schema, basis } = field;
    if (!values || field.present === 0 || isLeftOut(name)) continue;
    const withFormats = hasFormats && subject.resources.isEnough(field.breadth);
    const old = Object.hasOwn(known, name) ? known[name] : undefined;
    if (old === undefined && (schema !== undefined || !canBeField(name, values))) continue;
    const schemaNow = schemaOf(values, withFormats, old);
    if (old !== undefined && sameJson(old, schemaNow)) continue;
    properties[name] = schemaNow;
    bases.push(basis);
  }
  return { value: properties, bases };
}

/** An id is a text: the interface description says so. */
function canBeField(name: string, { types, hasNull }: ValuesSeen): boolean {
  return name !== 'id' || (types.join() === 'string' && !hasNull);
}

/** Fields of an object as answers write them, and where they were seen. */
interface SeenShape {
  value: JsonObject;
  bases: Grounds[];
}

/**
 * What was seen of the fields of a schema, with what is answered already: properties and nullable fields; if likely,
 * also formats and the fields that are always there.
 */
function shapeOf(subject: Subject, name: string, answered: unknown, isLikely: boolean): SeenShape {
  const seen = subject.resources.of(name);
  if (!seen) return { value: {}, bases: [] };
  const before: JsonObject = isObject(answered) ? answered : {};
  const known = isObject(before['properties']) ? before['properties'] : {};
  const { value: properties, bases } = furtherFields(subject, seen, { known, hasFormats: isLikely });
  const fields = [...seen.fields.values()];
  const isGiven = ({ name }: FieldSeen): boolean => Object.hasOwn(properties, name);
  const nulls = fields.filter((field) => field.schema !== undefined && !isGiven(field) && canBecomeNullable(field));
  const documented = subject.schemas[seen.name]?.required ?? [];
  const always = fields.filter(
    (field) =>
      isLikely &&
      isAlways(subject, seen, field) &&
      !documented.includes(field.name) &&
      (field.schema !== undefined || isGiven(field)),
  );
  const { required: asked, nullable: allowed, properties: _, ...others } = before;
  const gone = fields.filter((field) => textsIn(asked).includes(field.name) && isSometimesAbsent(seen, field));
  const nullable = grown(
    textsIn(allowed),
    nulls.map(({ name }) => name),
  );
  const required = grown(
    textsIn(asked),
    always.map(({ name }) => name),
  ).filter((name) => !gone.some((field) => field.name === name));
  const value: JsonObject = {
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    ...(nullable.length > 0 && { nullable }),
    ...others,
  };
  const absent = gone.length > 0 ? [seen.basis] : [];
  return {
    value,
    bases: [...bases, ...nulls.map((field) => field.nulls), ...always.map((field) => field.basis), ...absent],
  };
}
