import { isObject, type JsonObject, sameJson } from '../../../contract/json.js';
import type { Schema } from '../../../contract/schema.js';
import { headerOf } from '../../model/exchange.js';
import { type Claims, Grounds } from '../proposals.js';
import type { Sentences, Sight, Subject, Watch } from '../rule.js';
import { schemaOf, ValuesSeen } from '../values-seen.js';
import { count, Fields, list, Tally, tallied } from '../words.js';

/** The most bodies that are looked at: after so many, another one says nothing new. */
const most = 5000;

/** The bodies of refusals. */
class Bodies {
  readonly types = new Tally();
  readonly fields = new Fields();
  /** Bodies that are not objects. */
  others = 0;
  readonly shape = new ValuesSeen();
  readonly rests = new Grounds();
  /** The same of bodies that are not objects. */
  readonly otherShape = new ValuesSeen();
  readonly otherRests = new Grounds();
}

/** What the body of a refusal looks like. */
export function errorsBody(subject: Subject): Watch {
  const bodies = new Bodies();
  return {
    see(sight) {
      const { status, response, value } = sight;
      if (status < 400 || response.bytes.length === 0) return false;
      bodies.types.add(mediaTypeOf(headerOf(response, 'content-type')));
      if (isObject(value)) bodies.fields.see(value);
      else bodies.others += 1;
      if (value !== undefined && status < 500) keep(bodies, sight);
      return true;
    },
    sentences: () => sentences(bodies),
    claims: () => claims(bodies, subject),
  };
}

/** A media type without parameters (RFC 9110 §8.3.1). */
const mediaType = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/;

/** The type without its parameters. Any other text stays whole: half a secret would not be recognised as one. */
function mediaTypeOf(header: string | undefined): string {
  if (!header) return 'no Content-Type';
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim());
  const isWellFormed = mediaType.test(type) && parameters.every((part) => part === '' || /^[\w-]+=\S+$/.test(part));
  return isWellFormed ? type.toLowerCase() : header;
}

function keep({ shape, rests, otherShape, otherRests }: Bodies, { operation, status, value, sent }: Sight): void {
  if (rests.responses + otherRests.responses >= most) return;
  const [grounds, values] = isObject(value) ? [rests, shape] : [otherRests, otherShape];
  grounds.add(operation.id, '', value);
  values.see(value, { operationId: operation.id, status, sent: new Set(Object.keys(sent ?? {})) });
}

function sentences({ types, fields, others }: Bodies): Sentences {
  const always = fields.always();
  const some = fields.sometimes();
  const common = always.length > 0 ? list(always) : 'no field in common';
  const partly = some.length > 0 ? `, some have ${tallied(some)}` : '';
  return [
    fields.count > 0 &&
      `The bodies of ${count(fields.count, 'refusal')} are JSON objects; all of them have ${common}${partly}.`,
    others > 0 && `The bodies of ${count(others, 'refusal')} are not JSON objects.`,
    types.total > 0 && `Media types of refusals: ${tallied(types.entries())}.`,
  ];
}

function claims(bodies: Bodies, { resolve, answered }: Subject): Claims {
  const { shape, otherShape, otherRests } = bodies;
  const rests = bodies.rests.rests('A refusal whose body has another form.');
  const found = { value: schemaOf(shape, false), rests };
  if (!bodies.rests.isSeen) return {};
  if (otherRests.isSeen) {
    const other = { value: schemaOf(otherShape, false), rests: otherRests.rests('A refusal with a JSON object.') };
    return { readings: [found, other] };
  }
  if (found.value['properties'] === undefined) return {};
  const known = resolve({ $ref: '#/components/schemas/ApiError' });
  const complete = { value: schemaOf(shape, true), rests };
  // An answer that says too much is proposed again with less.
  const isTooMuch = answered !== undefined && shape.contradicts(resolve, known);
  const isNews = ({ value }: typeof found): boolean => isTooMuch || !says(resolve, known, value);
  return {
    shown: isNews(found) ? found : undefined,
    likely: isNews(complete) && !sameJson(found.value, complete.value) ? complete : undefined,
  };
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
