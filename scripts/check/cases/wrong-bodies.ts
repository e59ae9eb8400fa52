import { isObject, type Json } from '../../contract/json.js';
import { isJson } from '../../contract/json-success.js';
import { escapeToken } from '../../contract/pointer.js';
import type { TestCase } from '../model/case.js';
import { type CheckedOperation, isSameMedia } from '../model/contract/operations.js';
import { caseOf, type Parameters } from '../model/request.js';
import { bodyProperties, sampleBody } from '../values/sample.js';
import { wrongValues } from '../values/wrong.js';
import { type CaseSource, valuesFor } from './source.js';

/**
 * Bodies that no server can parse, or has to.
 *
 * @param plain a valid body, if the resource exists; undefined if the server may respond to its absence first
 */
export function brokenBodyCases(operation: CheckedOperation, parameters: Parameters, plain?: Json): TestCase[] {
  const { body } = operation;
  if (!body) return [];
  const exists = plain !== undefined;
  const stated = statedFor(operation, 400);
  const unsupported = statedFor(operation, 415);
  const wrong = otherMedia.find(
    (media) => !(body.accepted ?? [body.media]).some((accepted) => isSameMedia(accepted, media)),
  );
  // Where any media type is accepted, any bytes may be meant.
  const isAnything = body.accepted?.includes('*/*') === true;
  const cases = [
    ...(isJson(body.media) && !isAnything ? [malformed()] : []),
    ...(wrong === undefined ? [] : [unreadable(wrong)]),
  ];
  if (/^multipart\//i.test(body.media)) cases.push(withoutBoundary(body.media));
  if (body.required && !body.mayBeEmpty) {
    cases.push(
      caseOf(operation, {
        kind: 'missing-part',
        detail: 'body',
        about: 'without its body',
        expect: 'refusal',
        parameters,
        headers: { 'content-type': body.media },
      }),
    );
  }
  return cases;

  function malformed(): TestCase {
    return caseOf(operation, {
      kind: 'malformed-json',
      about: 'with a body that is not valid JSON',
      expect: 'refusal',
      parameters,
      raw: { text: '{"title": "check', media: body?.media ?? '' },
      // If the resource does not exist, the server may respond to that first.
      ...(exists && { refusedWith: stated }),
    });
  }

  /** Nobody can tell where its parts begin (RFC 2046 §5.1.1). */
  function withoutBoundary(media: string): TestCase {
    return caseOf(operation, {
      kind: 'wrong-media-type',
      detail: 'boundary',
      about: 'with parts whose boundary it does not say',
      expect: 'refusal',
      parameters,
      raw: { text: '--check\r\nContent-Disposition: form-data; name="check"\r\n\r\n1\r\n--check--\r\n', media },
    });
  }

  function unreadable(media: string): TestCase {
    // A server that ignores the media type takes a valid body, and only where the contract lists a 415 is that wrong.
    const isTaken = exists && unsupported.length > 0 && isJson(body?.media ?? '');
    return caseOf(operation, {
      kind: 'wrong-media-type',
      about: 'with a body of another media type',
      expect: 'refusal',
      parameters,
      raw: { text: isTaken ? JSON.stringify(plain) : 'title=check', media },
      ...(exists && { refusedWith: unsupported }),
    });
  }
}

/** Media types that few operations accept, with a text that could be of any of them. */
const otherMedia = ['application/x-www-form-urlencoded', 'text/plain', 'application/x-check'];

/** The check requires a status only if the contract lists it for the operation by number. */
function statedFor({ responses }: CheckedOperation, status: number): number[] {
  return responses.some((response) => response.status === String(status)) ? [status] : [];
}

/** Each property of a body in turn with a value that its schema forbids, and each required property missing. */
export function wrongBodyCases(source: CaseSource, operation: CheckedOperation, parameters: Parameters): TestCase[] {
  const { body } = operation;
  // In a form every value is text.
  if (!body || !isJson(body.media)) return [];
  const values = valuesFor(source, operation, parameters, 'wrong');
  const properties = bodyProperties(body.schema, values);
  const needed = properties.filter(({ required }) => required).map(({ name }) => name);
  // Each with values of its own, since some must be unique.
  const restFor = (part: string): unknown =>
    needed.length > 0 ? sampleBody(body.schema, { ...values, salt: `${values.salt} with ${part}` }, needed) : {};
  const cases: TestCase[] = [];
  for (const { name, schema, required } of properties) {
    for (const wrong of wrongValues(schema, name, { ...values, salt: `${values.salt} ${name}` })) {
      const pointer = `/${escapeToken(name)}${wrong.pointer}`;
      const rest = restFor(`${pointer} ${wrong.about}`);
      // Without an otherwise valid body, the reason for a refusal would be unclear.
      if (!isObject(rest)) continue;
      const sent = { ...rest, [name]: wrong.value };
      if (source.contract.judge.request(operation, sent).length === 0) continue;
      cases.push(
        caseOf(operation, {
          kind: wrong.kind,
          detail: pointer.slice(1),
          about: `with ${JSON.stringify(name)} wrong: ${wrong.about}`,
          expect: 'refusal',
          parameters,
          body: sent,
          pointer,
        }),
      );
    }
    const whole = required ? restFor(`no ${name}`) : undefined;
    if (isObject(whole)) {
      const { [name]: _, ...others } = whole;
      cases.push(
        caseOf(operation, {
          kind: 'missing-part',
          detail: name,
          about: `without ${JSON.stringify(name)}`,
          expect: 'refusal',
          parameters,
          body: others,
          pointer: `/${name}`,
        }),
      );
    }
  }
  return cases;
}
