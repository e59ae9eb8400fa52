import { type Artefact, folder } from '../artefact.js';
import { schemaValidators } from '../artefacts/validators/schema-validators.js';
import { withoutProse } from '../artefacts/validators/without-prose.js';
import type { LintedDocument, Running } from '../running.js';

/** The validators of the package. */
export async function validatorsFiles({ bundled }: LintedDocument, { timed }: Running): Promise<Artefact[]> {
  const made = await timed('validators', () => schemaValidators(withoutProse(bundled.value)));
  return folder('generated/validators', made);
}
