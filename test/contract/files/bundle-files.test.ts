import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type BundledDocument, bundleFiles } from '../../../scripts/contract/files/bundle-files.js';
import type { FileTree } from '../../../scripts/contract/files/referenced-files.js';
import { diffContracts } from '../../../scripts/diff/diff.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { yamlBeside } from '../../yaml-beside.js';

type Files = Record<string, unknown>;

const { bundled, refused } = yamlBeside<{
  bundled: { what: string; files: Files; want: object }[];
  refused: { what: string; files: Files; says: string }[];
}>(import.meta.url, 'bundles.yaml');

function bundle(files: Files): BundledDocument {
  const bytesOf = (content: unknown): Uint8Array =>
    new TextEncoder().encode(typeof content === 'string' ? content : stringify(content));
  const read = (path: string): Uint8Array | string => (path in files ? bytesOf(files[path]) : 'does not exist');
  return bundleFiles('openapi.yaml', bytesOf(files['openapi.yaml']), { read, nameOf: (path) => path });
}

const parsed = ({ bytes }: BundledDocument): unknown => JSON.parse(new TextDecoder().decode(bytes)) as unknown;

it.each(bundled)('$what', ({ files, want }) => {
  expect(parsed(bundle(files))).toEqual(want);
});

it.each(refused)('$what is refused', ({ files, says }) => {
  expect(() => bundle(files)).toThrow(UsageError);
  expect(() => bundle(files)).toThrow(says);
});

it('a document without other files stays as it is, whatever its form', () => {
  const text = "# Mine\na: { $ref: '#/b' }\nb: [$ref, '$ref: x']\n";
  const document = bundle({ 'openapi.yaml': text });
  expect(new TextDecoder().decode(document.bytes)).toBe(text);
  expect(document.placeOf('/b/1/c')).toEqual({ file: 'openapi.yaml', line: 3 });
});

it('many references to one large file are refused before they fill the memory', { tags: 'slow' }, () => {
  const large = `get:\n  x: [${'{},'.repeat(20_000)}]\n`;
  const paths = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`/${index}`, { $ref: 'large.yaml' }]));
  expect(() => bundle({ 'openapi.yaml': { paths }, 'large.yaml': large })).toThrow('refer to each other too often');
});

describe('the contract of this package', () => {
  const tree: FileTree = {
    read: (path) => (existsSync(path) ? readFileSync(path) : 'does not exist'),
    nameOf: (path) => path,
  };
  const root = 'openapi/openapi.yaml';
  const document = bundleFiles(root, readFileSync(root), tree);

  it('is the same as the build makes it, except for the questions that the build copies to operations', () => {
    const { changes } = diffContracts(readFileSync('generated/openapi.yaml'), document.bytes);
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.filter(({ pointers }) => !/\/x-unknown$/.test(pointers.old ?? ''))).toEqual([]);
  });

  it('leads from each place to the line of its file', () => {
    const lineAt = (pointer: string): string => {
      const { file, line } = document.placeOf(pointer);
      return `${file.split('/').at(-1) ?? ''}: ${readFileSync(file, 'utf8').split('\n')[line - 1]?.trim() ?? ''}`;
    };
    expect(lineAt('/info/version')).toMatch(/^openapi\.yaml: version: /);
    expect(lineAt('/components/schemas/PartnerEntry/properties/status')).toBe('PartnerEntry.yaml: status:');
    expect(lineAt('/components/schemas/PartnerEntry/properties/none/type')).toBe('PartnerEntry.yaml: properties:');
    expect(lineAt('/paths/~1api~1directory~1private~1v1alpha~1tiers~1{tier_id}~1/patch/operationId')).toBe(
      'tiers_{tier_id}.yaml: operationId: updateTier',
    );
  });
});
