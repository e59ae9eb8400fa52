import { hidden, type Mistake, replacing, visibility } from './mistake.js';

const region = 'openapi/components/examples/filters/FilterRegion.yaml';

/** Mistakes in examples, which the mock serves and readers copy. */
export const examples: Mistake[] = [
  replacing(
    'an identifier in an example that is no UUID',
    {
      file: region,
      find: 'genericDirectory: 0fd4340a-c3c4-4d8b-815a-f5be26abedae',
      replace: 'genericDirectory: 0fd4340a',
    },
    { rule: 'no-invalid-media-type-examples', at: 'genericDirectory: 0fd4340a', says: 'uuid' },
  ),
  replacing(
    'a field in an example that its completely listed schema does not have',
    { file: hidden, find: '  slug: fjordline-data', replace: '  subtitle: Pipelines\n  slug: fjordline-data' },
    { rule: 'no-invalid-media-type-examples', at: 'subtitle: Pipelines', says: 'subtitle' },
  ),
  replacing(
    'an example without a summary',
    { file: visibility, find: 'summary: A filter that both directories show.\n', replace: '' },
    { rule: 'named-examples', at: 'value:\n', says: 'Expected a summary' },
  ),
];
