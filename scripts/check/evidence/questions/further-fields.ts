import { toFieldReference } from '../../../contract/field-reference.js';
import { isObject, isSameJson, type JsonObject } from '../../../contract/json.js';
import { textsIn } from '../../../contract/operations.js';
import { questionsOf } from '../marked-parts.js';
import { answeredObject, type Claim, type ClaimGrounds, type Claims, mergeLists, supportOf } from '../proposals.js';
import type { FieldStats, SchemaStats } from '../resource-stats.js';
import type { QuestionSubject, QuestionWatch } from '../rule.js';
import { schemaOf } from '../value-stats.js';
import { allText, chooseVerb, FieldTally, listText, resourceName, shapeSentences } from '../words.js';
import { canBecomeNullable, isAlwaysPresent } from './field-presence.js';
import { findNewName } from './the-service-name.js';

const otherTypeText = 'A value of another type.';

export function partnerEntryFields(subject: QuestionSubject): QuestionWatch {
  const statsOf = (): SchemaStats[] => subject.marks.schemas.flatMap((name) => subject.resources.of(name) ?? []);
  return {
    answers: () => subject.resources.countResponses(subject.marks.schemas),
    sentences: () => statsOf().map(sentenceOn),
    claims: () => entryClaims(subject, statsOf()[0]),
  };
}

function sentenceOn({ fields, count }: SchemaStats): string {
  const furtherNames = [...fields.values()].filter(({ schema }) => schema === undefined).map(({ name }) => name);
  return furtherNames.length === 0
    ? `${allText(count, 'resource')} ${chooseVerb(count, 'has', 'have')} only fields that the contract lists.`
    : `Fields that the contract does not list: ${listText(furtherNames)}.`;
}

function entryClaims(subject: QuestionSubject, stats: SchemaStats | undefined): Claims {
  if (!stats) return {};
  const options = { base: answeredObject(subject), excludedName: findNewName(subject) };
  const counterexamples = { shown: otherTypeText, likely: 'A value of another type or format.' };
  return shapeClaims(counterexamples, (hasFormats) => furtherFields(subject, stats, { ...options, hasFormats }));
}

export function filterOptionShape(subject: QuestionSubject): QuestionWatch {
  const { marks } = subject;
  const [name = ''] = marks.schemas;
  const counterexamples = { likely: 'An option without these fields, or with other types.', shown: otherTypeText };
  const fields = new FieldTally();
  return {
    see({ responseSchema, resources: objects }) {
      const places = marks.properties.filter(({ schema }) => schema === responseSchema);
      if (places.length === 0 && !marks.schemas.includes(responseSchema ?? '')) return false;
      const countBefore = fields.count;
      for (const object of objects) {
        const options = places.length === 0 ? [object] : places.flatMap(({ property }) => object[property]);
        for (const option of options.slice(0, 200)) if (isObject(option)) fields.see(option);
      }
      return fields.count > countBefore;
    },
    sentences: () => shapeSentences(fields, 'filter option'),
    claims: () => shapeClaims(counterexamples, (isLikely) => shapeOf(subject, name, answeredObject(subject), isLikely)),
  };
}

/** Collects evidence about the fields of resources that the interface description only names. */
export function resourcesFields(subject: QuestionSubject): QuestionWatch {
  const { schemas, marks } = subject;
  const counterexamples = { likely: 'A resource without these fields, or with other types.', shown: otherTypeText };
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
    claims: () => shapeClaims(counterexamples, (isLikely) => shapesOf(subject, isLikely)),
  };
}

/** Returns the observed shapes of resources, without the options of filters, which another question covers. */
function shapesOf(subject: QuestionSubject, isLikely: boolean): ShapeClaim {
  const { marks, schemas } = subject;
  const before = answeredObject(subject);
  const names = marks.schemas.filter((name) => !questionsOf(schemas[name]).includes('filter.option-shape'));
  const shapes = names
    .map((name) => ({ name, ...shapeOf(subject, name, before[name], isLikely) }))
    .filter(({ value, bases }) => bases.length > 0 && Object.keys(value).length > 0);
  const value = { ...before, ...Object.fromEntries(shapes.map((shape) => [shape.name, shape.value])) };
  return { value, bases: shapes.flatMap(({ bases }) => bases) };
}

