import { isObject, type Json } from '../../contract/json.js';
import { keyPrefixOf } from '../../contract/security.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/operations.js';
import { caseOf, type Parameters } from '../model/request.js';
import { sampleBody } from '../values/body.js';
import { bodyErrors } from './body-errors.js';
import { whyItMayCreate } from './may-create.js';
import { badId, type CaseSource, notFound, prefixEndingWith, unknownId, valuesFor } from './source.js';

/** The body of a request that does not test its body. */
export function plainBody(source: CaseSource, operation: CheckedOperation, parameters: Parameters): Json | undefined {
  if (!operation.body) return undefined;
  const values = valuesFor(source, operation, parameters, 'plain');
  const [example] = operation.body.examples;
  const body = (sampleBody(operation.body.schema, values) ?? example?.value ?? {}) as Json;
  return withoutOwnId(source, operation, body);
}

/** The path contains the id of the resource; a different one in the body would be a second error. */
export function withoutOwnId(source: CaseSource, operation: CheckedOperation, body: Json): Json {
  const resource = source.contract.resources.find(
    ({ update, replace }) => update === operation || replace === operation,
  );
  if (!resource || !isObject(body)) return body;
  const { [resource.idField]: _, ...rest } = body;
  return rest;
}

/** Requests without the right key: each must be refused, whatever its purpose. */
export function keyCases(
  source: CaseSource,
  operation: CheckedOperation,
  parameters: Parameters,
  body = plainBody(source, operation, parameters),
): TestCase[] {
  const { kind, refusal } = operation.security;
  if (kind === 'none' || operation.isKeyOptional) return [];
  const parts = { parameters, body, expect: 'refusal' as const, ...(refusal && { refusedWith: [refusal] }) };
  return [
    caseOf(operation, { ...parts, kind: 'no-key', about: 'without a key', key: 'none' }),
    caseOf(operation, { ...parts, kind: 'empty-key', about: 'with an empty key', key: 'empty' }),
    caseOf(operation, { ...parts, kind: 'wrong-key', about: 'with a wrong key', key: 'wrong' }),
  ];
}

/** The right key with an added scheme, or without the documented one. The server may accept or refuse it. */
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
  /** Parameters to replace; by default all of the path. */
  names?: readonly string[];
  /** The body of each request. */
  body?: Json | undefined;
}

/**
 * Replaces each id of the path in turn by an unknown id, and by text that is not a valid id. `others` are the
 * parameters that stay: those of an existing resource, or unknown ones if the request must not touch anything.
 */
export function idCases(
  source: CaseSource,
  operation: CheckedOperation,
  others: Parameters,
  { names = operation.pathParameters, body = plainBody(source, operation, others) }: IdCasesOptions = {},
): TestCase[] {
  // A server may refuse a body that does not fit before it looks for the resource.
  const isFit = body === undefined || bodyErrors(source.contract, operation, body).length === 0;
  const stated = isFit ? notFound(operation) : [];
  const cases: TestCase[] = [];
  for (const name of [...names].reverse()) {
    const isLast = name === operation.pathParameters.at(-1);
    const unknown = unknownId(source, operation, name);
    if (unknown !== undefined) {
      cases.push(
        caseOf(operation, {
          kind: isLast ? 'unknown-id' : 'other-parent',
          detail: name,
          expect: 'refusal',
          refusedWith: stated,
          isFreeName: stated.length === 0 && isFreeName(source, operation, name),
          body,
          about: isLast ? `with an unknown ${name}` : `for a resource below an unknown ${name}`,
          parameters: { ...others, [name]: unknown },
        }),
      );
    }
    // A PUT may place a resource: one that is elsewhere could be placed here, too.
    const isPlacing = operation.method === 'put' && (!operation.body || whyItMayCreate(operation) !== undefined);
    const [other] = isLast || isPlacing ? [] : source.others(prefixEndingWith(operation.path, name), others);
    if (other) {
      cases.push(
        caseOf(operation, {
          kind: 'other-parent',
          detail: `${name} of another`,
          expect: 'refusal',
          refusedWith: stated,
          body,
          about: `for a resource below another existing ${name}`,
          parameters: { ...others, ...other },
        }),
      );
    }
    const bad = badId(source, operation, name);
    if (bad !== undefined) {
      cases.push(
        caseOf(operation, {
          kind: 'bad-id',
          detail: name,
          expect: 'refusal',
          body,
          about: `with invalid text for ${name}`,
          parameters: { ...others, [name]: bad },
        }),
      );
    }
  }
  return cases;
}

