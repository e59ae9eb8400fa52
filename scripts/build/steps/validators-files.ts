import { type Artefact, file, folder } from '../artefact.js';
import { bodyValidatorsText, bodyValidatorsTypes } from '../artefacts/validators/body-validators.js';
import { schemaValidators } from '../artefacts/validators/schema-validators.js';
import { withoutProse } from '../artefacts/validators/without-prose.js';
import type { LintedDocument, Running } from '../running.js';

/** The validators of the package, and those of the check and the sandbox. */
export async function validatorsFiles({ bundled }: LintedDocument, { timed }: Running): Promise<Artefact[]> {
  const structure = withoutProse(bundled.value);
  const ofSchemas = await timed('validators', () => schemaValidators(structure));
  const ofBodies = await timed('body validators', () => bodyValidatorsText(structure));
  return [
    ...folder('generated/validators', ofSchemas),
    file('generated/body-validators.js', ofBodies),
    file('generated/body-validators.d.ts', { ...ofBodies, value: bodyValidatorsTypes }),
  ];
}
