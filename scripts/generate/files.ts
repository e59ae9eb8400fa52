import { readFileSync } from 'node:fs';
import { describeDocument } from '../build/artefacts/described-document.js';
import { type TypeTools, typesText } from '../build/artefacts/types.js';
import { type ModuleFormat, validatorsFile } from '../build/artefacts/validators/validators-file.js';
import { bundleText } from '../build/source/bundle.js';
import type { OpenApiDocument } from '../contract/document.js';
import { generatedFile, packageVersion } from '../generated-file.js';
import { sanitizeCode } from '../text/escape.js';
import { BuildError } from '../text/problem.js';
import { clientFile } from './client-file.js';
import { examplesFile } from './examples-file.js';

/** A file to be written. */
export interface GeneratedFile {
  name: string;
  text: string;
}

/** The names of all files that are generated. */
export const generatedNames = `openapi.yaml client.ts examples.ts validators.js validators.d.ts types.ts`.split(' ');

/** Text that only generated files have in their first line. */
export const generatedNotice = 'Made by "directory-contract generate"';

export interface GenerateOptions {
  /** Loads the tools that generate `types.ts`. */
  tools: () => Promise<TypeTools>;
  /** The module format of `validators.js`. */
  form: ModuleFormat;
  /** Receives the name of each file before and after its text is generated. */
  watcher: { begin(name: string): void; end(name: string): void };
}

/**
 * Generates all files for one folder in a team's own code: the contract, its client, types, examples and validators.
 *
 * @throws BuildError for a contract that the client or the validators cannot express, and whatever `tools` throws
 */
export async function generateFiles(
  document: OpenApiDocument,
  { tools, form, watcher }: GenerateOptions,
): Promise<GeneratedFile[]> {
  const typeTools = await tools();
  const version = packageVersion();
  const notice = `${generatedNotice} ${version}; do not edit.`;
  const note = `// ${notice}`;
  const runtimeCode = readFileSync(generatedFile('validators/parts/run-time.js'), 'utf8');
  const files: GeneratedFile[] = [];
  const make = async <Text>(name: string, text: () => Text | Promise<Text>): Promise<Text> => {
    watcher.begin(name);
    const result = await text();
    watcher.end(name);
    return result;
  };
  const add = async (name: string, text: () => string | Promise<string>): Promise<void> => {
    files.push({ name, text: await make(name, text) });
  };
  try {
    await add('openapi.yaml', () => bundleText(describeDocument(document), `# ${notice}\n`));
    await add('client.ts', () => clientFile(document, note, version));
    await add('examples.ts', () => examplesFile(document, note, version));
    const { code, types } = await make('validators.js', () => validatorsFile(document, { runtimeCode, form, note }));
    files.push({ name: 'validators.js', text: code }, { name: 'validators.d.ts', text: types });
    await add('types.ts', () => typesText(document, typeTools, note));
  } catch (error) {
    throw error instanceof BuildError ? toErrorWithPointers(error) : error;
  }
  // Make comments and strings safe: they quote text from the contract, which somebody else may have written.
  return files.map(({ name, text }) => ({ name, text: name.endsWith('.yaml') ? text : sanitizeCode(text) }));
}

/** Rewrites an error for a contract without source files, so that each problem names its place in the document. */
function toErrorWithPointers({ message, problems }: BuildError): BuildError {
  const places = problems.map((problem) => `${problem.message} (${problem.pointer ?? 'in the document'})`);
  return new BuildError([message, ...places].join('\n'));
}
