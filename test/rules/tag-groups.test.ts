import { describeRule, found, put, without, wrong } from './describe-rule.js';

const groups = ['x-tagGroups'];

describeRule('tag-groups', {
  accepts: [
    [
      'tags over two groups',
      put(groups, [
        { name: 'A', tags: ['directories'] },
        { name: 'B', tags: ['filters'] },
      ]),
    ],
  ],
  rejects: [
    ['no groups', without(groups), found([], 'Expected x-tagGroups to be a list of groups; found nothing')],
    [
      'a tag in no group',
      put([...groups, 0, 'tags'], ['filters']),
      found(['tags', 1, 'name'], 'Expected "directories" in one group of x-tagGroups; found it in no group'),
    ],
    [
      'a tag in two groups',
      put([...groups, 1], { name: 'More', tags: ['filters'] }),
      found([...groups, 1, 'tags', 0], 'found "filters" in "Directory" and again in "More"'),
    ],
    ['a tag twice in a group', wrong([...groups, 0, 'tags', 2], 'filters', 'again in "Directory"')],
    [
      'a tag that is not declared',
      wrong([...groups, 0, 'tags', 2], 'tiers', 'Expected a tag that is declared under tags; found "tiers"'),
    ],
    [
      'a group without tags',
      wrong([...groups, 1], { name: 'More' }, 'Expected a group with name and tags; found {"name":"More"}'),
    ],
    ['a group without a name', wrong([...groups, 1], { tags: [] }, 'Expected a group with name and tags')],
  ],
});
