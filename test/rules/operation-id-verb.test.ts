import { expect, test } from 'vitest';
import { type Change, documentWith, filter, filters, prefix } from './base-document.js';
import { describeRule, found, put, without, wrong } from './describe-rule.js';
import { lintDocument } from './lint-document.js';

const get = [...filter, 'get', 'operationId'];
const post = [...filters, 'post', 'operationId'];

/** A path item with one operation. This rule reads only the method and the operationId. */
function operation(method: string, operationId: string): Change {
  return [['paths', `${prefix}/more/`], { [method]: { operationId } }];
}

describeRule('operation-id-verb', {
  accepts: [
    ['an operation without operationId, which another rule rejects', without(get)],
    ['a noun with a number', put(get, 'getLevel2Filter')],
    [
      'the two updates by POST',
      put(...operation('post', 'updateAppEntryRecommendedOrder')),
      put(post, 'updatePartnerEntryRecommendedOrder'),
    ],
  ],
  rejects: [
    [
      'a verb that is not listed',
      wrong(
        get,
        'fetchFilter',
        'for GET made of a verb (list, get, export) and a noun in PascalCase; found "fetchFilter"',
      ),
    ],
    ['a verb of another method', wrong(post, 'getFilterAgain', 'for POST made of a verb (create, invite')],
    ['a verb without a noun', wrong(get, 'get', 'found "get"')],
    ['a word that begins like a verb', wrong(get, 'getterFilter', 'found "getterFilter"')],
    ['a capital at the start', wrong(get, 'GetFilter', 'found "GetFilter"')],
    ['an underscore', wrong(get, 'get_filter', 'found "get_filter"')],
    [
      'a method without listed verbs',
      put(...operation('head', 'getFilter')),
      found(['paths', `${prefix}/more/`, 'head', 'operationId'], 'no operation with HEAD'),
    ],
    [
      'an exception under another method',
      wrong(get, 'updateAppEntryRecommendedOrder', 'found "updateAppEntryRecommendedOrder"'),
    ],
    ['an update by POST that is not an exception', wrong(post, 'updateFilterOrder', 'found "updateFilterOrder"')],
    ['the name of a method that every object has', wrong(post, 'constructor', 'found "constructor"')],
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
