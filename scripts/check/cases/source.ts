import type { JsonObject } from '../../contract/json.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation, CheckedParameter } from '../model/contract/operations.js';
import type { Parameters } from '../model/request.js';
import { lastFixedSegmentOf } from '../model/words.js';
import { fits, matchesPattern } from '../values/fits.js';
import { sampleValue } from '../values/sample.js';
import type { ValueContext } from '../values/shape.js';
import { isReference } from '../values/text.js';
import { hashOf, similarText, uuidOf } from '../values/token.js';

/** The source of test cases. The same contract, ids and seed give the same cases. */
export interface CaseSource {
  contract: CheckedContract;
  seed: number;
  /** A string that makes the values of a repeated test differ from earlier ones; empty the first time. */
  round?: string;
  /** Returns ids of existing resources to which a property of this name could refer. */
  references(name: string, context?: Parameters): readonly string[];
  /** Returns the parameters of other existing resources of the type at this prefix. */
  others(prefix: string, parameters: Parameters): readonly Parameters[];
  /** Whether a resource with this UUID is known to exist. */
  knows(id: string): boolean;
  /** Returns the fields of a body that the server has accepted for an operation. */
  acceptedBody?(operation: CheckedOperation): JsonObject | undefined;
  /** Called with each new id for a resource that does not exist. The id is so random that nobody uses it by chance. */
  noteUnusedId?(id: string): void;
  /** Returns the id to send for an id in an example: a different one if the resource must not be touched. */
  replaceId?(id: string): string;
}

export function caseSource(
  contract: CheckedContract,
  seed: number,
  fixtures: Omit<CaseSource, 'contract' | 'seed'>,
): CaseSource {
  return {
    contract,
    seed,
    references: (name, context) => fixtures.references(name, context),
    others: (prefix, parameters) => fixtures.others(prefix, parameters),
    knows: (id) => fixtures.knows(id),
  };
}

/** Returns a source whose test cases have other values, for tests that are repeated. */
export function withOtherValues<Source extends CaseSource>(source: Source): Source {
  return { ...source, round: `${source.round ?? ''} again` };
}

/** Returns a string on which all values of a source depend. */
export function seedOf({ seed, round = '' }: CaseSource): string {
  return `${seed}${round}`;
}

/** Returns the context for the values of one request, without read-only fields. Another `salt` gives other values. */
export function valueContext(
  source: CaseSource,
  operation: CheckedOperation,
  parameters: Parameters,
  salt: string,
): ValueContext {
  const pathName = lastFixedSegmentOf(operation.path);
  return {
    resolve: source.contract.requests.resolve,
    references(name) {
      const ids = source.references(name, parameters);
      // A name such as `assign` names no resource type, but the last segment of the path, `…/entries/`, may name one.
      const namesNoType = ids.length === 0 && operation.method !== 'patch' && !isReference(name);
      return namesNoType ? source.references(pathName, parameters) : ids;
    },
    salt: `${seedOf(source)} ${operation.id} ${salt}`,
  };
}

/**
 * Returns a value for a path parameter that no resource has as its id; undefined if the schema allows none. The value
 * has the form of a known id, since a server may refuse any other form with another status.
 */
export function createUnknownId(
  source: CaseSource,
  operation: CheckedOperation,
  name: string,
  salt = '',
): string | undefined {
  const schema = source.contract.resolve(parameterOf(operation, name)?.schema ?? {});
  if (schema.enum || schema.const !== undefined || !isWholeId(operation, name)) return undefined;
  const seed = `${seedOf(source)} ${operation.id} ${name} ${salt} nothing has this id`;
  const context = { resolve: source.contract.resolve, references: () => [], salt: seed };
  const [knownIds] = source.others(prefixEndingWith(operation.path, name), {});
  const similarId = similarText(knownIds?.[name] ?? '', seed);
  const createId = (): string | undefined => {
    if (schema.format === 'uuid') return uuidOf(seed);
    if (schema.type === 'integer') return String(2_000_000_000 + (hashOf(seed) % 100_000_000));
    if (similarId !== undefined && fits(schema, similarId, context)) return similarId;
    const isUnrestricted = schema.pattern === undefined && schema.maxLength === undefined;
    return isUnrestricted ? `check-${hashOf(seed).toString(36)}` : undefined;
  };
  const id = createId();
  if (id !== undefined) source.noteUnusedId?.(id);
  const value = id ?? sampleValue(schema, name, context);
  return typeof value === 'string' ? value : undefined;
}

/**
 * Whether a path parameter may identify a resource by itself. A list of values cannot, nor can one of several values in
 * a segment: `/lamps/{from}..{to}`.
 */
export function isWholeId(operation: CheckedOperation, name: string): boolean {
  const segment = operation.path.split('/').find((part) => part.includes(`{${name}}`)) ?? '';
  return parameterOf(operation, name)?.kind === undefined && !/\{.*\{/.test(segment);
}

/** Returns a value that the schema of a path parameter forbids; undefined if the schema allows any text. */
export function findInvalidId(source: CaseSource, operation: CheckedOperation, name: string): string | undefined {
  const schema = source.contract.resolve(parameterOf(operation, name)?.schema ?? {});
  if (schema.format === 'uuid') return 'not-a-uuid';
  if (schema.type === 'integer') return 'not-a-number';
  const { pattern } = schema;
  return ['~not-an-id~', '0', 'x'].find((text) => pattern !== undefined && matchesPattern(pattern, text) === false);
}

export function prefixEndingWith(path: string, name: string): string {
  return path.slice(0, path.indexOf(`{${name}}`) + name.length + 2);
}

export function parameterOf(operation: CheckedOperation, name: string): CheckedParameter | undefined {
  return operation.parameters.find((parameter) => parameter.in === 'path' && parameter.name === name);
}

export function createUnknownParameters(
  source: CaseSource,
  operation: CheckedOperation,
  salt: string,
): Parameters | undefined {
  const values = operation.pathParameters.map(
    (name) => [name, createUnknownId(source, operation, name, salt)] as const,
  );
  if (values.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(values) as Parameters;
}

/** Returns the status codes that the contract lists for a missing resource. */
export function notFoundStatuses({ responses }: CheckedOperation): readonly number[] {
  return responses.map(({ status }) => Number(status)).filter((status) => status === 404 || status === 410);
}
