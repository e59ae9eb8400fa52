import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findOwnPlace, readBundlePlaces } from '../../../scripts/check/engine/contract/own-contract.js';

const lines = readFileSync('generated/docs/openapi.yaml', 'utf8').split('\n');

it.each([
  ['/components/schemas/PartnerEntry/properties/featured', 'featured:'],
  ['/paths/~1api~1directory~1private~1v1alpha~1filters~1{filter_id}~1/patch', 'patch:'],
  ['/components/schemas/PartnerEntry/properties/the service', 'the service:'],
])('without the source files, %s is on its line of the bundle in the package', (pointer, key) => {
  const { file, line = 0 } = readBundlePlaces()(pointer) ?? {};
  expect(file).toBe('directory-contract/openapi.yaml');
  expect(lines[line - 1]?.trim()).toBe(key);
});

it('with the source files, the pointer is on a line of a source file', () => {
  const { file, line } = findOwnPlace('/components/schemas/PartnerEntry/properties/featured/type');
  expect(file).toBe('openapi/components/schemas/partner-entries/PartnerEntry.yaml');
  expect(
    readFileSync(file ?? '', 'utf8')
      .split('\n')
      [(line ?? 0) - 1]?.trim(),
  ).toBe('type: boolean');
});

it('the place of a pointer that the contract lacks is that of its nearest existing parent', () => {
  const outerOwnPlace = findOwnPlace('/components/schemas/PartnerEntry/properties/featured');
  expect(findOwnPlace('/components/schemas/PartnerEntry/properties/featured/none/0')).toMatchObject({
    file: outerOwnPlace.file,
    line: outerOwnPlace.line,
  });
  expect(findOwnPlace('/none')).toEqual({ pointer: '/none' });
});
