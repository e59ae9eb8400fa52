import { filter } from './base-document.js';
import { describeRule, found, put, without, wrong } from './describe-rule.js';

const path = [...filter, 'get'];

describeRule('operation-summary', {
  accepts: [['any summary', put([...path, 'summary'], 'get a filter.')]],
  rejects: [
    ['no summary', without([...path, 'summary']), found(path, 'Expected a summary; found none')],
    ['an empty summary', wrong([...path, 'summary'], '', 'found none')],
  ],
});
