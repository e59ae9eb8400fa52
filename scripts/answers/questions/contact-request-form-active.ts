import type { MediaType, OpenApiResponse } from '../../contract/document.js';
import { type PlacedOperation, successOf } from '../../contract/operations.js';
import { changeBodyExamples } from '../examples.js';
import type { Teach } from '../teaching.js';

/** Whether a directory has one contact request form or a list of them. The register has it before lists.envelope. */
export const contactRequestFormActive: Teach<'one' | 'list'> = ({ draft, question, value }) => {
  const placed = draft.operation('listContactRequestForms') as PlacedOperation;
  const { operation } = placed;
  draft.settleFacet(placed, 'responses', question);
  const [, response] = successOf(draft.document, operation) as [string, OpenApiResponse];
  const body = Object.values(response.content ?? {})[0] as MediaType;
  const { items } = body.schema as { items?: MediaType['schema'] };
  // An answer about its bodies may have said so already.
  if (value === 'list' || !items) return;
  body.schema = items;
  changeBodyExamples(draft.document, body, ({ value: list, 'x-invented': invented = [], ...rest }) => ({
    ...rest,
    ...(invented.length > 0 && { 'x-invented': invented.map((at) => at.replace(/^\/0(?=\/)/, '')) }),
    value: (list as unknown[])[0],
  }));
  draft.forget(operation, 'lists.envelope');
  operation.summary = 'Get the contact request form';
  operation.description = 'Returns the contact request form that a directory uses.';
  response.description = 'The contact request form.';
};
