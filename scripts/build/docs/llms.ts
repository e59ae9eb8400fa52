import type { OpenApiDocument } from '../../contract/document.js';
import { eachOperation } from '../../contract/operations.js';
import { type Standing, standingOf } from '../../contract/standing.js';
import { operationPage } from './addresses.js';
import type { Block, Line } from './blocks.js';
import { blocksToMarkdown } from './blocks-to-markdown.js';
import type { OperationPlace } from './operation-blocks.js';
import { groupsOf } from './reference-blocks.js';
import { rulesMarkdown } from './rules-pages.js';

const documents = [
  ['reference.md', 'Every operation, schema, field, example and open question in one document.'],
  ['openapi.yaml', 'The contract itself, as an OpenAPI 3.1 document in one file.'],
  ['openapi.json', 'The same contract as JSON.'],
] as const;

const guides = [
  ['authentication.html', 'How a request carries its key, and what is unknown about keys.'],
  ['errors.html', 'Which error responses are documented, and what a client can rely on.'],
  ['mock-and-sandbox.html', 'Two local servers for trying the interface without the service.'],
  ['teach.html', 'How to teach the contract what you know about the service: one file, and everything follows.'],
  ['check.html', 'How to check a live server against the contract.'],
  ['own-service.html', 'From the OpenAPI document of another service to a job in CI.'],
  ['rules.html', 'Every rule of the check: what it means, why, an example, and what to do.'],
  ['weights.html', 'How much each kind of finding weighs, and by which fact.'],
  ['safety.html', 'What the check may do to a server, what a server can do to it, and what is not guaranteed.'],
  ['unknowns.html', 'The register of open questions: what the contract assumes, and what would settle each question.'],
  ['changelog.html', 'What changed, in the contract and in the tools.'],
] as const;

const optional = [
  ['index.html', 'Overview for people, with a map of the groups.'],
  ['reference.html', 'The reference with search; it needs JavaScript.'],
  ['plain.html', 'The text of reference.md as one HTML page, with an anchor for each field.'],
] as const;

/**
 * The page `llms.txt` in the form of https://llmstxt.org: one line per document, and how far to trust each part.
 */
export function llmsText(bundle: OpenApiDocument): string {
  const standings = [...eachOperation(bundle)].map(({ operation }) => standingOf(operation));
  const count = (standing: Standing): string => String(standings.filter((each) => each === standing).length);
  const title: Block = { heading: [bundle.info.title], level: 1, id: 'top' };
  const blocks: Block[] = [
    {
      paragraph: [`Version ${bundle.info.version}, with ${standings.length} operations. Not all of this is certain:`],
    },
    {
      list: [
        [
          `stated (${count('stated')} operations): an interface description documents name, method, path and ` +
            'responses. Rely on it.',
        ],
        [`named (${count('named')}): the name is documented, and sometimes the method; the rest is a guess.`],
        [
          `inferred (${count('inferred')}): not even the name is documented. Each operation says what it is inferred ` +
            'from.',
        ],
        [
          'A field is stated if its schema says so, regardless of the operation. A field is required only if its ' +
            'schema says so.',
        ],
        ['Sets of values are open: the listed values are known, and others may exist.'],
        [
          'The file of an operation is complete: parameters, fields, examples, errors, calls. No other ' +
            'file is needed.',
        ],
        ['Do not present a guess as a fact: mention its standing, or the open question.'],
      ],
    },
    ...section('Documents', documents.map(entry)),
    ...section('Guides', guides.map(entry)),
    ...groupsOf(bundle).flatMap(({ name, places }) => section(name, places.map(operationEntry))),
    ...section('Rules of the check', rulesMarkdown().map(entry)),
    ...section('Optional', optional.map(entry)),
  ];
  // The format requires the summary as a quotation directly below the title.
  return (
    `${blocksToMarkdown([title])}\n> ` +
    `${blocksToMarkdown([{ paragraph: [summaryOf(bundle)] }])}\n${blocksToMarkdown(blocks)}`
  );
}

function summaryOf({ info }: OpenApiDocument): string {
  return (info as { summary?: string }).summary ?? info.title;
}

function section(title: string, list: readonly Line[]): Block[] {
  return [{ heading: [title], level: 2, id: title }, { list }];
}

function entry([path, text]: readonly [string, string]): Line {
  return [{ to: path, text: [path] }, `: ${text}`];
}

function operationEntry({ method, path, operation }: OperationPlace): Line {
  const { operationId, summary, 'x-source-name': sourceName } = operation;
  return [
    { to: operationPage(operationId), text: [operationId] },
    `: ${standingOf(operation)}. ${summary}, `,
    { code: `${method.toUpperCase()} ${path}` },
    ...(sourceName === undefined ? [] : [`. In the source: "${sourceName}".`]),
  ];
}
