import * as fc from 'fast-check';
import type { Schema } from '../../scripts/contract/schema.js';
import type { SandboxOperation } from '../../scripts/sandbox/model/operations.js';
import { operations } from '../../scripts/sandbox/sandbox.js';
import { words } from '../words.js';
import { yamlBeside } from '../yaml-beside.js';
import { broken, fitting, json, uuid } from './random-value.js';

/** The way to choose the value of a path parameter. */
export type IdChoice =
  /** The id of an existing resource in the correct collection, by index. */
  { kind: 'known'; index: number; upperCase: boolean } | { kind: 'text'; text: string };

/** A request in which the ids of existing resources are still missing. */
export interface RandomRequest {
  /** The operation whose path the request has. */
  operationId: string;
  /** The method of the operation, or another method. */
  method: string;
  ids: IdChoice[];
  /** A text that is appended to the path. */
  query: string;
  headers: Record<string, string>;
  /** Undefined if the request has no body. */
  body: string | undefined;
}

const id: fc.Arbitrary<IdChoice> = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.record({ kind: fc.constant('known' as const), index: fc.nat({ max: 12 }), upperCase: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc
      .oneof(uuid, fc.constantFrom('', 'x', '__proto__', '%', 'a/b', 'null', '1', '🐦', 'x'.repeat(3000)))
      .map((text) => ({ kind: 'text' as const, text })),
  },
);

/** Texts that are not JSON, or that are hard to process. */
const rawConstant = fc.constantFrom(
  ...yamlBeside<string[]>(import.meta.url, 'odd-bodies.yaml'),
  `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`,
  `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`,
  '['.repeat(100_000),
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
);

/** A body above the size limit. It is rare, because it takes as long as a hundred other bodies. */
const hugeArbitrary = fc.constant(undefined).map(() => `{"title":"${'x'.repeat(1_100_000)}"}`);

function bodyOf(operation: SandboxOperation): fc.Arbitrary<string | undefined> {
  if (!operation.takesBody) return fc.constant(undefined);
  const [media] = Object.values(operation.operation.requestBody?.content ?? {});
  const schema = (media?.schema ?? {}) as Schema;
  return fc.oneof(
    { weight: 700, arbitrary: fitting(schema).map((value) => JSON.stringify(value)) },
    { weight: 150, arbitrary: broken(schema).map((value) => JSON.stringify(value)) },
    { weight: 50, arbitrary: json.map((value) => JSON.stringify(value)) },
    { weight: 50, arbitrary: rawConstant },
    { weight: 1, arbitrary: hugeArbitrary },
  );
}

const contentTypes = fc.constantFrom(
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/jsonp',
);

const oddArbitrary = fc.oneof(
  fc
    .constantFrom(
      ...words`
      code=404 code=200 code=204 code=100 code=503 example=Nothing code= =,;" return=minimal
    `,
    )
    .map((prefer) => ({ prefer })),
  contentTypes.map((type) => ({ 'content-type': type })),
  fc
    .constantFrom('', 'sandbox-key ', 'Bearer sandbox-key', 'x'.repeat(9000), '\u00FF')
    .map((authorization) => ({ authorization })),
  fc.constantFrom('text/html', '*/*;q=0', 'é').map((accept) => ({ accept })),
  fc.constantFrom('0', '-1', '99999999999', 'abc').map((length) => ({ 'content-length': length })),
  fc.constantFrom('PUT', '__proto__').map((method) => ({ 'x-http-method-override': method })),
);

const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: oddArbitrary },
);

const query = fc.oneof(
  { weight: 12, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom('?page=2', '?', '?__proto__=1&a=%', '#top', '?/api/') },
);

/** Deletions are rarer than chance would make them, so that enough resources remain. */
const operation = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...operations.filter(({ method }) => method !== 'delete')) },
  { weight: 4, arbitrary: fc.constantFrom(...operations.filter(({ method }) => method === 'patch')) },
  { weight: 1, arbitrary: fc.constantFrom(...operations.filter(({ path }) => path.includes('/edits/'))) },
  { weight: 1, arbitrary: fc.constantFrom(...operations.filter(({ method }) => method === 'delete')) },
);

const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'BREW');

export const request: fc.Arbitrary<RandomRequest> = operation.chain((of) => {
  const correctArbitrary = fc.constant(of.method.toUpperCase());
  return fc.record({
    operationId: fc.constant(of.id),
    method: fc.oneof({ weight: 24, arbitrary: correctArbitrary }, methods),
    ids: fc.tuple(...of.parameters.map(() => id)),
    query,
    headers,
    body: bodyOf(of),
  });
});
