import type { MediaType, OpenApiOperation } from '../../contract/document.js';
import type { Example } from '../../contract/example-walk.js';
import type { Node } from '../../contract/json.js';
import { isJson } from '../../contract/json-success.js';
import { type PlacedOperation, successOf } from '../../contract/operations.js';
import { headerAt } from '../../contract/paging/header-place.js';
import { impossibleParts } from '../../contract/paging/impossible-parts.js';
import { itemsPlace } from '../../contract/paging/items-place.js';
import { describeCursorMismatch } from '../../contract/paging/mistakes.js';
import {
  defaultNext,
  type Envelope,
  type EnvelopeAnswer,
  type NextKind,
  type Paging,
  type Place,
  readEnvelope,
} from '../../contract/paging/paging.js';
import { wrapItems } from '../../contract/paging/write.js';
import { escapeToken, parsePointer, toPointer } from '../../contract/pointer.js';
import { createSchemaResolver, dereference } from '../../contract/references.js';
import type { Schema } from '../../contract/schema.js';
import { suggest } from '../../text/did-you-mean.js';
import type { Draft, SchemaPart } from '../draft.js';
import { deriveValue } from '../example-values.js';
import { changeBodyExamples, countExampleUses } from '../examples.js';
import { readAnswerSchema } from '../given-schema.js';
import { findMisfits, findOperations, mistake, type Teacher } from '../teaching.js';

export const listsEnvelope: Teacher<'bare' | EnvelopeAnswer> = ({ draft, question, value, except }) => {
  const lists = draft.operations.filter((endpoint) => listOf(draft, endpoint) !== undefined);
  const ids = lists.map(({ id }) => id);
  const exceptions = findOperations({ draft, question }, except, '/except');
  for (const { endpoint, at } of findMisfits(exceptions, (operation) => ids.includes(operation.endpoint.id)))
    throw mistake(at, 'the id of an operation that returns a list', endpoint.id, suggest(endpoint.id, ids));
  const usualAnswer = { at: '/value', value };
  for (const { at, value: each } of [usualAnswer, ...exceptions]) if (each !== 'bare') refuseImpossible(each, at);
  const useCounts = countExampleUses(draft.document);
  for (const endpoint of lists) {
    const { value: envelope, at } = exceptions.find((each) => each.endpoint.id === endpoint.id) ?? usualAnswer;
    if (envelope !== 'bare')
      wrap(draft, endpoint, { envelope: readEnvelope(envelope), also: envelope.also, at, useCounts });
    draft.settleFacet(endpoint, 'responses', question);
  }
};

/** @throws AnswerMistake for an envelope that no response can have; `at` is its pointer in the answer */
function refuseImpossible(answer: EnvelopeAnswer, at: string): void {
  const { items: itemsPointer, next, more, nextIs, total, page, also = {} } = answer;
  if (more !== undefined && (next ?? nextIs) !== undefined)
    throw mistake(
      `${at}/more`,
      'either "more" or "next"',
      more,
      'Remove one of them. If you keep "more", also remove "nextIs".',
    );
  const items = itemsPointer === undefined ? undefined : itemsPlace({ items: itemsPointer }).list;
  const fields = Object.entries({ items, next, more, total }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && headerAt(entry[1]) === undefined,
  );
  const needsItems =
    'Without "items", the answer says that the response is an array, which has no fields. Add "items".';
  for (const [name, pointer] of fields) {
    if (items === undefined) throw mistake(`${at}/${name}`, 'items as well', pointer, needsItems);
    const outerField = fields.find(([text, place]) => text !== name && `${pointer}/`.startsWith(`${place}/`));
    if (outerField) throw mistake(`${at}/${name}`, `a place outside of "${outerField[0]}" (${outerField[1]})`, pointer);
  }
  const wrongName = Object.keys(also).find(
    (name) => items === undefined || fields.some(([, pointer]) => parsePointer(pointer)[0] === name),
  );
  const expectedNames = 'an answer with "items", and names that "items", "next", "more" and "total" do not use';
  if (wrongName !== undefined)
    throw mistake(`${at}/also/${escapeToken(wrongName)}`, expectedNames, wrongName, 'Remove it, or add "items".');
  const envelope = readEnvelope(answer);
  const [kind, kindAt] = more === undefined ? [nextIs, `${at}/nextIs`] : ['more' as const, `${at}/more`];
  if (kind !== undefined && !isPointer(envelope.next))
    throw mistake(kindAt, 'next with the JSON pointer of a field', kind, 'Add it, or remove nextIs.');
  if (kind !== undefined && kind !== 'address' && !page)
    throw mistake(kindAt, '"page", which names the parameter for the next page', kind, 'Add "page".');
  if (page?.by === 'last-item' && (kind ?? 'more') !== 'more')
    throw mistake(kindAt, '"more": "by: last-item" takes the cursor from the last item', kind, 'Remove nextIs.');
  for (const { path, expected, actual, advice } of impossibleParts(envelope))
    throw mistake(at + toPointer(path), expected, actual, advice);
}

