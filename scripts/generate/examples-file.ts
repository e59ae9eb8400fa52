import { examplesText } from '../build/artefacts/examples.js';
import type { OpenApiDocument } from '../contract/document.js';
import { forms } from './run-time.js';

/** The text of `examples.ts`: the exports of `directory-contract/examples`, made for the given contract. */
export function examplesFile(document: OpenApiDocument, note: string, version: string): string {
  // The function asks for the run time only when it is called, so that bundlers can drop the factories.
  const factoryCode = `import { type createFactory, runTimeFor } from 'directory-contract/runtime';

const _createFactory: typeof createFactory = (...source) =>
  runTimeFor(${forms.newest}, '${version}').createFactory(...source);
`;
  return examplesText(document, { files: [], pointers: {} }, note, factoryCode);
}