function shapeClaims(
  counterexamples: Record<'shown' | 'likely', string>,
  shapeFor: (isLikely: boolean) => ShapeClaim,
): Claims {
  const claim = (kind: 'shown' | 'likely'): Claim | undefined => {
    const { value, bases } = shapeFor(kind === 'likely');
    return bases.length > 0 ? { value, support: supportOf(bases, counterexamples[kind]) } : undefined;
  };
  return { shown: claim('shown'), likely: claim('likely') };
}

/**
 * Returns the fields of a schema that the contract does not list, added to those of the existing answer. Their types
 * are as wide as the observed values.
 *
 * @param known JSON Schemas of the fields in the existing answer
 * @param hasFormats whether the schemas have the formats that all values have, if there are enough of them
 * @param excludedName the name of a field that has another explanation
 */
function furtherFields(
  subject: QuestionSubject,
  stats: SchemaStats,
  {
    base: known,
    hasFormats,
    excludedName,
  }: { base: JsonObject; hasFormats: boolean; excludedName?: string | undefined },
): ShapeClaim {
  const properties: JsonObject = { ...known };
  const bases: ClaimGrounds[] = [];
  for (const field of stats.fields.values()) {
    const { name, values, schema, basis } = field;
    if (!values || field.present === 0 || name === excludedName) continue;
    const includesFormats = hasFormats && subject.resources.isEnough(field.breadth);
    const reference = toFieldReference(name);
    const oldSchema = Object.hasOwn(known, reference) ? known[reference] : undefined;
    // An id is a string, as the interface description says.
    const isWrong = name === 'id' && (values.types.join() !== 'string' || values.hasNull);
    if (oldSchema === undefined && (schema !== undefined || isWrong)) continue;
    const newSchema = schemaOf(values, includesFormats, oldSchema);
    if (oldSchema !== undefined && isSameJson(oldSchema, newSchema)) continue;
    properties[reference] = newSchema;
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
  const { value: properties, bases } = furtherFields(subject, stats, { base: oldProperties, hasFormats: isLikely });
  const fields = [...stats.fields.values()];
  const isGiven = ({ name }: FieldStats): boolean => Object.hasOwn(properties, toFieldReference(name));
  const nulls = fields.filter((field) => field.schema !== undefined && !isGiven(field) && canBecomeNullable(field));
  const requiredByContract = subject.schemas[stats.name]?.required ?? [];
  const isOpen = (field: FieldStats): boolean =>
    !requiredByContract.includes(field.name) && (field.schema !== undefined || isGiven(field));
  const commonFields = fields.filter((field) => isLikely && isAlwaysPresent(subject, stats, field) && isOpen(field));
  const { required: oldRequired, nullable: oldNullable, properties: _, ...others } = before;
  const oldNames = textsIn(oldRequired);
  const refutedFields = fields.filter(({ name, present }) => oldNames.includes(name) && present < stats.count);
  const namesOf = (allStats: readonly FieldStats[]): string[] => allStats.map(({ name }) => name);
  const nullableNames = mergeLists(textsIn(oldNullable), namesOf(nulls));
  const allRequired = mergeLists(oldNames, namesOf(commonFields));
  const required = allRequired.filter((name) => !namesOf(refutedFields).includes(name));
  const value: JsonObject = {
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    ...(nullableNames.length > 0 && { nullable: nullableNames }),
    ...others,
  };
  bases.push(...nulls.map((field) => field.nulls), ...commonFields.map((field) => field.basis));
  if (refutedFields.length > 0) bases.push(stats.basis);
  return { value, bases };
}
