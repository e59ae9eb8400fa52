import type { MediaType } from '../../contract/document.js';
import { ExampleWalk } from '../../contract/example-walk.js';
import { isObject } from '../../contract/json.js';
import { type PlacedOperation, successOf } from '../../contract/operations.js';
import { valueAt } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import type { Draft, SchemaPart } from '../draft.js';
import { derivedValue, forget } from '../example-values.js';
import { changeBodyExamples, dropUnused, newExample } from '../examples.js';
import { bodySchema } from '../given-schema.js';
import { mendExamples } from '../mended-examples.js';
import { mistake, operationsNamed, type Teach } from '../teaching.js';

/** The bodies of one operation: a JSON Schema, the name of a schema, or null for no body. */
interface Payload {
  request?: unknown;
  response?: unknown;
}

/** The bodies of requests and successful responses, by operationId. */
export const operationsPayloads: Teach<Record<string, Payload>> = ({ draft, question, value, keepOpen }) => {
  for (const { placed, value: payload, at } of operationsNamed(draft, value)) {
    refuseOther(placed, question, at);
    for (const facet of ['response', 'request'] as const) {
      if (!Object.hasOwn(payload, facet)) continue;
      const isResponse = facet === 'response';
      const name = isResponse ? 'responses' : 'request';
      const given = payload[facet];
      const schema = given === null ? undefined : bodySchema(draft, given, facet, `${at}/${facet}`);
      if (schema && !schema.$ref) draft.settleSchema(schema, question);
      if (isResponse) setResponse(draft, placed, schema, `${at}/response`);
      else setRequest(draft, placed, schema, `${at}/request`);
      draft.settleFacet(placed, name, question);
    }
    draft.settle(placed.operation, question);
  }
  mendExamples(draft.document);
  keepOpen();
};

/** The bodies of some operations are stated, or have a question of their own. */
function refuseOther({ id, operation }: PlacedOperation, question: string, at: string): void {
  if ([...(operation['x-unknown'] ?? []), ...(operation['x-answered'] ?? [])].includes(question)) return;
  const own = operation['x-unknown']?.find((each) => each.endsWith('.request'));
  const stated = own === undefined ? 'its bodies' : `its response, and ${own} is about its request`;
  throw mistake(
    at,
    'an operation whose bodies are an open question',
    id,
    `§${operation['x-provenance'].section} of the interface description states ${stated}.`,
  );
}

const json = 'application/json';

function setResponse(draft: Draft, placed: PlacedOperation, schema: SchemaPart | undefined, at: string): void {
  const { document } = draft;
  const { id, method, operation } = placed;
  const [status = '', response] = successOf(document, operation) ?? [];
  const before = Object.values(response?.content ?? {});
  if (!response) return;
  if (!schema) {
    if (method === 'get') throw mistake(at, 'a body', null, `${id} is a read, which returns one.`);
    delete response.content;
  } else {
    response.content = { [json]: bodyWith(draft, before[0], schema, `${capital(id)}Response`) };
    // A response with a body has another status than 204 (RFC 9110 §15.3.5); operations.success-status says which.
    if (status === '204' || status === '205')
      operation.responses = Object.fromEntries(
        Object.entries(operation.responses).map(([each, node]) => [each === status ? '200' : each, node]),
      );
  }
  for (const media of before) dropUnused(document, media);
}

function setRequest(draft: Draft, placed: PlacedOperation, schema: SchemaPart | undefined, at: string): void {
  const { id, method, operation } = placed;
  const before = Object.values(operation.requestBody?.content ?? {});
  if (!schema) {
    delete operation.requestBody;
    draft.forget(operation, 'request.body-required');
  } else {
    if (method === 'get') throw mistake(at, 'null', 'a schema', `${id} is a GET, which has no body.`);
    sayReflection(draft, operation, schema);
    const content = { [json]: bodyWith(draft, before[0], schema, `${capital(id)}Request`) };
    operation.requestBody = { required: true, ...operation.requestBody, content };
  }
  for (const media of before) dropUnused(draft.document, media);
}

/** A body with the examples that it had, as far as they fit; else with a new one. */
function bodyWith(draft: Draft, before: MediaType | undefined, schema: SchemaPart, name: string): MediaType {
  const { document } = draft;
  const media: MediaType = { ...before, schema: schema as MediaType['schema'] };
  if (Object.keys(before?.examples ?? {}).length === 0) {
    const value = derivedValue(document, schema, name, 'body');
    media.examples = newExample(document, name, { summary: 'A body that fits.', 'x-invented': [''], value });
    return media;
  }
  const walk = new ExampleWalk(document);
  changeBodyExamples(document, media, (example) => {
    const value = walk.mapped(schema, example.value, ({ schema: node, value: each }) => listed(draft, node, each));
    const changed = { ...structuredClone(example), value };
    forget(changed, (pointer) => valueAt(value, pointer) === undefined);
    return changed;
  });
  return media;
}

/** An object without the fields that its schema does not list. */
function listed(draft: Draft, schema: Schema, value: unknown): unknown {
  const { properties, open } = fieldsOf(draft, schema);
  if (!isObject(value) || open || properties.size === 0) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => properties.has(name)));
}

/** Says of each field of a request that a response shows it under the same name, if the answer does not say it. */
function sayReflection(draft: Draft, operation: PlacedOperation['operation'], schema: SchemaPart): void {
  const [, response] = successOf(draft.document, operation) ?? [];
  const [media] = Object.values(response?.content ?? {});
  const fields = media ? [...fieldsOf(draft, media.schema as Schema).properties.keys()] : [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const place = fields.find((each) => each === name) ?? fields.find((each) => plain(each) === plain(name));
    if (place !== undefined && property['x-reflected-as'] === undefined) property['x-reflected-as'] = `/${place}`;
  }
}

/** Without the differences between snake_case and camelCase. */
function plain(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

function capital(id: string): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
}
