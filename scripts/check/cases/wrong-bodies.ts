import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import { isJson } from '../../contract/json-success.js';
import { escapeToken } from '../../contract/pointer.js';
import type { TestCase } from '../model/case.js';
import { encodeBody } from '../model/contract/body-encoding.js';
import { type CheckedOperation, isSameMedia } from '../model/contract/operations.js';
import { type CaseParts, type Parameters, refusalCaseOf } from '../model/request.js';
import { bodyProperties, sampleBody } from '../values/sample.js';
import { wrongValues } from '../values/wrong.js';
import { withAcceptedValues } from './body-values.js';
import { type CaseSource, valueContext } from './source.js';

/**
 * Returns requests with bodies that no server can parse, or that no server has to accept.
 *
 * @param validBody a valid body, if the resource exists; undefined if it does not exist, since the server may report
 * that first
 */
export function brokenBodyCases(operation: CheckedOperation, parameters: Parameters, validBody?: Json): TestCase[] {
  const { body } = operation;
  if (!body) return [];
  const { media, acceptedTypes = [media] } = body;
  const cases: TestCase[] = [];
  const addCase = (parts: Omit<CaseParts, 'expect' | 'parameters'>): void =>
    void cases.push(refusalCaseOf(operation, { parameters, ...parts }));
  // If the resource does not exist, the server may report that before any fault of the body.
  const resourceExists = validBody !== undefined;
  const mediaStatuses = listedStatuses(operation, 415);
  // If the operation accepts any media type, any bytes may be valid.
  if (isJson(media) && !acceptedTypes.includes('*/*')) {
    const about = 'with a body that is not valid JSON';
    const refusedWith = resourceExists && { refusedWith: listedStatuses(operation, 400) };
    addCase({ kind: 'malformed-json', about, rawBody: { text: '{"title": "check', media }, ...refusedWith });
  }
  const wrongMedia = rareMediaTypes.find((other) => !acceptedTypes.some((each) => isSameMedia(each, other)));
  if (wrongMedia !== undefined) {
    // A server that ignores the media type accepts a valid body. That is a fault only if the contract lists a 415.
    const sendsValidBody = resourceExists && mediaStatuses.length > 0 && isJson(media);
    addCase({
      kind: 'wrong-media-type',
      about: 'with a body of another media type',
      rawBody: { text: (sendsValidBody && encodeBody(validBody, media, body)) || 'title=check', media: wrongMedia },
      ...(resourceExists && { refusedWith: mediaStatuses }),
    });
  }
  if (/^multipart\//i.test(media)) {
    // Without a boundary in the media type, a server cannot find the parts (RFC 2046 §5.1.1).
    const text = '--check\r\nContent-Disposition: form-data; name="check"\r\n\r\n1\r\n--check--\r\n';
    const description = 'with a multipart body, but no boundary in Content-Type';
    addCase({ kind: 'wrong-media-type', detail: 'boundary', about: description, rawBody: { text, media } });
  }
  if (body.required && !body.mayBeEmpty) {
    const headers = { 'content-type': media };
    addCase({ kind: 'missing-part', detail: 'body', about: 'without its body', headers });
  }
  return cases;
}

/** Media types that few operations accept. The sent text is valid in each of them. */
const rareMediaTypes = ['application/x-www-form-urlencoded', 'text/plain', 'application/x-check'];

/** Returns an array with the status if the contract lists it for the operation by its number; else an empty array. */
function listedStatuses({ responses }: CheckedOperation, status: number): number[] {
  return responses.some((response) => response.status === String(status)) ? [status] : [];
}

/** Returns bodies in which one property has a value that its schema forbids, or one required property is missing. */
export function wrongBodyCases(source: CaseSource, operation: CheckedOperation, parameters: Parameters): TestCase[] {
  const { body } = operation;
  // In a form, every value is a string, so no value has a wrong type.
  if (!body || !isJson(body.media)) return [];
  const context = valueContext(source, operation, parameters, 'wrong');
  const schema = source.contract.requests.schemaOf(body.schema);
  const properties = bodyProperties(schema, context);
  const requiredNames = properties.filter(({ required }) => required).map(({ name }) => name);
  // Each body has its own values, since some must be unique.
  const sampleOtherFields = (part: string): unknown => {
    if (requiredNames.length === 0) return {};
    const sample = sampleBody(schema, { ...context, salt: `${context.salt} with ${part}` }, requiredNames);
    return isObject(sample) ? withAcceptedValues(source, operation, sample as JsonObject) : sample;
  };
  return properties.flatMap(({ name, schema: property, required }) => {
    const field = `/${escapeToken(name)}`;
    const values = wrongValues(property, name, { ...context, salt: `${context.salt} ${name}` });
    const wrongCases = values.flatMap(({ kind, about, pointer: innerPointer, value }) => {
      const pointer = field + innerPointer;
      const rest = sampleOtherFields(`${pointer} ${about}`);
      // If the rest of the body were invalid, the reason for a refusal would be unclear.
      if (!isObject(rest)) return [];
      const body = { ...rest, [name]: value };
      if (source.contract.judge.request(operation, body).length === 0) return [];
      const parts = { kind, detail: pointer.slice(1), about: `with ${JSON.stringify(name)} wrong: ${about}` };
      return [refusalCaseOf(operation, { ...parts, pointer, parameters, body })];
    });
    const rest = required && sampleOtherFields(`no ${name}`);
    if (!isObject(rest)) return wrongCases;
    const { [name]: _, ...body } = rest;
    const parts = { detail: name, pointer: field, about: `without ${JSON.stringify(name)}`, parameters, body };
    return [...wrongCases, refusalCaseOf(operation, { kind: 'missing-part', ...parts })];
  });
}
