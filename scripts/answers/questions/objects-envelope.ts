import { typesAt, withParts } from '../../contract/composed-schema.js';
import type { MediaType } from '../../contract/document.js';
import type { Example } from '../../contract/example-walk.js';
import { isJson } from '../../contract/json-success.js';
import { type ObjectEnvelope, wrap } from '../../contract/object-envelope.js';
import { type PlacedOperation, successOf } from '../../contract/operations.js';
import { schemaNameOf } from '../../contract/references.js';
import type { Schema } from '../../contract/schema.js';
import type { Draft, SchemaPart } from '../draft.js';
import { changeBodyExamples, countExampleUsers } from '../examples.js';
import { contradiction, findOperations, mistake, type Teacher } from '../teaching.js';
import { openObject, place } from './lists-envelope.js';

type Answer = 'bare' | (ObjectEnvelope & { request?: 'none' });

/** The bodies of an operation that have one resource, as far as the source does not state them. */
type ResourceBodies = Partial<Record<keyof ObjectEnvelope, MediaType>>;

export const objectsEnvelope: Teacher<Answer> = ({ draft, question, value, except }) => {
  const users = countExampleUsers(draft.document);
  const exceptions = new Map<PlacedOperation['operation'], Answer>();
  for (const { endpoint, value: answer, at } of findOperations({ draft, question }, except, '/except')) {
    refuseOther(draft, endpoint, answer, at);
    exceptions.set(endpoint.operation, answer);
  }
  for (const endpoint of draft.operations) {
    const bodies = resourceBodies(draft, endpoint);
    // Whoever states the response shows how the operation has its resource.
    const isStated = endpoint.operation['x-provenance'].stated.includes('responses');
    const answer = exceptions.get(endpoint.operation) ?? (isStated ? 'bare' : value);
    const envelope: ObjectEnvelope = answer === 'bare' ? {} : answer;
    const places = (['response', 'request'] as const).flatMap((kind): [keyof ObjectEnvelope, string][] => {
      const pointer = envelope[kind];
      return bodies[kind] && pointer !== undefined && pointer !== 'none' ? [[kind, pointer]] : [];
    });
    for (const [kind, pointer] of places) {
      wrapBody(draft, bodies[kind] as MediaType, pointer, users);
      draft.wraps.push(`${endpoint.pointer}/${kind === 'request' ? 'requestBody' : 'responses'}/`);
    }
    if (places.length > 0) endpoint.operation['x-envelope'] = Object.fromEntries(places);
    if (bodies.response) draft.settleFacet(endpoint, 'responses', question);
  }
};

/** @throws AnswerMistake for an exception about a body that the source states, or that has no resource */
function refuseOther(draft: Draft, endpoint: PlacedOperation, answer: Answer, at: string): void {
  const bodies = resourceBodies(draft, endpoint);
  const { stated } = endpoint.operation['x-provenance'];
  for (const [kind, pointer] of Object.entries(answer === 'bare' ? {} : answer) as [keyof ObjectEnvelope, string][]) {
    if (pointer === 'none' || bodies[kind]) continue;
    if (stated.includes(kind === 'request' ? 'request' : 'responses'))
      throw contradiction(`${at}/${kind}`, endpoint, 'the resource itself', pointer);
    throw mistake(`${at}/${kind}`, `a ${kind} with one resource`, pointer, `${endpoint.id} has none. Remove it.`);
  }
}

function resourceBodies(draft: Draft, { operation, method }: PlacedOperation): ResourceBodies {
  const { stated } = operation['x-provenance'];
  const [, success] = successOf(draft.document, operation) ?? [];
  const isPaged = method === 'get' && operation['x-paging'] !== undefined;
  const response = stated.includes('responses') || isPaged ? undefined : resourceBody(draft, success?.content);
  const request = stated.includes('request') ? undefined : resourceBody(draft, operation.requestBody?.content);
  return { ...(response && { response }), ...(request && { request }) };
}

/** The body of JSON that is an object. */
function resourceBody(draft: Draft, content: Record<string, MediaType> = {}): MediaType | undefined {
  const [, body] = Object.entries(content).find(([media]) => isJson(media)) ?? [];
  const resolve = draft.resolver();
  return body && typesAt(withParts([body.schema as Schema], resolve), resolve)?.includes('object') ? body : undefined;
}

function wrapBody(draft: Draft, body: MediaType, pointer: string, users: Map<string, number>): void {
  const name = schemaNameOf((body.schema as Schema).$ref);
  const inside = body.schema as SchemaPart;
  const schema = openObject(name === undefined ? 'The object around the data.' : `The object around the ${name}.`);
  place(schema, pointer, inside, true);
  changeBodyExamples(draft.document, body, (example) => wrapExample(example, pointer), users);
  body.schema = schema as MediaType['schema'];
}

function wrapExample({ value, 'x-invented': invented = [], ...rest }: Example, pointer: string): Example {
  const pointers = invented.map((at) => pointer + at);
  return { ...rest, ...(pointers.length > 0 && { 'x-invented': pointers }), value: wrap(value, pointer) };
}
