import type { OpenApiDocument } from '../../../contract/document.js';
import { standingOf } from '../../../contract/standing.js';
import { groupAnchor, operationAddress } from '../links/addresses.js';
import type { Group } from '../reference/reference-blocks.js';
import type { Block } from '../text/blocks.js';
import type { DocsPage } from './docs-page.js';
import { openQuestions } from './standing-text.js';

/** The list of all operations, by group. */
export function operationList(bundle: OpenApiDocument, groups: readonly Group[]): DocsPage {
  const count = groups.reduce((sum, { places }) => sum + places.length, 0);
  return {
    path: 'operations.html',
    title: 'Operations',
    description: `All ${count} operations of the interface by group, each with its standing.`,
    blocks: [
      { heading: ['Operations'], level: 1, id: 'operations' },
      {
        paragraph: [
          `All ${count} operations by group. Each shows how certain it is; `,
          { to: 'index.html#map', text: ['the first page'] },
          ' explains the words. The same on one page: ',
          { to: 'reference.html', text: ['made by Redoc'] },
          ', ',
          { to: 'openapi.yaml', text: ['as OpenAPI'] },
          '.',
        ],
      },
      ...(bundle.info.description === undefined ? [] : [{ description: bundle.info.description }]),
      ...groups.flatMap(groupBlocks),
    ],
  };
}

function groupBlocks({ tag, name, description, unknown, places }: Group): Block[] {
  return [
    { heading: [name], level: 2, id: groupAnchor(tag) },
    ...(description === undefined ? [] : [{ description }]),
    ...(unknown.length === 0 ? [] : [{ paragraph: openQuestions('Open questions: ', unknown) }]),
    {
      columns: ['Operation', 'Standing', 'Request'],
      rows: places.map(({ method, path, operation }) => ({
        cells: [
          [{ to: operationAddress(operation.operationId), text: [operation.summary] }],
          [{ standing: standingOf(operation) }],
          [{ code: `${method.toUpperCase()} ${path}` }],
        ],
      })),
    },
  ];
}
