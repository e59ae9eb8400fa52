import { isObject, type Json } from '../../contract/json.js';
import { isPageParameter } from '../../contract/paging/list-parameters.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import { credentialOf, keyPrefixOf, type Security } from '../../contract/security.js';
import type { CaseKind, TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { creationReasonOf } from '../model/operation-words.js';
import { type CaseParts, caseOf, type Parameters, refusalCaseOf } from '../model/request.js';
import { roundingOf, sampleBody } from '../values/sample.js';
import { mergeObjects } from './body-values.js';
import { representsGroup } from './distribution.js';
import {
  type CaseSource,
  createUnknownId,
  findInvalidId,
  notFoundStatuses,
  parameterOf,
  prefixEndingWith,
  valueContext,
} from './source.js';

/** Returns a valid body for a request that tests something else. */
export function plainBody(source: CaseSource, operation: CheckedOperation, parameters: Parameters): Json | undefined {
  if (!operation.body) return undefined;
  const values = valueContext(source, operation, parameters, 'plain');
  const { schema, examples, givenFields = {} } = operation.body;
  const sample = sampleBody(source.contract.requests.schemaOf(schema), values);
  const body = (sample ?? examples[0]?.value ?? {}) as Json;
  return withoutOwnId(source, operation, isObject(body) ? mergeObjects(body, givenFields) : body);
}

/** Removes the id from a body. The path already contains it, and a different id in the body would be a second fault. */
export function withoutOwnId(source: CaseSource, operation: CheckedOperation, body: Json): Json {
  const resource = source.contract.resources.find(
    ({ update, replace }) => update === operation || replace === operation,
  );
  if (!resource || !isObject(body)) return body;
  const { [resource.idField]: _, ...rest } = body;
  return rest;
}

/** Returns requests without the right key. The server must refuse each of them. */
export function keyCases(
  source: CaseSource,
  operation: CheckedOperation,
  parameters: Parameters,
  body = plainBody(source, operation, parameters),
): TestCase[] {
  const { kind, refusal } = operation.security;
  if (kind === 'none' || operation.isKeyOptional) return [];
  const parts = { parameters, body };
  const listedStatuses = keyRefusalStatuses(operation);
  const [missing, wrongNumbers] = refusal ? [[refusal.missing], [refusal.wrong]] : [listedStatuses, listedStatuses];
  // A server may treat an empty key as missing or as wrong.
  const emptyKeyStatuses = refusal && { refusedWith: [...new Set([refusal.missing, refusal.wrong])] };
  const emptyKeyParts = { ...parts, ...emptyKeyStatuses, about: 'with an empty key', key: 'empty' } as const;
  const wrongKeyParts = { ...parts, refusedWith: wrongNumbers };
  return [
    refusalCaseOf(operation, { ...parts, refusedWith: missing, kind: 'no-key', about: 'without a key', key: 'none' }),
    // A server may refuse an empty key as a malformed header, with a 400 (RFC 6750 §3.1).
    ...(representsGroup(source.contract, operation)
      ? [refusalCaseOf(operation, { ...emptyKeyParts, kind: 'empty-key' })]
      : []),
    refusalCaseOf(operation, { ...wrongKeyParts, kind: 'wrong-key', about: 'with a wrong key', key: 'wrong' }),
    ...otherKeyCases(source, operation, wrongKeyParts),
  ];
}

const wrongKey = 'check-wrong-key';

/** Returns a request for each other way to send a key; each contains only a wrong key, sent in that way. */
function otherKeyCases(
  { contract }: CaseSource,
  operation: CheckedOperation,
  parts: Pick<CaseParts, 'parameters' | 'body' | 'refusedWith'>,
): TestCase[] {
  if (!representsGroup(contract, operation)) return [];
  return (operation.otherSecurities ?? []).map((security) => {
    const [place, headers] = wrongCredentials(security);
    const query = security.kind === 'query' ? { [security.name]: wrongKey } : undefined;
    const about = `with a wrong key in ${place} alone`;
    return refusalCaseOf(operation, { ...parts, kind: 'wrong-key', detail: place, about, key: 'none', headers, query });
  });
}

/** Returns the name of the place of a key, and the headers with a wrong key there. */
function wrongCredentials(security: Security): [place: string, headers: Record<string, string>] {
  if (security.kind === 'basic') return ['Basic', { authorization: `Basic ${btoa(`check:${wrongKey}`)}` }];
  if (security.kind === 'bearer') return ['Bearer', { authorization: `Bearer ${wrongKey}` }];
  if (security.kind === 'query') return [`the query parameter ${security.name}`, {}];
  if (security.kind === 'cookie') return [`the cookie ${security.name}`, { cookie: `${security.name}=${wrongKey}` }];
  if (security.kind === 'none') return ['no place', {}];
  const value = credentialOf(keyPrefixOf(security), wrongKey);
  return [`the header ${security.name}`, { [security.name.toLowerCase()]: value }];
}

/** Returns a HEAD request without a key, which a server must refuse as it refuses GET (RFC 9110 §9.3.2). */
export function keylessHeadCases(source: CaseSource, operation: CheckedOperation, parameters: Parameters): TestCase[] {
  const { security, isKeyOptional } = operation;
  if (security.kind === 'none' || isKeyOptional || !representsGroup(source.contract, operation)) return [];
  const about = 'by HEAD without a key';
  return [refusalCaseOf(operation, { kind: 'no-key', detail: 'head', about, parameters, key: 'none', method: 'HEAD' })];
}

/**
 * Returns the statuses that a document without provenance lists for requests without the right key; an empty array,
 * which means any 4xx, if it lists none. A server may use 404 to hide a resource (RFC 9110 §15.5.4).
 */
function keyRefusalStatuses({ responses, hasProvenance }: CheckedOperation): number[] {
  if (hasProvenance !== false) return [];
  const statuses = responses.map(({ status }) => Number(status)).filter((status) => [401, 403, 404].includes(status));
  return statuses.some((status) => status !== 404) ? statuses : [];
}

/** Returns a request with another auth scheme before the key, or with no scheme. The server may refuse or accept it. */
export function schemePrefixCase(operation: CheckedOperation, parameters: Parameters): TestCase | undefined {
  const { kind } = operation.security;
  const hasScheme = keyPrefixOf(operation.security) !== '';
  if (kind !== 'bearer' && !(kind === 'header' && operation.security.name.toLowerCase() === 'authorization'))
    return undefined;
  return caseOf(operation, {
    kind: 'scheme-prefix',
    about: hasScheme ? 'without the scheme in front of the key' : 'with another scheme in front of the key',
    expect: 'any',
    parameters,
    key: 'prefixed',
  });
}

interface IdCasesOptions {
  /** Path parameters to replace; by default all. */
  names?: readonly string[];
  body?: Json | undefined;
}

/**
 * Returns requests in which each id of the path, in turn, is unknown, or is a string that is not a valid id.
 *
 * @param otherParameters values of the parameters that are not replaced: those of an existing resource, or unknown ids
 * if the request must not change anything
 */
export function idCases(
  source: CaseSource,
  operation: CheckedOperation,
  otherParameters: Parameters,
  { names = operation.pathParameters, body = plainBody(source, operation, otherParameters) }: IdCasesOptions = {},
): TestCase[] {
  // A server may refuse an invalid body before it looks for the resource, so any 4xx is then right.
  const isBodyValid = body === undefined || source.contract.judge.request(operation, body).length === 0;
  const statuses = isBodyValid ? notFoundStatuses(operation) : [];
  return [...names].reverse().flatMap((name) => {
    // A parameter with a `const` has no other valid value.
    if (source.contract.resolve(parameterOf(operation, name)?.schema ?? {}).const !== undefined) return [];
    const isLast = name === operation.pathParameters.at(-1);
    // A PUT may create a resource at its path, so it could copy a resource of another parent to this path.
    const isUpsert = source.contract.resources.some(({ upsert }) => upsert === operation);
    const mayCreateAtPath =
      operation.method === 'put' && (isUpsert || !operation.body || creationReasonOf(operation) !== undefined);
    const [otherParent] =
      isLast || mayCreateAtPath ? [] : source.others(prefixEndingWith(operation.path, name), otherParameters);
    const missingId =
      otherParent && hasParentRead(source, operation, name) ? undefined : createUnknownId(source, operation, name);
    // Servers usually read all ids of a path in the same way, so it is enough to test the last one.
    const wrongId = isLast ? findInvalidId(source, operation, name) : undefined;
    const idCase = (kind: CaseKind, about: string, ids: Parameters, options: Partial<CaseParts> = {}): TestCase => {
      const parameters = { ...otherParameters, ...ids };
      return refusalCaseOf(operation, { kind, about, detail: name, body, ...options, parameters });
    };
    const unknownIdOptions = { refusedWith: statuses, isFreeName: isFreeName(source, operation, name) };
    return [
      missingId === undefined
        ? []
        : isLast
          ? idCase('unknown-id', `with an unknown ${name}`, { [name]: missingId }, unknownIdOptions)
          : idCase('other-parent', `for a resource below an unknown ${name}`, { [name]: missingId }, unknownIdOptions),
      otherParent
        ? idCase('other-parent', `for a resource below another existing ${name}`, otherParent, {
            detail: `${name} of another`,
            refusedWith: statuses,
          })
        : [],
      wrongId === undefined ? [] : idCase('bad-id', `with invalid text for ${name}`, { [name]: wrongId }),
    ].flat();
  });
}

/** Whether a read of the parent tests unknown parent ids. Reads below it then use another existing parent instead. */
function hasParentRead({ contract }: CaseSource, { method, path }: CheckedOperation, name: string): boolean {
  const prefix = prefixEndingWith(path, name);
  return method === 'get' && contract.resources.some((each) => each.prefix === prefix && each.get !== undefined);
}

/**
 * Whether a parameter may be any text. That is so if no operation creates, changes or removes the named resource
 * (`/queues/{queue}`), or if those operations list no 4xx, since every name has a value (`/levels/{logger}`). It is
 * also so if a success response has a list of errors, which may report an unknown id.
 */
export function isFreeName({ contract }: CaseSource, operation: CheckedOperation, name: string): boolean {
  if (notFoundStatuses(operation).length > 0) return false;
  if (hasErrorField(contract, operation)) return true;
  const prefix = prefixEndingWith(operation.path, name);
  const resource = contract.resources.find((resource) => resource.prefix === prefix);
  const schema = contract.resolve(parameterOf(operation, name)?.schema ?? {});
  const isText = (schema.type ?? 'string') === 'string' && !schema.format && !schema.enum && !schema.pattern;
  if (!isText || resource?.isCreatable !== false) return false;
  const writeOperations = [resource.update, resource.replace, resource.remove].filter((each) => each !== undefined);
  return writeOperations.length === 0 || ![operation, ...writeOperations].some(hasErrorStatus);
}

function hasErrorStatus({ responses }: CheckedOperation): boolean {
  return responses.some(({ status }) => /^(?:4..|default)$/i.test(status));
}

/** Whether a success response has a list of errors, as a field of the body or of an object in it. */
function hasErrorField(contract: CheckedContract, { success }: CheckedOperation): boolean {
  const hasErrorList = (schema: Schema, depth: number): boolean =>
    [...fieldsOf(contract, schema).properties].some(([name, property]) => {
      const isList = [contract.resolve(property).type].flat().includes('array');
      return (isList && /^(?:errors|failures|failed)$/i.test(name)) || (depth > 0 && hasErrorList(property, depth - 1));
    });
  const [body] = success?.bodies ?? [];
  return body !== undefined && hasErrorList(body.schema, 1);
}

/** Returns requests in which one query parameter has a value that its schema forbids. */
export function wrongQueryCases(source: CaseSource, operation: CheckedOperation, parameters: Parameters): TestCase[] {
  const statesRefusal = operation.responses.some(({ status }) => ['400', '422', '4XX'].includes(status));
  return operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, schema }) => {
      const { type, enum: values, format, minimum, maximum } = source.contract.resolve(schema);
      const wrongValues: [kind: CaseKind, value: string][] = [];
      if (type === 'integer' || type === 'number') wrongValues.push(['wrong-type', 'three']);
      if (type === 'boolean') wrongValues.push(['wrong-type', 'perhaps']);
      if (type === 'string' && values) wrongValues.push(['out-of-bounds', 'check-unknown']);
      if (type === 'string' && !values && ['uuid', 'date', 'date-time'].includes(format ?? ''))
        wrongValues.push(['wrong-format', 'check']);
      if (typeof minimum === 'number') wrongValues.push(['out-of-bounds', String(minimum - 1 - roundingOf(minimum))]);
      if (typeof maximum === 'number') wrongValues.push(['out-of-bounds', String(maximum + 1 + roundingOf(maximum))]);
      // Many services return the first page or an empty page instead of a refusal.
      const isFreeName = !statesRefusal && isPageParameter(name);
      return wrongValues.map(([kind, value]) => {
        const texts = { detail: `query ${name}=${value}`, about: `with ${name}=${value}` };
        return refusalCaseOf(operation, { kind, ...texts, isFreeName, parameters, query: { [name]: value } });
      });
    });
}
