import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { contract } from '../../generated/contract.js';
import { parseYaml } from '../../scripts/contract/parse-yaml.js';
import { placeIn } from '../../scripts/contract/place-in-yaml.js';
import { yamlLines, yamlText } from '../../scripts/contract/yaml-text.js';

const byLibrary = (value: unknown): string =>
  stringify(value, { lineWidth: 0, singleQuote: true, aliasDuplicateObjects: false });

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('a', 'B', '/', ':', ' ', '#', '-', "'", '"', '\n', '\t', '1', '.', '~', '{') }),
  fc.constantFrom(
    'null',
    'True',
    'FALSE',
    '$ref',
    '$ a: b',
    '~',
    '<<',
    '---',
    '#/a',
    '# a',
    '1e5',
    '-01.50e+3',
    '.Inf',
    '+.nan',
    '0o17',
    '1.2.3',
    'a: b ',
    `it's "b": c`,
    'a\n\n  b: #c\nd',
    '1e345678-1e34',
    '0x1',
    ' a\n b\n',
    'a\n\n',
    '\n',
  ),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.constantFrom(null, true, 0, -0, 1.5, -7, 1e21),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('value'), { maxLength: 3 }),
  object: fc.dictionary(text, tie('value'), { maxKeys: 3, noNullPrototype: true }),
})).object;

it('the YAML of a document is that of the library', () => {
  expect(yamlText(contract) === byLibrary(contract)).toBe(true);
});

it('the YAML of any JSON object is that of the library', { tags: 'slow' }, () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(yamlText({ value })).toBe(byLibrary({ value }));
    }),
    { numRuns: 1500 },
  );
});

it('each part of a document is on the line that is given for it', { tags: 'slow' }, () => {
  const parsed = parseYaml(Buffer.from(yamlText(contract)));
  const lines = yamlLines(contract);
  expect(lines.size).toBeGreaterThan(10_000);
  const wrong = [...lines].filter(([pointer, line]) => placeIn(parsed, pointer).line !== line);
  expect(wrong).toEqual([]);
});