/** Whether a parameter may be any text, and nothing creates, changes or removes what it names: `/queues/{queue}`. */
function isFreeName({ contract }: CaseSource, operation: CheckedOperation, name: string): boolean {
  const prefix = prefixEndingWith(operation.path, name);
  const resource = contract.resources.find((each) => each.prefix === prefix);
  const schema = contract.resolve(operation.parameters.find((each) => each.name === name)?.schema ?? {});
  const isText = schema.type === 'string' && !schema.format && !schema.enum && !schema.pattern;
  return isText && resource?.isMade === false && !resource.update && !resource.replace && !resource.remove;
}

/** Each query parameter in turn with a value that its schema forbids. */
export function wrongQueryCases(source: CaseSource, operation: CheckedOperation, parameters: Parameters): TestCase[] {
  return operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, schema }) => {
      const { type, enum: values, format, minimum, maximum } = source.contract.resolve(schema);
      const wrong: [kind: TestCase['kind'], value: string][] = [];
      if (type === 'integer' || type === 'number') wrong.push(['wrong-type', 'three']);
      if (type === 'boolean') wrong.push(['wrong-type', 'perhaps']);
      if (type === 'string' && values) wrong.push(['out-of-bounds', 'check-unknown']);
      if (type === 'string' && !values && ['uuid', 'date', 'date-time'].includes(format ?? ''))
        wrong.push(['wrong-format', 'check']);
      if (typeof minimum === 'number') wrong.push(['out-of-bounds', String(minimum - 1)]);
      if (typeof maximum === 'number') wrong.push(['out-of-bounds', String(maximum + 1)]);
      return wrong.map(([kind, value]) =>
        caseOf(operation, {
          kind,
          detail: `query ${name}=${value}`,
          about: `with ${name}=${value}`,
          expect: 'refusal',
          parameters,
          query: { [name]: value },
        }),
      );
    });
}

const changing = ['put', 'delete', 'patch'] as const;

/**
 * A method that HTTP does not register (RFC 9110 §16.1.1), so no server changes anything for it. UPnP uses it to search
 * for devices, which is why servers that accept only known methods, such as Node.js, accept it.
 */
const unregistered = 'm-search';

/**
 * Returns a request with a method that no template of the contract has for the URL; undefined if all are declared. Only
 * if the run may create resources (`mayCreate`), it is a method that servers may support without documenting it.
 */
export function undeclaredMethodCase(
  source: CaseSource,
  operation: CheckedOperation,
  parameters: Parameters,
  mayCreate = false,
): TestCase | undefined {
  const declared = new Set(
    source.contract.operations.filter(({ path }) => couldMatch(path, operation.path)).map(({ method }) => method),
  );
  const method = mayCreate ? changing.find((each) => !declared.has(each)) : unregistered;
  if (!method) return undefined;
  return {
    ...caseOf(operation, {
      kind: 'undeclared-method',
      detail: method,
      about: `by ${method.toUpperCase()}, which the path does not have`,
      expect: 'refusal',
      parameters,
      method: method.toUpperCase(),
      ...((method === 'put' || method === 'patch') && { raw: { text: '{}', media: 'application/json' } }),
    }),
    operationId: operation.id,
  };
}

/** Whether one URL could match both templates. */
export function couldMatch(one: string, other: string): boolean {
  const [a, b] = [one.split('/'), other.split('/')];
  return (
    a.length === b.length &&
    a.every((part, index) => part === b[index] || part.startsWith('{') || b[index]?.startsWith('{') === true)
  );
}
