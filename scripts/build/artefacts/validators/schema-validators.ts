import { join } from 'node:path';
import { build } from 'esbuild';
import type { OpenApiDocument } from '../../../contract/document.js';
import { plainSchema, type SchemaNode } from '../../../contract/schema-walk.js';
import { formName, requestSchemas, type Strictness, schemaOf, strictnesses } from '../../../contract/strict-schemas.js';
import { BuildError } from '../../../text/problem.js';
import { generatedNote } from '../generated-note.js';
import { type CheckCode, checkCompiler } from './check-code.js';
import { checkModule, type ModuleParts, runTimeFile } from './check-module.js';
import { expectedResponsesOf, isComponent, responseTable, responseTypes } from './response-validators.js';

/**
 * A validator for each schema of the document: one ES module per schema, an index, and shared code in `parts/`. A
 * schema that only requests use rejects fields that it does not declare.
 *
 * @returns texts by path below `generated/validators/`
 * @throws BuildError if a validator cannot be made for a schema
 */
export async function schemaValidators(document: OpenApiDocument): Promise<Record<string, string>> {
  const runTime = runTimeText();
  const names = Object.keys(document.components['schemas'] ?? {});
  const requests = requestSchemas(document);
  const usualForm = (name: string): Strictness => (requests.has(name) ? 'strict' : 'tolerant');
  const responses = expectedResponsesOf(document);
  const tolerant = new Map(responses.schemas);
  const closed = new Map<string, SchemaNode>();
  const files = new Map<string, string>();
  for (const name of names) {
    const plain = plainSchema(document.components['schemas']?.[name] as SchemaNode);
    for (const strictness of strictnesses) {
      const id = formName(name, strictness);
      (strictness === 'tolerant' ? tolerant : closed).set(id, schemaOf(plain, strictness));
      files.set(id, strictness === usualForm(name) ? moduleFile(name) : `parts/${fileName(name)}-${strictness}.js`);
    }
  }
  const compileTolerant = checkCompiler(tolerant);
  const compileClosed = checkCompiler(closed);
  const compile = (id: string, name: string): CheckCode =>
    tolerant.has(id) ? compileTolerant(id, name) : compileClosed(id, name);
  const texts: Record<string, string> = {};
  /** The forms to make; the loop below adds to the set that it iterates over. */
  const wanted = new Set(names.map((name) => formName(name, usualForm(name))));
  const make = (parts: ModuleParts): void => {
    for (const { calls } of parts.codes) for (const id of calls.values()) wanted.add(id);
    texts[parts.file] = checkModule(parts, (id) => files.get(id) ?? '');
  };

  make(responsesModule(responses, compile));
  texts['parts/answers.d.ts'] = responseTypes;
  for (const id of wanted) {
    const [name = ''] = id.split('.');
    const code = compile(id, 'check');
    const file = files.get(id) ?? '';
    const body = file === moduleFile(name) ? `\nexport const ${constantName(name)} = ${made('check')}` : '';
    make({ file, codes: [{ ...code, text: `export ${code.text}` }], body });
  }
  texts[runTimeFile] = await runTime;
  texts['index.js'] = [
    generatedNote,
    ...names.map((name) => `export { ${constantName(name)} } from './${moduleFile(name)}';`),
    '',
  ].join('\n');
  texts['index.d.ts'] = indexTypes(names, requests);
  return texts;
}

/** The module of all responses: checks of inline lists, and the table of expected responses. */
function responsesModule(
  responses: ReturnType<typeof expectedResponsesOf>,
  compile: (id: string, name: string) => CheckCode,
): ModuleParts {
  const lists = [...responses.schemas.keys()];
  const items = responses.rows.flatMap(({ schema }) =>
    schema !== undefined && isComponent(responses, schema) ? [schema] : [],
  );
  return {
    file: 'parts/answers.js',
    codes: lists.map((id) => compile(id, `${id}Check`)),
    body:
      lists.map((id) => `const ${id} = ${made(`${id}Check`)}`).join('') +
      responseTable(responses, (id) => (isComponent(responses, id) ? constantName(id) : id)),
    imported: new Map(items.map((name) => [constantName(name), moduleFile(name)])),
  };
}

/** The comment tells bundlers that the call has no side effects, so that they can drop unused validators. */
function made(check: string): string {
  return `/* @__PURE__ */ validator(${check});\n`;
}

function indexTypes(names: readonly string[], requests: ReadonlySet<string>): string {
  const lines = names.flatMap((name) => [
    '',
    `/** Validates a \`${name}\`${requests.has(name) ? ', and rejects fields that it does not declare' : ''}. */`,
    `export declare const ${constantName(name)}: Validator<${name}>;`,
  ]);
  return [
    generatedNote,
    `import type { ${names.join(', ')} } from '../types.js';`,
    "import type { Validator } from '../../scripts/validators/validator.js';",
    ...lines,
    '',
  ].join('\n');
}

/** `PartnerEntry` becomes `partnerEntry`. */
function constantName(schema: string): string {
  const name = schema.charAt(0).toLowerCase() + schema.slice(1);
  try {
    // The function is parsed, never run.
    new Function(`'use strict'; const ${name} = 0;`);
  } catch {
    throw new BuildError(
      `Expected a schema whose name can be the name of a constant, found ${schema}. Rename it: ${name} is a reserved ` +
        'word of JavaScript.',
    );
  }
  return name;
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
