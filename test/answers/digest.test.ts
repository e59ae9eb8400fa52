import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { digestOf } from '../../scripts/answers/answers.js';
import { teachOwnContract } from '../../scripts/answers/own-contract.js';
import { answersFile } from './taught.js';

const overlay = (title: string): string => `overlay: 1.0.0
info: { title: Corrections, version: '1' }
actions: [{ target: $.info, update: { title: ${title} } }]
`;

/** Returns the digest of an answers file that lies beside an overlay. */
function digest(text: string, title = 'A'): string {
  const file = answersFile(text);
  writeFileSync(join(dirname(file), 'a.yaml'), overlay(title));
  return digestOf(teachOwnContract(file).answers);
}

const text = `answers:
  lists.envelope: { value: { items: /a, next: /b } }
  auth.scheme-prefix: { value: Bearer, from: { by: us } }
overlays: [a.yaml]
`;

it('the digest of answers depends only on their content', () => {
  const other = `# The same in another order.
overlays: [a.yaml]
answers:
  auth.scheme-prefix: { from: { by: them, on: 2026-11-22 }, value: Bearer }
  lists.envelope: { value: { next: /b, items: /a } }
`;
  expect(digest(text)).toMatch(/^[0-9a-f]{64}$/);
  expect(digest(other)).toBe(digest(text));
});

it.each([
  ['another value', text.replace('/b', '/c'), 'A'],
  ['an exception', text.replace('/b }', '/b }, except: { listTiers: bare }'), 'A'],
  ['one answer less', text.replace(/ {2}auth.*\n/, ''), 'A'],
  ['no overlay', text.replace(/overlays.*\n/, ''), 'A'],
  ['another overlay', text, 'B'],
])('the digest changes with what they say: %s', { tags: 'slow' }, (_, changed, title) => {
  expect(digest(changed, title)).not.toBe(digest(text));
});
