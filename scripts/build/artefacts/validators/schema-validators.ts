import { join } from 'node:path';
import { build } from 'esbuild';
import type { OpenApiDocument } from '../../../contract/document.js';
import { formName } from '../../../contract/strict-schemas.js';
import { generatedNote } from '../generated-note.js';
import { checkModule, type ModuleParts, runTimeFile } from './check-module.js';
import { type CompiledSchemas, compiledSchemas, constantName, made, validatorTypes } from './compiled-schemas.js';
import { isComponent, responseTable, responseTypes } from './response-validators.js';

/**
 * A validator for each schema of the document: one ES module per schema, an index, and shared code in `parts/`. A
 * schema that only requests use rejects fields that it does not declare.
 *
 * @returns texts by path below `generated/validators/`
 * @throws BuildError if a validator cannot be made for a schema
 */
export async function schemaValidators(document: OpenApiDocument): Promise<Record<string, string>> {
  const runTime = runTimeText();
  const compiled = compiledSchemas(document);
  const { names, usualForm, compile } = compiled;
  const fileOf = (id: string): string => {
    const [name = '', strictness = 'tolerant'] = id.split('.');
    return strictness === usualForm(name) ? moduleFile(name) : `parts/${fileName(name)}-${strictness}.js`;
  };
  const texts: Record<string, string> = {};
  /** The forms to make; the loop below adds to the set that it iterates over. */
  const wanted = new Set(names.map((name) => formName(name, usualForm(name))));
  const make = (parts: ModuleParts): void => {
    for (const { calls } of parts.codes) for (const id of calls.values()) wanted.add(id);
    texts[parts.file] = checkModule(parts, fileOf);
  };

  make(responsesModule(compiled));
  texts['parts/answers.d.ts'] = responseTypes;
  for (const id of wanted) {
    const [name = ''] = id.split('.');
    const code = compile(id, 'check');
    const file = fileOf(id);
    const body = file === moduleFile(name) ? `\nexport const ${constantName(name)} = ${made('check')}` : '';
    make({ file, codes: [{ ...code, text: `export ${code.text}` }], body });
  }
  texts[runTimeFile] = await runTime;
  texts['index.js'] = [
    generatedNote,
    ...names.map((name) => `export { ${constantName(name)} } from './${moduleFile(name)}';`),
    '',
  ].join('\n');
  texts['index.d.ts'] = `${generatedNote}
import type { ${names.join(', ')} } from '../types.js';
import type { Validator } from '../../scripts/validators/validator.js';
${validatorTypes(compiled)}`;
  return texts;
}

/** The module of all responses: checks of inline lists, and the table of expected responses. */
function responsesModule({ responses, compile }: CompiledSchemas): ModuleParts {
  const lists = [...responses.schemas.keys()];
  const items = responses.rows.flatMap(({ schema }) =>
    schema !== undefined && isComponent(responses, schema) ? [schema] : [],
  );
  const table = responseTable(responses, (id) => (isComponent(responses, id) ? constantName(id) : id));
  return {
    file: 'parts/answers.js',
    codes: lists.map((id) => compile(id, `${id}Check`)),
    body: `${lists.map((id) => `const ${id} = ${made(`${id}Check`)}`).join('')}\nexport const answers = ${table}`,
    imported: new Map(items.map((name) => [constantName(name), moduleFile(name)])),
  };
}

/** `PartnerEntry` becomes `partner-entry`. */
function fileName(schema: string): string {
  return schema.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '-').toLowerCase();
}

function moduleFile(schema: string): string {
  return `${fileName(schema)}.js`;
}

/** The run time as one module without imports, since the published package contains no TypeScript. */
async function runTimeText(): Promise<string> {
  const result = await build({
    // File names in comments of the output are relative to this folder.
    absWorkingDir: join(import.meta.dirname, '../..'),
    entryPoints: ['../validators/run-time.ts'],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    legalComments: 'none',
  });
  return `${generatedNote}\n${result.outputFiles[0]?.text ?? ''}`;
}
