import { expect, it } from 'vitest';
import { readCompared } from '../../scripts/diff/compared-document.js';
import { diffContracts } from '../../scripts/diff/diff.js';
import { UsageError } from '../../scripts/text/usage-error.js';
import { type Loose, operation, set, small } from './documents.js';

/** Whatever is wrong is told before any program is started. */
const program = '/nowhere/redocly.js';

const refs =
  (ref: string) =>
  (document: Loose): void =>
    set(operation(document, 'listParts')['responses'], { 404: { $ref: ref } });
const circle = (document: Loose): void =>
  set(document['components']?.['schemas'], {
    A: { $ref: '#/components/schemas/B' },
    B: { $ref: '#/components/schemas/A' },
  });
const nine = (name: string | undefined): string => `[${Array(9).fill(`*${name}`).join(', ')}]`;
const levels = [...'bcdefghijk'].map((name, index) => `${name}: &${name} ${nine('abcdefghijk'[index])}`);
const bomb = `${['a: &a [x, x]', ...levels].join('\n')}\n`;

it.each([
  ['nothing', '', 'expected an OpenAPI 3 document, found nothing'],
  ['no YAML', 'a: [1', 'new.yaml:1:'],
  ['a text', 'hello', 'expected an OpenAPI 3 document, found "hello"'],
  ['another version of OpenAPI', '{"swagger":"2.0"}', 'expected an OpenAPI 3 document with "openapi: 3.1.0"'],
  ['no title', '{"openapi":"3.1.0","info":{"version":"1.0.0"},"paths":{}}', 'a text in info.title'],
  [
    'a number as version',
    'openapi: 3.1.0\ninfo: {title: A, version: 1.0}\npaths: {}',
    'a text in info.version, in quotes, found 1',
  ],
  ['no paths', '{"openapi":"3.1.0","info":{"title":"A","version":"1.0.0"}}', '"paths" with the operations'],
  [
    'no operation',
    '{"openapi":"3.1.0","info":{"title":"A","version":"1.0.0"},"paths":{"/a":null,"/b":{"get":1}}}',
    'there is no operation in it',
  ],
  ['aliases that stand for billions', bomb, 'Aliases that stand for one another'],
  ['more depth than anybody writes', '['.repeat(100_000), 'levels'],
  ['bytes that are no text', new Uint8Array([0xff, 0xfe]), 'UTF-8'],
  ['too much', new Uint8Array(10_000_001).fill(0x20), 'at most 10 MB, found 10.0 MB'],
  ['a reference out of the file', small(refs('https://example.com/a.yaml')), 'nothing is fetched'],
  ['a reference to nothing', small(refs('#/components/responses/Nothing')), 'leads to nothing in the document'],
  [
    'a reference to itself',
    small(refs('#/paths/~1parts~1/get/responses/404')),
    'the $ref "#/paths/~1parts~1/get/responses/404" leads back to itself',
  ],
  [
    'schemas that stand for one another',
    small(circle),
    'leads back to itself with nothing between: #/components/schemas/B → ' +
      '#/components/schemas/A → #/components/schemas/B. Refer to what it stands for.',
  ],
  ['a reference into an operation', small(refs('#/paths/~1parts~1/get/responses/200')), 'leads into an operation'],
  [
    'one name twice',
    small((document) => set(operation(document, 'listParts'), { operationId: 'readThing' })),
    '"readThing" stands twice',
  ],
])('a new document with %s is a sentence', async (_, text, says) => {
  const failed = diffContracts(small(), text, { program, names: { old: 'old.yaml', new: 'new.yaml' } });
  await expect(failed).rejects.toThrow(UsageError);
  await expect(failed).rejects.toThrow(says);
  await expect(failed).rejects.toThrow('new.yaml');
});

it('two documents of different services are told apart, and versions of one are not', async () => {
  const other = small((document) => {
    const { get } = (document['paths'] as Loose)['/parts/'] as Loose;
    set(document, {
      info: { title: 'Weather', version: '1.0.0' },
      paths: { '/forecast/': { get: { ...get, operationId: 'readForecast' } } },
    });
  });
  await expect(diffContracts(small(), other, { program })).rejects.toThrow(
    'two different services: "Things" in the old document and "Weather" in the new document',
  );
  // Under another title there is still a path in common, so that it gets as far as the program that is not there.
  const retitled = small((document) => set(document['info'], { title: 'Items' }));
  await expect(diffContracts(small(), retitled, { program })).rejects.toThrow('cannot be trusted');
});

it('two versions of OpenAPI are not compared', async () => {
  const older = small((document) => set(document, { openapi: '3.0.3' }));
  await expect(diffContracts(small(), older, { program })).rejects.toThrow(
    'found 3.1 in the old document and 3.0 in the new document',
  );
});

it('a document that would be written out without end is refused soon', async () => {
  const chain =
    (letter: string) =>
    (document: Loose): void => {
      const schemas = Object.fromEntries(
        Array.from({ length: 40 }, (_, index) => [
          `${letter}${index}`,
          {
            type: 'object',
            properties: {
              a: { $ref: `#/components/schemas/${letter}${(index + 1) % 40}` },
              b: { $ref: `#/components/schemas/${letter}${(index + 1) % 40}` },
            },
          },
        ]),
      );
      set(document['components']?.['schemas'], schemas);
      set(operation(document, 'listParts')['responses']?.['200']?.['content']?.['application/json'], {
        schema: { $ref: `#/components/schemas/${letter}0` },
      });
    };
  await expect(diffContracts(small(chain('A')), small(chain('B')), { program })).rejects.toThrow(
    'refer to different things at too many places',
  );
});

it('the same document twice needs no program, and says no change', async () => {
  await expect(diffContracts(small(), small(), { program })).resolves.toMatchObject({
    level: 'none',
    proposed: '0.1.0',
    isRaisedEnough: true,
    changes: [],
  });
});

it('10,000 references after one another are looked at once each', () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [`A${index}`, { $ref: `#/components/schemas/A${index + 1}` }]),
  );
  const chain = small((document) =>
    set(document['components']?.['schemas'], { ...schemas, A10000: { type: 'string' } }),
  );
  const before = process.cpuUsage();
  readCompared('new.json', Buffer.from(chain));
  // Of processor time, whatever else the machine does.
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
});
