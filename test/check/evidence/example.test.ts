import { describe, expect, it } from 'vitest';
import { exampleOf } from '../../../scripts/check/evidence/proposals.js';
import { isFieldName } from '../../../scripts/check/evidence/value-stats.js';
import { yamlBeside } from '../../yaml-beside.js';

const rows = yamlBeside<{ values: [value: unknown, text: string][]; names: [name: string, isOne: boolean][] }>(
  import.meta.url,
  'example.yaml',
);

describe('an example', () => {
  it.each(rows.values)('of %j is %j', (value, text) => {
    expect(exampleOf(value)).toBe(text);
  });

  it.each(rows.names)('of a name uses %s as the name of a field: %s', (name, isOne) => {
    expect(isFieldName(name)).toBe(isOne);
  });
});
