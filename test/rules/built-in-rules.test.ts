import { expect, test } from 'vitest';
import { documentWith, filter, filterPath, filters } from './base-document.js';
import { describeRule, found, put, without, wrong } from './describe-rule.js';
import { lintDocument } from './lint-document.js';

const get = [...filter, 'get'];

describeRule('operation-operationId', {
  rejects: [['no operationId', without([...get, 'operationId']), found(get, 'operationId')]],
});

describeRule('operation-description', {
  rejects: [['no description', without([...get, 'description']), found(get, 'description')]],
});

describeRule('tag-description', {
  rejects: [['no description', without(['tags', 1, 'description']), found(['tags', 1], 'description')]],
});

describeRule('operation-tags', {
  rejects: [
    ['no tags', without([...get, 'tags']), found(get, 'tags')],
    ['an empty list of tags', wrong([...get, 'tags'], [], 'tags')],
  ],
});

describeRule('operation-singular-tag', {
  rejects: [['two tags', put([...get, 'tags', 1], 'directories'), found([...get, 'tags'], 'single tag')]],
});

describeRule('operation-tag-defined', {
  rejects: [['a tag that is not declared', wrong([...get, 'tags', 0], 'tiers', 'defined')]],
});

// This rule is not configured here, but the rules for path parameters depend on it.
describeRule('path-params', {
  rejects: [
    [
      'a parameter of the path that is not listed',
      without([...filters, 'get', 'parameters']),
      found([...filters, 'get'], '{directory_id}'),
    ],
    [
      'a listed parameter that is not in the path',
      put([...filter, 'get', 'parameters'], [{ $ref: '#/components/parameters/DirectoryId' }]),
      found([...filter, 'get', 'parameters', 0], `must be used in path "${filterPath}"`),
    ],
  ],
});

test.each([
  'path-keys-no-trailing-slash',
  'info-contact',
  'operation-operationId-unique',
  'operation-success-response',
])('%s is off', async (rule) => {
  await expect(lintDocument(documentWith(), rule)).rejects.toThrow('off');
});
