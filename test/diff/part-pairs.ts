import { operation, schema, set } from './documents.js';
import type { Edit, EditPair } from './security-pairs.js';

const body = (required: boolean): object => ({ required, content: { 'application/json': { schema: {} } } });
const thing =
  (fields: object): Edit =>
  (document) =>
    set(schema(document, 'Thing'), fields);
const kind =
  (fields: object): Edit =>
  (document) =>
    set(schema(document, 'Thing')['properties']?.['kind'], fields);
const call =
  (fields: object): Edit =>
  (document) =>
    set(operation(document, 'readThing'), fields);
const responses =
  (fields: object): Edit =>
  (document) =>
    set(operation(document, 'readThing')['responses'], fields);
const parameters =
  (...others: object[]): Edit =>
  (document) =>
    set(operation(document, 'readThing'), { parameters: [{ $ref: '#/components/parameters/Id' }, ...others] });
const header =
  (headers: object): Edit =>
  (document) =>
    set(operation(document, 'readThing')['responses']?.['200'], { headers });
const query = (name: string): object => ({ name, in: 'query', schema: { type: 'integer' } });
const [page, size] = [query('page'), query('size')];
const wide = { ...page, schema: { type: 'string' } };

const partBody = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Part' } } } };
/** A `Part` that callers send; otherwise only a webhook has it. */
const byWebhook =
  (fields: object): Edit =>
  (document) => {
    call({ requestBody: partBody })(document);
    delete operation(document, 'listParts')['responses'];
    delete schema(document, 'Thing')['properties']?.['part'];
    set(document, { webhooks: { done: { post: { requestBody: partBody } } } });
    set(schema(document, 'Part'), { 'x-provenance': { stated: true }, ...fields });
  };

