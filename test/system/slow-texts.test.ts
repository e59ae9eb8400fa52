import { describe, expect, it } from 'vitest';
import { ownContract } from '../../scripts/check/engine/contract/own-contract.js';
import { stackTraceIn } from '../../scripts/check/judge/content.js';
import type { CheckedOperation } from '../../scripts/check/model/contract/operations.js';
import { compareValues, hasSameItems } from '../../scripts/check/model/likeness.js';
import { matchesPattern } from '../../scripts/check/values/fits.js';
import type { Schema } from '../../scripts/contract/schema.js';
import { growth, linear } from '../growth.js';
import { words } from '../words.js';

it('a pattern checks simple texts, and is no longer tried after five texts that took too long', () => {
  const pattern = '^(b+)+$';
  expect(matchesPattern(pattern, 'bbb')).toBe(true);
  expect(matchesPattern(pattern, 'bb!')).toBe(false);
  expect([40, 41, 42, 43, 44].map((length) => matchesPattern(pattern, `${'b'.repeat(length)}!`))).toEqual(
    Array(5).fill(undefined),
  );
  expect(matchesPattern(pattern, 'bbb')).toBeUndefined();
  expect(matchesPattern('(', 'a')).toBeUndefined();
});

/** Texts that make patterns of words, numbers, addresses and dates backtrack. */
const attackPieces = [
  ...words`a 0 1. a. a- a@ @ a: / a/ //a %41 %4 : :: 0: [ [:: ( ?a # é 0-0 T http://a urn:a: a=& ~!$`,
  ' ',
  '\\',
  '\n',
];
function attacksOf(length: number): string[] {
  return attackPieces.flatMap((piece) => {
    const longText = piece.repeat(Math.floor(length / piece.length));
    return ['', '!', '\n', '^'].flatMap((end) =>
      ['', 'http://', 'a@', '/', '2024-01-01T'].map((start) => `${start}${longText}${end}`),
    );
  });
}

it('each pattern and format of this contract checks texts of 16 kB in linear time', { tags: 'slow' }, async () => {
  const contract = ownContract();
  const places = new Map<string, { operation: CheckedOperation; within(text: string): unknown }>();
  const walk = (
    operation: CheckedOperation,
    node: Schema,
    within: (value: unknown) => unknown,
    depth: number,
  ): void => {
    const schema = contract.resolve(node);
    for (const rule of [schema.pattern, schema.format])
      if (rule !== undefined && !places.has(rule)) places.set(rule, { operation, within });
    if (depth === 0) return;
    for (const [name, innerSchema] of Object.entries(schema.properties ?? {}))
      walk(operation, innerSchema, (value) => within({ [name]: value }), depth - 1);
    if (schema.items) walk(operation, schema.items, (value) => within([value]), depth - 1);
    for (const part of [schema.allOf, schema.anyOf, schema.oneOf].flat())
      if (part) walk(operation, part, within, depth - 1);
  };
  for (const operation of contract.operations)
    walk(operation, operation.success?.bodies[0]?.schema ?? {}, (value) => value, 5);
  const text = JSON.stringify(contract.document.components['schemas']);
  const rules = [...text.matchAll(/"(?:pattern|format)":("(?:[^"\\]|\\.)*")/g)];
  const allValues = new Set(rules.map(([, rule = '""']) => JSON.parse(rule) as string));
  expect([...places.keys()].sort()).toEqual([...allValues].sort());
  for (const [rule, { operation, within }] of places) {
    const judge = (attack: string): unknown =>
      contract.judge.response(operation, operation.success?.status ?? '200', within(attack));
    expect(await growth((length) => attacksOf(length).map(judge), 16_000), rule).toBeLessThan(linear);
  }
});

describe('searches in texts and arrays', () => {
  it('find no stack trace in linear time', { tags: 'slow' }, async () => {
    for (const piece of ['at ', 'at a.', 'at a(', 'at a(b) in ', 'File "', '#1 a/', 'a.rb', 'Stack trace: ', 'a']) {
      const search = (length: number) => expect(stackTraceIn(piece.repeat(length / piece.length))).toBeUndefined();
      expect(await growth(search, 250_000), piece).toBeLessThan(linear);
    }
    const trace = 'at Object.<anonymous> (file:///srv/app/main.mjs:3:11)';
    expect(stackTraceIn(`${'at '.repeat(1000)}${trace}`)).toBe('JavaScript');
  });

  it('compare tens of thousands of items in any order in linear time', { tags: 'slow' }, async () => {
    const compare = (count: number): void => {
      const items = Array.from({ length: count }, (_, id) => ({ id, name: `Thing ${id}`, none: null }));
      const otherItems = items.map(({ id, name }) => ({ name, id })).reverse();
      const alike = { resolve: (schema: Schema) => schema, hasReflection: false };
      expect(hasSameItems(items, otherItems)).toBe(true);
      expect(hasSameItems(items, [...otherItems.slice(1), { id: 1, name: 'Thing 1' }])).toBe(false);
      expect(compareValues(alike, {}, items, otherItems)).toBe('same');
      const more = items.map((item) => ({ ...item, more: true }));
      expect(compareValues(alike, {}, items, more)).toBe('same');
    };
    expect(await growth(compare, 20_000)).toBeLessThan(linear);
  });
});
