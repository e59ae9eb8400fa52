import { type Artefact, checkFolder, file, folder } from '../artefact.js';
import { checkSchemas } from '../artefacts/check-schemas.js';
import { ownTypeTools } from '../artefacts/own-type-tools.js';
import { typesText } from '../artefacts/types.js';
import type { LintedDocument, Running } from '../running.js';

/** Everything that needs the TypeScript compiler. */
export async function typesFiles({ bundled }: LintedDocument, { timed }: Running): Promise<Artefact[]> {
  return [
    file('generated/types.ts', await timed('types', () => typesText(bundled.value, ownTypeTools))),
    ...folder(checkFolder, await timed('schemas of the check', checkSchemas)),
  ];
}