/** Pairs that differ in one part of an operation or of a schema. */
export const partPairs: readonly EditPair[] = [
  {
    what: 'a field',
    after: (now) => set(schema(now, 'Thing')['properties'], { a: {} }),
    there: 'minor',
    back: 'major',
  },
  { what: 'another success', after: responses({ 202: { description: 'Later.' } }), there: 'major', back: 'major' },
  { what: 'an error', after: responses({ 409: { description: 'No.' } }), there: 'minor', back: 'major' },
  { what: 'a required body', after: call({ requestBody: body(true) }), there: 'major', back: 'major' },
  { what: 'an optional body', after: call({ requestBody: body(false) }), there: 'minor', back: 'major' },
  {
    what: 'a body that is required now',
    before: call({ requestBody: body(false) }),
    after: call({ requestBody: body(true) }),
    there: 'major',
    back: 'minor',
  },
  {
    what: 'a shared body that is required now',
    before: (document) => {
      set(document['components'], { requestBodies: { Body: body(false) } });
      call({ requestBody: { $ref: '#/components/requestBodies/Body' } })(document);
    },
    after: (document) => {
      set(document['components'], { requestBodies: { Body: body(true) } });
      call({ requestBody: { $ref: '#/components/requestBodies/Body' } })(document);
    },
    there: 'major',
    back: 'minor',
  },
  {
    what: 'a required parameter that others share',
    after: (document) => {
      set(document['components']?.['parameters'], { Page: { ...page, required: true } });
      parameters({ $ref: '#/components/parameters/Page' })(document);
    },
    there: 'major',
    back: 'major',
  },
  {
    what: 'a field of any type',
    after: (now) => set(schema(now, 'Thing')['properties'], { any: true }),
    there: 'minor',
    back: 'major',
  },
  { what: 'a parameter', after: parameters(page), there: 'minor', back: 'major' },
  { what: 'a required parameter', after: parameters({ ...page, required: true }), there: 'major', back: 'major' },
  {
    what: 'a parameter before others',
    before: parameters(page),
    after: parameters(size, page),
    there: 'minor',
    back: 'major',
  },
  {
    what: 'parameters in another order',
    before: parameters(page, size),
    after: parameters(size, page),
    there: 'none',
    back: 'none',
  },
  {
    what: 'a parameter that the path item shares',
    before: parameters(page),
    after: (now) => {
      set(now['paths']?.['/things/{id}/'], { parameters: [{ $ref: '#/components/parameters/Id' }, page] });
      delete operation(now, 'readThing')['parameters'];
    },
    there: 'none',
    back: 'none',
  },
  {
    what: 'a parameter of another type, behind a new one',
    before: parameters(page),
    after: parameters(size, wide),
    there: 'major',
    back: 'major',
  },
  {
    what: 'a parameter in another place',
    before: parameters(page),
    after: parameters({ ...page, in: 'header' }),
    there: 'major',
    back: 'major',
  },
  {
    what: 'the name of a header in small letters',
    before: parameters({ ...page, in: 'header', name: 'X-Page' }),
    after: parameters({ ...page, in: 'header', name: 'x-page' }),
    there: 'patch',
    back: 'patch',
  },
  {
    what: 'another name in the path',
    after: (now) => set(now['components']?.['parameters']?.['Id'], { name: 'key' }),
    there: 'major',
    back: 'major',
  },
  { what: 'a header', after: header({ 'X-Total': { schema: {} } }), there: 'minor', back: 'major' },
  {
    what: 'a header that may be absent',
    before: header({ 'X-Total': { required: true } }),
    after: header({ 'X-Total': {} }),
    there: 'major',
    back: 'minor',
  },
  { what: 'a deprecation', after: call({ deprecated: true }), there: 'minor', back: 'minor' },
  { what: 'a deprecated field', after: kind({ deprecated: true }), there: 'minor', back: 'minor' },
  { what: 'a title', after: thing({ title: 'A thing.' }), there: 'patch', back: 'patch' },
  {
    what: 'the summary of the service',
    after: (now) => set(now['info'], { summary: 'A.' }),
    there: 'patch',
    back: 'patch',
  },
  { what: 'tags in lists', after: (now) => set(now, { tags: [{ name: 'a' }] }), there: 'patch', back: 'patch' },
  { what: 'a field that is read-only now', after: kind({ readOnly: true }), there: 'major', back: 'minor' },
  {
    what: 'undeclared fields with a type',
    before: thing({ additionalProperties: { type: 'string' } }),
    after: thing({}),
    there: 'major',
    back: 'minor',
  },
  { what: 'undeclared fields', after: thing({ additionalProperties: true }), there: 'minor', back: 'major' },
  {
    what: 'required fields in another order',
    before: thing({ required: ['kind', 'part'] }),
    after: thing({ required: ['part', 'kind'] }),
    there: 'none',
    back: 'none',
  },
  {
    what: 'types in another order',
    before: kind({ type: ['string', 'null'] }),
    after: kind({ type: ['null', 'string'] }),
    there: 'none',
    back: 'none',
  },
  { what: 'a flag that is absent', after: kind({ deprecated: false }), there: 'none', back: 'none' },
  {
    what: 'a type that no operation uses',
    before: (document) => set(document['components']?.['schemas'], { Spare: { type: 'integer' } }),
    after: (document) => set(document['components']?.['schemas'], { Spare: { type: 'number' } }),
    there: 'minor',
    back: 'minor',
  },
  {
    what: 'what a webhook sends',
    before: (document) => set(document, { webhooks: { done: { post: { requestBody: body(true) } } } }),
    after: (document) => set(document, { webhooks: { done: { post: { requestBody: body(false) } } } }),
    there: 'minor',
    back: 'major',
  },
  {
    what: 'a type that callers send, and receive by a webhook',
    before: byWebhook({ minProperties: 1 }),
    after: byWebhook({}),
    there: 'major',
    back: 'major',
  },
  {
    what: 'an extension of the components',
    after: (now) => set(now['components'], { 'x-note': 1 }),
    there: 'patch',
    back: 'patch',
  },
];
