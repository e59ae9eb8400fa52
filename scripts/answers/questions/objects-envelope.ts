import { typesAt, withParts } from '../../contract/composed-schema.js';
import type { MediaType } from '../../contract/document.js';
import type { Example } from '../../contract/example-walk.js';
import { isJson } from '../../contract/json-success.js';
import { type ObjectEnvelope, wrap } from '../../contract/object-envelope.js';
import { type PlacedOperation, successOf } from '../../contract/operations.js';
import { schemaNameOf } from '../../contract/references.js';
import type { Schema } from '../../contract/schema.js';
import type { Draft, SchemaPart } from '../draft.js';
import { changeBodyExamples, countExampleUses } from '../examples.js';
import {
  type AnsweredOperation,
  contradiction,
  findMisfits,
  findOperations,
  mistake,
  type Teacher,
} from '../teaching.js';
import { createOpenObject, place } from './lists-envelope.js';

/** The question stays open for a kind of body without a pointer. `none` says that the body is the resource itself. */
type Answer = 'bare' | ObjectEnvelope;

const kinds = ['response', 'request'] as const;

type BodyKind = (typeof kinds)[number];

/** The bodies of an operation that contain one resource and are not stated. */
type ResourceBodies = Partial<Record<BodyKind, MediaType>>;

export const objectsEnvelope: Teacher<Answer> = ({ draft, question, value, except, keepOpen }) => {
  const useCounts = countExampleUses(draft.document);
  const exceptions = findOperations({ draft, question }, except, '/except');
  refuseWrongExceptions(draft, exceptions);
  for (const endpoint of draft.operations) {
    const { operation, pointer } = endpoint;
    const bodies = findResourceBodies(draft, endpoint);
    // A stated response would show its envelope, so a stated response has none.
    const isStated = operation['x-provenance'].stated.includes('responses');
    const exception = exceptions.find((exception) => exception.endpoint.operation === operation);
    const answer = exception?.value ?? (isStated ? 'bare' : value);
    const places: ObjectEnvelope = Object.fromEntries(
      kinds.flatMap((kind) => {
        const place = placeIn(answer, kind);
        return bodies[kind] && place !== undefined ? [[kind, place]] : [];
      }),
    );
    for (const [kind, place] of Object.entries(places) as [BodyKind, string][]) {
      wrapBody(draft, bodies[kind] as MediaType, place, useCounts);
      draft.wrappedPointers.push(`${pointer}/${kind === 'request' ? 'requestBody' : 'responses'}/`);
    }
    if (Object.keys(places).length > 0) operation['x-envelope'] = places;
    const isOpen = (kind: BodyKind) => bodies[kind] !== undefined && answer !== 'bare' && answer[kind] === undefined;
    if (kinds.some(isOpen)) keepOpen();
    if (isOpen('request')) Object.assign(operation.requestBody ?? {}, { 'x-unknown': [question] });
    if (bodies.response && !isOpen('response')) draft.settleFacet(endpoint, 'responses', question);
  }
};

/** The JSON pointer of the resource in a body; undefined if the answer has no pointer, or the body is the resource. */
function placeIn(answer: Answer, kind: BodyKind): string | undefined {
  const pointer = answer === 'bare' ? undefined : answer[kind];
  return pointer === 'none' ? undefined : pointer;
}

/** @throws AnswerMistake for an exception about a body that the source states, or that has no resource */
function refuseWrongExceptions(draft: Draft, exceptions: readonly AnsweredOperation<Answer>[]): void {
  for (const kind of kinds) {
    const otherMisfits = findMisfits(
      exceptions,
      ({ endpoint, value }) =>
        placeIn(value, kind) === undefined || findResourceBodies(draft, endpoint)[kind] !== undefined,
    );
    for (const { endpoint, value, at } of otherMisfits) {
      const pointer = placeIn(value, kind);
      if (endpoint.operation['x-provenance'].stated.includes(kind === 'request' ? 'request' : 'responses'))
        throw contradiction(`${at}/${kind}`, endpoint, 'the resource itself', pointer);
      throw mistake(`${at}/${kind}`, `a ${kind} with one resource`, pointer, `${endpoint.id} has none. Remove it.`);
    }
  }
}

function findResourceBodies(draft: Draft, { operation, method }: PlacedOperation): ResourceBodies {
  const { stated } = operation['x-provenance'];
  const [, success] = successOf(draft.document, operation) ?? [];
  const isPaged = method === 'get' && operation['x-paging'] !== undefined;
  const response = stated.includes('responses') || isPaged ? undefined : findResourceBody(draft, success?.content);
  const request = stated.includes('request') ? undefined : findResourceBody(draft, operation.requestBody?.content);
  return { ...(response && { response }), ...(request && { request }) };
}

/** Returns the JSON body if its schema allows an object; otherwise undefined. */
function findResourceBody(draft: Draft, content: Record<string, MediaType> = {}): MediaType | undefined {
  const [, body] = Object.entries(content).find(([media]) => isJson(media)) ?? [];
  const resolve = draft.resolver();
  return body && typesAt(withParts([body.schema as Schema], resolve), resolve)?.includes('object') ? body : undefined;
}

function wrapBody(draft: Draft, body: MediaType, pointer: string, useCounts: Map<string, number>): void {
  const name = schemaNameOf((body.schema as Schema).$ref);
  const innerSchema = body.schema as SchemaPart;
  const schema = createOpenObject(`The object that contains the ${name ?? 'data'}.`);
  place(schema, pointer, innerSchema, true);
  changeBodyExamples(draft.document, body, (example) => wrapExample(example, pointer), useCounts);
  body.schema = schema as MediaType['schema'];
}

function wrapExample({ value, 'x-invented': inventedPointers = [], ...rest }: Example, pointer: string): Example {
  const pointers = inventedPointers.map((inner) => pointer + inner);
  return { ...rest, ...(pointers.length > 0 && { 'x-invented': pointers }), value: wrap(value, pointer) };
}
