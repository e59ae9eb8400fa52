import { filterPath, prefix } from './base-document.js';
import { describeRule, found, put, wrong } from './describe-rule.js';

describeRule('path-parameter-names', {
  accepts: [
    ['one parameter at two places', put(['paths', `${prefix}/directory/{directory_id}/`], {})],
    ['a literal where another path has a parameter', put(['paths', `${prefix}/filters/export/`], {})],
    [
      'a parameter right after another one',
      put(['paths', `${prefix}/reviews/directory/{directory_id}/`], {}),
      put(['paths', `${prefix}/reviews/directory/{directory_id}/{review_id}/`], {}),
    ],
  ],
  rejects: [
    [
      'another name at the same place',
      put(['paths', `${prefix}/filters/{filter_id}/options/`], {}),
      wrong(
        ['paths', `${prefix}/filters/{id}/entries/`],
        {},
        `Expected {filter_id} after "filters", as in ${filterPath}; found {id}`,
      ),
    ],
    [
      'another name in the first path, where most have the usual one',
      put(['paths', `${prefix}/directories/{id}/tiers/`], {}),
      put(['paths', `${prefix}/directories/{id}/badges/`], {}),
      found(['paths', `${prefix}/directories/{directory_id}/filters/`], 'Expected {id} after "directories"'),
    ],
    [
      'another name right after a parameter',
      put(['paths', `${prefix}/directory/{directory_id}/{review_id}/`], {}),
      wrong(
        ['paths', `${prefix}/directory/{directory_id}/{id}/export/`],
        {},
        'Expected {review_id} after "directory/{directory_id}"',
      ),
    ],
  ],
});
