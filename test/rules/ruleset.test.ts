import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { rulesetFile, writtenRules } from './lint-document.js';

const own = Object.entries(writtenRules()).flatMap(([name, rule]) =>
  typeof rule === 'string' ? [] : [{ name, rule }],
);
/** The names of the rules with documents that they accept or reject. */
const tried = readdirSync(import.meta.dirname).map((name) => name.replace(/(?:\.test)?\.\w+$/, ''));

test.each(own)('$name is an error with a description, a message and documents', ({ name, rule }) => {
  expect(rule).toMatchObject({
    severity: 'error',
    description: expect.stringMatching(/\.$/) as unknown,
    message: expect.any(String) as unknown,
  });
  expect(tried).toContain(name);
});

test('every function that is listed is a file, and is used', () => {
  const text = readFileSync(rulesetFile, 'utf8');
  const { functions } = parse(text) as { functions: string[] };
  const files = readdirSync(join(dirname(rulesetFile), 'scripts', 'spectral'));
  for (const name of functions) {
    expect(files).toContain(`${name}.js`);
    expect(text).toContain(`function: ${name}\n`);
  }
});

test('every rule has a comment that says why', () => {
  const lines = readFileSync(rulesetFile, 'utf8').split('\n');
  for (const name of Object.keys(writtenRules())) {
    const line = lines.findIndex((text) => text.startsWith(`  ${name}:`));
    // Rules that have the same reason are listed together below the comment.
    let above = line - 1;
    while (/^ {2}\S+: error$/.test(lines[above] ?? '')) above -= 1;
    expect(lines[above], name).toMatch(/^ {2}# \S/);
  }
});
