import { hidden, type Mistake, mistake, visibility } from './mistake.js';

const region = 'openapi/components/examples/filters/FilterRegion.yaml';

/** Mistakes in examples, which the mock serves and readers copy. */
export const examples: Mistake[] = [
  mistake('an identifier in an example that is not a UUID')
    .replacing(region, 'genericDirectory: 0fd4340a-c3c4-4d8b-815a-f5be26abedae', 'genericDirectory: 0fd4340a')
    .isFound('no-invalid-media-type-examples', 'uuid'),
  mistake('a field in an example that its completely listed schema does not have')
    .replacing(hidden, '  slug: fjordline-data', '  subtitle: Pipelines\n  slug: fjordline-data')
    .isFound('no-invalid-media-type-examples', 'subtitle', 'subtitle: Pipelines'),
  mistake('an example without a summary')
    .replacing(visibility, 'summary: Hides the filter from visitors.\n', '')
    .isFound('named-examples', 'Expected a summary', 'value:\n'),
];
