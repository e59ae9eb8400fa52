import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { ContractChange, ContractDiff } from '../../scripts/diff/change.js';
import { generatedFile } from '../../scripts/generated-file.js';

/** A document that a test may change anywhere. The test knows which fields it has. */
export interface Loose {
  [key: string]: Loose;
}

const text = readFileSync(generatedFile('openapi.yaml'), 'utf8');
const contract = JSON.stringify(parse(text));

/** Returns the contract of this package after an edit, as JSON, which is valid YAML. */
export function edited(edit: (document: Loose) => void): string {
  const document = JSON.parse(contract) as Loose;
  edit(document);
  return JSON.stringify(document);
}

/** Returns the operation with this operationId. */
export function operation(document: Loose, id: string): Loose {
  for (const item of Object.values(document['paths'] as Loose)) {
    for (const each of Object.values(item)) if ((each['operationId'] as unknown) === id) return each;
  }
  throw new Error(`The contract has no operation ${id}.`);
}

export function schema(document: Loose, name: string): Loose {
  return document['components']?.['schemas']?.[name] as Loose;
}

/** Sets fields of a node. */
export function set(node: Loose | undefined, fields: object): void {
  if (!node) throw new Error('There is no node to change.');
  Object.assign(node, fields);
}

/** Returns the first change by a rule in an area. */
export function changeOf(
  { changes }: Pick<ContractDiff, 'changes'>,
  area: string,
  rule: string,
): ContractChange | undefined {
  return changes.find((change) => change.area.name === area && change.rule === rule);
}

/**
 * A small contract: a stated operation `readThing` that returns a stated `Thing`, and an inferred `listParts` that
 * returns `Part`s.
 */
export function small(edit: (document: Loose) => void = () => undefined, version = '0.1.0'): string {
  const answer = (schema: object): object => ({
    200: { description: 'Fine.', content: { 'application/json': { schema } } },
  });
  const document = {
    openapi: '3.1.0',
    info: { title: 'Things', version },
    paths: {
      '/things/{id}/': {
        get: {
          operationId: 'readThing',
          'x-provenance': { section: '1', stated: ['name', 'method', 'path', 'request', 'responses'], inferred: {} },
          parameters: [{ $ref: '#/components/parameters/Id' }],
          responses: answer({ $ref: '#/components/schemas/Thing' }),
        },
      },
      '/parts/': {
        get: {
          operationId: 'listParts',
          'x-provenance': {
            section: '1',
            stated: [],
            inferred: { name: 'group', method: 'group', path: 'group', request: 'group', responses: 'group' },
          },
          responses: answer({ type: 'array', items: { $ref: '#/components/schemas/Part' } }),
        },
      },
    },
    components: {
      parameters: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } } },
      schemas: {
        Thing: {
          type: 'object',
          'x-provenance': { section: '2', stated: true },
          properties: {
            kind: { type: 'string', 'x-known-values': ['red'], examples: ['red'] },
            part: { $ref: '#/components/schemas/Part' },
          },
        },
        Part: { type: 'object', properties: { title: { type: 'string' } } },
      },
    },
  };
  const copy = JSON.parse(JSON.stringify(document)) as Loose;
  edit(copy);
  return JSON.stringify(copy);
}
