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
  it.each(
    sample<[count: number, of: string, text: (count: number) => string]>(
      [
        [40_000, 'keys', (count) => `${get('{}')}x-keys:\n${times(count, (index) => `  k${index}: 1\n`)}`],
        [
          10_000,
          'parameters',
          (count) =>
            api(
              'get:\n      responses: {}\n      parameters:\n' +
                `${times(count, (index) => `        - { name: p${index}, in: query }\n`)}`,
            ),
        ],
        [
          2000,
          'operations on resources',
          (count) =>
            `${head}paths:\n` +
            times(count, (index) => `  /a${index}/{id}: { get: { responses: { "200": { content: ${content} } } } }\n`) +
            'components: { schemas: { A: { properties: { id: { type: string } } } } }\n',
        ],
      ],
      2,
    ),
  )('with %i %s is read in linear time', { tags: 'slow' }, async (most, _, text) => {
    expect(await growth((count) => readText(text(count)), most)).toBeLessThan(linear);
  });

  it('with a chain of 20,000 references is refused in linear time', { tags: 'slow' }, async () => {
    const refuse = (count: number): void => {
      const chain = schemas(
        `A: ${ref('S0')}\n` +
          `${times(count, (index) => `    S${index}: ${ref(`S${index + 1}`)}\n`)} ` +
          `   S${count}: { type: string }`,
      );
      expect(() => readText(chain)).toThrow(
        'more than 200 references and schemas about the same value follow each other',
      );
    };
    expect(await growth(refuse, 20_000)).toBeLessThan(linear);
  });

  // It takes seconds, so only the long run has it.
  it.runIf(isWhole)('with 10 MB of usual content is read', () => {
    const prose = 'It is shown to clients as it was sent, and nobody has changed it since. '.repeat(30);
    const of = (count: number, member: (index: number) => [string, object]): object =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => member(index)));
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
    const answer = (schema: object): object => ({
      description: prose,
      content: { 'application/json': { schema, example: { id: '1', name: prose } } },
    });
    const thing = (index: number): object => ({ $ref: `#/components/schemas/Thing${index % 400}` });
    const text = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Large', version: '1' },
      paths: of(1000, (index) => {
        const responses = { 200: answer(thing(index)) };
        const get = { operationId: `getThing${index}`, description: prose, parameters, responses };
        return [`/things${index}/{id}`, { get }];
      }),
      components: {
        schemas: of(400, (index) => {
          const name = { type: 'string', description: prose.repeat(4) };
          const properties = { id: { type: 'string' }, name, next: thing(index + 1) };
          return [`Thing${index}`, { type: 'object', properties }];
        }),
      },
    });
    expect(text.length).toBeGreaterThan(10_000_000);
    expect(readText(text).operations).toHaveLength(1000);
  });

  it('with a ring of 1,000 schemas judges by each of them', { tags: 'slow' }, () => {
    const ring = times(
      1000,
      (index) =>
        `    S${index}: { type: object, properties: { id: { type: string }, ` +
        `next: { $ref: "#/components/schemas/S${(index + 1) % 1000}" } } }\n`,
    );
    const {
      judge,
      operations: [operation],
    } = readContract(fileWith(schemas(`A: ${ref('S0')}\n${ring}`)), 60_000);
    expect(judge.response(operation as CheckedOperation, '200', { id: 'x', next: { next: { id: 1 } } })).toMatchObject([
      { instancePath: '/next/next/id', keyword: 'type' },
    ]);
  });

  it('safety yaml: is refused if reading takes too long, with the step that took the time', () => {
    const file = fileWith(`${get('{}')}x-keys:\n${times(40_000, (index) => `  k${index}: 1\n`)}`);
    expect(() => readContract(file, 50)).toThrow(
      new UsageError(
        `${file}: this contract could not be read within 0.05 s; the last step was the text of the file. ` +
          'Use a smaller document: remove operations that you do not want to check, and components that only they ' +
          'use. JSON is read much faster than YAML.',
      ),
    );
  });
});
