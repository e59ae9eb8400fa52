import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { toYaml } from '../../scripts/contract/parse-yaml.js';

const folder = 'openapi';
const files = [
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(folder, name)),
  'generated/openapi.yaml',
  'generated/docs/openapi.yaml',
];

/** Reads YAML like PyYAML and other readers of YAML 1.1. */
const readOld = (text: string): unknown => parse(text, { version: '1.1', schema: 'yaml-1.1' });

// YAML 1.1 reads an unquoted timestamp as a date, `no` as false and `012` as ten.
it.each(files)('%s reads the same in YAML 1.1 as in YAML 1.2', (file) => {
  const text = readFileSync(file, 'utf8');
  expect(readOld(text)).toEqual(parse(text));
});

it('YAML that we write reads the same in YAML 1.1', () => {
  const words = ['2026-03-14', '2026-03-14T09:30:00Z', 'no', 'Yes', 'on', 'off', 'y', '012', '1:30', '1_000', '<<'];
  expect(readOld(toYaml(words))).toEqual(words);
  const keys = Object.fromEntries(words.map((word) => [word, word]));
  expect(readOld(toYaml(keys))).toEqual(keys);
});
