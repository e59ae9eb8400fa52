import type { OpenApiDocument } from '../../../contract/document.js';
import { standingOf } from '../../../contract/standing.js';
import { groupAnchor, markdownPath, operationAddress } from '../links/addresses.js';
import type { DocsPage } from '../pages/docs-page.js';
import { summaryOf } from '../pages/index-page.js';
import type { PathOperation } from '../pages/operation-blocks.js';
import { countsOf, sumCounts } from '../pages/standing-text.js';
import { groupsOf } from '../reference/reference-blocks.js';
import { type Block, section, type TextLine } from '../text/blocks.js';
import { blocksToMarkdown } from '../text/blocks-to-markdown.js';

const documents = [
  ['reference.md', 'Every operation, schema, field, example and open question in one document.'],
  ['openapi.yaml', 'The contract itself, as an OpenAPI 3.1 document in one file.'],
  ['openapi.json', 'The same contract as JSON.'],
  ['openapi-3.0.yaml', 'The same contract as OpenAPI 3.0, for tools that do not read 3.1.'],
] as const;

/** The page `llms.txt` in the form of https://llmstxt.org: one line per page, with the standing of each operation. */
export function llmsText(bundle: OpenApiDocument, pages: readonly DocsPage[]): string {
  const counts = countsOf(bundle);
  const title: Block = { heading: [bundle.info.title], level: 1, id: 'top' };
  const blocks: Block[] = [
    {
      paragraph: [`Version ${bundle.info.version}, with ${sumCounts(counts)} operations. Not all of this is certain:`],
    },
    {
      list: [
        [
          `stated (${counts.stated} operations): an interface description gives the name, the method, the path and ` +
            'the responses. Rely on it.',
        ],
        [`named (${counts.named}): the name is documented, and sometimes the method; the rest is a guess.`],
        [
          `inferred (${counts.inferred}): the operation itself is not documented. Its description says what it ` +
            'is inferred from.',
        ],
        [
          'How certain the description of a field is depends on its schema, not on the operation. A field is ' +
            'required only if its schema says so.',
        ],
        ['Lists of known values are open: a field may also have a value that is not listed.'],
        ['Each operation has a file with everything about it: parameters, fields, examples, errors and calls.'],
        ['Do not present a guess as a fact: say that it is named or inferred, or mention the open question.'],
      ],
    },
    ...section('Documents', 'documents', linkBlocks(documents)),
    ...section('Guides', 'guides', linkBlocks(pages.filter(isGuide).map(linkOf))),
    ...groupsOf(bundle).flatMap(({ tag, name, operations }) =>
      section(name, groupAnchor(tag), [{ list: operations.map(operationEntry) }]),
    ),
    ...section(
      'Rules of the check',
      'rules',
      linkBlocks(pages.filter(({ path }) => path.startsWith('rules')).map(linkOf)),
    ),
    ...section('Optional', 'optional', [
      ...linkBlocks(pages.filter(({ path }) => /^(?:index\.|operations\.|schemas\b)/.test(path)).map(linkOf)),
    ]),
  ];
  // The format requires the summary as a quotation directly below the title.
  return (
    `${blocksToMarkdown([title], 'llms.txt')}\n> ` +
    `${blocksToMarkdown([{ paragraph: [summaryOf(bundle)] }], 'llms.txt')}\n${blocksToMarkdown(blocks, 'llms.txt')}`
  );
}

/** Whether a page is a guide: neither generated from the document nor about a rule. */
function isGuide({ path }: DocsPage): boolean {
  return !/^(?:index|operations|schemas|rules|menu|404)\b/.test(path);
}

function linkOf({ path, description }: DocsPage): readonly [string, string] {
  return [path, description];
}

function linkBlocks(links: readonly (readonly [string, string])[]): Block[] {
  return links.length === 0
    ? []
    : [{ list: links.map(([to, description]): TextLine => [{ to, text: [markdownPath(to)] }, `: ${description}`]) }];
}

function operationEntry({ method, path, operation }: PathOperation): TextLine {
  const { operationId, summary, 'x-source-name': sourceName } = operation;
  return [
    { to: operationAddress(operationId), text: [operationId] },
    `: ${standingOf(operation)}. ${summary}, `,
    { method, path },
    ...(sourceName === undefined ? [] : [`. In the source: "${sourceName}".`]),
  ];
}
