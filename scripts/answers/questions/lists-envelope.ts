import type { MediaType, OpenApiOperation } from '../../contract/document.js';
import type { Example } from '../../contract/example-walk.js';
import type { Node } from '../../contract/json.js';
import { type PlacedOperation, successOf } from '../../contract/operations.js';
import type { Paging } from '../../contract/paging/paging.js';
import { parsePointer, toPointer, withValueAt } from '../../contract/pointer.js';
import { dereference } from '../../contract/references.js';
import { didYouMean } from '../../text/did-you-mean.js';
import type { Draft, SchemaPart } from '../draft.js';
import { type Envelope, refuseImpossible } from '../envelope.js';
import { changeBodyExamples, usersOfExamples } from '../examples.js';
import { mistake, type Teach } from '../teaching.js';

/** How lists come: as a bare array, or in an envelope. */
export const listsEnvelope: Teach<'bare' | Envelope> = ({ draft, question, value, except }) => {
  const lists = draft.operations.filter((placed) => listOf(draft, placed) !== undefined);
  const ids = lists.map(({ id }) => id);
  for (const id of Object.keys(except))
    if (!ids.includes(id))
      throw mistake(`/except/${id}`, 'the id of an operation that returns a list', id, didYouMean(id, ids));
  for (const [at, each] of [
    ['/value', value] as const,
    ...Object.entries(except).map(([id, own]) => [`/except/${id}`, own] as const),
  ])
    if (each !== 'bare') refuseImpossible(each, at);
  const users = usersOfExamples(draft.document);
  for (const placed of lists) {
    const own = (Object.hasOwn(except, placed.id) ? except[placed.id] : value) ?? 'bare';
    if (own !== 'bare') wrap(draft, placed, own, users);
    draft.settleFacet(placed, 'responses', question);
  }
};

/** The JSON body of a list; undefined for other operations, and for an export, which is no list of pages. */
function listOf(draft: Draft, { method, operation }: PlacedOperation): MediaType | undefined {
  const [, response] = successOf(draft.document, operation) ?? [];
  const [[media, body] = ['', undefined]] = Object.entries(response?.content ?? {});
  const isList = method === 'get' && media === 'application/json' && body?.schema['type'] === 'array';
  return isList ? body : undefined;
}

function wrap(draft: Draft, placed: PlacedOperation, envelope: Envelope, users: Map<string, number>): void {
  const { operation } = placed;
  const body = listOf(draft, placed) as MediaType;
  const { nextIs: _, ...paging } = envelope;
  operation['x-paging'] = paging;
  const known = (operation.parameters ?? []).map((node) => dereference<Node>(draft.document, node));
  const added = parametersFor(paging).filter(
    ({ name }) => !known.some((each) => each['in'] === 'query' && each['name'] === name),
  );
  if (added.length > 0) operation.parameters = [...(operation.parameters ?? []), ...added];
  if (paging.items === undefined) return;
  changeBodyExamples(draft.document, body, (example) => wrapped(example, envelope), users);
  body.schema = envelopeSchema(envelope, body.schema as SchemaPart) as MediaType['schema'];
}

/** What leads to the next page: its address, the value of the parameter, or whether there is another page. */
function kindOfNext({ nextIs, page }: Envelope): NonNullable<Envelope['nextIs']> {
  return nextIs ?? (page?.by === 'cursor' ? 'value' : 'address');
}

/** The schema around the items, with the fields that the answer names. */
function envelopeSchema(envelope: Envelope, list: SchemaPart): SchemaPart {
  const { items = '', next, total, page } = envelope;
  const schema: SchemaPart = { type: 'object', description: 'One page of the list.' };
  place(schema, items, list);
  if (total !== undefined) place(schema, total, { type: 'integer', description: 'Number of all items.' });
  if (next === undefined || next === 'link') return schema;
  const kinds: Record<ReturnType<typeof kindOfNext>, SchemaPart> = {
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
  place(schema, next, kinds[kindOfNext(envelope)]);
  return schema;
}

/** Puts a schema at a JSON pointer below another, and requires only the way to the items. */
function place(schema: SchemaPart, pointer: string, below: SchemaPart): void {
  const [first = '', ...rest] = parsePointer(pointer);
  const properties = (schema.properties ?? {}) as Record<string, SchemaPart>;
  schema.properties = properties;
  if (rest.length === 0) properties[first] = below;
  else {
    const inner = properties[first] ?? { type: 'object' };
    properties[first] = inner;
    place(inner, toPointer(rest), below);
  }
  if (below.type === 'array') schema.required = [...new Set([...(schema.required ?? []), first])];
}

/** An example of a bare list as the only page of a list. */
function wrapped({ value, 'x-invented': invented = [], ...rest }: Example, envelope: Envelope): Example {
  const { items = '', next, total } = envelope;
  let page = withValueAt({}, items, value);
  if (total !== undefined) page = withValueAt(page, total, Array.isArray(value) ? value.length : 0);
  if (next !== undefined && next !== 'link')
    page = withValueAt(page, next, kindOfNext(envelope) === 'more' ? false : null);
  return { ...rest, ...(invented.length > 0 && { 'x-invented': invented.map((at) => items + at) }), value: page };
}

function parametersFor({ page }: Paging): (NonNullable<OpenApiOperation['parameters']>[0] & { name: string })[] {
  if (!page) return [];
  const { query, by = 'number', first = 1, size } = page;
  const what = {
    number: 'Number of the page.',
    offset: 'Number of items to skip.',
    cursor: 'What the page before named as the next one.',
  };
  const schema = by === 'cursor' ? { type: 'string' } : { type: 'integer', minimum: by === 'offset' ? 0 : first };
  const asked = { name: query, in: 'query', description: what[by], schema };
  if (size === undefined) return [asked];
  const count = { type: 'integer', minimum: 1 };
  return [asked, { name: size, in: 'query', description: 'Number of items of a page.', schema: count }];
}
