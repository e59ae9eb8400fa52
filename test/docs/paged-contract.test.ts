import { expect, it } from 'vitest';
import { samplesOf } from '../../scripts/build/docs/pages/samples.js';
import { toRedocDocument } from '../../scripts/build/docs/reference/redoc-document.js';
import { referenceMarkdown } from '../../scripts/build/docs/reference/reference-blocks.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { type PagedForm, pagedContract, pagedForms } from '../paged-contract.js';
import { siteOf, textOf } from './pages-fixture.js';

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
const shown = (text: string): string => textOf(text).replace(/[`\\]/g, '');

const sentences = [
  'Pages: a response has the items at /results, and the number of all items at /count. /next leads to the next page; ' +
    'on the last page it is null, false, empty or missing. The query parameter page is the number of the page, from ' +
    '1; page_size is the number of items on a page.',
  'Pages: a response has the items at /data, and the number of all items at /total. Ask for the next page until all ' +
    'items have arrived, or until a page is empty. The query parameter offset is the number of items to skip; limit ' +
    'is the number of items on a page.',
  'Pages: a response has the items at /items. /next_cursor leads to the next page; on the last page it is null, ' +
    'false, empty or missing. The query parameter cursor is the cursor returned with the previous page.',
  'Pages: a response is the list of items. The header Link with rel="next" leads to the next page. The query ' +
    'parameter page is the number of the page, from 1.',
  'Pages: a response has the items at /page/items. /more leads to the next page; on the last page it is null, false, ' +
    'empty or missing. The query parameter p is the number of the page, from 0.',
  'Pages: a response is the list of items, and the number of all items in the header X-Total-Count. The header ' +
    'X-Next-Page leads to the next page; on the last page it is empty or missing. The query parameter page is the ' +
    'number of the page, from 1; per_page is the number of items on a page.',
  'Pages: a response is the list of items, and the number of all items in the header Content-Range. The next page ' +
    'begins after the range in the header Content-Range; the last page is empty, or ends at the number of all items. ' +
    'The query parameter offset is the number of items to skip; limit is the number of items on a page.',
  'Pages: a response has the items at /data. /has_more is true if there is a next page. The query parameter ' +
    'starting_after is the value at /id of the last item of the previous page; limit is the number of items on a page.',
];

it.each(pagedForms.map((form, index) => ({ form, name: form.name, sentence: sentences[index] ?? '' })))(
  'the docs of lists with $name say at the list how its pages are asked for',
  { tags: 'slow' },
  ({ form, sentence }) => {
    const document = documentOf(form);
    const site = siteOf(document);
    for (const path of ['operations/listPartnerEntries.html', 'operations/listPartnerEntries.md', 'reference.md']) {
      const lines = site.get(path)?.split('\n') ?? [];
      expect(lines.filter((line) => /^(<p>)?Pages: /.test(line)).map(shown), path).toEqual([sentence]);
    }
    expect(site.get('operations/getTier.html')).not.toContain('Pages: ');
    const { description } = find(toRedocDocument(document), 'listPartnerEntries').operation;
    expect(description?.split('\n\n').map(shown)).toContain(sentence);
  },
);

it('the docs of a contract with a word before the key show it in curl and where the key is explained', () => {
  const document = documentOf(pagedForms[0]!);
  const { operation } = find(document, 'listPartnerEntries');
  expect(samplesOf(document, operation)[0]?.source).toContain('  -H "Authorization: Bearer $DIRECTORY_API_KEY"\n');
  const explained = 'Send the key in the header `Authorization`, after `Bearer` and a space. ';
  expect(referenceMarkdown(document)).toContain(explained);
  const redoc = toRedocDocument(document);
  const [scheme] = Object.values(redoc.components['securitySchemes'] ?? {}) as { description: string }[];
  expect(scheme?.description).toContain('Before the key: `Bearer` and a space.');
  expect(JSON.stringify(redoc)).not.toMatch(/"x-(paging|prefix)"/);
});
