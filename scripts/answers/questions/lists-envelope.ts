import type { MediaType, OpenApiOperation } from '../../contract/document.js';
import type { Example } from '../../contract/example-walk.js';
import type { Node } from '../../contract/json.js';
import { isJson } from '../../contract/json-success.js';
import { type PlacedOperation, successOf } from '../../contract/operations.js';
import { itemsPlace } from '../../contract/paging/items-place.js';
import { defaultNext, type Envelope, type NextKind, type Paging } from '../../contract/paging/paging.js';
import { wrapItems } from '../../contract/paging/write.js';
import { parsePointer, toPointer } from '../../contract/pointer.js';
import { dereference } from '../../contract/references.js';
import { suggest } from '../../text/did-you-mean.js';
import type { Draft, SchemaPart } from '../draft.js';
import { changeBodyExamples, countExampleUsers } from '../examples.js';
import { findOperations, mistake, type Teacher } from '../teaching.js';

export const listsEnvelope: Teacher<'bare' | Envelope> = ({ draft, question, value, except }) => {
  const lists = draft.operations.filter((endpoint) => listOf(draft, endpoint) !== undefined);
  const ids = lists.map(({ id }) => id);
  const exceptions = findOperations({ draft, question }, except, '/except');
  for (const { endpoint, at } of exceptions)
    if (!ids.includes(endpoint.id))
      throw mistake(at, 'the id of an operation that returns a list', endpoint.id, suggest(endpoint.id, ids));
  for (const { at, value: each } of [{ at: '/value', value }, ...exceptions])
    if (each !== 'bare') refuseImpossible(each, at);
  const users = countExampleUsers(draft.document);
  for (const endpoint of lists) {
    const envelope = (exceptions.find((each) => each.endpoint.id === endpoint.id) ?? { value }).value;
    if (envelope !== 'bare') wrap(draft, endpoint, envelope, users);
    draft.settleFacet(endpoint, 'responses', question);
  }
};

/** @throws AnswerMistake for an envelope that no response can have; `at` is its JSON pointer in the answer */
function refuseImpossible({ items: itemsPointer, next, nextIs, total, page }: Envelope, at: string): void {
  const items = itemsPointer === undefined ? undefined : itemsPlace({ items: itemsPointer }).list;
  const isField = next !== undefined && next !== 'link';
  const fields = Object.entries({ items, ...(isField && { next }), total }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  for (const [name, pointer] of fields) {
    if (items === undefined)
      throw mistake(
        `${at}/${name}`,
        'items as well',
        pointer,
        'Without items, the response is an array, without fields.',
      );
    const other = fields.find(([each, place]) => each !== name && `${pointer}/`.startsWith(`${place}/`));
    if (other) throw mistake(`${at}/${name}`, `a place outside of ${other[0]}, ${other[1]}`, pointer);
  }
  if (nextIs !== undefined && !isField)
    throw mistake(`${at}/nextIs`, 'next with the JSON pointer of a field', nextIs, 'Add it, or remove nextIs.');
  if (nextIs !== undefined && nextIs !== 'address' && !page)
    throw mistake(`${at}/nextIs`, 'page with the parameter that asks for a page', nextIs, 'Add it.');
  if (page?.by === 'cursor' && next === undefined)
    throw mistake(`${at}/page/by`, 'next with the place of the next cursor', page.by, 'Add it.');
  if (page?.first !== undefined && (page.by ?? 'number') !== 'number')
    throw mistake(`${at}/page/first`, `none beside "by: ${page.by}"`, page.first, 'Remove it.');
  if (page?.size !== undefined && page.size === page.query)
    throw mistake(`${at}/page/size`, `a parameter other than ${page.query}`, page.size);
}

/** The JSON body of a list; undefined for other operations, and for an export, which is no list of pages. */
function listOf(draft: Draft, { method, operation }: PlacedOperation): MediaType | undefined {
  const [, response] = successOf(draft.document, operation) ?? [];
  const [[media, body] = ['', undefined]] = Object.entries(response?.content ?? {});
  const isList = method === 'get' && isJson(media) && body?.schema['type'] === 'array';
  return isList ? body : undefined;
}

function wrap(draft: Draft, endpoint: PlacedOperation, envelope: Envelope, users: Map<string, number>): void {
  const { operation } = endpoint;
  const body = listOf(draft, endpoint) as MediaType;
  const { nextIs: _, ...paging } = envelope;
  operation['x-paging'] = paging;
  const parameters = (operation.parameters ?? []).map((node) => dereference<Node>(draft.document, node));
  const additions = parametersFor(paging).filter(
    ({ name }) => !parameters.some((each) => each['in'] === 'query' && each['name'] === name),
  );
  if (additions.length > 0) operation.parameters = [...(operation.parameters ?? []), ...additions];
  if (paging.items === undefined) return;
  changeBodyExamples(draft.document, body, (example) => wrapped(example, envelope), users);
  body.schema = envelopeSchema(envelope, body.schema as SchemaPart) as MediaType['schema'];
}

function envelopeSchema(envelope: Envelope, list: SchemaPart): SchemaPart {
  const { next, total, page, nextIs = defaultNext(envelope), empty } = envelope;
  const { list: listPlace, item } = itemsPlace(envelope);
  const schema = openObject('One page of the list.');
  place(schema, listPlace, item === '' ? list : wrapItem(list, item), empty === undefined);
  if (total !== undefined) place(schema, total, { type: 'integer', description: 'Number of all items.' });
  if (next === undefined || next === 'link') return schema;
  const kinds: Record<NextKind, SchemaPart> = {
    address: {
      type: ['string', 'null'],
      format: 'uri-reference',
      description: 'Address of the next page; null on the last one.',
    },
    value: {
      type: [page?.by === 'cursor' ? 'string' : 'integer', 'null'],
      description: `Value of \`${page?.query}\` for the next page; null on the last one.`,
    },
    more: { type: 'boolean', description: 'Whether there is another page.' },
  };
  place(schema, next, kinds[nextIs]);
  return schema;
}

/** Puts the items of a list into elements that have them at a JSON pointer. */
function wrapItem(list: SchemaPart, pointer: string): SchemaPart {
  const element = openObject('An element of the list.');
  place(element, pointer, (list['items'] ?? {}) as SchemaPart, true);
  return { ...list, items: element };
}

/** Most envelopes have further members, about which the answer says nothing. */
export function openObject(description?: string): SchemaPart {
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    additionalProperties: true,
    'x-open': true,
  };
}

