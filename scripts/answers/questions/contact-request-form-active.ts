import type { MediaType, OpenApiResponse } from '../../contract/document.js';
import type { Node } from '../../contract/json.js';
import type { PlacedOperation } from '../../contract/operations.js';
import { successOf } from '../../contract/operations.js';
import { itemsIn, itemsSchema } from '../../contract/paging.js';
import { dereference } from '../../contract/references.js';
import type { Schema } from '../../contract/schema.js';
import { changeExamples } from '../examples.js';
import type { Teach } from '../teaching.js';

/** Whether a directory has one contact request form or a list of them. */
export const contactRequestFormActive: Teach<'one' | 'list'> = ({ draft, question, value }) => {
  const placed = draft.operation('listContactRequestForms') as PlacedOperation;
  const { operation } = placed;
  draft.settleFacet(placed, 'responses', question);
  if (value === 'list') return;
  const [, response] = successOf(draft.document, operation) as [string, OpenApiResponse];
  const body = Object.values(response.content ?? {})[0] as MediaType;
  const paging = operation['x-paging'] ?? {};
  const form = itemsSchema(paging, body.schema as Schema, (schema) => draft.resolve(schema));
  // An answer about its bodies may have said so already.
  if (!form) return;
  body.schema = { ...form };
  changeExamples(draft.document, body, (list) => {
    const [first] = itemsIn(paging, list.value) ?? [];
    const start = `${paging.items ?? ''}/0`;
    const invented = (list['x-invented'] ?? []).filter((at) => at.startsWith(`${start}/`));
    return {
      ...list,
      value: first,
      ...(invented.length > 0 && { 'x-invented': invented.map((at) => at.slice(start.length)) }),
    };
  });
  const { query, size } = paging.page ?? {};
  operation.parameters = (operation.parameters ?? []).filter((node) => {
    const { in: place, name } = dereference<Node>(draft.document, node);
    return place !== 'query' || (name !== query && name !== size);
  });
  delete operation['x-paging'];
  draft.forget(operation, 'lists.envelope');
  operation.summary = 'Get the contact request form';
  operation.description = 'Returns the contact request form that a directory uses.';
  response.description = 'The contact request form.';
};
