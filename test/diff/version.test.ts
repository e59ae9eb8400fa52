import { expect, it } from 'vitest';
import { isAtLeast, isVersion, type Level, raiseVersion } from '../../scripts/diff/version.js';
import { yamlBeside } from '../yaml-beside.js';

const { raised, compared } = yamlBeside<{
  raised: [version: string, level: Level | 'none', expected: string][];
  compared: [version: string, wanted: string, expected: boolean][];
}>(import.meta.url, 'versions.yaml');

it.each(raised)('%s raised by %s is %s', (version, level, expected) => {
  expect(raiseVersion(version, level)).toBe(expected);
});

it.each(['1.0', 'v1.0.0', '01.0.0', '2026-01', 'latest', '', '1.0.0-', '99999999999999999999.0.0'])(
  '"%s" is no version, and cannot be raised',
  (text) => {
    expect(isVersion(text)).toBe(false);
    expect(raiseVersion(text, 'patch')).toBeUndefined();
    expect(isAtLeast('0.1.0', text) || isAtLeast(text, '0.1.0')).toBe(false);
  },
);

it.each(compared)('whether %s is at least %s: %s', (version, wantedText, expected) => {
  expect(isAtLeast(version, wantedText)).toBe(expected);
});
