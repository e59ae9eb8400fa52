import { readFileSync } from 'node:fs';
import { examplesText } from '../build/artefacts/examples.js';
import { type TypeTools, typesText } from '../build/artefacts/types.js';
import { type ModuleForm, validatorsFile } from '../build/artefacts/validators/validators-file.js';
import { bundleText } from '../build/source/bundle.js';
import type { OpenApiDocument } from '../contract/document.js';
import { generatedFile, packageVersion } from '../generated-file.js';
import { BuildError } from '../text/problem.js';
import { clientFile } from './client-file.js';

/** A file to be written. */
export interface GeneratedFile {
  name: string;
  text: string;
}

/** What the first line of every file contains, and no other file does. */
export const mark = 'Made by "directory-contract generate"';

export interface GenerateOptions {
  tools: TypeTools;
  /** The form of `validators.js`. */
  form: ModuleForm;
  /** Called with the name of each file before it is made. */
  begin: (name: string) => void;
}

/**
 * Everything that a team needs of a contract in its own code, as files for one folder.
 *
 * @throws BuildError for a contract that the client or the validators cannot express
 */
export async function generatedFiles(
  document: OpenApiDocument,
  { tools, form, begin }: GenerateOptions,
): Promise<GeneratedFile[]> {
  const version = packageVersion();
  const said = `${mark} ${version}; do not edit.`;
  const note = `// ${said}`;
  const runTime = readFileSync(generatedFile('validators/parts/run-time.js'), 'utf8');
  const files: GeneratedFile[] = [];
  const make = async (name: string, text: () => string | Promise<string>): Promise<void> => {
    begin(name);
    files.push({ name, text: await text() });
  };
  try {
    await make('openapi.yaml', () => bundleText(document, `# ${said}\n`));
    await make('client.ts', () => clientFile(document, note, version));
    await make('examples.ts', () => examplesText(document, { files: [], pointers: {} }, note));
    begin('validators.js');
    const { code, types } = validatorsFile(document, { runTime, form, note });
    files.push({ name: 'validators.js', text: code }, { name: 'validators.d.ts', text: types });
    await make('types.ts', () => typesText(document, tools, note));
  } catch (error) {
    throw error instanceof BuildError ? inDocument(error) : error;
  }
  return files;
}

/** The problems of a contract that has no source files, as sentences with the places in the document. */
function inDocument({ message, problems }: BuildError): BuildError {
  const places = problems.map((problem) => `${problem.message} (${problem.pointer ?? 'in the document'})`);
  return new BuildError([message, ...places].join('\n'));
}
