import { describe, expect, it } from 'vitest';
import { readContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import type { CheckedOperation } from '../../../scripts/check/model/contract/operations.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { growth, linear } from '../../growth.js';
import { isWhole, sample } from '../../sample.js';
import { api, fileWith, get, head, ref, schemas } from './contract-texts.js';

describe('a large contract', () => {
  const times = (count: number, text: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => text(index)).join('');
  const readText = (text: string) => readContract(fileWith(text), 60_000);

  const content = '{ application/json: { schema: { $ref: "#/components/schemas/A" } } }';
  const keys = (count: number): string => `x-keys:\n${times(count, (index) => `  k${index}: 1\n`)}`;
  const parameters = (count: number): string => times(count, (index) => `        - { name: p${index}, in: query }\n`);
  const operation = `{ get: { responses: { "200": { content: ${content} } } } }`;
  const components = 'components: { schemas: { A: { properties: { id: { type: string } } } } }\n';
  const operations = (count: number): string => times(count, (index) => `  /a${index}/{id}: ${operation}\n`);
  const tables: [most: number, of: string, text: (count: number) => string][] = [
    [40_000, 'keys', (count) => `${get('{}')}${keys(count)}`],
    [10_000, 'parameters', (count) => api(`get:\n      responses: {}\n      parameters:\n${parameters(count)}`)],
    [2000, 'operations on resources', (count) => `${head}paths:\n${operations(count)}${components}`],
  ];
  it.each(sample(tables, 2))('with %i %s is read in linear time', { tags: 'slow' }, async (maximum, _, text) => {
    expect(await growth((count) => readText(text(count)), maximum)).toBeLessThan(linear);
  });

  it('with a chain of 20,000 references is refused in linear time', { tags: 'slow' }, async () => {
    const refuse = (count: number): void => {
      const links = times(count, (index) => `    S${index}: ${ref(`S${index + 1}`)}\n`);
      const chain = schemas(`A: ${ref('S0')}\n${links}    S${count}: { type: string }`);
      expect(() => readText(chain)).toThrow('a chain of more than 200 references and nested schemas');
    };
    expect(await growth(refuse, 20_000)).toBeLessThan(linear);
  });

  // This test takes seconds, so only the long run includes it.
  it.runIf(isWhole)('with 10 MB of ordinary content is read', () => {
    const prose = 'It is shown to clients as it was sent, and nobody has changed it since. '.repeat(30);
    const answer = (schema: object): object => ({ description: prose, content: { 'application/json': { schema } } });
    const thing = (index: number): object => ({ $ref: `#/components/schemas/Thing${index % 400}` });
    const paths: Record<string, object> = {};
    for (let index = 0; index < 1000; index += 1) {
      const responses = { 200: answer(thing(index)) };
      paths[`/things${index}`] = { get: { operationId: `getThing${index}`, description: prose.repeat(2), responses } };
    }
    const things: Record<string, object> = {};
    for (let index = 0; index < 400; index += 1) {
      const name = { type: 'string', description: prose.repeat(4) };
      things[`Thing${index}`] = { type: 'object', properties: { name, next: thing(index + 1) } };
    }
    const info = { title: 'Large', version: '1' };
    const text = JSON.stringify({ openapi: '3.1.0', info, paths, components: { schemas: things } });
    expect(text.length).toBeGreaterThan(10_000_000);
    expect(readText(text).operations).toHaveLength(1000);
  });

  it('with a ring of 1,000 schemas judges values by each of them', { tags: 'slow' }, () => {
    const ring = times(
      1000,
      (index) =>
        `    S${index}: { type: object, properties: { id: { type: string }, ` +
        `next: { $ref: "#/components/schemas/S${(index + 1) % 1000}" } } }\n`,
    );
    const contract = readText(schemas(`A: ${ref('S0')}\n${ring}`));
    const value = { id: 'x', next: { next: { id: 1 } } };
    const errors = contract.judge.response(contract.operations[0] as CheckedOperation, '200', value);
    expect(errors).toMatchObject([{ instancePath: '/next/next/id', keyword: 'type' }]);
  });

  it('safety yaml: is refused if reading takes too long, with the step that took the time', () => {
    const file = fileWith(`${get('{}')}${keys(40_000)}`);
    expect(() => readContract(file, 1)).toThrow(
      new UsageError(
        `${file}: this contract could not be read within 0.001 s; reading stopped at the text of the file. ` +
          'Use a smaller document: remove operations that you do not want to check, and components that only they ' +
          'use. JSON is read much faster than YAML.',
      ),
    );
  });
});
