import type { OpenApiResponse } from '../../contract/document.js';
import { type PlacedOperation, successOf } from '../../contract/operations.js';
import { dropUnused } from '../examples.js';
import { mistake } from '../mistake.js';
import type { Teach } from '../teaching.js';

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
