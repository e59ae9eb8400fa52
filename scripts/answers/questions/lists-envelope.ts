import type { MediaType, OpenApiOperation } from '../../contract/document.js';
import type { Example } from '../../contract/example-walk.js';
import { type PlacedOperation, successOf } from '../../contract/operations.js';
import type { Paging } from '../../contract/paging.js';
import { parsePointer, toPointer, withValueAt } from '../../contract/pointer.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { AnswerMistake, type Draft, type SchemaPart } from '../draft.js';
import { changeListExamples, type ListChange } from '../list-examples.js';
import type { Teach } from '../teaching.js';

/** How lists come: as a bare array, or as `x-paging` says. */
type Envelope = 'bare' | Paging;

export const listsEnvelope: Teach<Envelope> = ({ draft, question, value, except }) => {
  const lists = draft.operations.filter((placed) => listOf(draft, placed) !== undefined);
  const ids = lists.map(({ id }) => id);
  for (const id of Object.keys(except)) {
    if (!ids.includes(id))
      throw new AnswerMistake(
        `/except/${id}`,
        `Expected an operation that returns a list, found "${id}". ${didYouMean(id, ids)}`,
      );
  }
  const changes = new Map<MediaType, ListChange>();
  for (const placed of lists) {
    const own = Object.hasOwn(except, placed.id) ? except[placed.id] : value;
    if (own !== undefined && own !== 'bare') {
      const body = wrap(draft, placed, own);
      changes.set(body, { form: JSON.stringify(own), of: (example) => wrappedExample(example, own) });
    }
    draft.settleFacet(placed, 'responses', question);
  }
  changeListExamples(draft.document, changes);
  draft.settleEverywhere(question);
};

/** The JSON body of a list; undefined for other operations. */
function listOf(draft: Draft, { method, operation }: PlacedOperation): MediaType | undefined {
  const [, response] = successOf(draft.document, operation) ?? [];
  const [[media, body] = ['', undefined]] = Object.entries(response?.content ?? {});
  const isList = method === 'get' && media === 'application/json' && body?.schema['type'] === 'array';
  return isList ? body : undefined;
}

/** Wraps the schema of a list, and returns the body with its examples as they were. */
function wrap(draft: Draft, placed: PlacedOperation, paging: Paging): MediaType {
  const { operation } = placed;
  const body = listOf(draft, placed) as MediaType;
  const pointer = paging.items ?? '';
  operation['x-paging'] = paging;
  const added = parametersFor(paging);
  if (added.length > 0) operation.parameters = [...(operation.parameters ?? []), ...added];
  if (pointer !== '') body.schema = envelopeSchema(paging, body.schema as SchemaPart) as MediaType['schema'];
  return body;
}

/** The schema around the items, with the fields that the answer names. */
function envelopeSchema({ items = '', next, total, page }: Paging, list: SchemaPart): SchemaPart {
  const schema: SchemaPart = { type: 'object', description: 'One page of the list.' };
  place(schema, items, { ...list });
  if (total !== undefined) place(schema, total, { type: 'integer', description: 'Number of all items.' });
  if (next !== undefined && next !== 'link') {
    const isValue = page?.by === 'cursor';
    place(schema, next, {
      type: ['string', 'null'],
      ...(!isValue && { format: 'uri-reference' }),
      description: isValue
        ? 'Leads to the next page; null on the last one.'
        : 'Address of the next page; null on the last one.',
    });
  }
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
function wrappedExample(example: Example, { items = '', next, total }: Paging): Example {
  if (items === '') return example;
  const { value, 'x-invented': invented = [] } = example;
  let page = withValueAt({}, items, value);
  if (total !== undefined) page = withValueAt(page, total, Array.isArray(value) ? value.length : 0);
  if (next !== undefined && next !== 'link') page = withValueAt(page, next, null);
  return {
    ...example,
    ...(invented.length > 0 && { 'x-invented': invented.map((place) => items + place) }),
    value: page,
  };
}

function parametersFor({ page }: Paging): NonNullable<OpenApiOperation['parameters']> {
  if (!page) return [];
  const { query, by = 'number', first = 1, size } = page;
  const what = {
    number: 'Number of the page.',
    offset: 'Number of items to skip.',
    cursor: 'What the page before named as the next one.',
  };
  const schema = by === 'cursor' ? { type: 'string' } : { type: 'integer', minimum: by === 'offset' ? 0 : first };
  const sizes =
    size === undefined
      ? []
      : [
          {
            name: size,
            in: 'query',
            description: 'Number of items of a page.',
            schema: { type: 'integer', minimum: 1 },
          },
        ];
  return [{ name: query, in: 'query', description: what[by], schema }, ...sizes];
}