/**
 * Puts a schema at a JSON pointer below another one.
 *
 * @param isRequired whether the fields that lead to it are required
 */
export function place(schema: SchemaPart, pointer: string, below: SchemaPart, isRequired = false): void {
  const [first = '', ...rest] = parsePointer(pointer);
  const properties = (schema.properties ?? {}) as Record<string, SchemaPart>;
  schema.properties = properties;
  if (rest.length === 0) properties[first] = below;
  else {
    const inner = properties[first] ?? openObject();
    properties[first] = inner;
    place(inner, toPointer(rest), below, isRequired);
  }
  if (isRequired) schema.required = [...new Set([...(schema.required ?? []), first])];
}

/** Turns an example of a bare list into an example of a list with a single page. */
function wrapped({ value, 'x-invented': invented = [], ...rest }: Example, envelope: Envelope): Example {
  const page = wrapItems(envelope, {}, { items: value, total: Array.isArray(value) ? value.length : 0 });
  const { list, item } = itemsPlace(envelope);
  const pointers = invented.map((at) => list + at.replace(/^\/\d+/, (position) => position + item));
  return { ...rest, ...(pointers.length > 0 && { 'x-invented': pointers }), value: page };
}

function parametersFor({ page }: Paging): (NonNullable<OpenApiOperation['parameters']>[0] & { name: string })[] {
  if (!page) return [];
  const { query, by = 'number', first = 1, size } = page;
  const descriptions = {
    number: 'Number of the page.',
    offset: 'Number of items to skip.',
    cursor: 'What the page before named as the next one.',
  };
  const schema = by === 'cursor' ? { type: 'string' } : { type: 'integer', minimum: by === 'offset' ? 0 : first };
  const pageParameter = { name: query, in: 'query', description: descriptions[by], schema };
  if (size === undefined) return [pageParameter];
  const count = { type: 'integer', minimum: 1 };
  return [pageParameter, { name: size, in: 'query', description: 'Number of items of a page.', schema: count }];
}
