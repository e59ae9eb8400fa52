import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ownTypeTools } from '../../scripts/build/artefacts/own-type-tools.js';
import { typesText } from '../../scripts/build/artefacts/types.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { clientFile } from '../../scripts/generate/client-file.js';
import { examplesFile } from '../../scripts/generate/examples-file.js';
import { runProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';

/** The strictest options of the compiler that teams use. */
export const strictest = {
  ...{ target: 'es2022', module: 'nodenext', lib: ['es2023', 'dom', 'dom.iterable'], noEmit: true, skipLibCheck: true },
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true },
  ...{ noUnusedLocals: true, noUnusedParameters: true, noPropertyAccessFromIndexSignature: true },
  ...{ isolatedModules: true, erasableSyntaxOnly: true, allowImportingTsExtensions: true },
  types: ['node'],
  typeRoots: [resolve('node_modules/@types')],
  paths: {
    'directory-contract/runtime': [resolve('scripts/generate/run-time.ts')],
    'directory-contract/msw': [resolve('scripts/mock/msw.ts')],
  },
};

/** Returns compiler errors in the files of a folder. The run time is compiled elsewhere, with other options. */
export async function compilerErrors(folder: string): Promise<string[]> {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: strictest, include: ['**/*.ts'] }));
  const tsc = [resolve('node_modules/typescript7/bin/tsc'), '-p', folder, '--pretty', 'false', '--listFiles'];
  const { stdout } = await runProgram(process.execPath, tsc, { cwd: folder });
  const lines = stdout.split('\n');
  if (!lines.some((line) => line.startsWith(folder))) throw new Error(`The compiler saw no file:\n${stdout}`);
  return lines.filter((line) => /^\w[^/]*(?:\/[^/]*)?\(\d+,\d+\): error/.test(line));
}

/** Returns the compiler errors in the code that `generate` makes for each document: types, client and examples. */
export async function errorsInCode(documents: readonly OpenApiDocument[]): Promise<string[][]> {
  const folder = temporaryFolder('code');
  for (const [index, document] of documents.entries()) {
    const ownPath = join(folder, `set${index}`);
    mkdirSync(ownPath);
    const files = {
      'types.ts': await typesText(document, ownTypeTools),
      'client.ts': clientFile(document, '//', '0.0.0'),
      'examples.ts': examplesFile(document, '//', '0.0.0'),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(ownPath, name), text);
  }
  const errors = await compilerErrors(folder);
  return documents.map((_, index) => errors.filter((line) => line.startsWith(`set${index}/`)));
}
