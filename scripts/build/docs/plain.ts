import type { OpenApiDocument } from '../../contract/document.js';
import { groupAnchor, operationAnchor } from './addresses.js';
import type { Inline, Line } from './blocks.js';
import { blocksToHtml, lineToHtml } from './blocks-to-html.js';
import { htmlPage } from './html-page.js';
import { groupsOf, referenceBlocks } from './reference-blocks.js';
import { schemaLink } from './schema-text.js';

/**
 * The page `plain.html`: the content of `reference.md` as HTML without scripts, also for printing. It has an anchor for
 * each group, operation, schema, field and example; `addresses.ts` lists them.
 */
export function plainPage(bundle: OpenApiDocument): string {
  return htmlPage({
    title: 'Plain reference',
    description: 'Every operation, schema and field of the interface on one page, without scripts.',
    main: blocksToHtml(referenceBlocks(bundle)),
    contents: contents(bundle),
    current: 'plain.html',
    version: bundle.info.version,
  });
}

function contents(bundle: OpenApiDocument): string {
  const groups = groupsOf(bundle).map(({ tag, name, places }) =>
    folded(name, [
      [{ to: `#${groupAnchor(tag)}`, text: ['About the group'] }],
      ...places.map(
        ({ operation }): Line => [{ to: `#${operationAnchor(operation.operationId)}`, text: [operation.summary] }],
      ),
    ]),
  );
  const schemas = Object.keys(bundle.components['schemas'] ?? {}).map((name): Line => [schemaLink(name)]);
  return [
    list([[to('standing', 'How certain this is')]]),
    ...groups,
    folded('Schemas', schemas),
    list([[to('examples', 'Examples')], [to('open-questions', 'Open questions')]]),
  ].join('\n');
}

function to(id: string, text: string): Inline {
  return { to: `#${id}`, text: [text] };
}

function folded(summary: string, items: readonly Line[]): string {
  return `<details><summary>${lineToHtml([summary])}</summary>\n${list(items)}\n</details>`;
}

function list(items: readonly Line[]): string {
  return `<ul>\n${items.map((item) => `<li>${lineToHtml(item)}</li>`).join('\n')}\n</ul>`;
}
