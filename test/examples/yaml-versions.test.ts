import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const folder = 'openapi/components';
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'));

// YAML 1.1 reads an unquoted timestamp as a date, `no` as false and `012` as ten.
it.each(files)('%s reads the same in YAML 1.1 as in YAML 1.2', (file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  expect(parse(text, { version: '1.1', schema: 'yaml-1.1' })).toEqual(parse(text));
});
