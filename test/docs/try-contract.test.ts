import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { tryContractFile } from '../../scripts/build/docs/try-contract.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import type { LoadedData } from '../../scripts/docs-page/loaded.js';
import { bundle } from '../spec/bundle.js';

const require = createRequire(import.meta.url);

/** What the script leaves for the console. */
function loaded(text: string): NonNullable<LoadedData['contract']> {
  const page: { directoryContract?: LoadedData } = {};
  new Function('globalThis', text)(page);
  return page.directoryContract?.contract as NonNullable<LoadedData['contract']>;
}

describe('the contract of the console', () => {
  const { document, own, validators } = loaded(tryContractFile(bundle).text);

  it('has all paths and components of the document, and neither its register nor its prose', () => {
    expect(Object.keys(document.paths)).toEqual(Object.keys(bundle.paths));
    expect(Object.keys(document.components['schemas'] ?? {})).toEqual(Object.keys(bundle.components['schemas'] ?? {}));
    expect('x-unknowns' in document).toBe(false);
    const texts = [...eachOperation(document)].filter(({ node }) => 'summary' in node || 'description' in node);
    expect(texts).toEqual([]);
  });

  it('has validators that need nothing but what try.js has', () => {
    const asked: string[] = [];
    const { requests, answers } = validators((name) => {
      asked.push(name);
      return require(name);
    });
    expect(new Set(asked)).toEqual(new Set(['ajv-formats/dist/formats']));
    const update = requests['updatePartnerEntry'];
    expect(update?.({ status: 'hidden' })).toBe(true);
    expect(update?.({ title: 7 })).toBe(false);
    expect(update?.errors?.[0]?.instancePath).toBe('/title');
    expect(answers['getPartnerEntry']?.({ id: 'no uuid' })).toBe(false);
  });

  it('has the contract of the package beside a taught one only', () => {
    expect(own).toBeUndefined();
    const taught = { ...bundle, info: { ...bundle.info, version: '9.9.9' } };
    const both = loaded(tryContractFile(taught, bundle).text);
    expect(both.document.info.version).toBe('9.9.9');
    expect(both.own?.info.version).toBe(bundle.info.version);
  });
});
