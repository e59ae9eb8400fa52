import { type Artefact, checkFolder, makeArtefacts, type Step } from '../build/steps.js';
import { createProgress, formatDuration } from '../text/progress.js';
import type { SettingRow } from './check/setting-kinds.js';
import { entryNameOf, settings } from './check/settings.js';
import { docsSettings } from './docs/docs-settings.js';

/**
 * Creates the files of these build steps in memory, and shows progress. `types` also creates the configuration schema.
 *
 * @param stopSignal ends the build
 * @throws BuildError if the document has any problem; steps that still run then show no more progress
 */
export async function makeFiles(
  project: string,
  steps: readonly Step[],
  stopSignal?: AbortSignal,
): Promise<Artefact[]> {
  const progress = createProgress(process.stderr);
  let isBuildOver = false;
  const watcher = {
    begin: (step: string) => (isBuildOver ? undefined : progress.begin(step)),
    end: (step: string, milliseconds: number) =>
      isBuildOver ? undefined : progress.end(step, formatDuration(milliseconds)),
  };
  try {
    const files = await makeArtefacts(project, steps, watcher, stopSignal);
    return steps.includes('types') ? [...files, configSchemaFile()] : files;
  } finally {
    isBuildOver = true;
    progress.close();
  }
}

/** The JSON Schema (2020-12) of the configuration file, with the settings in the order of the help. */
function configSchemaFile(): Artefact {
  const start = performance.now();
  const text = `${JSON.stringify(configSchema(), null, 2)}\n`;
  return { path: `generated/${checkFolder}/config.schema.json`, text, milliseconds: performance.now() - start };
}

function configSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Settings of the contract check',
    description:
      'directory-contract.config.json: settings of `directory-contract check`; flags and variables override ' +
      'them. Paths are relative to the folder of the file. The key comes only from DIRECTORY_API_KEY, or from ' +
      'keyCommand; that of another identity from DIRECTORY_OTHER_API_KEY, or from otherKeyCommand.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { description: 'Address of this schema, for editors.', type: 'string' },
      ...Object.fromEntries(settings.filter(({ isNeverInFile }) => !isNeverInFile).map(propertyOf)),
      docs: {
        description: 'Settings of `directory-contract docs`; flags override them.',
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(docsSettings.map(propertyOf)),
      },
    },
  };
}

function propertyOf(row: SettingRow & { name: string }): [string, object] {
  const { kind, default: defaultValue } = row;
  return [entryNameOf(row), { description: descriptionOf(row), ...kind.schema, default: defaultValue }];
}

function descriptionOf({ kind, description, fileDescription }: SettingRow): string {
  const text = kind.unit === undefined ? description : `in ${kind.unit}: ${description}`;
  return fileDescription ?? `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
