import { describe, expect, it } from 'vitest';
import { tryContractFile } from '../../scripts/build/docs/site/data-scripts.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import type { PageData } from '../../scripts/docs-page/page-data.js';
import { bundle } from '../spec/bundle.js';

/** Returns the contract that the script passes to the console. */
function loaded(text: string): NonNullable<PageData['contract']> {
  const page: { directoryContract?: PageData } = {};
  new Function('globalThis', text)(page);
  return page.directoryContract?.contract as NonNullable<PageData['contract']>;
}

describe('the contract of the console', () => {
  const { document, own } = loaded(tryContractFile(bundle).text);

  it('has all paths and components of the document, and neither its register nor its prose', () => {
    expect(Object.keys(document.paths)).toEqual(Object.keys(bundle.paths));
    expect(Object.keys(document.components['schemas'] ?? {})).toEqual(Object.keys(bundle.components['schemas'] ?? {}));
    expect('x-unknowns' in document).toBe(false);
    const texts = [...eachOperation(document)].filter(({ node }) => 'summary' in node || 'description' in node);
    expect(texts).toEqual([]);
  });

  it('has no descriptions in schemas, but keeps properties of such a name, and data', () => {
    const description = { type: 'string', description: 'A text.' };
    const data = { description: 'A value.', enum: ['a'] };
    const schema = {
      description: 'A schema.',
      properties: { description, enum: description },
      allOf: [{ title: 'A title', const: data, default: data }],
    };
    const { components } = loaded(tryContractFile({ ...bundle, components: { schemas: { A: schema } } }).text).document;
    expect(components['schemas']?.['A']).toEqual({
      properties: { description: { type: 'string' }, enum: { type: 'string' } },
      allOf: [{ const: data, default: data }],
    });
  });

  it('adds the contract of the package only to a taught one', () => {
    expect(own).toBeUndefined();
    const taught = { ...bundle, info: { ...bundle.info, version: '9.9.9' } };
    const both = loaded(tryContractFile(taught, bundle).text);
    expect(both.document.info.version).toBe('9.9.9');
    expect(both.own?.info.version).toBe(bundle.info.version);
  });
});
