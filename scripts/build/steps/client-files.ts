import type { OpenApiDocument } from '../../contract/document.js';
import { type Artefact, file } from '../artefact.js';
import { clientText } from '../artefacts/client.js';
import { examplesText } from '../artefacts/examples.js';
import { isPartnerEntryText } from '../artefacts/is-partner-entry.js';
import { operationTableText } from '../artefacts/operation-table.js';
import { partnerEntryUpdateText } from '../artefacts/partner-entry-update.js';
import type { LintedDocument, Running } from '../running.js';
import type { SourceMap } from '../source/source-map.js';

/** Files of the client: name, name of the step, and the function that makes the text. */
const files: readonly (readonly [
  name: string,
  step: string,
  textOf: (document: OpenApiDocument, map: SourceMap) => string | Promise<string>,
])[] = [
  ['operation-table', 'operation table', operationTableText],
  ['client', 'client', clientText],
  ['partner-entry-update', 'partner entry update', partnerEntryUpdateText],
  ['is-partner-entry', 'partner entry guard', isPartnerEntryText],
  ['examples', 'examples', examplesText],
];

/** The client and what ships with it. */
export async function clientFiles({ bundled, map }: LintedDocument, { timed }: Running): Promise<Artefact[]> {
  const made: Artefact[] = [];
  for (const [name, step, textOf] of files)
    made.push(file(`generated/${name}.ts`, await timed(step, () => textOf(bundled.value, map))));
  return made;
}
