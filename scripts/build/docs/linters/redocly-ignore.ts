import type { OpenApiDocument } from '../../../contract/document.js';
import { eachOperation } from '../../../contract/operations.js';
import { toPointer } from '../../../contract/pointer.js';
import type { SiteFile } from '../pages/docs-page.js';

/**
 * The text of Redocly's ignore file, a list of places.
 *
 * @param names the files with the document, in the folder of the ignore file
 */
export function redoclyIgnoreFile(document: OpenApiDocument, [name, ...otherNames]: readonly string[]): SiteFile {
  const paths = Object.keys(document.paths).filter((path) => path.endsWith('/') && path !== '/');
  const operations = [...eachOperation(document)].filter(
    ({ operation }) => !Object.keys(operation.responses).some((status) => /^4(?:\d\d|XX)$/.test(status)),
  );
  const lines = [
    "# What Redocly's ruleset `recommended` finds in the document, and why it stays. Redocly reads this file in the",
    '# folder in which it runs, or beside the file of --config.',
    `${name}: &findings`,
    '  # The interface description spells its paths with a slash at the end; without it, a request goes elsewhere.',
    '  no-path-trailing-slash:',
    ...paths.map((path) => placeLine(toPointer(['paths', path]))),
    '  # Statuses of refusals are not documented: the response `default` stands for all of them.',
    '  operation-4xx-response:',
    ...operations.map(({ pointer }) => placeLine(`${pointer}/responses`)),
    ...otherNames.map((otherName) => `${otherName}: *findings`),
  ];
  return { path: '.redocly.lint-ignore.yaml', text: `${lines.join('\n')}\n` };
}

function placeLine(pointer: string): string {
  return `    - ${JSON.stringify(`#${pointer}`)}`;
}
