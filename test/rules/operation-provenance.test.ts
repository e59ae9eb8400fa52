import { filter, filters } from './base-document.js';
import { describeRule, found, type Part, put, without, wrong } from './describe-rule.js';

const path = [...filter, 'get', 'x-provenance'];
const inferred = { path: 'convention', request: 'reference', responses: 'group' };

function provenance(section: unknown, stated: unknown, inferredFacets?: unknown): Part {
  return put(path, { section, stated, ...(inferredFacets === undefined ? {} : { inferred: inferredFacets }) });
}

describeRule('operation-provenance', {
  accepts: [
    ['all facets stated', provenance('4.1', ['name', 'method', 'path', 'request', 'responses'], {})],
    ['all facets inferred', provenance('1', [], { name: 'group', method: 'group', ...inferred })],
  ],
  rejects: [
    [
      'an operation without it',
      without([...filters, 'post', 'x-provenance']),
      found([...filters, 'post'], 'found nothing. Say what is stated'),
    ],
    ['a word in its place', wrong(path, 'stated', 'found "stated"')],
    [
      'a section that is a number',
      provenance(4.3, ['name', 'method'], inferred),
      found([...path, 'section'], 'found 4.3. Quote the number.'),
    ],
    [
      'a section with its sign',
      provenance('§4.3', ['name', 'method'], inferred),
      found([...path, 'section'], 'found "§4.3"'),
    ],
    [
      'no list of stated facets',
      provenance('4.3', undefined, { name: 'group', method: 'group', ...inferred }),
      found(path, 'Write [] for none'),
    ],
    [
      'no inferred facets',
      provenance('4.3', ['name', 'method', 'path', 'request', 'responses']),
      found(path, 'Write {} for none'),
    ],
    ['a facet that is neither', provenance('4.3', ['name'], inferred), found(path, 'found neither for method')],
    [
      'a facet that is both',
      provenance('4.3', ['name', 'method', 'path'], inferred),
      found([...path, 'inferred', 'path'], 'found "path" in both'),
    ],
    [
      'a facet that is stated twice',
      provenance('4.3', ['name', 'method', 'name'], inferred),
      found([...path, 'stated', 2], 'found "name" again'),
    ],
    [
      'facets that do not exist',
      provenance('4.3', ['name', 'method', 'title'], { ...inferred, body: 'group' }),
      found([...path, 'stated', 2], 'Expected a facet (name, method, path, request, responses); found "title"'),
      found([...path, 'inferred', 'body'], 'found "body"'),
    ],
    [
      'bases that do not exist',
      provenance('4.3', ['name', 'method'], { ...inferred, path: 'guess', request: ['group'] }),
      found([...path, 'inferred', 'path'], 'Expected a basis (reference, convention, group); found "guess"'),
      found([...path, 'inferred', 'request'], 'found ["group"]'),
    ],
    ['an unknown field', wrong([...path, 'standing'], 'named', 'found "standing". Remove it.')],
  ],
});
