import { isObject, type Json } from '../../contract/json.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/operations.js';
import { caseOf, type Parameters } from '../model/request.js';
import { sampleBody } from '../values/body.js';
import { bodyErrors } from './body-errors.js';
import { whyItMayMake } from './may-make.js';
import { badId, type CaseSource, notFound, unknownId, valuesFor } from './source.js';

/** What is sent where the request is about something else than its body. */
export function plainBody(source: CaseSource, operation: CheckedOperation, parameters: Parameters): Json | undefined {
  if (!operation.body) return undefined;
  const values = valuesFor(source, operation, parameters, 'plain');
  const [example] = operation.body.examples;
  const body = (sampleBody(operation.body.schema, values) ?? example?.value ?? {}) as Json;
  return withoutOwnId(source, operation, body);
}

/** The id of a thing stands in the path; another one in the body would be a mistake of its own. */
export function withoutOwnId(source: CaseSource, operation: CheckedOperation, body: Json): Json {
  const resource = source.contract.resources.find(
    ({ update, replace }) => update === operation || replace === operation,
  );
  if (!resource || !isObject(body)) return body;
  const { [resource.idField]: _, ...rest } = body;
  return rest;
}

/** Requests without the right key: each must be refused, whatever it asks for. */
export function keyCases(
  source: CaseSource,
  operation: CheckedOperation,
  parameters: Parameters,
  body = plainBody(source, operation, parameters),
): TestCase[] {
  if (operation.security.kind === 'none' || operation.isKeyOptional) return [];
  const parts = { parameters, body, expect: 'refusal' as const };
  return [
    caseOf(operation, { ...parts, kind: 'no-key', about: 'without a key', key: 'none' }),
    caseOf(operation, { ...parts, kind: 'empty-key', about: 'with an empty key', key: 'empty' }),
    caseOf(operation, { ...parts, kind: 'wrong-key', about: 'with a wrong key', key: 'wrong' }),
  ];
}

/** The right key with a scheme in front, where the contract says nothing of one, or without. Either answer is right. */
export function schemePrefixCase(operation: CheckedOperation, parameters: Parameters): TestCase | undefined {
  const { kind } = operation.security;
  if (kind !== 'bearer' && !(kind === 'header' && operation.security.name.toLowerCase() === 'authorization'))
    return undefined;
  return caseOf(operation, {
    kind: 'scheme-prefix',
    about: 'with another scheme in front of the key',
    expect: 'any',
    parameters,
    key: 'prefixed',
  });
}

interface IdCasesOptions {
  /** Parameters that are replaced; all of the path by default. */
  names?: readonly string[];
  /** What is sent along. */
  body?: Json | undefined;
}

/**
 * Each id of the path in turn replaced by one that nothing has, and by one that is none. `others` are the parameters
 * that stay: those of a thing that is there, or unknown ones where nothing may be touched.
 */
export function idCases(
  source: CaseSource,
  operation: CheckedOperation,
  others: Parameters,
  { names = operation.pathParameters, body = plainBody(source, operation, others) }: IdCasesOptions = {},
): TestCase[] {
  // A body that no value could be made for may be refused before the thing is looked for.
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
          body,
          about: isLast ? `with the ${name} of nothing` : `for a thing below an unknown ${name}`,
          parameters: { ...others, [name]: unknown },
        }),
      );
    }
    // A PUT may put a thing into its place: what stands elsewhere may come here, too.
    const isPlacing = operation.method === 'put' && (!operation.body || whyItMayMake(operation) !== undefined);
    const [other] = isLast || isPlacing ? [] : source.others(prefixEndingWith(operation.path, name), others);
    if (other) {
      cases.push(
        caseOf(operation, {
          kind: 'other-parent',
          detail: `${name} of another`,
          expect: 'refusal',
          refusedWith: stated,
          body,
          about: `for a thing below another ${name} that is there`,
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
          about: `with text for ${name} that is no id`,
          parameters: { ...others, [name]: bad },
        }),
      );
    }
  }
  return cases;
}

function prefixEndingWith(path: string, name: string): string {
  return path.slice(0, path.indexOf(`{${name}}`) + name.length + 2);
}

/** Each query parameter in turn with a value that its schema refuses. */
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
 * A method that no registry of HTTP has (RFC 9110 §16.1.1): nothing changes by it, whatever a server makes of it. Where
 * it is known at all, in UPnP, it looks for devices; servers that read only tokens they know, as Node.js, know it for
 * that.
 */
const unregistered = 'm-search';

/**
 * A method that no template of the contract has for the URL; undefined where all are declared. Only where things may be
 * made (`mayMake`) it is one that a server may know without saying so.
 */
export function undeclaredMethodCase(
  source: CaseSource,
  operation: CheckedOperation,
  parameters: Parameters,
  mayMake = false,
): TestCase | undefined {
  const declared = new Set(
    source.contract.operations.filter(({ path }) => couldMatch(path, operation.path)).map(({ method }) => method),
  );
  const method = mayMake ? changing.find((each) => !declared.has(each)) : unregistered;
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

/** Whether one URL can fit both templates. */
export function couldMatch(one: string, other: string): boolean {
  const [a, b] = [one.split('/'), other.split('/')];
  return (
    a.length === b.length &&
    a.every((part, index) => part === b[index] || part.startsWith('{') || b[index]?.startsWith('{') === true)
  );
}
