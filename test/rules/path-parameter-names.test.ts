import { filterPath, prefix } from './base-document.js';
import { describeRule } from './describe-rule.js';

describeRule('path-parameter-names', {
  accepts: [
    { document: 'one parameter at two places', changes: [[['paths', `${prefix}/directory/{directory_id}/`], {}]] },
    {
      document: 'a literal where another path has a parameter',
      changes: [[['paths', `${prefix}/filters/export/`], {}]],
    },
    {
      document: 'a parameter right after another one',
      changes: [
        [['paths', `${prefix}/reviews/directory/{directory_id}/`], {}],
        [['paths', `${prefix}/reviews/directory/{directory_id}/{review_id}/`], {}],
      ],
    },
  ],
  refuses: [
    {
      document: 'another name at the same place',
      changes: [
        [['paths', `${prefix}/filters/{filter_id}/options/`], {}],
        [['paths', `${prefix}/filters/{id}/entries/`], {}],
      ],
      findings: [
        {
          path: ['paths', `${prefix}/filters/{id}/entries/`],
          message: `Expected {filter_id} after "filters", as in ${filterPath}; found {id}`,
        },
      ],
    },
    {
      document: 'another name in the first path, where most have the usual one',
      changes: [
        [['paths', `${prefix}/directories/{id}/tiers/`], {}],
        [['paths', `${prefix}/directories/{id}/badges/`], {}],
      ],
      findings: [
        {
          path: ['paths', `${prefix}/directories/{directory_id}/filters/`],
          message: 'Expected {id} after "directories"',
        },
      ],
    },
    {
      document: 'another name right after a parameter',
      changes: [
        [['paths', `${prefix}/directory/{directory_id}/{review_id}/`], {}],
        [['paths', `${prefix}/directory/{directory_id}/{id}/export/`], {}],
      ],
      findings: [
        {
          path: ['paths', `${prefix}/directory/{directory_id}/{id}/export/`],
          message: 'Expected {review_id} after "directory/{directory_id}"',
        },
      ],
    },
  ],
});
