import type { MediaType } from '../../contract/document.js';
import { ExampleWalk } from '../../contract/example-walk.js';
import { isObject } from '../../contract/json.js';
import { type PlacedOperation, successOf } from '../../contract/operations.js';
import { valueAt } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import type { Draft, SchemaPart } from '../draft.js';
import { deriveValue, forgetInvented } from '../example-values.js';
import { addExample, capitalize, changeBodyExamples, dropUnusedExamples } from '../examples.js';
import { readBodySchema } from '../given-schema.js';
import { mendExamples } from '../mend-examples.js';
import { addReflections } from '../reflections.js';
import { findOperations, mistake, type Teacher } from '../teaching.js';

/** The bodies of one operation: a JSON Schema, the name of a schema, or null for no body. */
interface Payload {
  request?: unknown;
  response?: unknown;
}

/** The bodies of requests and successful responses, by operationId. */
export const operationsPayloads: Teacher<Record<string, Payload>> = ({ draft, question, value, keepOpen }) => {
  for (const { endpoint, value: payload, at } of findOperations({ draft, question }, value)) {
    refuseStatedBodies(endpoint, question, at);
    for (const facet of ['response', 'request'] as const) {
      if (!Object.hasOwn(payload, facet)) continue;
      const isResponse = facet === 'response';
      const name = isResponse ? 'responses' : 'request';
      const body = payload[facet];
      const schema = body === null ? undefined : readBodySchema(draft, body, facet, `${at}/${facet}`);
      if (schema && !schema.$ref) draft.settleSchema(schema, question);
      if (isResponse) setResponse(draft, endpoint, schema, `${at}/response`);
      else setRequest(draft, endpoint, schema, `${at}/request`);
      draft.settleFacet(endpoint, name, question);
    }
    draft.settle(endpoint.operation, question);
  }
  mendExamples(draft.document);
  keepOpen();
};

/** Refuses operations whose bodies are stated, or are the subject of another question. */
function refuseStatedBodies({ id, operation }: PlacedOperation, question: string, pointer: string): void {
  if ([...(operation['x-unknown'] ?? []), ...(operation['x-answered'] ?? [])].includes(question)) return;
  const requestQuestion = operation['x-unknown']?.find((text) => text.endsWith('.request'));
  const statedParts =
    requestQuestion === undefined ? 'its bodies' : `its response. For its request, answer ${requestQuestion}`;
  const advice = `§${operation['x-provenance'].section} of the interface description states ${statedParts}.`;
  throw mistake(pointer, 'an operation whose bodies are an open question', id, advice);
}

const json = 'application/json';

function setResponse(draft: Draft, endpoint: PlacedOperation, schema: SchemaPart | undefined, pointer: string): void {
  const { document } = draft;
  const { id, method, operation } = endpoint;
  const [status = '', response] = successOf(document, operation) ?? [];
  const mediaTypesBefore = Object.values(response?.content ?? {});
  if (!response) return;
  if (!schema) {
    if (method === 'get') throw mistake(pointer, 'a body', null, `${id} is a read, so it returns a body. Describe it.`);
    delete response.content;
  } else {
    response.content = { [json]: createBody(draft, mediaTypesBefore[0], schema, `${capitalize(id)}Response`) };
    // A response with 204 has no body (RFC 9110 §15.3.5): assume 200; operations.success-status can correct it.
    if (status === '204' || status === '205')
      operation.responses = Object.fromEntries(
        Object.entries(operation.responses).map(([text, node]) => [text === status ? '200' : text, node]),
      );
  }
  for (const media of mediaTypesBefore) dropUnusedExamples(document, media);
}

function setRequest(draft: Draft, endpoint: PlacedOperation, schema: SchemaPart | undefined, pointer: string): void {
  const { id, method, operation } = endpoint;
  const mediaTypesBefore = Object.values(operation.requestBody?.content ?? {});
  if (!schema) {
    delete operation.requestBody;
    draft.forget(operation, 'request.body-required');
  } else {
    if (method === 'get') throw mistake(pointer, 'null', 'a schema', `${id} is a GET, so it has no request body.`);
    const [, response] = successOf(draft.document, operation) ?? [];
    const [media] = Object.values(response?.content ?? {});
    if (media) addReflections(draft, schema, media.schema as Schema, Object.keys(schema.properties ?? {}));
    const content = { [json]: createBody(draft, mediaTypesBefore[0], schema, `${capitalize(id)}Request`) };
    operation.requestBody = { required: true, ...operation.requestBody, content };
  }
  for (const media of mediaTypesBefore) dropUnusedExamples(draft.document, media);
}

/** Creates a body with its old examples, without fields that the schema lacks; or else with a new example. */
function createBody(draft: Draft, mediaTypeBefore: MediaType | undefined, schema: SchemaPart, name: string): MediaType {
  const { document } = draft;
  const media: MediaType = { ...mediaTypeBefore, schema: schema as MediaType['schema'] };
  if (Object.keys(mediaTypeBefore?.examples ?? {}).length === 0) {
    const value = deriveValue(document, schema, name, 'body');
    media.examples = addExample(document, name, { summary: 'A body that fits.', 'x-invented': [''], value });
    return media;
  }
  const walk = new ExampleWalk(document);
  changeBodyExamples(document, media, (example) => {
    const value = walk.mapValues(schema, example.value, ({ schema: node, value: each }) =>
      dropUnlistedFields(draft, node, each),
    );
    const copy = { ...structuredClone(example), value };
    forgetInvented(copy, (pointer) => valueAt(value, pointer) === undefined);
    return copy;
  });
  return media;
}

function dropUnlistedFields(draft: Draft, schema: Schema, value: unknown): unknown {
  const { properties, isOpen } = fieldsOf(draft, schema);
  if (!isObject(value) || isOpen || properties.size === 0) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => properties.has(name)));
}
