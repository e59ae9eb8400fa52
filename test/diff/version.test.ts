import { expect, it } from 'vitest';
import { isAtLeast, isVersion, raiseVersion } from '../../scripts/diff/version.js';

it.each([
  ['0.1.0', 'major', '1.0.0'],
  ['0.1.0', 'minor', '0.2.0'],
  ['0.1.0', 'patch', '0.1.1'],
  ['0.1.0', 'none', '0.1.0'],
  ['1.4.2', 'major', '2.0.0'],
  ['1.4.2', 'minor', '1.5.0'],
  ['1.4.2', 'patch', '1.4.3'],
  ['1.0.0-rc.1', 'major', '1.0.0'],
  ['1.2.0-rc.1', 'minor', '1.2.0'],
  ['1.2.0-rc.1', 'major', '2.0.0'],
  ['1.2.3-rc.1', 'minor', '1.3.0'],
  ['1.2.3-rc.1', 'patch', '1.2.3'],
  ['0.1.0+build.7', 'patch', '0.1.1'],
] as const)('%s raised by %s is %s', (version, level, expected) => {
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

it.each([
  ['0.2.0', '0.2.0', true],
  ['0.10.0', '0.9.0', true],
  ['1.0.0', '0.2.0', true],
  ['0.1.9', '0.2.0', false],
  ['0.1.9', '0.1.0', true],
  ['0.9.0', '1.0.0', false],
  ['2.0.0', '1.9.9', true],
  ['1.0.0-rc.1', '1.0.0', true],
] as const)('whether %s is at least %s: %s', (version, wanted, expected) => {
  expect(isAtLeast(version, wanted)).toBe(expected);
});
