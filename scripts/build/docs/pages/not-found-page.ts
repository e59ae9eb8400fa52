import type { DocsPage } from './docs-page.js';

/** The page that servers send for an address without a page. */
export const notFoundPage: DocsPage = {
  path: '404.html',
  title: 'Not found',
  description: 'The docs have no page at this address.',
  blocks: [
    { heading: ['Not found'], level: 1, id: 'not-found' },
    { paragraph: ['The docs have no page at this address. It may have moved.'] },
    {
      list: [
        [{ to: 'operations.html', text: ['All operations'] }],
        [{ to: 'schemas.html', text: ['All schemas'] }],
        [{ to: 'index.html#everything', text: ['Everything else'] }],
      ],
    },
  ],
};
