import { isObject, isSameJson, type JsonObject } from '../../../contract/json.js';
import type { Schema } from '../../../contract/schema.js';
import { ClaimGrounds, type Claims } from '../proposals.js';
import type { QuestionSubject, QuestionWatch, ResponseView, Sentences } from '../rule.js';
import { schemaOf, ValueStats } from '../value-stats.js';
import { countText, FieldTally, listText, tallyText } from '../words.js';

/** Maximum number of bodies to look at: after so many, another one shows nothing new. */
const maxBodies = 5000;

class ErrorBodies {
  readonly fields = new FieldTally();
  /** Bodies that are not objects. */
  others = 0;
  readonly shape = new ValueStats({ isBody: true });
  readonly rests = new ClaimGrounds();
  readonly otherShape = new ValueStats({ isBody: true });
  readonly otherRests = new ClaimGrounds();
}

export function errorsBody(subject: QuestionSubject): QuestionWatch {
  const bodies = new ErrorBodies();
  return {
    see(view) {
      const { status, response, value } = view;
      if (status < 400 || response.bytes.length === 0) return false;
      if (isObject(value)) bodies.fields.see(value);
      else bodies.others += 1;
      if (value !== undefined && status < 500) keep(bodies, view);
      return true;
    },
    sentences: () => sentences(bodies),
    claims: () => claims(bodies, subject),
  };
}

function keep(
  { shape, rests, otherShape, otherRests }: ErrorBodies,
  { operation, status, value, requestBody }: ResponseView,
): void {
  if (rests.responses + otherRests.responses >= maxBodies) return;
  const [grounds, values] = isObject(value) ? [rests, shape] : [otherRests, otherShape];
  grounds.add(operation.id, '', value);
  values.see(value, { operationId: operation.id, status, sent: new Set(Object.keys(requestBody ?? {})) });
}

function sentences({ fields, others }: ErrorBodies): Sentences {
  const always = fields.always();
  const some = fields.sometimes();
  const common = always.length > 0 ? listText(always) : 'no field in common';
  const partly = some.length > 0 ? `, some have ${tallyText(some)}` : '';
  return [
    fields.count > 0 &&
      `The bodies of ${countText(fields.count, 'refusal')} are JSON objects; all of them have ${common}${partly}.`,
    others > 0 && `The bodies of ${countText(others, 'refusal')} are not JSON objects.`,
  ];
}

function claims(bodies: ErrorBodies, { resolve, answered }: QuestionSubject): Claims {
  const { shape, otherShape, otherRests } = bodies;
  const rests = bodies.rests.rests('A refusal whose body has another form.');
  const claim = { value: schemaOf(shape, false), rests };
  if (!bodies.rests.isSeen) return {};
  if (otherRests.isSeen) {
    const other = { value: schemaOf(otherShape, false), rests: otherRests.rests('A refusal with a JSON object.') };
    return { readings: [claim, other] };
  }
  if (claim.value['properties'] === undefined) return {};
  const errorSchema = resolve({ $ref: '#/components/schemas/ApiError' });
  const complete = { value: schemaOf(shape, true), rests };
  // If the bodies contradict the existing answer, an answer that says less is proposed.
  const isTooMuch = answered !== undefined && shape.contradicts(resolve, errorSchema);
  const isNews = ({ value }: typeof claim): boolean => isTooMuch || !says(resolve, errorSchema, value);
  if (!bodies.rests.isEnough && !isTooMuch) return { readings: isNews(claim) ? [claim] : [] };
  return {
    shown: isNews(claim) ? claim : undefined,
    likely: isNews(complete) && !isSameJson(claim.value, complete.value) ? complete : undefined,
  };
}

/** Whether a schema of the contract says everything that a schema of the observed values says. */
function says(resolve: (schema: Schema) => Schema, baseSchema: Schema, other: JsonObject): boolean {
  const schema = resolve(baseSchema);
  const { type, format, required = [], properties = {}, items } = other as JsonObject & Schema;
  const types = [schema.type ?? []].flat();
  const isTyped = [type ?? []]
    .flat()
    .every((each) => types.includes(each) || (each === 'integer' && types.includes('number')));
  if (schema.const === undefined && schema.enum === undefined && types.length > 0 && !isTyped) return false;
  return (
    (format === undefined || schema.format === format) &&
    required.every((name) => schema.required?.includes(name)) &&
    Object.entries(properties).every(([name, below]) => {
      const property = schema.properties?.[name];
      return property !== undefined && says(resolve, property, below as JsonObject);
    }) &&
    (!items || (schema.items !== undefined && says(resolve, schema.items, items as JsonObject)))
  );
}
