import MiniSearch from 'minisearch';
import type { OpenApiDocument } from '../../../contract/document.js';
import { nodesOf } from '../../../contract/walk.js';
import type { DocsPage, SiteFile } from '../pages/docs-page.js';
import { packIndex } from '../search/packed-index.js';
import { searchEntries } from '../search/search-entries.js';
import { indexOptions, type SearchEntry } from '../search/search-terms.js';
import type { Menu } from './menu.js';

/**
 * The contract for the console `try.js`: the document without its prose. It is a script, because a page opened as a
 * local file can load no other kind of data.
 *
 * @param ownContract this package's contract, if the bundle contains answers: the sandbox compares both contracts
 */
export function consoleContractFile(bundle: OpenApiDocument, ownContract?: OpenApiDocument): SiteFile {
  return {
    path: 'try-contract.js',
    text: `(globalThis.directoryContract ??= {}).contract = {
document: ${jsonExpression(bundle)},
${ownContract === undefined ? '' : `own: ${jsonExpression(ownContract)},\n`}};
`,
  };
}

/** Code that parses the bundle from JSON text, which is faster in browsers than an object literal. */
function jsonExpression(bundle: OpenApiDocument): string {
  const { 'x-unknowns': _unknowns, ...document } = withoutProse(bundle);
  return `JSON.parse(${quoteForScript(JSON.stringify(document))})`;
}

/** The operations of all groups, for the menu. Each page itself has only those of its own group. */
export function menuFile({ groups }: Menu): SiteFile {
  const operations = Object.fromEntries(groups.map((group) => [group.path, group.operations]));
  const text = `JSON.parse(${quoteForScript(JSON.stringify(operations))})`;
  return { path: 'menu.js', text: `(globalThis.directoryContract ??= {}).menu = ${text};\n` };
}

/** The index that `search.js` reads. It is a script: a page opened as a local file can load no other data. */
export function searchIndexFile(bundle: OpenApiDocument, pages: readonly DocsPage[]): SiteFile {
  const index = new MiniSearch<SearchEntry>(indexOptions);
  index.addAll(searchEntries(bundle, pages));
  const text = quoteForScript(packIndex(index));
  return { path: 'search-index.js', text: `(globalThis.directoryContract ??= {}).index = ${text};\n` };
}

/** A string literal for a script. Single quotes keep text with many double quotes (JSON) short. */
export function quoteForScript(text: string): string {
  return `'${text.replace(/[\\'\n\r\u2028\u2029<]/g, escapeCharacter)}'`;
}

function escapeCharacter(character: string): string {
  if (/[\\']/.test(character)) return `\\${character}`;
  // Inside a page, a browser would treat `<!--` and `</script` in a script as markup.
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function withoutProse(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  for (const { value } of nodesOf(copy))
    for (const name of ['description', 'summary', 'title']) if (typeof value[name] === 'string') delete value[name];
  return copy;
}