function isPointer(place: Place | undefined): place is string {
  return place !== undefined && headerAt(place) === undefined;
}

/** The JSON body of a list; undefined for other operations, including exports, which have no pages. */
function listOf(draft: Draft, { method, operation }: PlacedOperation): MediaType | undefined {
  const [, response] = successOf(draft.document, operation) ?? [];
  const [[media, body] = ['', undefined]] = Object.entries(response?.content ?? {});
  const isList = method === 'get' && isJson(media) && body?.schema['type'] === 'array';
  return isList ? body : undefined;
}

interface Wrapping {
  envelope: Envelope;
  also: EnvelopeAnswer['also'];
  /** The JSON pointer of the envelope in the answer. */
  at: string;
  useCounts: Map<string, number>;
}

/** @throws AnswerMistake if the last item of the list cannot have the cursor of the next page, or for a wrong schema */
function wrap(draft: Draft, endpoint: PlacedOperation, { envelope, also = {}, at, useCounts }: Wrapping): void {
  const { id, operation } = endpoint;
  const body = listOf(draft, endpoint) as MediaType;
  const { nextIs: _, ...paging } = envelope;
  operation['x-paging'] = paging;
  const parameters = (operation.parameters ?? []).map((node) => dereference<Node>(draft.document, node));
  const additions = parametersFor(paging).filter(
    ({ name }) => !parameters.some((parameter) => parameter['in'] === 'query' && parameter['name'] === name),
  );
  if (additions.length > 0) operation.parameters = [...(operation.parameters ?? []), ...additions];
  const resolve = createSchemaResolver(draft.document);
  const { page } = paging;
  const mismatch = page && describeCursorMismatch({ page }, body.schema as Schema, resolve);
  if (mismatch !== undefined) {
    const expected = `the JSON pointer of a string or a number in an item of ${id}`;
    const advice = `The item is ${mismatch}. Correct the pointer, or add ${id} to "except".`;
    throw mistake(`${at}/page/item`, expected, page?.item ?? '/id', advice);
  }
  if (paging.items === undefined) return;
  const schema = envelopeSchema(envelope, body.schema as SchemaPart);
  const frame: Record<string, unknown> = {};
  for (const [name, extraValue] of Object.entries(also)) {
    const member = readAnswerSchema(draft, extraValue, name, `${at}/also/${escapeToken(name)}`);
    schema.properties = { ...schema.properties, [name]: member };
    frame[name] = deriveValue(draft.document, member, name, '');
  }
  changeBodyExamples(draft.document, body, (example) => wrapExample(example, envelope, frame), useCounts);
  body.schema = schema as MediaType['schema'];
  draft.wrappedPointers.push(`${endpoint.pointer}/responses/`);
}

