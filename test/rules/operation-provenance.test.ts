import { type Change, filter, filters } from './base-document.js';
import { describeRule } from './describe-rule.js';

const path = [...filter, 'get', 'x-provenance'];
const inferred = { path: 'convention', request: 'reference', responses: 'group' };

function provenance(section: unknown, stated: unknown, inferredFacets?: unknown): Change[] {
  return [[path, { section, stated, ...(inferredFacets === undefined ? {} : { inferred: inferredFacets }) }]];
}

describeRule('operation-provenance', {
  accepts: [
    {
      document: 'all facets stated',
      changes: provenance('4.1', ['name', 'method', 'path', 'request', 'responses'], {}),
    },
    { document: 'all facets inferred', changes: provenance('1', [], { name: 'group', method: 'group', ...inferred }) },
  ],
  refuses: [
    {
      document: 'an operation without it',
      changes: [[[...filters, 'post', 'x-provenance'], undefined]],
      findings: [{ path: [...filters, 'post'], message: 'found nothing. Say what is stated' }],
    },
    { document: 'a word in its place', changes: [[path, 'stated']], findings: [{ path, message: 'found "stated"' }] },
    {
      document: 'a section that is a number',
      changes: provenance(4.3, ['name', 'method'], inferred),
      findings: [{ path: [...path, 'section'], message: 'found 4.3. Quote the number.' }],
    },
    {
      document: 'a section with its sign',
      changes: provenance('§4.3', ['name', 'method'], inferred),
      findings: [{ path: [...path, 'section'], message: 'found "§4.3"' }],
    },
    {
      document: 'no list of what is stated',
      changes: provenance('4.3', undefined, { name: 'group', method: 'group', ...inferred }),
      findings: [{ path, message: 'Write [] for none' }],
    },
    {
      document: 'no word on what is inferred',
      changes: provenance('4.3', ['name', 'method', 'path', 'request', 'responses']),
      findings: [{ path, message: 'Write {} for none' }],
    },
    {
      document: 'a facet that is neither',
      changes: provenance('4.3', ['name'], inferred),
      findings: [{ path, message: 'found neither for method' }],
    },
    {
      document: 'a facet that is both',
      changes: provenance('4.3', ['name', 'method', 'path'], inferred),
      findings: [{ path: [...path, 'inferred', 'path'], message: 'found "path" in both' }],
    },
    {
      document: 'a facet that is stated twice',
      changes: provenance('4.3', ['name', 'method', 'name'], inferred),
      findings: [{ path: [...path, 'stated', 2], message: 'found "name" again' }],
    },
    {
      document: 'facets that do not exist',
      changes: provenance('4.3', ['name', 'method', 'title'], { ...inferred, body: 'group' }),
      findings: [
        {
          path: [...path, 'stated', 2],
          message: 'Expected a facet (name, method, path, request, responses); found "title"',
        },
        { path: [...path, 'inferred', 'body'], message: 'found "body"' },
      ],
    },
    {
      document: 'bases that do not exist',
      changes: provenance('4.3', ['name', 'method'], { ...inferred, path: 'guess', request: ['group'] }),
      findings: [
        {
          path: [...path, 'inferred', 'path'],
          message: 'Expected a basis (reference, convention, group); found "guess"',
        },
        { path: [...path, 'inferred', 'request'], message: 'found ["group"]' },
      ],
    },
    {
      document: 'a field that does not belong there',
      changes: [[[...path, 'standing'], 'named']],
      findings: [{ path: [...path, 'standing'], message: 'found "standing". Remove it.' }],
    },
  ],
});
