import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { OpenAPI3 } from 'openapi-typescript';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { clientModule } from '../../scripts/build/artefacts/client.js';
import { moduleText } from '../../scripts/build/artefacts/generated-module.js';
import { operationTableModule } from '../../scripts/build/artefacts/operation-table.js';
import type { Bundle } from '../../scripts/build/artefacts/operations.js';
import { temporaryFolder } from '../temporary-folder.js';

export const root = resolve(import.meta.dirname, '../..');

/** A temporary folder with the layout of the repository, and with the files generated from a document. */
export interface Workspace {
  /** Returns compiler errors in a program that follows `head`, and in the generated files. */
  check(program: string): Promise<string[]>;
  /** Bundles the client and the table of operations for a browser, and loads them. */
  load<Exports>(): Promise<Exports>;
}

/** The first lines of each program that is compiled beside the generated files. */
const head = `
import { createDirectoryClient, DirectoryRequestError } from './client.js';
import type { DirectoryCall, DirectoryRequestErrorCode } from './client.js';
import { contractVersion, operationTable, type OperationId } from './operation-table.js';
import type { components } from './types.js';
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>) => {};
type Entry = components['schemas']['Entry'];
const client = createDirectoryClient({ baseUrl: '', apiKey: '', fetch: globalThis.fetch, timeout: 1 });
const path = { directory_id: 'd', entry_id: 'e' };
`;

export function workspace(bundle: Bundle): Workspace {
  const folder = temporaryFolder('client');
  const generatedPath = join(folder, 'generated');
  mkdirSync(generatedPath);
  for (const name of ['scripts', 'node_modules']) symlinkSync(join(root, name), join(folder, name));
  writeFileSync(join(generatedPath, 'operation-table.ts'), moduleText(operationTableModule(bundle)));
  writeFileSync(join(generatedPath, 'client.ts'), moduleText(clientModule(bundle)));
  return {
    async check(program) {
      const types = await openapiTypescript(bundle as unknown as OpenAPI3, { defaultNonNullable: false });
      writeFileSync(join(generatedPath, 'types.ts'), astToString(types));
      return errorsIn(generatedPath, head + program);
    },
    async load<Exports>() {
      const outfile = join(generatedPath, 'all.mjs');
      const contents = "export * from './client.js'; export * from './operation-table.js';";
      const stdin = { contents, resolveDir: generatedPath, loader: 'ts' as const };
      await build({ stdin, bundle: true, format: 'esm', platform: 'browser', outfile, logLevel: 'silent' });
      return (await import(pathToFileURL(outfile).href)) as Exports;
    },
  };
}

/** Returns the compiler options of this project. */
export function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile) as { config: object };
  return ts.parseJsonConfigFileContent(config, ts.sys, root).options;
}

/** Returns compiler errors in a program and in the files of its folder, as `line: text`. */
export function errorsIn(folder: string, program: string): string[] {
  const file = join(folder, 'use.ts');
  writeFileSync(file, program);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const options = { ...compilerOptions(), noUnusedLocals: false, types: [], declaration: true };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options))
    .filter((diagnostic) => diagnostic.file === undefined || dirname(diagnostic.file.fileName) === folder)
    .map(({ file: sourceFile, start, messageText }) => {
      const line = sourceFile && start !== undefined ? sourceFile.getLineAndCharacterOfPosition(start).line + 1 : 0;
      return `${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
}
