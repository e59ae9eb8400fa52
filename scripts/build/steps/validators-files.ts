import type { OpenApiDocument } from '../../contract/document.js';
import { type Artefact, file, folder } from '../artefact.js';
import { bodyValidatorsText, bodyValidatorsTypes } from '../artefacts/validators/body-validators.js';
import { schemaValidators } from '../artefacts/validators/schema-validators.js';
import { withoutProse } from '../artefacts/validators/without-prose.js';
import type { Running } from '../running.js';

/** The validators of the package, and those of the check and the sandbox. */
export async function validatorsFiles(document: OpenApiDocument, { timed }: Running): Promise<Artefact[]> {
  const structure = withoutProse(document);
  const [ofSchemas, ofBodies] = await Promise.all([
    timed('validators', [structure], () => schemaValidators(structure)),
    timed('body validators', [structure], () => bodyValidatorsText(structure)),
  ]);
  return [
    ...folder('generated/validators', ofSchemas),
    file('generated/body-validators.js', ofBodies),
    file('generated/body-validators.d.ts', { ...ofBodies, value: bodyValidatorsTypes }),
  ];
}
