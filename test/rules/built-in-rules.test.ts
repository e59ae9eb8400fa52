import { expect, test } from 'vitest';
import { documentWith, filter, filterPath, filters } from './base-document.js';
import { describeRule } from './describe-rule.js';
import { lintDocument } from './lint-document.js';

const get = [...filter, 'get'];

describeRule('operation-operationId', {
  accepts: [],
  refuses: [
    {
      document: 'no operationId',
      changes: [[[...get, 'operationId'], undefined]],
      findings: [{ path: get, message: 'operationId' }],
    },
  ],
});

describeRule('operation-description', {
  accepts: [],
  refuses: [
    {
      document: 'no description',
      changes: [[[...get, 'description'], undefined]],
      findings: [{ path: get, message: 'description' }],
    },
  ],
});

describeRule('tag-description', {
  accepts: [],
  refuses: [
    {
      document: 'no description',
      changes: [[['tags', 1, 'description'], undefined]],
      findings: [{ path: ['tags', 1], message: 'description' }],
    },
  ],
});

describeRule('operation-tags', {
  accepts: [],
  refuses: [
    { document: 'no tags', changes: [[[...get, 'tags'], undefined]], findings: [{ path: get, message: 'tags' }] },
    {
      document: 'an empty list of tags',
      changes: [[[...get, 'tags'], []]],
      findings: [{ path: [...get, 'tags'], message: 'tags' }],
    },
  ],
});

describeRule('operation-singular-tag', {
  accepts: [],
  refuses: [
    {
      document: 'two tags',
      changes: [[[...get, 'tags', 1], 'directories']],
      findings: [{ path: [...get, 'tags'], message: 'single tag' }],
    },
  ],
});

describeRule('operation-tag-defined', {
  accepts: [],
  refuses: [
    {
      document: 'a tag that is not declared',
      changes: [[[...get, 'tags', 0], 'tiers']],
      findings: [{ path: [...get, 'tags', 0], message: 'defined' }],
    },
  ],
});

// Not configured here, but the other half of what the rules on path parameters promise.
describeRule('path-params', {
  accepts: [],
  refuses: [
    {
      document: 'a parameter of the path that is not listed',
      changes: [[[...filters, 'get', 'parameters'], undefined]],
      findings: [{ path: [...filters, 'get'], message: '{directory_id}' }],
    },
    {
      document: 'a listed parameter that is not in the path',
      changes: [[[...filter, 'get', 'parameters'], [{ $ref: '#/components/parameters/DirectoryId' }]]],
      findings: [{ path: [...filter, 'get', 'parameters', 0], message: `must be used in path "${filterPath}"` }],
    },
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
