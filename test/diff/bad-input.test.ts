import { expect, it } from 'vitest';
import { readComparedDocument } from '../../scripts/diff/compared-document.js';
import { diffContracts } from '../../scripts/diff/diff.js';
import { UsageError } from '../../scripts/text/usage-error.js';
import { growth, linear } from '../growth.js';
import { yamlBeside } from '../yaml-beside.js';
import { type Edit, small } from './documents.js';

const { texts, edits } = yamlBeside<{
  texts: [what: string, text: string, says: string][];
  edits: { what: string; edit: Edit; says: string }[];
}>(import.meta.url, 'no-documents.yaml');
const nine = (name: string | undefined): string => `[${Array(9).fill(`*${name}`).join(', ')}]`;
const levels = [...'bcdefghijk'].map((name, index) => `${name}: &${name} ${nine('abcdefghijk'[index])}`);
const bomb = `${['a: &a [x, x]', ...levels].join('\n')}\n`;

it.each<[what: string, text: string | Uint8Array, says: string]>([
  ...texts,
  ['aliases that expand to billions of nodes', bomb, 'aliases expand the file to more than'],
  ['excessive depth', '['.repeat(100_000), 'levels'],
  ['bytes that are not text', new Uint8Array([0xff, 0xfe]), 'UTF-8'],
  ['too many bytes', new Uint8Array(10_000_001).fill(0x20), 'at most 10 MB, found 10.0 MB'],
  ...edits.map(({ what, edit, says }) => [what, small(edit), says] as [string, string, string]),
])('a new document with %s is reported in a sentence', (_, text, message) => {
  const compare = (): unknown => diffContracts(small(), text, { old: 'old.yaml', new: 'new.yaml' });
  expect(compare).toThrow(UsageError);
  expect(compare).toThrow(message);
  expect(compare).toThrow('new.yaml');
});

it('documents of two different services are rejected, and two versions of one service are not', () => {
  const otherText = small({
    'info title': 'Weather',
    'listParts operationId': 'readForecast',
    remove: ['paths /things/{id}/'],
    move: { 'paths /parts/': 'paths /forecast/' },
  });
  expect(() => diffContracts(small(), otherText)).toThrow(
    'different services: "Things" in the old document and "Weather" in the new document',
  );
  expect(diffContracts(small(), small({ 'info title': 'Items' }))).toMatchObject({ level: 'patch' });
});

it('documents of different versions of OpenAPI are compared', () => {
  const part = { type: 'object', properties: { name: { type: 'string', nullable: true } } };
  const older = small({ openapi: '3.0.3', 'components schemas Part': part });
  const same = { type: 'object', properties: { name: { type: ['string', 'null'] } } };
  const compare = (schema: object) => diffContracts(older, small({ 'components schemas Part': schema }));
  const [first, ...others] = compare(same).changes;
  expect([first?.message, others]).toEqual(['`openapi` is now `3.1.0`; it was `3.0.3`.', []]);
  const narrower = { ...same, properties: { name: { type: 'string' } } };
  expect(compare(narrower).changes).toMatchObject([
    { rule: 'schema-changed', pointers: { old: '/components/schemas/Part/properties/name/type' } },
    { rule: 'document-changed' },
  ]);
});

it.each([
  ['endless references', 40, ['a', 'b']],
  ['10,000 references one behind another', 10_000, ['a']],
])('a document with %s to follow is rejected quickly', { tags: 'slow' }, (_, length, fields) => {
  const chain = (letter: string): string => {
    const schemas: Record<string, object> = {};
    for (let index = 0; index < length; index += 1) {
      const next = { $ref: `#/components/schemas/${letter}${(index + 1) % length}` };
      const properties = Object.fromEntries(fields.map((name) => [name, next]));
      schemas[`${letter}${index}`] = { type: 'object', properties };
    }
    const first = { $ref: `#/components/schemas/${letter}0` };
    return small({ 'components schemas': schemas, 'listParts.answer schema': first, remove: ['paths /things/{id}/'] });
  };
  expect(() => diffContracts(chain('A'), chain('B'))).toThrow('differ in too many references');
});

it('a comparison follows each of a chain of 10,000 references once', { tags: 'slow' }, async () => {
  const readChain = (count: number): void => {
    const chain: Record<string, object> = { [`A${count}`]: { type: 'string' }, Thing: {}, Part: {} };
    for (let index = 0; index < count; index += 1) chain[`A${index}`] = { $ref: `#/components/schemas/A${index + 1}` };
    readComparedDocument('new.json', Buffer.from(small({ 'components schemas': chain })));
  };
  expect(await growth(readChain, 10_000)).toBeLessThan(linear);
});
