import { join } from 'node:path';
import { dirname, relative } from 'node:path/posix';
import { build } from 'esbuild';
import type { OpenApiDocument } from '../../../contract/document.js';
import { formName } from '../../../contract/strict-schemas.js';
import { generatedNote } from '../generated-note.js';
import { isComponent, responseTable, responseTypes } from './response-validators.js';
import { constantName, made, type SchemaForms, schemaForms, validatorTypes } from './schema-forms.js';

/** The code that all validators share, below `generated/validators/`. */
const runTimeFile = 'parts/run-time.js';

/**
 * A validator for each schema of the document: one ES module per schema, an index, and shared code in `parts/`. A
 * schema that only requests use rejects fields that it does not declare.
 *
 * @returns texts by path below `generated/validators/`
 * @throws BuildError if a validator cannot be made for a schema
 */
export async function schemaValidators(document: OpenApiDocument): Promise<Record<string, string>> {
  const forms = schemaForms(document);
  const { names, usualForm } = forms;
  const fileOf = (id: string): string => {
    const [name = '', strictness = 'tolerant'] = id.split('.');
    return strictness === usualForm(name) ? moduleFile(name) : `parts/${fileName(name)}-${strictness}.js`;
  };
  const texts: Record<string, string> = {};
  /** The forms to make; the loop below adds to the set that it iterates over. */
  const wanted = new Set(names.map((name) => formName(name, usualForm(name))));
  const make = (
    file: string,
    rules: ReadonlyMap<string, string>,
    rest: string,
    imported: readonly string[] = [],
  ): void => {
    const made = ruleModule(forms, { file, rules, rest, imported }, fileOf);
    for (const id of made.references) wanted.add(id);
    texts[file] = made.text;
  };
  const { responses } = forms;
  const lists = [...responses.schemas.keys()];
  const table = responseTable(responses, (id) => (isComponent(responses, id) ? constantName(id) : id));
  make(
    'parts/answers.js',
    new Map(lists.map((id) => [id, `${id}Rule`])),
    `${lists.map((id) => `const ${id} = ${made(`${id}Rule`)}`).join('')}\nexport const answers = ${table}`,
    responses.rows.flatMap(({ schema }) => (schema !== undefined && isComponent(responses, schema) ? [schema] : [])),
  );
  texts['parts/answers.d.ts'] = responseTypes;
  for (const id of wanted) {
    const [name = ''] = id.split('.');
    const file = fileOf(id);
    const published = file === moduleFile(name) ? `export const ${constantName(name)} = ${made(ownRule)}` : '';
    make(file, new Map([[id, ownRule]]), `export { ${ownRule} };\n${published}`);
  }
  texts[runTimeFile] = await runTimeText();
  texts['index.js'] = [
    generatedNote,
    ...names.map((name) => `export { ${constantName(name)} } from './${moduleFile(name)}';`),
    '',
  ].join('\n');
  texts['index.d.ts'] = `${generatedNote}
import type { ${names.join(', ')} } from '../types.js';
import type { Validator } from '../../scripts/validators/validator.js';
${validatorTypes(forms)}`;
  return texts;
}

/** The rule that a module of one schema exports. */
const ownRule = 'ownRule';

/** The parts of a module with rules. */
interface ModuleParts {
  file: string;
  /** The names of the rules, by the ids of their schemas. */
  rules: ReadonlyMap<string, string>;
  /** Code after the rules. */
  rest: string;
  /** The schemas whose validators the code uses. */
  imported: readonly string[];
}

/** @param fileOf the module of each schema, by its id */
function ruleModule(
  { code }: SchemaForms,
  { file, rules, rest, imported }: ModuleParts,
  fileOf: (id: string) => string,
): { text: string; references: ReadonlySet<string> } {
  const references = new Set<string>();
  const nameOf = (id: string): string => rules.get(id) ?? `rule_${id.replace('.', '_')}`;
  const codes = [...rules].map(([id, name]) => ({ name, code: code(id, nameOf) }));
  const shared = new Set(['rule', ...(rest.includes('validator(') ? ['validator'] : [])]);
  for (const { code } of codes) {
    for (const format of code.formats) shared.add(format);
    for (const id of code.references) if (!rules.has(id)) references.add(id);
  }
  const imports = [
    `import { ${[...shared].sort().join(', ')} } from '${importPath(file, runTimeFile)}';\n`,
    ...[...new Set(imported)].map(
      (name) => `import { ${constantName(name)} } from '${importPath(file, moduleFile(name))}';\n`,
    ),
    ...[...references].map((id) => `import { ${ownRule} as ${nameOf(id)} } from '${importPath(file, fileOf(id))}';\n`),
  ];
  const declared = codes.map(({ name, code: { text } }) => `const ${name} = ${text}`);
  return { text: [`${generatedNote}\n`, ...imports, '\n', ...declared, rest].join(''), references };
}

function importPath(from: string, to: string): string {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
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
