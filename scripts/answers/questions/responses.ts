import type { MediaType, OpenApiResponse } from '../../contract/document.js';
import { type PlacedOperation, successOf } from '../../contract/operations.js';
import { changeBodyExamples, dropUnused } from '../examples.js';
import { mistake, type Teach } from '../teaching.js';

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

const media = { csv: 'text/csv', json: 'application/json' } as const;
const words = { csv: 'CSV with a line of column names', json: 'JSON' } as const;

/** The formats in which reviews are exported. */
export const reviewExportFormat: Teach<(keyof typeof media)[]> = ({ draft, question, value }) => {
  const placed = draft.operation('exportReviews') as PlacedOperation;
  const [, response] = successOf(draft.document, placed.operation) as [string, OpenApiResponse];
  const { content = {} } = response;
  const wanted = value.map((format) => media[format]);
  const missing = wanted.find((each) => !content[each]);
  if (missing !== undefined)
    throw mistake('/value', 'formats that operations.payloads leaves', value, 'Correct one of the two answers.');
  for (const [name, body] of Object.entries(content)) {
    if ((wanted as string[]).includes(name)) continue;
    delete content[name];
    dropUnused(draft.document, body);
  }
  if (!wanted.includes(media.json)) draft.forget(placed.operation, 'lists.envelope');
  const all = value.map((format) => words[format]);
  placed.operation.description =
    `Returns all reviews of a directory, for use in another program, as ${all.join(' or ')}.` +
    (all.length > 1 ? ' The request chooses with the `Accept` header.' : '');
  draft.settleFacet(placed, 'responses', question);
};
