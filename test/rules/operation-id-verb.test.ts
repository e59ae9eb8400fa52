import { expect, test } from 'vitest';
import { type Change, documentWith, filter, filters, prefix } from './base-document.js';
import { describeRule } from './describe-rule.js';
import { lintDocument } from './lint-document.js';

const get = [...filter, 'get', 'operationId'];
const post = [...filters, 'post', 'operationId'];

/** A path item with one operation, which this rule looks at by nothing but method and operationId. */
function operation(method: string, operationId: string): Change {
  return [['paths', `${prefix}/more/`], { [method]: { operationId } }];
}

describeRule('operation-id-verb', {
  accepts: [
    { document: 'an operation without operationId, which another rule refuses', changes: [[get, undefined]] },
    { document: 'a noun with a number', changes: [[get, 'getLevel2Filter']] },
    {
      document: 'the two updates by POST',
      changes: [operation('post', 'updateAppEntryRecommendedOrder'), [post, 'updatePartnerEntryRecommendedOrder']],
    },
  ],
  refuses: [
    {
      document: 'a verb that is not listed',
      changes: [[get, 'fetchFilter']],
      findings: [
        {
          path: get,
          message: 'for GET of one of the verbs list, get, export and a noun in PascalCase; found "fetchFilter"',
        },
      ],
    },
    {
      document: 'a verb of another method',
      changes: [[post, 'getFilterAgain']],
      findings: [{ path: post, message: 'for POST of one of the verbs create, invite' }],
    },
    { document: 'a verb without a noun', changes: [[get, 'get']], findings: [{ path: get, message: 'found "get"' }] },
    {
      document: 'a word that begins like a verb',
      changes: [[get, 'getterFilter']],
      findings: [{ path: get, message: 'found "getterFilter"' }],
    },
    {
      document: 'a capital at the start',
      changes: [[get, 'GetFilter']],
      findings: [{ path: get, message: 'found "GetFilter"' }],
    },
    {
      document: 'an underscore',
      changes: [[get, 'get_filter']],
      findings: [{ path: get, message: 'found "get_filter"' }],
    },
    {
      document: 'a method for which no verb is listed',
      changes: [operation('head', 'getFilter')],
      findings: [{ path: ['paths', `${prefix}/more/`, 'head', 'operationId'], message: 'no operation with HEAD' }],
    },
    {
      document: 'an exception under another method',
      changes: [[get, 'updateAppEntryRecommendedOrder']],
      findings: [{ path: get, message: 'found "updateAppEntryRecommendedOrder"' }],
    },
    {
      document: 'an update by POST that is no exception',
      changes: [[post, 'updateFilterOrder']],
      findings: [{ path: post, message: 'found "updateFilterOrder"' }],
    },
    {
      document: 'the name of a method that every object has',
      changes: [[post, 'constructor']],
      findings: [{ path: post, message: 'found "constructor"' }],
    },
  ],
});

test.each([
  ['get', 'list get export'],
  ['post', 'create invite submit approve reject discard assign bulkUpsert'],
  ['put', 'set assign'],
  ['patch', 'update'],
  ['delete', 'delete reset'],
])('%s allows %s', async (method, verbs) => {
  for (const verb of verbs.split(' ')) {
    expect(await lintDocument(documentWith(operation(method, `${verb}Filters`)), 'operation-id-verb')).toEqual([]);
  }
});
