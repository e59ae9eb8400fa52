import { expect } from 'vitest';
import type { OpenApiResponse } from '../../../scripts/contract/document.js';
import { parametersOf } from '../../../scripts/contract/operations.js';
import { dereference } from '../../../scripts/contract/references.js';
import { at, type Change, moved, operationOf, type Row, schemas, statedOf } from './fact.js';

const base = '/api/directory/private/v1alpha';

/** Facts about method, path and path parameters of one of the two operations that are described in full. */
export function requestRows(id: string, path: string, parameters: string[]): Row[] {
  const index = (name: string): number => parameters.indexOf(name);
  const stated = (facet: 'method' | 'path', value: string, otherChange: Change): Row => [
    `${facet}: ${value}`,
    (document) => {
      const operation = operationOf(document, id);
      expect(operation[facet]).toBe(value);
      expect(statedOf(operation)).toContain(facet);
    },
    otherChange,
    [at(id, '/x-provenance/stated'), ['name', 'responses']],
  ];
  return [
    stated('method', 'patch', moved(id, { method: 'put' })),
    stated('path', base + path, moved(id, { path: base + path.slice(0, -1) })),
    ...parameters.map(
      (name): Row => [
        `path parameter \`${name}\`: uuid`,
        (document) => {
          const foundParameters = parametersOf(document, operationOf(document, id));
          const one = foundParameters.find(({ parameter }) => parameter['name'] === name);
          const uuid = { type: 'string', format: 'uuid' };
          expect(one?.parameter).toMatchObject({ in: 'path', required: true, schema: uuid });
        },
        [at(id, `/parameters/${index(name)}`)],
        [at(id, `/parameters/${index(name)}`), { in: 'path', name, required: true, schema: { type: 'string' } }],
      ],
    ),
    [
      'no other parameter is shown',
      (document) => {
        const foundNames = parametersOf(document, operationOf(document, id)).map(({ parameter }) => parameter['name']);
        expect(foundNames).toEqual(parameters);
      },
      [at(id, `/parameters/${parameters.length}`), { in: 'query', name: 'page', schema: {} }],
    ],
  ];
}

/** The fact that the JSON body of a response has this schema. */
export function returns(id: string, status: string, name: string): Row {
  const pointer = at(id, `/responses/${status}`);
  return [
    `${status} has the JSON body ${name}`,
    (document) => {
      const response = operationOf(document, id).operation.responses[status];
      expect(response, status).toBeDefined();
      const { content = {} } = dereference<OpenApiResponse>(document, response!);
      expect(Object.keys(content)).toEqual(['application/json']);
      expect(content['application/json']?.schema).toEqual({ $ref: `#${schemas}/${name}` });
      expect(statedOf(operationOf(document, id))).toContain('responses');
    },
    [pointer],
    [`${pointer}/content/application~1json/schema`, { $ref: `#${schemas}/Tier` }],
    [`${pointer}/content/text~1csv`, {}],
  ];
}

/** The fact that an operation declares this failure. */
export function failsWith(id: string, status: string): Row {
  return [
    `failure: ${status}`,
    (document) => expect(Object.keys(operationOf(document, id).operation.responses)).toContain(status),
    [at(id, `/responses/${status}`)],
  ];
}
