import { contract } from '../generated/contract.js';
import type { OpenApiDocument, OpenApiOperation, OpenApiResponse } from '../scripts/contract/document.js';
import { eachOperation, successOf } from '../scripts/contract/operations.js';
import type { Paging } from '../scripts/contract/paging/paging.js';
import { toPointer, withValueAt } from '../scripts/contract/pointer.js';
import { dereference } from '../scripts/contract/references.js';
import { yamlBeside } from './yaml-beside.js';

/** A form in which a service returns its lists. */
export interface PagedForm {
  name: string;
  paging: Paging;
  /** The schemas of the fields around the items, such as that of the next page. */
  around: Record<string, object>;
}

export const pagedForms = yamlBeside<readonly PagedForm[]>(import.meta.url, 'paged-forms.yaml');

/** The contract with every list in this form, and perhaps with a word before the key. */
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

/** Gives one of these forms to an operation and the content of its response. */
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
function enveloped(pointer: string, items: object, envelope: Record<string, object>): Record<string, unknown> {
  const [first = '', ...rest] = pointer.slice(1).split('/');
  const inner = rest.length > 0 ? enveloped(toPointer(rest), items, {}) : items;
  return { type: 'object', required: [first], properties: { ...envelope, [first]: inner } };
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
