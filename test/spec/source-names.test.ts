import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toRedocDocument } from '../../scripts/build/docs/reference/redoc-document.js';
import { referenceBlocks } from '../../scripts/build/docs/reference/reference-blocks.js';
import { sitePages } from '../../scripts/build/docs/site/document-site.js';
import { llmsText } from '../../scripts/build/docs/site/llms.js';
import { blocksToMarkdown } from '../../scripts/build/docs/text/blocks-to-markdown.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { bundle } from './bundle.js';
import { sourceNames } from './source-names.js';

const file = (path: string): string => readFileSync(new URL(`../../generated/${path}`, import.meta.url), 'utf8');
/** Joins the lines of comments, which may break between words. */
const unwrapped = (text: string): string => text.replace(/\n\s*\*? */g, ' ');

const texts = {
  'openapi.yaml': file('openapi.yaml'),
  'client.ts': unwrapped(file('client.ts')),
  'types.ts': unwrapped(file('types.ts')),
  'the reference': blocksToMarkdown(referenceBlocks(bundle), 'reference.md'),
  'the reference with search': JSON.stringify(toRedocDocument(bundle)).replaceAll('\\"', '"'),
  'llms.txt': llmsText(bundle, sitePages(bundle, [])),
};
const names = Object.values(sourceNames.operations).flatMap(Object.keys);

describe('the name of an operation in the interface description', () => {
  it('stands at that operation, of the section that names it, and at no other operation', () => {
    const foundNames: Record<string, Record<string, string>> = {};
    for (const { id, operation } of eachOperation(bundle)) {
      const { 'x-source-name': name, 'x-provenance': provenance } = operation;
      if (name !== undefined) foundNames[provenance.section] = { ...foundNames[provenance.section], [name]: id };
    }
    expect(foundNames).toEqual(sourceNames.operations);
    expect(names).toHaveLength(51);
  });

  it.each(Object.entries(texts))('also appears in %s', (title, text) => {
    const marked = (name: string) => [
      `In the source: "${name}"`,
      ...(title.startsWith('the reference') ? [` as "${name}"`] : []),
      `x-source-name: ${name}\n`,
      `x-source-name: '${name}'\n`,
    ];
    expect(names.filter((name) => !marked(name).some((words) => text.includes(words)))).toEqual([]);
  });

  it('comes after the tags, before the provenance', () => {
    for (const { operation } of eachOperation(bundle)) {
      const keys = Object.keys(operation);
      if (!keys.includes('x-source-name')) continue;
      expect(keys.slice(3, 6)).toEqual(['tags', 'x-source-name', 'x-provenance']);
    }
  });
});

describe('the name of a group in the interface description', () => {
  it.each([
    ['openapi.yaml', texts['openapi.yaml']],
    ['the reference', texts['the reference']],
  ])('also appears in %s', (_, text) => {
    const folded = text.replace(/\s+/g, ' ').toLowerCase();
    expect(sourceNames.groupNames.filter((name) => !folded.includes(name))).toEqual([]);
  });
});
