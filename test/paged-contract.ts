import { contract } from '../generated/contract.js';
import type { OpenApiDocument, OpenApiOperation, OpenApiResponse } from '../scripts/contract/document.js';
import { eachOperation, successOf } from '../scripts/contract/operations.js';
import type { Paging } from '../scripts/contract/paging/paging.js';
import { toPointer, withValueAt } from '../scripts/contract/pointer.js';
import { dereference } from '../scripts/contract/references.js';

/** A form in which a service returns its lists. */
export interface PagedForm {
  name: string;
  paging: Paging;
  /** The schemas of the fields around the items, such as that for the next page. */
  around: Record<string, object>;
}

const count = { type: 'integer', minimum: 0 };

export const pagedForms: readonly PagedForm[] = [
  {
    name: 'page numbers, with the address of the next page',
    paging: { items: '/results', next: '/next', total: '/count', page: { query: 'page', size: 'page_size' } },
    around: { count, next: { type: ['string', 'null'], format: 'uri' } },
  },
  {
    name: 'an offset and a limit',
    paging: { items: '/data', total: '/total', page: { query: 'offset', by: 'offset', size: 'limit' } },
    around: { total: count },
  },
  {
    name: 'a cursor',
    paging: { items: '/items', next: '/next_cursor', page: { query: 'cursor', by: 'cursor' } },
    around: { next_cursor: { type: ['string', 'null'] } },
  },
  {
    name: 'the header Link, around a bare array',
    paging: { next: 'link', page: { query: 'page' } },
    around: {},
  },
  {
    name: 'pages from 0, and whether there are more',
    paging: { items: '/page/items', next: '/more', page: { query: 'p', first: 0 } },
    around: { more: { type: 'boolean' } },
  },
  {
    name: 'headers with the number of the next page and of all items',
    paging: {
      next: { header: 'X-Next-Page' },
      total: { header: 'X-Total-Count' },
      page: { query: 'page', size: 'per_page' },
    },
    around: {},
  },
  {
    name: 'the header Content-Range, around a bare array',
    paging: {
      next: { header: 'Content-Range' },
      total: { header: 'Content-Range' },
      page: { query: 'offset', by: 'offset', size: 'limit' },
    },
    around: {},
  },
  {
    name: 'the id of the last item, and whether there are more',
    paging: { items: '/data', next: '/has_more', page: { query: 'starting_after', by: 'last-item', size: 'limit' } },
    around: { has_more: { type: 'boolean' } },
  },
];

/** The contract with every list in this form, and with a word before the key. */
export function pagedContract({ paging, around }: PagedForm, prefix?: string): OpenApiDocument {
  const document = structuredClone(contract);
  const [key] = Object.values(document.components['securitySchemes'] ?? {}) as Record<string, unknown>[];
  if (prefix !== undefined && key) key['x-prefix'] = prefix;
  for (const { method, operation } of eachOperation(document)) {
    if (method !== 'get') continue;
    const [, response] = successOf(document, operation) ?? [];
    const [[media, content] = ['', undefined]] = Object.entries(response?.content ?? {});
    if (media !== 'application/json' || content?.schema['type'] !== 'array') continue;
    pageList(operation, content, { paging, around });
    wrapExamples(document, response, paging);
  }
  return document;
}

/** Gives an operation, and the content of its response, one of these forms. */
export function pageList(
  operation: Partial<OpenApiOperation>,
  content: { schema: Record<string, unknown> },
  { paging, around }: Omit<PagedForm, 'name'>,
): void {
  operation['x-paging'] = paging;
  const { query, by = 'number', size } = paging.page ?? { query: 'page' };
  const schema =
    by === 'cursor' || by === 'last-item'
      ? { type: 'string' }
      : { type: 'integer', minimum: by === 'offset' ? 0 : (paging.page?.first ?? 1) };
  const limit = { name: size, in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 4 } };
  operation.parameters = [
    ...(operation.parameters ?? []),
    { name: query, in: 'query', schema },
    ...(size ? [limit] : []),
  ];
  if (paging.items) content.schema = enveloped(paging.items, content.schema, around);
}

/** Returns the schema of an object that has the items at this pointer, and the other fields around them. */
function enveloped(pointer: string, items: object, around: Record<string, object>): Record<string, unknown> {
  const [first = '', ...rest] = pointer.slice(1).split('/');
  const below = rest.length > 0 ? enveloped(toPointer(rest), items, {}) : items;
  return { type: 'object', required: [first], properties: { ...around, [first]: below } };
}

function wrapExamples(document: OpenApiDocument, response: OpenApiResponse | undefined, { items = '' }: Paging): void {
  for (const content of Object.values(response?.content ?? {})) {
    content.examples = Object.fromEntries(
      Object.entries(content.examples ?? {}).map(([name, node]) => {
        const { summary = '', value } = dereference<{ summary?: string; value: unknown }>(document, node);
        return [name, { summary, value: withValueAt({}, items, value) }];
      }),
    );
  }
}
