import { isObject, isSameJson, type JsonObject } from '../../../contract/json.js';
import type { Schema } from '../../../contract/schema.js';
import { ClaimGrounds, type Claims } from '../proposals.js';
import type { QuestionSubject, QuestionWatch, ResponseView, Sentences } from '../rule.js';
import { schemaOf, ValueStats } from '../value-stats.js';
import { countText, FieldTally, tallyText } from '../words.js';

/** Maximum number of bodies to look at. Further bodies show nothing new. */
const maxBodies = 5000;

class ErrorBodies {
  readonly fields = new FieldTally();
  /** Number of bodies that are not objects. */
  others = 0;
  readonly shape = new ValueStats({ isBody: true });
  readonly objectGrounds = new ClaimGrounds();
  readonly nonObjectShape = new ValueStats({ isBody: true });
  readonly nonObjectGrounds = new ClaimGrounds();
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
    claims: () => findClaims(bodies, subject),
  };
}

function keep(bodies: ErrorBodies, { operation: { id }, status, value, requestBody }: ResponseView): void {
  const { shape, objectGrounds, nonObjectShape, nonObjectGrounds } = bodies;
  if (objectGrounds.responses + nonObjectGrounds.responses >= maxBodies) return;
  const [grounds, values] = isObject(value) ? [objectGrounds, shape] : [nonObjectGrounds, nonObjectShape];
  grounds.add(id, '', value);
  values.see(value, { operationId: id, status, sentNames: new Set(Object.keys(requestBody ?? {})) });
}

function sentences({ fields, others }: ErrorBodies): Sentences {
  const partialFields = fields.sometimes();
  const partialText = partialFields.length > 0 ? `, some have ${tallyText(partialFields)}` : '';
  return [
    fields.count > 0 &&
      `The bodies of ${countText(fields.count, 'refusal')} are JSON objects; all of them have ` +
        `${fields.commonText()}${partialText}.`,
    others > 0 && `The bodies of ${countText(others, 'refusal')} are not JSON objects.`,
  ];
}

function findClaims(bodies: ErrorBodies, { resolve, answered }: QuestionSubject): Claims {
  const { shape, objectGrounds, nonObjectShape, nonObjectGrounds } = bodies;
  if (!objectGrounds.isSeen) return {};
  const support = objectGrounds.toSupport('A refusal whose body has another form.');
  const claim = { value: schemaOf(shape, false), support };
  if (nonObjectGrounds.isSeen) {
    const nonObjectSupport = nonObjectGrounds.toSupport('A refusal with a JSON object.');
    return { readings: [claim, { value: schemaOf(nonObjectShape, false), support: nonObjectSupport }] };
  }
  if (claim.value['properties'] === undefined) return {};
  const errorSchema = resolve({ $ref: '#/components/schemas/ApiError' });
  const completeClaim = { value: schemaOf(shape, true), support };
  // If the bodies contradict the existing answer, the check proposes one that says less.
  const isContradicted = answered !== undefined && shape.contradicts(resolve, errorSchema);
  const isNew = ({ value }: typeof claim): boolean => isContradicted || !coversSchema(resolve, errorSchema, value);
  if (!objectGrounds.isEnough && !isContradicted) return { readings: isNew(claim) ? [claim] : [] };
  return {
    shown: isNew(claim) ? claim : undefined,
    likely: isNew(completeClaim) && !isSameJson(claim.value, completeClaim.value) ? completeClaim : undefined,
  };
}

/** Whether a schema of the contract says everything that a schema of the observed values says. */
function coversSchema(resolve: (schema: Schema) => Schema, baseSchema: Schema, observedSchema: JsonObject): boolean {
  const schema = resolve(baseSchema);
  const { type, format, required = [], properties = {}, items } = observedSchema as JsonObject & Schema;
  const types = [schema.type ?? []].flat();
  const allowsType = (text: string): boolean =>
    types.includes(text) || (text === 'integer' && types.includes('number'));
  const hasValues = schema.const !== undefined || schema.enum !== undefined;
  if (!hasValues && types.length > 0 && ![type ?? []].flat().every(allowsType)) return false;
  return (
    (format === undefined || schema.format === format) &&
    required.every((name) => schema.required?.includes(name)) &&
    Object.entries(properties).every(([name, innerSchema]) => {
      const property = schema.properties?.[name];
      return property !== undefined && coversSchema(resolve, property, innerSchema as JsonObject);
    }) &&
    (!items || (schema.items !== undefined && coversSchema(resolve, schema.items, items as JsonObject)))
  );
}
