import { toFieldReference } from '../../../contract/field-reference.js';
import { isObject, isSameJson, type JsonObject } from '../../../contract/json.js';
import { textsIn } from '../../../contract/operations.js';
import { questionsOf } from '../marked-parts.js';
import { answeredObject, type Claim, type ClaimGrounds, type Claims, mergeLists, supportOf } from '../proposals.js';
import type { FieldStats, SchemaStats } from '../resource-stats.js';
import type { QuestionSubject, QuestionWatch } from '../rule.js';
import { schemaOf } from '../value-stats.js';
import { allText, FieldTally, listText, resourceName, shapeSentences, verb } from '../words.js';
import { canBecomeNullable, isAlways } from './field-presence.js';
import { newName } from './the-service-name.js';

const otherType = 'A value of another type.';

export function partnerEntryFields(subject: QuestionSubject): QuestionWatch {
  const statsOf = (): SchemaStats[] => subject.marks.schemas.flatMap((name) => subject.resources.of(name) ?? []);
  return {
    answers: () => subject.resources.responsesWith(subject.marks.schemas),
    sentences: () => statsOf().map(sentenceOn),
    claims: () => entryClaims(subject, statsOf()[0]),
  };
}

function sentenceOn({ fields, count }: SchemaStats): string {
  const further = [...fields.values()].filter(({ schema }) => schema === undefined).map(({ name }) => name);
  return further.length === 0
    ? `${allText(count, 'resource')} ${verb(count, 'has', 'have')} only fields that the contract lists.`
    : `Fields that the contract does not list: ${listText(further)}.`;
}

function entryClaims(subject: QuestionSubject, stats: SchemaStats | undefined): Claims {
  if (!stats) return {};
  const answered = answeredObject(subject);
  const leftOut = newName(subject);
  const against = { shown: otherType, likely: 'A value of another type or format.' };
  return shapeClaims(against, (hasFormats) => furtherFields(subject, stats, { known: answered, hasFormats, leftOut }));
}

export function filterOptionShape(subject: QuestionSubject): QuestionWatch {
  const { marks } = subject;
  const [name = ''] = marks.schemas;
  const against = { likely: 'An option without these fields, or with other types.', shown: otherType };
  const fields = new FieldTally();
  return {
    see({ responseSchema, resources: objects }) {
      const places = marks.properties.filter(({ schema }) => schema === responseSchema);
      if (places.length === 0 && !marks.schemas.includes(responseSchema ?? '')) return false;
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

/** Collects evidence about the fields of resources that the interface description only names. */
export function resourcesFields(subject: QuestionSubject): QuestionWatch {
  const { schemas, marks } = subject;
  const against = { likely: 'A resource without these fields, or with other types.', shown: otherType };
  const byName = new Map(marks.schemas.map((name) => [name, new FieldTally()]));
  return {
    see({ responseSchema, resources }) {
      const fields = byName.get(responseSchema ?? '');
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

/** Returns the observed shapes of these resources; another question covers the options of filters. */
function shapesOf(subject: QuestionSubject, isLikely: boolean): ShapeClaim {
  const { marks, schemas } = subject;
  const before = answeredObject(subject);
  const names = marks.schemas.filter((name) => !questionsOf(schemas[name]).includes('filter.option-shape'));
  const shapes = names
    .map((name) => ({ name, ...shapeOf(subject, name, before[name], isLikely) }))
    .filter(({ value, bases }) => bases.length > 0 && Object.keys(value).length > 0);
  const value = { ...before, ...Object.fromEntries(shapes.map((each) => [each.name, each.value])) };
  return { value, bases: shapes.flatMap(({ bases }) => bases) };
}

function shapeClaims(against: Record<'shown' | 'likely', string>, shapeFor: (isLikely: boolean) => ShapeClaim): Claims {
  const claim = (kind: 'shown' | 'likely'): Claim | undefined => {
    const { value, bases } = shapeFor(kind === 'likely');
    return bases.length > 0 ? { value, rests: supportOf(bases, against[kind]) } : undefined;
  };
  return { shown: claim('shown'), likely: claim('likely') };
}

/**
 * Returns the fields of a schema that the contract does not list, added to those of the existing answer. Their types
 * are as wide as the observed values.
 *
 * @param known JSON Schemas of the fields in the existing answer
 * @param hasFormats whether the schemas have the formats that all values have, if there are enough of them
 * @param leftOut the name of a field that has another explanation
 */
function furtherFields(
  subject: QuestionSubject,
  stats: SchemaStats,
  { known, hasFormats, leftOut }: { known: JsonObject; hasFormats: boolean; leftOut?: string | undefined },
): ShapeClaim {
  const properties: JsonObject = { ...known };
  const bases: ClaimGrounds[] = [];
  for (const field of stats.fields.values()) {
    const { name, values, schema, basis } = field;
    if (!values || field.present === 0 || name === leftOut) continue;
    const withFormats = hasFormats && subject.resources.isEnough(field.breadth);
    const reference = toFieldReference(name);
    const old = Object.hasOwn(known, reference) ? known[reference] : undefined;
    // An id is a text, as the interface description says.
    const isWrong = name === 'id' && (values.types.join() !== 'string' || values.hasNull);
    if (old === undefined && (schema !== undefined || isWrong)) continue;
    const schemaNow = schemaOf(values, withFormats, old);
    if (old !== undefined && isSameJson(old, schemaNow)) continue;
    properties[reference] = schemaNow;
    bases.push(basis);
  }
  return { value: properties, bases };
}

interface ShapeClaim {
  value: JsonObject;
  bases: ClaimGrounds[];
}

/** Adds the observed fields of a schema to the existing answer; if likely, also formats and required fields. */
function shapeOf(subject: QuestionSubject, name: string, oldShape: unknown, isLikely: boolean): ShapeClaim {
  const stats = subject.resources.of(name);
  if (!stats) return { value: {}, bases: [] };
  const before: JsonObject = isObject(oldShape) ? oldShape : {};
  const oldProperties = isObject(before['properties']) ? before['properties'] : {};
  const { value: properties, bases } = furtherFields(subject, stats, { known: oldProperties, hasFormats: isLikely });
  const fields = [...stats.fields.values()];
  const isGiven = ({ name }: FieldStats): boolean => Object.hasOwn(properties, toFieldReference(name));
  const nulls = fields.filter((field) => field.schema !== undefined && !isGiven(field) && canBecomeNullable(field));
  const documented = subject.schemas[stats.name]?.required ?? [];
  const isOpen = (field: FieldStats): boolean =>
    !documented.includes(field.name) && (field.schema !== undefined || isGiven(field));
  const always = isLikely ? fields.filter((field) => isAlways(subject, stats, field) && isOpen(field)) : [];
  const { required: oldRequired, nullable: allowed, properties: _, ...others } = before;
  const notAlways = fields.filter(({ name, present }) => textsIn(oldRequired).includes(name) && present < stats.count);
  const namesOf = (all: readonly FieldStats[]): string[] => all.map(({ name }) => name);
  const nullable = mergeLists(textsIn(allowed), namesOf(nulls));
  const allRequired = mergeLists(textsIn(oldRequired), namesOf(always));
  const required = allRequired.filter((name) => !namesOf(notAlways).includes(name));
  const value: JsonObject = {
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    ...(nullable.length > 0 && { nullable }),
    ...others,
  };
  bases.push(...nulls.map((field) => field.nulls), ...always.map((field) => field.basis));
  if (notAlways.length > 0) bases.push(stats.basis);
  return { value, bases };
}
