import { expect, it } from 'vitest';
import { samplesOf } from '../../scripts/build/docs/pages/samples.js';
import { toRedocDocument } from '../../scripts/build/docs/reference/redoc-document.js';
import { referenceMarkdown } from '../../scripts/build/docs/reference/reference-blocks.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { type PagedForm, pagedContract, pagedForms } from '../paged-contract.js';
import { siteOf, table, textOf } from './pages-fixture.js';

/** A document with a list and one other operation, one form of paging, and the word `Bearer` before the key. */
function documentOf(form: PagedForm): OpenApiDocument {
  const document = pagedContract(form, 'Bearer');
  const kept = [...eachOperation(document)].filter(({ id }) => id === 'listPartnerEntries' || id === 'getTier');
  return { ...document, paths: Object.fromEntries(kept.map(({ path, operation }) => [path, { get: operation }])) };
}

function find(document: OpenApiDocument, id: string) {
  return [...eachOperation(document)].find(({ operation }) => operation.operationId === id)!;
}

/** Returns the text that a reader sees in a paragraph. */
const readPlain = (text: string): string => textOf(text).replace(/[`\\]/g, '');

const sentences = table<Record<string, string>>('paging');

it.each(pagedForms.map((form) => ({ form, name: form.name, sentence: sentences[form.name] ?? '' })))(
  'the docs of lists with $name say at the list how its pages are asked for',
  { tags: 'slow' },
  ({ form, sentence }) => {
    const document = documentOf(form);
    const site = siteOf(document);
    for (const path of ['operations/listPartnerEntries.html', 'operations/listPartnerEntries.md', 'reference.md']) {
      const lines = site.get(path)?.split('\n') ?? [];
      expect(lines.filter((line) => /^(<p>)?Pages: /.test(line)).map(readPlain), path).toEqual([sentence]);
    }
    expect(site.get('operations/getTier.html')).not.toContain('Pages: ');
    const { description } = find(toRedocDocument(document), 'listPartnerEntries').operation;
    expect(description?.split('\n\n').map(readPlain)).toContain(sentence);
  },
);

it('the docs of a contract with a word before the key show it in the samples and in the explanation of the key', () => {
  const document = documentOf(pagedForms[0]!);
  const { operation } = find(document, 'listPartnerEntries');
  const lines = samplesOf(document, operation).flatMap(({ source }) => source.split('\n'));
  // In TypeScript, the client that is generated from the contract adds the word.
  for (const line of [
    '  -H "Authorization: Bearer $DIRECTORY_API_KEY"',
    '    "Bearer " + os.environ["DIRECTORY_API_KEY"],',
    '\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("DIRECTORY_API_KEY"))',
    '        .header("Authorization", "Bearer " + System.getenv("DIRECTORY_API_KEY"))',
  ])
    expect(lines).toContain(line);
  const explained = 'Send the key in the header `Authorization`, after `Bearer` and a space. ';
  expect(referenceMarkdown(document)).toContain(explained);
  const redoc = toRedocDocument(document);
  const [scheme] = Object.values(redoc.components['securitySchemes'] ?? {}) as { description: string }[];
  expect(scheme?.description).toContain('Before the key: `Bearer` and a space.');
  expect(JSON.stringify(redoc)).not.toMatch(/"x-(paging|prefix)"/);
});
