import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ContractChange, ContractDiff } from '../../scripts/diff/change.js';
import { markdownOf } from '../../scripts/diff/markdown.js';
import { code } from '../../scripts/diff/sentence.js';
import { terminalOf, verdictOf } from '../../scripts/diff/terminal.js';
import { yamlBeside } from '../yaml-beside.js';

const one = (fields: Partial<ContractChange>): ContractChange => ({
  level: 'minor',
  effect: 'additive',
  kind: 'added',
  area: { kind: 'schema', name: 'Thing' },
  stated: true,
  rule: 'property-added',
  message: 'The field `novelty` is new.',
  pointers: {},
  ...fields,
});

const parts = { kind: 'operation', name: 'listParts' } as const;
const changes = [
  one({ level: 'major', effect: 'breaking', message: 'The field `title` is gone.' }),
  one({ level: 'major', effect: 'breaking', codeOnly: true, message: 'The type is gone.' }),
  one({}),
  one({ area: parts, effect: 'breaking', stated: false, codeOnly: true, message: 'The path is `/parts/` now.' }),
  ...Array.from({ length: 12 }, (_, index) =>
    one({ level: 'patch', effect: 'documentation', area: { kind: 'document', name: '' }, message: `Note ${index}.` }),
  ),
];

const diff: ContractDiff = {
  formatVersion: 1,
  title: 'Things',
  old: { name: 'old.yaml', version: '0.1.0' },
  new: { name: 'this package', version: '0.2.0' },
  level: 'major',
  counts: { major: 2, minor: 2, patch: 12 },
  proposed: '1.0.0',
  isRaisedEnough: false,
  problems: [],
  changes,
};

/** Returns an expected output, which is a file in this folder. */
const readOutput = (name: string): string => readFileSync(new URL(`output/${name}`, import.meta.url), 'utf8');

it('the terminal shows the heaviest changes first, grouped by area, and the required version', () => {
  expect(terminalOf(diff, 60)).toBe(readOutput('terminal.txt'));
});

it('Markdown has the groups of the changelog', () => {
  expect(markdownOf({ changes: changes.slice(0, 5), problems: [] })).toBe(readOutput('changelog.txt'));
  expect(markdownOf({ changes: [], problems: [] })).toBe('Nothing changed.\n');
});

it('a name in a sentence is one short line inside one pair of backticks', () => {
  expect(code('a`b\nc')).toBe("`a'b\\u{a}c`");
  expect(code('')).toBe('`(empty)`');
  expect(code('x'.repeat(1000)).length).toBeLessThan(100);
});

it('text outside backticks is plain text in Markdown', () => {
  expect(markdownOf({ changes: [one({ message: 'A <b> and `c`.' })], problems: [] })).toContain(
    'A &#60;b&#62; and `c`.',
  );
});

describe('hostile names', () => {
  const name = '`<b>@all</b>\u001b[31m\n## Unreleased\n::error::[x](https://example.com)';
  const hostile = {
    ...diff,
    title: name,
    old: { name, version: name },
    changes: [one({ area: { kind: 'schema', name }, message: `The field ${code(name)} is new.` })],
  };

  it('are one line of text in Markdown', () => {
    const text = markdownOf(hostile);
    expect(text.split('\n').filter((line) => line !== '')).toHaveLength(2);
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    // Outside code spans, no part of the text remains.
    expect(text.replace(/(`+)(?:(?!\1).)*\1/g, '')).not.toMatch(/<b>|@all|\[x\]/);
  });

  it('contain no control sequences for terminals or logs', () => {
    const text = terminalOf(hostile, 80);
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    expect(text).not.toMatch(/^\s*(?:::|## Unreleased)/m);
  });
});

type Row = [fields: Partial<ContractDiff>, expected: string];
it.each(yamlBeside<Row[]>(import.meta.url, 'verdicts.yaml'))('the verdict for %j is a sentence', (fields, expected) => {
  expect(verdictOf({ ...diff, ...fields })).toBe(expected);
});
