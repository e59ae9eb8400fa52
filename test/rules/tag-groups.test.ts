import { describeRule } from './describe-rule.js';

const groups = ['x-tagGroups'];

describeRule('tag-groups', {
  accepts: [
    {
      document: 'tags over two groups',
      changes: [
        [
          groups,
          [
            { name: 'A', tags: ['directories'] },
            { name: 'B', tags: ['filters'] },
          ],
        ],
      ],
    },
  ],
  refuses: [
    {
      document: 'no groups',
      changes: [[groups, undefined]],
      findings: [{ path: [], message: 'Expected x-tagGroups to be a list of groups; found nothing' }],
    },
    {
      document: 'a tag in no group',
      changes: [[[...groups, 0, 'tags'], ['filters']]],
      findings: [
        { path: ['tags', 1, 'name'], message: 'Expected "directories" in one group of x-tagGroups; found it in none' },
      ],
    },
    {
      document: 'a tag in two groups',
      changes: [[[...groups, 1], { name: 'More', tags: ['filters'] }]],
      findings: [{ path: [...groups, 1, 'tags', 0], message: 'found "filters" in "Directory" and again in "More"' }],
    },
    {
      document: 'a tag twice in a group',
      changes: [[[...groups, 0, 'tags', 2], 'filters']],
      findings: [{ path: [...groups, 0, 'tags', 2], message: 'again in "Directory"' }],
    },
    {
      document: 'a tag that is not declared',
      changes: [[[...groups, 0, 'tags', 2], 'tiers']],
      findings: [
        { path: [...groups, 0, 'tags', 2], message: 'Expected a tag that is declared under tags; found "tiers"' },
      ],
    },
    {
      document: 'a group without tags',
      changes: [[[...groups, 1], { name: 'More' }]],
      findings: [{ path: [...groups, 1], message: 'Expected a group with name and tags; found {"name":"More"}' }],
    },
    {
      document: 'a group without a name',
      changes: [[[...groups, 1], { tags: [] }]],
      findings: [{ path: [...groups, 1], message: 'Expected a group with name and tags' }],
    },
  ],
});