function envelopeSchema(envelope: Envelope, list: SchemaPart): SchemaPart {
  const { next, total, page, nextIs = defaultNext(envelope), empty } = envelope;
  const { list: listPlace, item } = itemsPlace(envelope);
  const schema = createOpenObject('One page of the list.');
  place(schema, listPlace, item === '' ? list : wrapItem(list, item), empty === undefined);
  if (isPointer(total)) place(schema, total, { type: 'integer', description: 'Number of all items.' });
  if (!isPointer(next)) return schema;
  const kinds: Record<NextKind, SchemaPart> = {
    address: {
      type: ['string', 'null'],
      format: 'uri-reference',
      description: 'Address of the next page; null on the last page.',
    },
    value: {
      type: [page?.by === 'cursor' ? 'string' : 'integer', 'null'],
      description: `Value of \`${page?.query}\` for the next page; null on the last page.`,
    },
    more: { type: 'boolean', description: 'Whether there is another page.' },
  };
  place(schema, next, kinds[nextIs]);
  return schema;
}

/** Wraps each item of a list in an object that has the item at a JSON pointer. */
function wrapItem(list: SchemaPart, pointer: string): SchemaPart {
  const element = createOpenObject('An element of the list.');
  place(element, pointer, (list['items'] ?? {}) as SchemaPart, true);
  return { ...list, items: element };
}

/** An object that allows further members: most envelopes have some that the answer does not mention. */
export function createOpenObject(description?: string): SchemaPart {
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    additionalProperties: true,
    'x-open': true,
  };
}

/**
 * Puts a schema at a JSON pointer inside another one.
 *
 * @param isRequired whether the fields that lead to it are required
 */
export function place(schema: SchemaPart, pointer: string, addedSchema: SchemaPart, isRequired = false): void {
  const [first = '', ...rest] = parsePointer(pointer);
  const properties = (schema.properties ?? {}) as Record<string, SchemaPart>;
  schema.properties = properties;
  if (rest.length === 0) properties[first] = addedSchema;
  else {
    const innerSchema = properties[first] ?? createOpenObject();
    properties[first] = innerSchema;
    place(innerSchema, toPointer(rest), addedSchema, isRequired);
  }
  if (isRequired) schema.required = [...new Set([...(schema.required ?? []), first])];
}

/** Turns the example of a bare list into a single page; `frame` has the other members of the envelope. */
function wrapExample(
  { value, 'x-invented': inventedPointers = [], ...rest }: Example,
  envelope: Envelope,
  frame: Readonly<Record<string, unknown>>,
): Example {
  const page = wrapItems(envelope, frame, { items: value, total: Array.isArray(value) ? value.length : 0 });
  const { list, item } = itemsPlace(envelope);
  const pointers = [
    ...inventedPointers.map((at) => list + at.replace(/^\/\d+/, (position) => position + item)),
    ...Object.keys(frame).map((name) => toPointer([name])),
  ];
  return { ...rest, ...(pointers.length > 0 && { 'x-invented': pointers }), value: page };
}

function parametersFor({ page }: Paging): (NonNullable<OpenApiOperation['parameters']>[0] & { name: string })[] {
  if (!page) return [];
  const { query, by = 'number', item = '/id', first = 1, size } = page;
  const descriptions = {
    number: 'Number of the page.',
    offset: 'Number of items to skip.',
    cursor: 'The cursor from the previous page.',
    'last-item': `\`${item}\` of the last item on the previous page.`,
  };
  const isText = by === 'cursor' || by === 'last-item';
  const schema = isText ? { type: 'string' } : { type: 'integer', minimum: by === 'offset' ? 0 : first };
  const pageParameter = { name: query, in: 'query', description: descriptions[by], schema };
  if (size === undefined) return [pageParameter];
  const countSchema = { type: 'integer', minimum: 1 };
  return [pageParameter, { name: size, in: 'query', description: 'Number of items per page.', schema: countSchema }];
}
