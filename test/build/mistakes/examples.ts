import { type Mistake, replacing } from './mistake.js';

const hidden = 'openapi/components/examples/partner-entries/PartnerEntryHidden.yaml';
const region = 'openapi/components/examples/filters/FilterRegion.yaml';
const visibility = 'openapi/components/examples/filters/FilterUpdateVisibility.yaml';
const review = 'openapi/components/examples/reviews/ReviewApproved.yaml';

/** Mistakes in examples, which the mock serves and readers copy. */
export const examples: Mistake[] = [
  replacing(
    'a value of the wrong type in an example',
    { file: review, find: 'rating: 5', replace: 'rating: five' },
    { rule: 'no-invalid-media-type-examples', at: 'rating: five', says: 'integer' },
  ),
  replacing(
    'an identifier in an example that is no UUID',
    { file: region, find: 'genericDirectory: 0fd4340a-c3c4-4d8b-815a-f5be26abedae', replace: 'genericDirectory: 0fd4340a' },
    { rule: 'no-invalid-media-type-examples', at: 'genericDirectory: 0fd4340a', says: 'uuid' },
  ),
  replacing(
    'an address in an example that is no URL',
    { file: hidden, find: 'award: https://cdn.example.com/awards/', replace: 'award: /awards/' },
    { rule: 'no-invalid-media-type-examples', at: 'award: /awards/', says: 'uri' },
  ),
  replacing(
    'a time in an example that is no date-time',
    { file: review, find: 'created: 2026-03-14T09:30:00Z', replace: "created: '2026-02-30T09:30:00Z'" },
    { rule: 'no-invalid-media-type-examples', at: 'created: ', says: 'date-time' },
  ),
  replacing(
    'a value in an example that does not match its pattern',
    { file: hidden, find: 'textColor: FFFFFF', replace: 'textColor: white' },
    { rule: 'no-invalid-media-type-examples', at: 'textColor: white', says: 'pattern' },
  ),
  replacing(
    'a field in an example that its completely listed schema does not have',
    { file: hidden, find: '  slug: fjordline-data', replace: '  subtitle: Pipelines\n  slug: fjordline-data' },
    { rule: 'no-invalid-media-type-examples', at: 'subtitle: Pipelines', says: 'subtitle' },
  ),
  replacing(
    'a field in an item of an example that its completely listed schema does not have',
    { file: hidden, find: 'quantity: 6', replace: 'quantity: 6\n      quantitiy: 6' },
    { rule: 'no-invalid-media-type-examples', at: 'quantitiy: 6', says: 'quantitiy' },
  ),
  replacing(
    'an example without a summary',
    { file: visibility, find: 'summary: A filter that both directories show.\n', replace: '' },
    { rule: 'named-examples', at: 'value:\n', says: 'Expected a summary' },
  ),
  replacing(
    'an example whose value is misspelt',
    { file: visibility, find: 'value:\n', replace: 'vaule:\n' },
    { rule: 'struct', at: 'vaule:', says: 'Did you mean value' },
  ),
  replacing(
    'a body without an example',
    {
      file: 'openapi/paths/callouts/callouts_{callout_id}.yaml',
      find: '        examples:\n          CalloutUpdateColour:\n            $ref: ../../components/examples/callouts/CalloutUpdateColour.yaml\n',
      replace: '',
    },
    { rule: 'named-examples', at: 'application/json:\n        schema:', says: 'Expected at least one named example' },
  ),
  replacing(
    'an example that holds what looks like a key',
    { file: hidden, find: 'tracker_share_id: share-117', replace: 'tracker_share_id: 9f8b3c1d7e6a4052bd81c7e09a3f5d26' },
    { rule: 'no-credentials', at: 'tracker_share_id: 9f8b', says: 'Expected no credential' },
  ),
  replacing(
    'an example of a parameter that does not fit it',
    { file: 'openapi/components/parameters/filters/FilterId.yaml', find: 'example: cbd1c79c-294c-450c-81b1-b4300c6faafd', replace: 'example: cbd1c79c' },
    { rule: 'no-invalid-parameter-examples', at: 'example: cbd1c79c', says: 'uuid' },
  ),
];
