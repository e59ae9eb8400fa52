import { isObject, type JsonObject, sameJson } from '../../../contract/json.js';
import { schemaResolver } from '../../../contract/references.js';
import type { Schema } from '../../../contract/schema.js';
import { headerOf } from '../../model/exchange.js';
import type { Proposal } from '../../model/proposal.js';
import { Grounds } from '../proposals.js';
import type { Rule, Sight, Subject } from '../rule.js';
import { schemaOf, ValuesSeen } from '../values-seen.js';
import { count, Fields, list, Tally, tallied, withoutFalse } from '../words.js';

const question = 'errors.body';

/** The most bodies that are looked at: after so many, another one says nothing new. */
const most = 5000;

/** The bodies of refusals. */
interface Bodies {
  shape: ValuesSeen;
  objects: Grounds;
  /** Of bodies that are not objects. */
  otherShape: ValuesSeen;
  others: Grounds;
}

/** What the body of a refusal looks like. */
export const errorsBody: Rule = {
  unknown: question,
  watch(subject) {
    const types = new Tally();
    const fields = new Fields();
    let others = 0;
    const bodies: Bodies = {
      shape: new ValuesSeen(),
      objects: new Grounds(),
      otherShape: new ValuesSeen(),
      others: new Grounds(),
    };
    return {
      see(sight) {
        const { status, response, value } = sight;
        if (status < 400 || response.bytes.length === 0) return false;
        types.add(mediaTypeOf(headerOf(response, 'content-type')));
        if (isObject(value)) fields.see(value);
        else others += 1;
        if (value !== undefined && status < 500) keep(bodies, sight);
        return true;
      },
      sentences: () => sentences(types, fields, others),
      proposals: () => proposals(bodies, subject),
    };
  },
};

/** A media type without parameters (RFC 9110 §8.3.1). */
const mediaType = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/;

/** The type without its parameters. Any other text stays whole: half a secret would not be recognised as one. */
function mediaTypeOf(header: string | undefined): string {
  if (!header) return 'no Content-Type';
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim());
  const isWellFormed = mediaType.test(type) && parameters.every((part) => part === '' || /^[\w-]+=\S+$/.test(part));
  return isWellFormed ? type.toLowerCase() : header;
}

function keep({ shape, objects, otherShape, others }: Bodies, sight: Sight): void {
  const { operation, status, value } = sight;
  const source = { operationId: operation.id, status, sent: new Set(Object.keys(sight.sent ?? {})) };
  if (objects.responses + others.responses >= most) return;
  if (!isObject(value)) {
    others.add(operation.id, '', value);
    otherShape.see(value, source);
    return;
  }
  objects.add(operation.id, '', value);
  shape.see(value, source);
}

function sentences(types: Tally, fields: Fields, others: number): string[] {
  const always = fields.always();
  const some = fields.sometimes();
  const common = always.length > 0 ? list(always) : 'no field in common';
  const partly = some.length > 0 ? `, some have ${tallied(some)}` : '';
  return withoutFalse(
    fields.count > 0 &&
      `The bodies of ${count(fields.count, 'refusal')} are JSON objects; all of them have ${common}${partly}.`,
    others > 0 && `The bodies of ${count(others, 'refusal')} are not JSON objects.`,
    types.total > 0 && `Media types of refusals: ${tallied(types.entries())}.`,
  );
}

function proposals({ shape, objects, otherShape, others }: Bodies, subject: Subject): Proposal[] {
  const { document, answered } = subject;
  const rests = objects.rests('A refusal whose body has another form.');
  const found = schemaOf(shape, false);
  if (objects.responses > 0 && others.responses > 0) {
    const other = {
      answer: { value: schemaOf(otherShape, false) },
      rests: others.rests('A refusal with a JSON object.'),
    };
    return [{ question, certainty: 'conflicting', readings: [{ answer: { value: found }, rests }, other] }];
  }
  if (objects.responses === 0 || found['properties'] === undefined) return [];
  const resolve = schemaResolver(document);
  const known = resolve({ $ref: '#/components/schemas/ApiError' });
  const complete = schemaOf(shape, true);
  // An answer that says too much is proposed again with less.
  const isTooMuch = answered !== undefined && shape.contradicts(resolve, known);
  const [isNews, isMore] = [found, complete].map((schema) => isTooMuch || !says(resolve, known, schema));
  return [
    ...(isNews ? [{ question, certainty: 'shown' as const, answer: { value: found }, rests }] : []),
    ...(isMore && !sameJson(found, complete)
      ? [{ question, certainty: 'likely' as const, answer: { value: complete }, rests }]
      : []),
  ];
}

/** Whether a schema of the contract says all that a schema of what was seen says. */
function says(resolve: (schema: Schema) => Schema, known: Schema, seen: JsonObject): boolean {
  const schema = resolve(known);
  const { type, format, required = [], properties = {}, items } = seen as JsonObject & Schema;
  const types = [schema.type ?? []].flat();
  const isTyped = [type ?? []]
    .flat()
    .every((each) => types.includes(each) || (each === 'integer' && types.includes('number')));
  if (schema.const === undefined && schema.enum === undefined && types.length > 0 && !isTyped) return false;
  return (
    (format === undefined || schema.format === format) &&
    required.every((name) => schema.required?.includes(name)) &&
    Object.entries(properties).every(([name, below]) => {
      const own = schema.properties?.[name];
      return own !== undefined && says(resolve, own, below as JsonObject);
    }) &&
    (!items || (schema.items !== undefined && says(resolve, schema.items, items as JsonObject)))
  );
}
