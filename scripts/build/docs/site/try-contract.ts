import type { OpenApiDocument } from '../../../contract/document.js';
import { withoutProse } from '../../artefacts/validators/without-prose.js';
import { inScript } from '../text/in-script.js';
import type { SiteFile } from './site-file.js';

/**
 * The contract for the console `try.js`: the document without its prose. It is a script, because a page that was opened
 * as a file can load nothing else.
 *
 * @param own the contract of this package if the bundle is a taught one, which the sandbox compares it with
 */
export function tryContractFile(bundle: OpenApiDocument, own?: OpenApiDocument): SiteFile {
  return {
    path: 'try-contract.js',
    text: `(globalThis.directoryContract ??= {}).contract = {
document: ${parsed(bundle)},
${own === undefined ? '' : `own: ${parsed(own)},\n`}};
`,
  };
}

/** Browsers parse JSON faster than the same data as code. */
function parsed(bundle: OpenApiDocument): string {
  const { 'x-unknowns': _register, ...document } = withoutProse(bundle);
  return `JSON.parse(${inScript(JSON.stringify(document))})`;
}
